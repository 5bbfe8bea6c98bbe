public import SQLite
internal import SchemaModel

extension Connection {
  /// Whether the database has the catalog of a store of 'migrate'.
  ///
  /// An existing database keeps its own `application_id`; then the columns of the catalog decide.
  public func hasStoreCatalog() throws(SQLiteError) -> Bool {
    let columns = try texts("SELECT name FROM pragma_table_info(\(StoreCatalog.schemaTable))")
    if try integer("PRAGMA application_id") == Int64(StoreCatalog.applicationID) {
      return !columns.isEmpty
    }
    let meant = StoreCatalog.definition.table(named: StoreCatalog.schemaTable)?.columns ?? []
    return Set(columns).isSuperset(of: meant.map(\.name))
  }

  /// The identity that is recorded in the store; nil for a database that is not a store of 'migrate'.
  ///
  /// - Throws: ``StoreCatalogError`` for a catalog that makes no sense; ``SQLiteError``.
  public func readIdentity() throws -> StoreIdentity? {
    guard try hasStoreCatalog() else { return nil }
    let columns = [
      "schema", "version", "checksum", "definitionDigest", "migrationDigest", "model", "seed",
    ]
    let found = try rows("SELECT \(names: columns) FROM \(name: StoreCatalog.schemaTable)")
    guard found.count == 1, let values = found.first else {
      throw StoreCatalogError.identityCount(found.count)
    }
    let row = CatalogRow(StoreCatalog.schemaTable, columns, values)
    return StoreIdentity(
      schema: try row.text("schema"), version: try row.version("version"),
      checksum: try row.optionalText("checksum"),
      definitionDigest: try row.text("definitionDigest"),
      migrationDigest: try row.optionalText("migrationDigest"), model: try row.text("model"),
      seed: try row.optionalText("seed"))
  }

  /// Records the store's new identity, and replaces the previous one.
  public func writeIdentity(_ identity: StoreIdentity) throws(SQLiteError) {
    try execute("DELETE FROM \(name: StoreCatalog.schemaTable)")
    try execute(
      """
      INSERT INTO \(name: StoreCatalog.schemaTable) ("_id", "schema", "version", "checksum", \
      "definitionDigest", "migrationDigest", "model", "seed") VALUES (1, \(identity.schema), \
      \("\(identity.version)"), \(SQLValue(identity.checksum)), \(identity.definitionDigest), \
      \(SQLValue(identity.migrationDigest)), \(identity.model), \(SQLValue(identity.seed)))
      """)
  }

  /// The migrations that the store went through, the oldest first.
  ///
  /// - Throws: ``StoreCatalogError`` for a catalog that makes no sense; ``SQLiteError``.
  public func readHistory() throws -> [MigrationRecord] {
    let columns = [
      "source", "target", "startedAt", "finishedAt", "duration", "toolVersion", "planDigest",
      "backup", "rowsRewritten", "seed", "outcome",
    ]
    let table = StoreCatalog.historyTable
    return try rows("SELECT \(names: columns) FROM \(name: table) ORDER BY \"_id\"").map { values in
      let row = CatalogRow(table, columns, values)
      return MigrationRecord(
        source: try row.version("source"), target: try row.version("target"),
        startedAt: try row.real("startedAt"), finishedAt: try row.real("finishedAt"),
        duration: try row.real("duration"), toolVersion: try row.text("toolVersion"),
        planDigest: try row.text("planDigest"), backup: try row.optionalText("backup"),
        rowsRewritten: try row.integer("rowsRewritten"), seed: try row.optionalText("seed"),
        outcome: try row.text("outcome"))
    }
  }

  /// Adds a migration to the store's history.
  public func appendHistory(_ record: MigrationRecord) throws(SQLiteError) {
    try execute(
      """
      INSERT INTO \(name: StoreCatalog.historyTable) ("source", "target", "startedAt", \
      "finishedAt", "duration", "toolVersion", "planDigest", "backup", "rowsRewritten", "seed", \
      "outcome") VALUES (\("\(record.source)"), \("\(record.target)"), \
      \(SQLValue.real(record.startedAt)), \(SQLValue.real(record.finishedAt)), \
      \(SQLValue.real(record.duration)), \(record.toolVersion), \(record.planDigest), \
      \(SQLValue(record.backup)), \(record.rowsRewritten), \(SQLValue(record.seed)), \
      \(record.outcome))
      """)
  }

  /// Creates the catalog of a database that has none, inside the open transaction.
  package func createCatalog() throws(SQLiteError) {
    for statement in StoreCatalog.definition.statements { try execute(SQL(raw: statement)) }
  }
}

/// A row of a table of the catalog, whose values are read by column name.
private struct CatalogRow {
  let table: String
  let values: [String: SQLValue]

  init(_ table: String, _ columns: [String], _ values: [SQLValue]) {
    self.table = table
    self.values = Dictionary(zip(columns, values), uniquingKeysWith: { first, _ in first })
  }

  private func value(_ column: String) -> SQLValue { values[column] ?? .null }

  private func unreadable(_ column: String) -> StoreCatalogError {
    .unreadable(value(column), column: column, table: table)
  }

  func text(_ column: String) throws(StoreCatalogError) -> String {
    guard case .text(let text) = value(column) else { throw unreadable(column) }
    return text
  }

  func optionalText(_ column: String) throws(StoreCatalogError) -> String? {
    value(column) == .null ? nil : try text(column)
  }

  func integer(_ column: String) throws(StoreCatalogError) -> Int64 {
    guard case .integer(let number) = value(column) else { throw unreadable(column) }
    return number
  }

  func real(_ column: String) throws(StoreCatalogError) -> Double {
    guard case .real(let number) = value(column) else { throw unreadable(column) }
    return number
  }

  func version(_ column: String) throws(StoreCatalogError) -> Version {
    guard let version = Version(try text(column)) else { throw unreadable(column) }
    return version
  }
}

extension SQLValue {
  /// A text, or NULL if none exists.
  package init(_ text: String?) { self = text.map(SQLValue.text) ?? .null }
}
