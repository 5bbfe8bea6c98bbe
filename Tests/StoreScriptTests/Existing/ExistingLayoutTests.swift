import SQLite
import StoreLayout
import SchemaModel
import Testing

struct ExistingLayoutTests {
  @Test func `an entity with a table keeps its names and its key`() throws {
    let layout = StoreLayout(of: try Shop.document().schema)
    #expect(layout.table(of: "Album") == "albums")
    #expect(layout.column(of: "title", in: "Album") == "Title")
    #expect(layout.column(of: "artist", in: "Album") == "artist_id")
    #expect(layout.identity(ofRowsIn: "albums", as: "a") == "\"a\".\"code\"")
    #expect(layout.key(ofRowsIn: "Artists") == "ArtistId")
    #expect(layout.nativeDefinition == DatabaseDefinition())
  }

  @Test func `a database made from a schema is described by the schema`() throws {
    let layout = StoreLayout(of: try Shop.document().schema)
    let connection = try Connection.inMemory()
    for statement in layout.definition.statements { try connection.execute(SQL(raw: statement)) }
    #expect(layout.differences(from: try connection.readDefinition()) == [])
    #expect(
      layout.definition.statements == [
        """
        CREATE TABLE "Artists" (
          "ArtistId" INTEGER NOT NULL PRIMARY KEY,
          "Name" NVARCHAR(120)
        )
        """,
        """
        CREATE TABLE "albums" (
          "code" TEXT NOT NULL PRIMARY KEY,
          "Title" TEXT NOT NULL,
          "year" TEXT,
          "price" NUMERIC(10,2) DEFAULT '9.5',
          "artist_id" INTEGER NOT NULL REFERENCES "Artists"("ArtistId") ON DELETE CASCADE
        )
        """,
        "CREATE UNIQUE INDEX \"albums_Title_unique\" ON \"albums\" (\"Title\")",
        "CREATE INDEX \"albums_year_index\" ON \"albums\" (\"year\")",
      ])
  }

  @Test func `a part that a schema cannot express is no difference`() throws {
    let layout = StoreLayout(of: try Shop.document().schema)
    #expect(layout.differences(from: try Shop.database().readDefinition()) == [])
  }

  @Test func `a schema describes only the tables and plain indexes that it names`() throws {
    let layout = StoreLayout(of: try Shop.document().schema)
    let connection = try Shop.database()
    let definition = try connection.readDefinition()
    let others = try connection.schemaObjects().filter { !layout.describes($0, in: definition) }
    #expect(others.map(\.id.name) == ["expressed", "some", "notes", "logged", "cheap"])
  }

  @Test(arguments: [
    ("DROP INDEX years", ["the index 'albums_year_index' is missing"]),
    ("CREATE INDEX new ON albums (price)", ["the index 'new' should not be there"]),
    ("ALTER TABLE albums RENAME COLUMN year TO y", ["the column 'albums.year' is missing"]),
    ("DROP VIEW cheap; DROP TABLE Artists", ["the table 'Artists' is missing"]),
    ("ALTER TABLE Artists ADD COLUMN other TEXT NOT NULL DEFAULT ''", []),
  ])
  func `differences from the schema are found`(change: String, differences: [String]) throws {
    let layout = StoreLayout(of: try Shop.document().schema)
    let connection = try Shop.database()
    try connection.executeScript(change)
    let found = layout.differences(from: try connection.readDefinition())
    #expect(found.map(\.message) == differences)
  }

  @Test(arguments: [
    (
      "int, column: ArtistId, sqlType: INTEGER", "int, column: ArtistId, sqlType: BIGINT",
      "the column 'Artists.ArtistId' is 'INTEGER', and should be 'BIGINT'"
    ),
    (
      "year: {type: string, optional: true", "year: {type: string",
      "the column 'albums.year' is 'TEXT', and should be 'TEXT NOT NULL'"
    ),
    (
      "default: 9.5", "default: 9",
      "the column 'albums.price' is 'NUMERIC(10,2) DEFAULT 9.5', and should be "
        + "'NUMERIC(10,2) DEFAULT '9''"
    ),
    (
      "primaryKey: [code]", "primaryKey: [code, year]",
      "the keys, constraints or options of the table 'albums' are others"
    ),
    (
      "inverse: artist, delete: cascade", "inverse: artist, delete: deny",
      "the foreign key of 'albums.artist_id' is 'Artists ON DELETE CASCADE ON UPDATE CASCADE', "
        + "and should be 'Artists ON DELETE RESTRICT ON UPDATE NO ACTION'"
    ),
    (
      "    unique: [[title]]\n", "",
      "the keys, constraints or options of the table 'albums' are others"
    ),
  ])
  func `a schema that differs from the database is found`(old: String, new: String, message: String)
    throws
  {
    let layout = StoreLayout(of: try Shop.document(replacing: [(old, new)]).schema)
    let found = layout.differences(from: try Shop.database().readDefinition())
    #expect(found.map(\.message) == [message])
  }
}

struct VersionMatchTests {
  private func history(_ documents: SchemaDocument...) -> SchemaHistory { SchemaHistory(documents) }

  @Test func `a database is identified as the version that leaves the fewest parts unnamed`() throws
  {
    let small = try Shop.document(
      1,
      replacing: [
        (
          "      price: {type: decimal, optional: true, default: 9.5, sqlType: \"NUMERIC(10,2)\"}\n",
          ""
        )
      ])
    let full = try Shop.document(2)
    let more = try Shop.document(
      3, replacing: [("      year: {", "      label: string?\n      year: {")])
    let definition = try Shop.database().readDefinition()
    #expect(definition.match(among: history(small, full, more)) == .one(Version(2), newer: []))
    #expect(definition.match(among: history(small, more)) == .one(Version(1), newer: []))
    // No table shows a rule, nor that a version was just begun.
    #expect(
      definition.match(among: history(full, try Shop.document(4)))
        == .one(Version(2), newer: [Version(4)]))
    var ruled = try Shop.document(4)
    ruled.schema.entities[0].rules = [ValidationRule(name: "a rule", check: "1")]
    #expect(
      definition.match(among: history(full, ruled)) == .one(Version(2), newer: [Version(4)]))
    #expect(
      definition.match(among: history(more))
        == .none(nearest: Version(3), differences: [.missingColumn("label", table: "albums")]))
  }

  @Test func `a schema of native tables describes no other database`() throws {
    let own = SchemaDocument(schema: Schema(name: "Shop", version: Version(1)))
    #expect(try Shop.database().readDefinition().match(among: history(own)) == .notDescribed)
  }
}
