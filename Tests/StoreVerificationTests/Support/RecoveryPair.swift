import SQLite
import SchemaModel
import StoreVerification
import Testing

/// A store as it was, and what of it is left.
struct RecoveryPair {
  let donor: TestStore
  let store: TestStore

  init(_ schema: String, _ content: String, _ damage: String) throws {
    donor = try TestStore(schema, content)
    store = try TestStore(schema, content)
    try store.execute(damage)
  }

  /// Recovers the store, which is to be as it was shown, and sound where it was.
  func apply(_ keys: String..., relinking: Bool = false) throws -> RecoveryPlan {
    var options = RecoveryOptions()
    options.relinks = relinking
    options.keys = keys.compactMap { UniqueKey($0) }
    let shown = try StoreRecoverer.plan(storeAt: store.path, from: donor.path, options: options)
    let outcome = try StoreRecoverer.apply(
      storeAt: store.path, from: donor.path, options: options
    ) { _ in "/backups/a.json" }
    #expect(outcome.plan == shown)
    #expect(try store.findings() == [])
    return outcome.plan
  }

  /// The integers of a query, row by row.
  func numbers(_ sql: String) throws -> [[Int64?]] {
    try store.rows(sql).map { row in
      row.map { if case .integer(let number) = $0 { number } else { nil } }
    }
  }
}

extension RecoveryPlan {
  /// What comes back, in short.
  var returning: [String] { missing.map { "\($0.count) \($0.entity)" } }

  /// What does not, in short.
  var remaining: [String] { leftBehind.map(\.text) + keptLinks.map(\.text) }
}
