/// An error with which Core Data or SwiftData refuses a store or a model, by its number in the domain of
/// Cocoa's errors.
///
/// `migrate explain NUMBER` explains each number.
package enum PlatformError: Int, CaseIterable, Sendable {
  case cloudKit = 134060
  case incompatibleModel = 134100
  case migration = 134110
  case constraint = 134111
  case cancelled = 134120
  case missingSourceModel = 134130
  case missingMapping = 134140
  case sourceStore = 134150
  case destinationStore = 134160
  case entityPolicy = 134170
  case database = 134180
  case inferredMapping = 134190
  case expiredHistory = 134301
  case unknownVersion = 134504
  case frameworkMismatch = 134505
  case backwardMigration = 134506

  /// The number in digits, as a user types it.
  package var name: String { String(rawValue) }
}

extension InferenceObstacle {
  /// The error with which the platform refuses a store; nil if it opens the store, or that is unknown.
  package var error: PlatformError? {
    switch self {
    case .notInferred: .missingMapping
    case .missingValue, .missingLink: .migration
    case .unconverted, .undocumented, .declared: nil
    }
  }
}
