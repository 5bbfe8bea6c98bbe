package import SQLite

/// Finds the rows that break the definition of their own table.
///
/// SQLite's integrity check reports them without their rows, and leaves out CHECKs in a database that is only
/// read.
package struct ConstraintCheck {
  private let connection: Connection

  /// A check on an open database.
  package init(_ connection: Connection) { self.connection = connection }

  /// The rows of all tables, after SQLite's check reported these lines.
  ///
  /// A table is read if it has a CHECK, or if SQLite found a NULL in a column that is NOT NULL.
  ///
  /// - Throws: ``SQLite/SQLiteError`` if the reading was interrupted.
  func findings(_ lines: [String]) throws(SQLiteError) -> [Finding] {
    let hasNull = lines.contains { $0.hasPrefix("NULL value in ") }
    let others = lines.filter {
      $0.isAboutValues && !$0.hasPrefix("NULL ") && !$0.hasPrefix("CHECK ")
    }
    let misfits = Dictionary(grouping: others) { $0 }.sorted { $0.key < $1.key }
    return try rows { hasNull || $0.isCheck }
      + misfits.map { Finding(.brokenConstraint(table: nil, $0.key), count: Int64($0.value.count)) }
  }

  /// The rows of some tables, or of all.
  ///
  /// - Throws: ``SQLite/SQLiteError`` if the reading was interrupted.
  package func rows(
    in tables: [String]? = nil, breaking isAsked: (RowConstraint) -> Bool = { _ in true }
  ) throws(SQLiteError) -> [Finding] {
    let objects = try connection.schemaObjects().filter { object in
      object.id.kind == .table && tables?.contains(object.table) != false
        && TableText(object.sql).rowConstraints.contains(where: isAsked)
    }
    guard !objects.isEmpty else { return [] }
    let definition = try connection.readDefinition()
    var findings: [Finding] = []
    for object in objects {
      let table = definition.table(named: object.table)
      findings += try RowScan(connection: connection).run(
        RowSource(
          table: object.table, from: "main.\(object.table.quotedName)",
          identity: table?.rowIDName ?? table?.primaryKey.first?.quotedName ?? "NULL",
          checks: TableText(object.sql).rowConstraints.filter(isAsked).map { constraint in
            RowCheck(
              problem: .brokenConstraint(table: object.table, constraint.text),
              condition: constraint.violation)
          })
      ).findings
    }
    return findings
  }
}
