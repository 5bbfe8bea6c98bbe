internal import SQLite
internal import StoreLayout
internal import StoreScript

/// The tables on which the losses of a stage are counted, before the stage changes them.
struct LossTables {
  let connection: Connection
  /// The tables where an earlier stage may have given objects other identities than they have in the store;
  /// nil if these tables have been renamed since.
  var gatherings: Set<String>?
  /// The temporary tables of new identities, where a stage renumbers objects.
  private var numbers: [String] = []

  /// The tables themselves.
  init(_ connection: Connection, after scripts: ArraySlice<StoreScript>) {
    self.connection = connection
    gatherings = scripts.reduce([]) { known, script in
      let tables = Set(script.target.definition.tables.map(\.name))
      guard let known, known.isSubset(of: tables) else { return nil }
      return known.union(script.renumberings.compactMap { script.target.table(of: $0.entity) })
    }
  }

  /// Passes on the tables with the identities that a script gives to objects, and undoes the changes.
  func renumbered<Result>(
    by script: StoreScript, _ body: (LossTables) throws -> Result
  ) throws -> Result {
    var tables = self
    try connection.execute("SAVEPOINT renumbering")
    do {
      tables.numbers = try LenientScript(script: script, connection: connection).renumber()
    } catch {
      guard error.isAboutRows else { throw error }
      try connection.execute("ROLLBACK TO renumbering")
    }
    let result = Swift.Result { try body(tables) }
    try connection.executeScript("ROLLBACK TO renumbering; RELEASE renumbering;")
    return try result.get()
  }

  /// The same query for identities, sorted, with the identities that rows of a table have in the store; nil
  /// if they are not known.
  func identitiesBefore(_ query: String, ofRowsIn table: String) -> String? {
    guard gatherings?.contains(table) == false else { return nil }
    guard !numbers.isEmpty else { return query }
    let former = numbers.reversed().reduce("\"_id\"") { identity, numbers in
      "coalesce((SELECT \"_old\" FROM temp.\(numbers.quotedName) WHERE \"_table\" = "
        + "\(table.quotedText) AND \"_new\" = \(identity)), \(identity))"
    }
    return "SELECT \(former) AS \"_former\" FROM "
      + "(SELECT NULL AS \"_id\" WHERE 0 UNION ALL SELECT * FROM (\(query))) ORDER BY 1"
  }
}

extension Connection {
  /// The names of the columns of a relation; empty if it cannot be read.
  func columnNames(of relation: String) -> [String] {
    guard let statement = try? prepare("SELECT * FROM \(raw: relation)") else { return [] }
    var names: [String] = []
    for index in 0..<statement.columnCount { names.append(statement.columnName(at: index)) }
    return names
  }

  /// A copy to try a migration on, set up like a connection that migrates a store of a layout.
  ///
  /// If this connection holds the write lock, it must not have written anything yet.
  func trialCopy(
    of layout: StoreLayout, while goesOn: () -> Bool
  ) throws(SQLiteError) -> Connection {
    let source = isWriting ? try readerOfBeginning() : self
    let copy = try source.temporaryCopy(while: goesOn)
    try copy.execute("PRAGMA foreign_keys = OFF")
    // In KiB. Each statement that creates or drops a table reads all definitions, which must fit into it.
    try copy.execute("PRAGMA cache_size = -32768")
    if !layout.existingTables.isEmpty { copy.allowDoubleQuotedStrings() }
    return copy
  }
}
