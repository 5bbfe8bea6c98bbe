internal import SQLText

extension Connection {
  /// Reads the definition of the database.
  ///
  /// Virtual tables and views do not count as tables here, and an index over expressions does not count as an
  /// index: they are in ``schemaObjects()``, with their own text. Parts that pragmas do not report are read
  /// from the statements in `sqlite_schema` (https://www.sqlite.org/pragma.html#pragma_table_xinfo).
  ///
  /// An object with the statement of an expected object is equal to it, and no pragma is asked about it.
  public func readDefinition(
    expecting expected: [DatabaseDefinition] = []
  ) throws(SQLiteError) -> DatabaseDefinition {
    var (tables, indexes, triggers) = (
      [TableDefinition](), [IndexDefinition](), [TriggerDefinition]()
    )
    var others: [SchemaObject] = []
    for object in try schemaObjects() {
      switch object.id.kind {
      case .table:
        let known = expected.lazy.compactMap { $0.table(named: object.id.name) }
          .first { $0.sql == object.sql }
        if let known { tables.append(known) } else { others.append(object) }
      case .index:
        let known = expected.lazy.compactMap { $0.index(named: object.id.name) }
          .first { $0.sql == object.sql }
        if let known { indexes.append(known) } else { others.append(object) }
      case .trigger: TriggerDefinition(object).map { triggers.append($0) }
      case .view: break
      }
    }
    if !others.isEmpty {
      let reader = DefinitionReader(
        columns: try groupedRows(.columns), foreignKeys: try groupedRows(.foreignKeys),
        indexes: try groupedRows(.indexes))
      tables += others.filter { $0.id.kind == .table }.compactMap(reader.table)
      indexes += others.filter { $0.id.kind == .index }.compactMap(reader.index)
    }
    return DatabaseDefinition(tables: tables, indexes: indexes, triggers: triggers)
  }

  /// Every object that the database defines, with its own text, sorted by kind and name.
  ///
  /// SQLite's own tables, and its automatic indexes, are left out.
  public func schemaObjects() throws(SQLiteError) -> [SchemaObject] {
    let found = try rows(
      """
      SELECT type, name, tbl_name, sql FROM sqlite_schema
      WHERE sql IS NOT NULL AND substr(name, 1, 7) <> 'sqlite_'
      """)
    return found.compactMap { row in
      guard case .text(let type) = row[0], let kind = SchemaObject.Kind(rawValue: type),
        case .text(let name) = row[1], case .text(let table) = row[2], case .text(let sql) = row[3]
      else { return nil }
      return SchemaObject(kind, name, on: table, sql: sql)
    }
    .sorted { $0.id < $1.id }
  }

  /// The rows of a query, grouped by the text in their first column, in order.
  private func groupedRows(_ sql: SQL) throws(SQLiteError) -> [String: [[SQLValue]]] {
    var result: [String: [[SQLValue]]] = [:]
    for row in try rows(sql) { result[row[0].textOrEmpty, default: []].append(row) }
    return result
  }
}

// One query for each kind of part of the whole database, through the pragmas' table-valued form
// (https://www.sqlite.org/pragma.html#pragfunc). A virtual table has no root page.
extension SQL {
  fileprivate static let columns: SQL = """
    SELECT s.name, p.name, p.type, p."notnull", p.dflt_value, p.pk
    FROM sqlite_schema AS s JOIN pragma_table_xinfo(s.name) AS p
    WHERE s.type = 'table' AND s.rootpage > 0 ORDER BY s.name, p.cid
    """
  fileprivate static let foreignKeys: SQL = """
    SELECT s.name, p.id, p."table", p."from", p."to", p.on_delete, p.on_update
    FROM sqlite_schema AS s JOIN pragma_foreign_key_list(s.name) AS p
    WHERE s.type = 'table' AND s.rootpage > 0 ORDER BY s.name, p.id, p.seq
    """
  fileprivate static let indexes: SQL = """
    SELECT s.name, l.name, l."unique", l.origin, x.name, x."desc", x.coll, x.cid
    FROM sqlite_schema AS s JOIN pragma_index_list(s.name) AS l
      JOIN pragma_index_xinfo(l.name) AS x
    WHERE s.type = 'table' AND s.rootpage > 0 AND x.key = 1 ORDER BY s.name, l.name, x.seqno
    """
}

/// Builds definitions from the rows of the pragmas.
private struct DefinitionReader {
  /// By table: name, type, not null, default, place in the primary key.
  let columns: [String: [[SQLValue]]]
  /// By table: id, table, from, to, on delete, on update.
  let foreignKeys: [String: [[SQLValue]]]
  /// By table: name, unique, origin, column, descending, collation, column's number.
  let indexes: [String: [[SQLValue]]]

  func table(_ object: SchemaObject) -> TableDefinition? {
    guard let rows = columns[object.id.name] else { return nil }
    let statement = TableStatement(object.sql)
    return TableDefinition(
      object.id.name, columns: rows.map { column($0, statement) }, primaryKey: primaryKey(rows),
      isAutoincrementing: statement.isAutoincrementing,
      uniqueConstraints: uniqueConstraints(of: object.id.name),
      foreignKeys: foreignKeys(of: object.id.name, statement),
      furtherClauses: statement.tableClauses, isStrict: statement.isStrict,
      isWithoutRowID: statement.isWithoutRowID)
  }

  private func column(_ row: [SQLValue], _ statement: TableStatement) -> ColumnDefinition {
    let name = row[1].textOrEmpty
    return ColumnDefinition(
      name, row[2].textOrEmpty, isRequired: row[3] == .integer(1),
      defaultExpression: row[4] == .null ? nil : row[4].textOrEmpty,
      furtherClauses: statement.columnClauses[name] ?? [])
  }

  private func primaryKey(_ rows: [[SQLValue]]) -> [String] {
    rows.filter { $0[5] != .integer(0) }.sorted { $0[5].number < $1[5].number }
      .map { $0[1].textOrEmpty }
  }

  private func foreignKeys(
    of table: String, _ statement: TableStatement
  ) -> [ForeignKeyDefinition] {
    var result: [ForeignKeyDefinition] = []
    var lastID: SQLValue?
    for row in foreignKeys[table] ?? [] {
      if row[1] != lastID {
        result.append(
          ForeignKeyDefinition(
            [], references: row[2].textOrEmpty, [],
            onDelete: .init(rawValue: row[5].textOrEmpty) ?? .noAction,
            onUpdate: .init(rawValue: row[6].textOrEmpty) ?? .noAction))
      }
      lastID = row[1]
      result[result.count - 1].columns.append(row[3].textOrEmpty)
      if row[4] != .null { result[result.count - 1].parentColumns.append(row[4].textOrEmpty) }
    }
    for index in result.indices {
      result[index].isDeferred = statement.deferredForeignKeys.contains(result[index].columns)
    }
    return result
  }

  private func uniqueConstraints(of table: String) -> [[String]] {
    let rows = (indexes[table] ?? []).filter { $0[3] == .text("u") }
    var result: [String: [String]] = [:]
    for row in rows { result[row[1].textOrEmpty, default: []].append(row[4].textOrEmpty) }
    return Array(result.values)
  }

  func index(_ object: SchemaObject) -> IndexDefinition? {
    let rows = (indexes[object.table] ?? []).filter { $0[1] == .text(object.id.name) }
    guard let first = rows.first else { return nil }
    var columns: [IndexDefinition.Column] = []
    for row in rows {
      guard let name = columnName(row, of: object.table) else { return nil }
      columns.append(
        .init(
          name, isAscending: row[5] == .integer(0),
          collation: row[6] == .text("BINARY") ? nil : row[6].textOrEmpty))
    }
    let tokens = SQLTokens(object.sql)
    let filter = tokens.firstIndex(of: "WHERE", from: 0).map { tokens.text($0 + 1..<tokens.count) }
    return IndexDefinition(
      object.id.name, on: object.table, columns, isUnique: first[2] == .integer(1), filter: filter)
  }

  /// The name of an indexed column.
  ///
  /// The rowid has the number -1 and the primary key's name; an expression has no name.
  private func columnName(_ row: [SQLValue], of table: String) -> String? {
    if case .text(let name) = row[4] { return name }
    return row[7] == .integer(-1) ? primaryKey(columns[table] ?? []).first : nil
  }
}

extension TriggerDefinition {
  fileprivate init?(_ object: SchemaObject) {
    self.init(name: object.id.name, table: object.table, sql: object.sql)
  }
}

extension SQLValue {
  /// The text, if the value is one; otherwise empty.
  fileprivate var textOrEmpty: String { if case .text(let text) = self { text } else { "" } }

  /// The integer, if the value is one; otherwise 0.
  fileprivate var number: Int64 { if case .integer(let number) = self { number } else { 0 } }
}
