internal import SQLText
internal import SQLite
internal import StoreLayout

/// Deletes what goes in a prune, and says why it cannot.
struct Removal {
  /// What was done.
  typealias Outcome = (statements: [String], rowsChanged: Int64)

  let store: UpkeepStore
  let closure: DeletionClosure
  let references: PruneReferences
  private var connection: Connection { store.connection }

  /// Takes links between what goes away before it goes, or lets it go in turn.
  private enum Way {
    case releasing(Set<DeletionEdge.Place>)
    case inTurn
  }

  /// Deletes what goes.
  ///
  /// What SQLite cannot delete while its rules act on what goes anyway, it can without the links; and
  /// where a trigger of somebody's own would see them gone, in turn.
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
        // What fails without links is no matter of what goes; in turn it may still be.
        if case .releasing = way { failure = (error, statements) }
        if failure == nil || isRefused { failure = (error, statements) }
        try connection.execute("ROLLBACK TO removal")
        // What a trigger of somebody's own keeps by its links is not to go without them.
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
    // What a trigger would do before SQLite follows a foreign key, nobody knows.
    let others = try store.ownTriggers().isEmpty ? store.otherTables() : []
    return try DeletionInTurn(closure: try closure.following(others)).run(rings: deletions)
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
    if error.message.hasPrefix(SQLiteError.deepRecursion) {
      return .tooDeep(tables: try cascadingTables())
    }
    guard error.primaryCode == .constraint, error.message == SQLiteError.unmetForeignKey else {
      return .failed(reason: error.message)
    }
    try connection.execute("ROLLBACK TO removal")
    do {
      try references.checkNoneIsReferredTo()
      // What is then looked for at the commit alone can be counted before it.
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

  /// A trigger of somebody's own that reads links which are taken away; nil where there is none.
  private func trigger(seeing places: Set<DeletionEdge.Place>) throws(SQLiteError) -> String? {
    return try connection.unmanagedObjects(of: store.layout).first { object in
      guard object.id.kind == .trigger else { return false }
      let sql = SQLTokens(object.sql)
      return places.map(\.columns).contains { table, column in
        sql.mentions([table])
          && (sql.readsAllColumns || column.map { sql.mentions([$0]) } ?? true)
      }
    }?.id.name
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
  static let constraintTrigger = Self(rawValue: 1811)
}

extension SQLTokens {
  /// Whether it has a `*` for all columns: no `count(*)`.
  fileprivate var readsAllColumns: Bool {
    zip(tokens, tokens.dropFirst()).contains { $0.name != "(" && $1.name == "*" }
  }
}
