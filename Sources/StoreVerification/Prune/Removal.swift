internal import SQLiteStore

/// Deletes what goes in a prune, and says why it cannot.
struct Removal {
  /// What was done.
  typealias Outcome = (statements: [String], rowsChanged: Int64)

  let store: UpkeepStore
  let closure: DeletionClosure
  let references: PruneReferences
  private var connection: Connection { store.connection }

  /// Deletes what goes.
  ///
  /// What SQLite cannot delete while its rules act on what goes anyway, it can without the links.
  func run() throws -> Outcome {
    try connection.execute("SAVEPOINT removal")
    do throws(SQLiteError) {
      return try run(closure.statements())
    } catch {
      guard !error.isAboutTheMoment else { throw error }
      // What a trigger of somebody's own keeps by its links is not to go without them.
      guard connection.isInTransaction, try !isOfTrigger(error) else {
        throw try explained(error, closure.statements())
      }
    }
    try connection.execute("ROLLBACK TO removal")
    let statements = try closure.releases() + closure.statements()
    do throws(SQLiteError) {
      return try run(statements)
    } catch {
      guard !error.isAboutTheMoment else { throw error }
      throw try explained(error, statements)
    }
  }

  /// Runs statements inside the savepoint, which then ends.
  private func run(_ statements: [String]) throws(SQLiteError) -> Outcome {
    let changes = try delete(statements)
    try connection.execute("RELEASE removal")
    return (statements, changes)
  }

  private func delete(_ statements: [String]) throws(SQLiteError) -> Int64 {
    var changes: Int64 = 0
    for statement in statements {
      try connection.execute(SQL(raw: statement))
      changes += connection.changedRowCount
    }
    return changes
  }

  // MARK: - Why it fails

  /// Whether a trigger of somebody's own refuses it.
  ///
  /// Of RESTRICT SQLite says that it is a trigger, too.
  private func isOfTrigger(_ error: SQLiteError) throws(SQLiteError) -> Bool {
    guard error.code == .constraintTrigger else { return false }
    guard error.message == SQLiteError.unmetForeignKey else { return true }
    // A trigger may say it in the same words.
    return try connection.unmanagedObjects(of: store.layout).contains {
      $0.id.kind == .trigger && $0.sql.contains(SQLiteError.unmetForeignKey)
    }
  }

  /// What to say of a failure of some statements: where a foreign key is why, whose.
  private func explained(_ error: SQLiteError, _ statements: [String]) throws -> PruneError {
    guard connection.isInTransaction else { return .failed(reason: error.message) }
    if error.message.hasPrefix(SQLiteError.deepRecursion) {
      return .tooDeep(tables: try cascadingTables())
    }
    guard error.primaryCode == .constraint, error.message == SQLiteError.unmetForeignKey else {
      return .failed(reason: error.message)
    }
    try connection.execute("ROLLBACK TO removal")
    try references.checkNoneIsReferredTo()
    // What is then looked for at the commit alone can be counted before it.
    let before = try references.unmet()
    try connection.execute("PRAGMA defer_foreign_keys = ON")
    do throws(SQLiteError) {
      _ = try delete(statements)
    } catch {
      return .failed(reason: error.message)
    }
    try references.checkNoneIsLeft(unmetBefore: before)
    return .failed(reason: error.message)
  }

  /// The tables that the model does not name whose rows go with others of such a table.
  private func cascadingTables() throws -> [String] {
    let others = try store.otherTables()
    let found = try connection.readDefinition()
    return others.filter { name in
      (found.table(named: name)?.foreignKeys ?? []).contains { key in
        key.onDelete == .cascade && found.parent(of: key).map { others.contains($0.name) } ?? false
      }
    }
  }
}

extension SQLiteError {
  /// What SQLite says where a foreign key would lead to nothing.
  fileprivate static let unmetForeignKey = "FOREIGN KEY constraint failed"
  /// What it says of a chain that is too long (https://www.sqlite.org/limits.html#max_trigger_depth).
  fileprivate static let deepRecursion = "too many levels of trigger recursion"
}

extension SQLiteError.Code {
  /// SQLITE_CONSTRAINT_TRIGGER: what `RAISE` refuses.
  fileprivate static let constraintTrigger = Self(rawValue: 1811)
}
