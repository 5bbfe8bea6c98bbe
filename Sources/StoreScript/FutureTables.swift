package import SQLite
internal import StoreLayout
internal import SQLText

/// The tables of a store as scripts would leave them, one after the other, before any of them runs.
///
/// A temporary view with a table's own name gives what the table will hold, so whoever asks the
/// connection for `"Book"` sees the books to come; it is made when it is first named. What a script reads are the tables of the stage
/// before; a view that names them finds them under their own names, as tables of its `WITH`
/// (https://www.sqlite.org/lang_with.html), and so never itself.
///
/// The store is only read. Tables that were there before any model are seen as they are, unless they
/// are asked for.
package struct FutureTables {
  private let connection: Connection
  private let includesExisting: Bool
  private var stage = 0
  /// The temporary table or view that stands for each table that is not as the store holds it.
  private var relations: [String: String] = [:]
  /// The temporary tables that have the name of one of the store's, while objects are merged there.
  private var copies: Set<String> = []
  /// The temporary tables with the identities that objects got last, in the order in which they did.
  private var latestNumbers: [String] = []
  /// The tables in which objects of several have come together, some with identities that they do not
  /// have in the store; nil where such a table has got another name since.
  private var gatheringTables: Set<String>? = []
  /// The columns of relations that give the numbers of their rows, by the names of the relations.
  private var numberColumns: [String: String] = [:]

  /// The tables as they are, on a connection that has the functions of a migration; those that were
  /// there before any model with them, where that is wanted.
  package init(on connection: Connection, includingExisting: Bool = false) {
    self.connection = connection
    includesExisting = includingExisting
  }

  /// Goes on to what a script makes of the tables that are seen now.
  ///
  /// Each merge is handed out when it is known what it will do, and nothing of it is done. Declared
  /// steps are left out, and with them merges that depend on what they do.
  package mutating func advance(
    through script: StoreScript,
    asking ask: (MergeForecast) throws(SQLiteError) -> Void = { _ in }
  ) throws(SQLiteError) {
    stage += 1
    try hide()
    try renumber(by: script)
    try rememberMadeObjects(of: script)
    let forecasts = script.forecasts + (includesExisting ? script.existingForecasts : [])
    let changed = Set(forecasts.map(\.table))
    var next: [String: String] = [:]
    for table in definition(of: script.target).tables where !changed.contains(table.name) {
      next[table.name] = relations[table.name]
    }
    let tables = TableNames(of: definition(of: script.source))
    for forecast in forecasts {
      next[forecast.table] = try relation(for: forecast, readingFrom: tables)
    }
    relations = next
    show()
    try merge(by: script, ask)
    rememberGatherings(of: script)
  }

  /// Of what has come together, identities lead back over one script alone: of which table an object
  /// was is not written in them.
  private mutating func rememberGatherings(of script: StoreScript) {
    latestNumbers = []
    let tables = Set(definition(of: script.target).tables.map(\.name))
    gatheringTables = gatheringTables.flatMap { $0.isSubset(of: tables) ? $0 : nil }
    for renumbering in script.renumberings {
      guard let table = script.target.table(of: renumbering.forecast.entity) else {
        gatheringTables = nil
        return
      }
      gatheringTables?.insert(table)
    }
  }

  /// Goes on to the tables of before a script as they are once objects have got identities of their
  /// own, which is what all its expressions see.
  package mutating func renumberObjects(by script: StoreScript) throws(SQLiteError) {
    guard !script.renumberings.isEmpty else { return }
    stage += 1
    try hide()
    try renumber(by: script)
    show()
  }

  /// The temporary tables of the new identities that objects got last, in the order in which they did.
  package var newIdentities: [String] { latestNumbers }

  /// The same query for identities, sorted, with those that rows of a table have in the store; nil
  /// where these are not known.
  package func identitiesBefore(_ query: String, ofRowsIn table: String) -> String? {
    guard gatheringTables?.contains(table) == false else { return nil }
    guard !latestNumbers.isEmpty else { return query }
    let former = latestNumbers.reversed().reduce("\"_id\"") { identity, numbers in
      "coalesce((SELECT \"_old\" FROM temp.\(numbers.quotedName) WHERE \"_table\" = "
        + "\(table.quotedText) AND \"_new\" = \(identity)), \(identity))"
    }
    return "SELECT \(former) AS \"_former\" FROM "
      + "(SELECT NULL AS \"_id\" WHERE 0 UNION ALL SELECT * FROM (\(query))) ORDER BY 1"
  }

  /// Lends the tables of before a script as they are once objects have got identities of their own.
  package mutating func withNewIdentities<Result>(
    of script: StoreScript, _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    guard !script.renumberings.isEmpty else { return try body() }
    try renumberObjects(by: script)
    let result: Swift.Result<Result, SQLiteError>
    do throws(SQLiteError) { result = .success(try body()) } catch { result = .failure(error) }
    try removeAll()
    return try result.get()
  }

  /// The tables that are followed.
  private func definition(of layout: StoreLayout) -> DatabaseDefinition {
    includesExisting ? layout.definition : layout.nativeDefinition
  }

  private func show() {
    for (table, relation) in relations { show(table, as: relation) }
  }

  private func show(_ table: String, as relation: String) {
    connection.createWhenNamed(
      table, as: "SELECT * FROM temp.\(relation.quotedName)", reading: [relation])
  }

  /// Leaves the connection as it was; the tables are again those that the store holds.
  package mutating func removeAll() throws(SQLiteError) {
    try connection.dropPendingViews()
    let made = try connection.texts("SELECT name FROM temp.sqlite_schema WHERE type = 'table'")
    for name in made where copies.contains(name) || name.hasPrefix("_migrate_") {
      try connection.execute("DROP TABLE temp.\(name: name)")
    }
    (relations, stage) = ([:], 0)
    (copies, latestNumbers, gatheringTables, numberColumns) = ([], [], [], [:])
  }

  private static let prefix = "_migrate_future_"

  private func hide() throws(SQLiteError) {
    for table in relations.keys.sorted() { try connection.dropPendingView(table) }
  }

  private func numbers(_ position: Int) -> String { "\(Self.prefix)\(stage)_numbers_\(position)" }

  private mutating func renumber(by script: StoreScript) throws(SQLiteError) {
    let tables = TableNames(of: definition(of: script.source))
    latestNumbers = []
    for (position, renumbering) in script.renumberings.enumerated() {
      let numbers = numbers(position)
      latestNumbers.append(numbers)
      let context = try context(of: renumbering.numbers, tables)
      try connection.execute(
        "CREATE TEMP TABLE \(name: numbers) AS \(raw: context.text + renumbering.numbers)")
      try connection.execute(
        "CREATE INDEX temp.\(name: numbers + "_old") ON \(name: numbers) (\"_table\", \"_old\")")
      try connection.execute(
        "CREATE INDEX temp.\(name: numbers + "_new") ON \(name: numbers) (\"_table\", \"_new\")")
      for table in renumbering.tables {
        let view = "\(Self.prefix)\(stage)_renumbered_\(position)_\(table.name)"
        let rows = renumbering.rows(of: table, by: numbers.quotedName)
        let context = try self.context(of: rows, tables)
        connection.createWhenNamed(
          view, as: context.text + rows, reading: context.relations + [numbers])
        relations[table.name] = view
      }
    }
  }

  /// Writes down which objects are made of others, as long as these are there.
  private func rememberMadeObjects(of script: StoreScript) throws(SQLiteError) {
    guard !script.mergesDependOnSteps else { return }
    let tables = TableNames(of: definition(of: script.source))
    for made in script.madeObjects {
      try connection.execute(
        """
        CREATE TEMP TABLE \(name: made.table) AS \
        \(raw: try context(of: made.query, tables).text + made.query)
        """)
    }
  }

  /// Merges objects in copies of the tables that have to do with them.
  private mutating func merge(
    by script: StoreScript, _ ask: (MergeForecast) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    guard !script.mergeRuns.isEmpty, !script.mergesDependOnSteps else { return }
    for table in script.tablesOfMerges {
      let rows = source(of: table.name)
      relations[table.name] = nil
      try connection.dropPendingView(table.name)
      copies.insert(table.name)
      try connection.execute(
        "CREATE TEMP TABLE \(name: table.name) AS SELECT * FROM \(raw: rows)")
      try connection.execute(
        """
        CREATE UNIQUE INDEX temp.\(name: "\(mergedName(table.name))_key") \
        ON \(name: table.name) (\(raw: table.key.quotedNames))
        """)
    }
    for run in script.mergeRuns {
      for statement in run.preparation { try connection.execute(SQL(raw: statement)) }
      try ask(run.forecast)
      for statement in run.changes { try connection.execute(SQL(raw: statement)) }
    }
    for made in script.madeObjects { try connection.execute("DROP TABLE temp.\(name: made.table)") }
    // The views that lead here name the table as one of their own, which SQLite would look into.
    try connection.execute("PRAGMA legacy_alter_table = ON")
    for table in script.tablesOfMerges {
      let name = mergedName(table.name)
      try connection.execute("ALTER TABLE temp.\(name: table.name) RENAME TO \(name: name)")
      copies.remove(table.name)
      relations[table.name] = name
      show(table.name, as: name)
    }
    try connection.execute("PRAGMA legacy_alter_table = OFF")
  }

  private func mergedName(_ table: String) -> String { "\(Self.prefix)\(stage)_merged_\(table)" }

  private mutating func relation(
    for forecast: TableForecast, readingFrom tables: TableNames
  ) throws(SQLiteError) -> String {
    let name = "\(Self.prefix)\(stage)_\(forecast.table)"
    numberColumns[name] = forecast.rowID?.asciiLowercased
    let context = try context(of: forecast.query, tables)
    guard !forecast.computedLinks.isEmpty else {
      connection.createWhenNamed(
        name, as: context.text + forecast.query, reading: context.relations)
      return name
    }
    try connection.execute(
      "CREATE TEMP TABLE \(name: name) AS \(raw: context.text + forecast.query)")
    for column in forecast.computedLinks {
      try connection.execute(
        "CREATE INDEX temp.\(name: "\(name).\(column)") ON \(name: name) (\(name: column))")
    }
    return name
  }

  /// The tables that a query names, as they are now, with the relations that stand for them.
  ///
  /// - Throws: where it asks for what a view does not have.
  private func context(
    of query: String, _ tables: TableNames
  ) throws(SQLiteError) -> (text: String, relations: [String]) {
    let names = SQLTokens(query).foldedNames
    let numbers = tables.rowIDNames.filter(names.contains)
    let named = tables.names(among: names)
    if let number = numbers.first, named.isEmpty { throw Self.noSuchColumn(number) }
    let definitions = try named.map { table throws(SQLiteError) in
      let columns = try numbers.map { number throws(SQLiteError) in
        try column(of: number, in: table)
      }
      let list = columns.compactMap(\.self) + ["*"]
      return "\(table.quotedName) AS NOT MATERIALIZED "
        + "(SELECT \(list.joined(separator: ", ")) FROM \(source(of: table)))"
    }
    let text = definitions.isEmpty ? "" : "WITH \(definitions.joined(separator: ", ")) "
    return (text, named.compactMap { relations[$0] })
  }

  /// The column to add to those of a table for a name of its rows' numbers; nil where it is among them.
  ///
  /// - Throws: where nothing gives it. A view has none, and SQLite may give NULL for it without a word;
  ///   a table without any is told by SQLite itself.
  private func column(of number: String, in table: String) throws(SQLiteError) -> String? {
    guard let relation = relations[table] else { return "\(number) AS \(number.quotedName)" }
    guard numberColumns[relation] == number else { throw Self.noSuchColumn(number) }
    return nil
  }

  private static func noSuchColumn(_ name: String) -> SQLiteError {
    SQLiteError(.error, "no such column: \(name)")
  }

  /// What stands behind FROM for a table.
  private func source(of table: String) -> String {
    relations[table].map { "temp.\($0.quotedName)" } ?? "main.\(table.quotedName)"
  }
}

/// The tables that queries may name.
private struct TableNames {
  /// The names for a row's number that are no column of any table.
  let rowIDNames: [String]
  /// The tables' names by what they are folded.
  private let byFoldedName: [String: String]

  init(of definition: DatabaseDefinition) {
    let columns = Set(definition.tables.flatMap { $0.columns.map(\.name.asciiLowercased) })
    rowIDNames = ["rowid", "_rowid_", "oid"].filter { !columns.contains($0) }
    byFoldedName = Dictionary(
      definition.tables.map { ($0.name.asciiLowercased, $0.name) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The tables that are among some folded names, sorted.
  func names(among folded: Set<String>) -> [String] {
    folded.compactMap { byFoldedName[$0] }.sorted()
  }
}
