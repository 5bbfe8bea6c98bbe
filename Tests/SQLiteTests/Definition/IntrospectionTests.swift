import SQLite
import StoreLayout
import SchemaModel
import TestSupport
import Testing

struct IntrospectionTests {
  @Test(arguments: [
    TableDefinition(
      "everything",
      columns: [
        ColumnDefinition("id", "INTEGER"),
        ColumnDefinition("a b", "TEXT", isRequired: true, defaultExpression: "'it''s'"),
        ColumnDefinition("n", "INTEGER", defaultExpression: "-9223372036854775808"),
        ColumnDefinition("e", "REAL", defaultExpression: "1 + 2"),
        ColumnDefinition("b", "BLOB", defaultExpression: "x'00ff'"),
        ColumnDefinition("z", "TEXT", defaultExpression: "CAST(x'6100' AS TEXT)"),
        ColumnDefinition("null", "TEXT", defaultExpression: "NULL"),
        ColumnDefinition(
          "c", "VARCHAR(10, 2)", furtherClauses: ["COLLATE NOCASE", "CHECK (length(\"c\") > 1)"]),
        ColumnDefinition(
          "g", "INTEGER", furtherClauses: ["GENERATED ALWAYS AS (\"id\" + 1) VIRTUAL"]),
      ],
      primaryKey: ["id"], isAutoincrementing: true, uniqueConstraints: [["a b", "n"], ["b"]],
      furtherClauses: ["CHECK (\"n\" <> 1)"]),
    TableDefinition(
      "child \"quoted\"",
      columns: [
        ColumnDefinition("x", "INTEGER", isRequired: true),
        ColumnDefinition("y", "INTEGER", isRequired: true, defaultExpression: "0"),
        ColumnDefinition("w", "ANY"),
      ],
      primaryKey: ["y", "x"],
      foreignKeys: [
        ForeignKeyDefinition(
          ["x"], references: "everything", ["id"], onDelete: .setDefault, isDeferred: true),
        ForeignKeyDefinition(
          ["w"], references: "everything", [], onDelete: .setNull, onUpdate: .cascade),
        ForeignKeyDefinition(
          ["x", "y"], references: "pair", ["p", "q"], onDelete: .restrict, isDeferred: true),
      ],
      isStrict: true, isWithoutRowID: true),
  ])
  func `a table that is written as SQL and made reads back as it was`(table: TableDefinition) throws
  {
    let connection = try Connection.inMemory()
    try connection.execute(SQL(raw: table.sql))
    #expect(try connection.readDefinition() == DatabaseDefinition(tables: [table]))
    #expect(
      DatabaseDefinition(tables: [table]).differences(from: try connection.readDefinition()) == [])
  }

  @Test func `indexes and triggers read back as they were`() throws {
    let connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a, b)")
    let indexes = [
      IndexDefinition(
        "i \"1\"", on: "t", [.init("a", isAscending: false), .init("b", collation: "NOCASE")]),
      IndexDefinition(
        "i2", on: "t", [.init("b"), .init("id")], isUnique: true, filter: "\"a\" IN ('where', 2)"),
    ]
    let triggers = [
      TriggerDefinition(
        "on delete", on: "t", "BEFORE UPDATE OF \"a\", b", when: "OLD.a = CASE b WHEN 1 THEN 2 END",
        body: "SELECT CASE WHEN 1 THEN 2 END; DELETE FROM t WHERE id = OLD.id;"),
      TriggerDefinition("plain", on: "t", "AFTER DELETE", body: "SELECT RAISE(ABORT, 'END');"),
    ]
    for sql in indexes.map(\.sql) + triggers.map(\.sql) { try connection.execute(SQL(raw: sql)) }
    let found = try connection.readDefinition()
    #expect(found.indexes == indexes)
    #expect(found.triggers == triggers)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `the layout of any schema, made in a database, reads back as it was`(seed: UInt64) throws {
    let layout = StoreLayout(of: randomSchema(seed: seed))
    let connection = try Connection.inMemory()
    for statement in layout.definition.statements { try connection.execute(SQL(raw: statement)) }
    #expect(try connection.readDefinition() == layout.definition)
    #expect(try connection.schemaObjects().map(\.id) == layout.definition.objectIDs)
  }

  @Test func `definitions in other styles are understood`() throws {
    let connection = try Connection.inMemory()
    try connection.executeScript(
      """
      CREATE TABLE [odd one] ( -- a comment, with a (
        `id` integer primary key on conflict replace /* , */,
        "na""me" varchar(20) collate nocase not null default 'x,y' check ("na""me" <> ')'),
        parent int references [odd one] (id) on delete set null not deferrable initially immediate,
        constraint c check (parent is not id), unique (parent)
      );
      CREATE VIEW v AS SELECT 1;
      CREATE INDEX expr ON [odd one] (length("na""me"));
      CREATE VIRTUAL TABLE f USING fts5(body);
      """)
    let table = TableDefinition(
      "odd one",
      columns: [
        ColumnDefinition("id", "INTEGER"),
        ColumnDefinition(
          "na\"me", "varchar(20)", isRequired: true, defaultExpression: "'x,y'",
          furtherClauses: ["collate nocase", "check (\"na\"\"me\" <> ')')"]),
        ColumnDefinition("parent", "INT"),
      ], primaryKey: ["id"], uniqueConstraints: [["parent"]],
      foreignKeys: [
        ForeignKeyDefinition(["parent"], references: "odd one", ["id"], onDelete: .setNull)
      ],
      furtherClauses: ["check (parent is not id)"])
    let found = try connection.readDefinition()
    #expect(found.table(named: "odd one") == table)
    #expect(found.indexes == [])
    #expect(
      try connection.schemaObjects().map(\.id).filter { !$0.name.hasPrefix("f_") } == [
        .init(.index, "expr"), .init(.table, "f"), .init(.table, "odd one"), .init(.view, "v"),
      ])
  }
}
