internal import SQLText
internal import SQLite
internal import StoreLayout

/// Deletes the rows of a prune, or reports the reason why it cannot.
struct Removal {
  /// The result of the deletion.
  typealias Outcome = (statements: [String], rowsChanged: Int64)

  let store: UpkeepStore
  let closure: DeletionClosure
  let references: PruneReferences
  private var connection: Connection { store.connection }

  /// The ways to delete rows: after the links between them are released, or in turn.
  private enum Way {
    case releasing(Set<DeletionEdge.Place>)
    case inTurn
  }

  /// Deletes the rows.
  ///
  /// If SQLite's rules get in the way, the links between the rows are released first. If one of the user's
  /// own triggers would see rows without these links, the rows are deleted in turn.
  func run() throws -> Outcome {
    try connection.execute("SAVEPOINT removal")
    let (deletions, denied) = try closure.deletions()
    var failure: (error: SQLiteError, statements: [String])?
    var trigger: String?
    for way in [Way.releasing(denied), .releasing(try closure.innerLinks()), .inTurn] {
      if case .releasing(let links) = way, let found = try self.trigger(seeing: links) {
        trigger = found
        continue
      }
      let statements = self.statements(of: way) + deletions
      do throws(SQLiteError) {
        let outcome = try delete(way, statements, deletions)
        try connection.execute("RELEASE removal")
        return outcome
      } catch {
        guard !error.isAboutTheMoment else { throw error }
        guard connection.isInTransaction else { throw PruneError.failed(reason: error.message) }
        let isRefused = try isOfTrigger(error)
        // A failure without the links is not caused by the deleted rows themselves; a failure in turn still
        // may be.
        if case .releasing = way { failure = (error, statements) }
        if failure == nil || isRefused { failure = (error, statements) }
        try connection.execute("ROLLBACK TO removal")
        // Rows that the user's own trigger protects by their links must not be deleted without the links.
        if isRefused {
          trigger = nil
          break
        }
      }
    }
    guard let failure else { return ([], 0) }
    let reason = try explained(failure.error, failure.statements)
    guard let trigger else { throw reason }
    if case .referred = reason { throw reason }
    throw PruneError.watched(trigger: trigger)
  }

  private func statements(of way: Way) -> [String] {
    guard case .releasing(let links) = way else { return [] }
    return closure.statements(releasing: links)
  }

  private func delete(
    _ way: Way, _ statements: [String], _ deletions: [String]
  ) throws(SQLiteError) -> Outcome {
    guard case .inTurn = way else { return (statements, try closure.run(statements)) }
    // The order of a trigger's actions and of SQLite's foreign key actions is unknown.
    let others = try store.ownTriggers().isEmpty ? store.otherTables() : []
    return try DeletionInTurn(closure: try closure.following(others)).run(rings: deletions)
  }

  // MARK: - Reasons for failures

  /// Whether one of the user's own triggers refuses the deletion.
  ///
  /// SQLite reports RESTRICT with the same code.
  private func isOfTrigger(_ error: SQLiteError) throws(SQLiteError) -> Bool {
    guard error.code == .constraintTrigger else { return false }
    guard error.message == SQLiteError.unmetForeignKey else { return true }
    // A trigger may use the same message.
    return try store.ownTriggers().contains { $0.sql.contains(SQLiteError.unmetForeignKey) }
  }

  /// The error for a failure of some statements; if a foreign key is the reason, its table is found.
  private func explained(_ error: SQLiteError, _ statements: [String]) throws -> PruneError {
    if error.message.hasPrefix(SQLiteError.deepRecursion) {
      return .tooDeep(tables: try cascadingTables())
    }
    guard error.primaryCode == .constraint, error.message == SQLiteError.unmetForeignKey else {
      return .failed(reason: error.message)
    }
    try connection.execute("ROLLBACK TO removal")
    do {
      try references.checkNoneIsReferredTo()
      // Violations that SQLite reports only at the commit can be counted before it.
      let before = try references.unmet()
      try connection.execute("PRAGMA defer_foreign_keys = ON")
      _ = try closure.run(statements)
      try references.checkNoneIsLeft(unmetBefore: before)
    } catch let referred as PruneError {
      return referred
    } catch let other as SQLiteError {
      guard !other.isAboutTheMoment else { throw other }
    }
    return .failed(reason: error.message)
  }

  /// The user's own trigger that reads links to be released; nil if none does.
  private func trigger(seeing places: Set<DeletionEdge.Place>) throws(SQLiteError) -> String? {
    try store.ownTriggers().first { trigger in
      let sql = SQLTokens(trigger.sql)
      return places.map(\.columns).contains { table, column in
        sql.mentions([table])
          && (sql.readsAllColumns || column.map { sql.mentions([$0]) } ?? true)
      }
    }?.id.name
  }

  /// The tables outside the model whose rows are deleted with rows of another such table.
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
  /// SQLite's message if a foreign key would be violated.
  fileprivate static let unmetForeignKey = "FOREIGN KEY constraint failed"
  /// SQLite's message for a chain that is too long (https://www.sqlite.org/limits.html#max_trigger_depth).
  fileprivate static let deepRecursion = "too many levels of trigger recursion"
}

extension SQLiteError.Code {
  /// SQLITE_CONSTRAINT_TRIGGER: the code for a refusal by `RAISE`.
  static let constraintTrigger = Self(rawValue: 1811)
}

extension SQLTokens {
  /// Whether it contains a `*` for all columns, other than in `count(*)`.
  fileprivate var readsAllColumns: Bool {
    zip(tokens, tokens.dropFirst()).contains { $0.name != "(" && $1.name == "*" }
  }
}
