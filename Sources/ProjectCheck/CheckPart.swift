/// The parts of a check, in order.
package enum CheckPart: String, CaseIterable, Sendable {
  /// Released versions are unchanged.
  case lock
  /// The models, the changes between versions and their migrations have no known mistakes.
  case lint
  /// Every version can be reached from every earlier one.
  case hops
  /// Stores with sample data and fixtures can be migrated to every later version.
  case fixtures
  /// The migration tests pass.
  case tests
}
