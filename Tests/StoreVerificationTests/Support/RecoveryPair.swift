import SQLite
import SchemaModel
import StoreVerification
import Testing

/// A store in its earlier state, and the same store after damage.
struct RecoveryPair {
  let donor: TestStore
  let store: TestStore

  init(_ schema: String, _ content: String, _ damage: String) throws {
    donor = try TestStore(schema, content)
    store = try TestStore(schema, content)
    try store.execute(damage)
  }

  func plan(_ keys: String...) throws -> RecoveryPlan {
    try plan(options(keys))
  }

  private func plan(_ options: RecoveryOptions) throws -> RecoveryPlan {
    try StoreRecoverer.plan(storeAt: store.path, from: donor.path, options: options)
  }

  /// Recovers the store, which is to be as it was shown.
  func apply(_ keys: String...) throws -> RecoveryPlan {
    let options = options(keys)
    let shown = try plan(options)
    let outcome = try apply(options)
    #expect(outcome.plan == shown)
    return outcome.plan
  }

  private func apply(_ options: RecoveryOptions) throws -> RecoveryOutcome {
    try StoreRecoverer.apply(storeAt: store.path, from: donor.path, options: options) { _ in
      "/backups/a.json"
    }
  }

  private func options(_ keys: [String]) -> RecoveryOptions {
    var options = RecoveryOptions()
    options.keys = keys.compactMap { UniqueKey($0) }
    return options
  }

  /// Why the store is not recovered, as it is shown too; it stays as it was.
  func problems(_ keys: [String] = []) throws -> [String] {
    let options = options(keys)
    let before = try contents()
    func problems(_ body: () throws -> Void) throws -> [String] {
      do {
        try body()
        return []
      } catch RecoveryError.unclear(let problems) {
        return problems.map { "unclear: \($0.message)" }
      } catch RecoveryError.undone(let problems) {
        return problems.map { "undone: \($0.message)" }
      }
    }
    let shown = try problems { _ = try plan(options) }
    #expect(try problems { _ = try apply(options) } == shown)
    #expect(try contents() == before)
    return shown
  }

  /// All rows of the store.
  private func contents() throws -> [[[SQLValue]]] {
    try store.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1").map {
      guard case .text(let name) = $0[0] else { return [] }
      return try store.rows("SELECT * FROM \"\(name)\"")
    }
  }

  /// Whether tables have the same rows in both.
  func areEqual(_ tables: String...) throws -> Bool {
    try tables.allSatisfy {
      let sql = "SELECT * FROM \($0) ORDER BY 1, 2"
      return try store.rows(sql) == donor.rows(sql)
    }
  }

  /// The integers of a query, row by row.
  func numbers(_ sql: String) throws -> [[Int64?]] {
    try store.rows(sql).map { row in
      row.map { if case .integer(let number) = $0 { number } else { nil } }
    }
  }
}

extension RecoveryPlan {
  /// The objects that come back, in short.
  var returning: [String] {
    missing.map {
      "\($0.count) \($0.entity)" + ($0.renumbered > 0 ? " (\($0.renumbered))" : "")
    }
  }
}
