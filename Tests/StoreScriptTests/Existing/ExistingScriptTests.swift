import SQLite
import SchemaModel
import Testing

struct ExistingScriptTests {
  private static let year = "year: {type: string, optional: true, sqlType: TEXT}"

  @Test func `a new attribute becomes a column of the table in place`() throws {
    let shop = try MigratedShop(replacing: [(Self.year, "\(Self.year)\n      pages: int = 0")])
    #expect(shop.sql == ["ALTER TABLE \"albums\" ADD COLUMN \"pages\" INTEGER NOT NULL DEFAULT 0"])
    #expect(shop.step("albums") == ["alter"])
    #expect(shop.step("Artists") == ["none"])
  }

  @Test func `a renamed column is followed by indexes, triggers and views`() throws {
    let shop = try MigratedShop(replacing: [
      (
        "title: {type: string, column: Title, sqlType: TEXT}",
        "heading: {type: string, sqlType: TEXT, renamedFrom: title}"
      ),
      ("unique: [[title]]", "unique: [[heading]]"),
    ])
    #expect(shop.sql == ["ALTER TABLE \"albums\" RENAME COLUMN \"Title\" TO \"heading\""])
    #expect(
      try shop.definition(of: "expressed")
        == "CREATE INDEX expressed ON albums (lower(\"heading\"))")
    #expect(
      try shop.rows("SELECT * FROM cheap ORDER BY 1") == [
        "'B' 'Ann'", "'O''C' NULL", "'Ære' 'Ann'",
      ])
    try shop.connection.execute("DELETE FROM albums WHERE code = 'b'")
    #expect(try shop.rows("SELECT * FROM notes") == ["'a' 'good'", "'b' 'B'"])
  }

  @Test func `a table keeps its other clauses when one column changes`() throws {
    let shop = try MigratedShop(
      replacing: [(Self.year, "year: {type: int, optional: true}")],
      migration: "  map: {Album: {year: {using: \"nullif(CAST(year AS INTEGER), 0)\"}}}")
    #expect(
      shop.step("albums") == [
        "rebuild", "'year' is declared as INTEGER", "values of 'year' are computed",
      ])
    #expect(
      try shop.definition(of: "albums") == """
        CREATE TABLE "albums" (
          code TEXT NOT NULL CONSTRAINT k PRIMARY KEY ON CONFLICT FAIL,
          Title TEXT NOT NULL UNIQUE ON CONFLICT IGNORE,
          year INTEGER, price NUMERIC(10,2) DEFAULT 9.5,
          slug TEXT GENERATED ALWAYS AS (lower(Title)) VIRTUAL,
          added TEXT DEFAULT (datetime('now')),
          artist_id INTEGER NOT NULL,
          CONSTRAINT fk FOREIGN KEY (artist_id) REFERENCES "Artists" (ArtistId)
            ON DELETE CASCADE ON UPDATE CASCADE
        )
        """)
    #expect(
      try shop.rows("SELECT rowid, code, year, price, slug FROM albums ORDER BY rowid") == [
        "3 'b' NULL 2.5 'b'", "7 'a' 1990 1 'Ære'", "11 'c' NULL NULL 'o''c'",
      ])
    let names = try shop.connection.schemaObjects().map(\.id.name)
    #expect(
      names == ["expressed", "some", "years", "Artists", "albums", "notes", "logged", "cheap"])
  }

  @Test func `the highest id of a table survives a rewrite`() throws {
    let shop = try MigratedShop(
      replacing: [("name: {type: string, optional: true,", "name: {type: string, default: \"?\",")])
    #expect(
      try shop.definition(of: "Artists") == """
        CREATE TABLE "Artists" (
          ArtistId INTEGER PRIMARY KEY AUTOINCREMENT, -- never used again
          Name NVARCHAR(120) NOT NULL COLLATE NOCASE DEFAULT '?',
          CONSTRAINT "has a name" CHECK (Name <> '')
        )
        """)
    try shop.connection.execute("INSERT INTO Artists (Name) VALUES ('New')")
    #expect(
      try shop.rows("SELECT * FROM Artists") == ["1 'Ann'", "2 '?'", "10 'New'"])
  }

  @Test func `a renamed table is renamed wherever it is mentioned`() throws {
    let shop = try MigratedShop(replacing: [("table: Artists", "table: artists")])
    #expect(
      shop.sql == [
        "ALTER TABLE \"Artists\" RENAME TO \"_migrate_old_Artists\"",
        "ALTER TABLE \"_migrate_old_Artists\" RENAME TO \"artists\"",
      ])
    #expect(
      try shop.definition(of: "albums")?.contains("REFERENCES \"artists\" (ArtistId)") == true)
    #expect(try shop.rows("SELECT Name FROM cheap") == ["'Ann'", "'Ann'", "NULL"])
  }

  @Test func `columns exchange their names`() throws {
    let shop = try MigratedShop(replacing: [
      (Self.year, "year: {type: string, optional: true, sqlType: TEXT, column: Title}"),
      (
        "title: {type: string, column: Title, sqlType: TEXT}",
        "title: {type: string, column: year, sqlType: TEXT}"
      ),
    ])
    #expect(
      try shop.rows("SELECT rowid, year, Title FROM albums ORDER BY 1") == [
        "3 'B' NULL", "7 'Ære' '1990'", "11 'O''C' ''",
      ])
    #expect(try shop.rows("SELECT * FROM cheap ORDER BY 1")[2] == "'Ære' 'Ann'")
  }

  @Test func `a new column takes the name of another column`() throws {
    let shop = try MigratedShop(replacing: [
      (
        Self.year,
        "published: {type: string, default: \"?\", sqlType: TEXT, renamedFrom: year}\n"
          + "      first: {type: int, default: 2000, column: year}"
      ),
      ("indexes: [[year]]", "indexes: [[published]]"),
    ])
    #expect(
      shop.step("albums") == [
        "rebuild", "'published' becomes required", "the default of 'published' changes",
        "values of 'published' are computed",
      ])
    #expect(
      try shop.rows("SELECT rowid, published, year, slug FROM albums ORDER BY 1") == [
        "3 '?' 2000 'b'", "7 '1990' 2000 'Ære'", "11 '' 2000 'o''c'",
      ])
    #expect(
      try shop.definition(of: "years") == "CREATE INDEX years ON albums (\"published\")")
  }

  @Test func `tables exchange their names, and expressions read the table with the old name`()
    throws
  {
    let shop = try MigratedShop(
      replacing: [
        ("table: Artists", "table: albums"),
        ("table: albums\n    primaryKey: [code]", "table: Artists\n    primaryKey: [code]"),
        (Self.year, "year: {type: int, optional: true}"),
      ],
      migration:
        "  map: {Album: {year: {using: \"(SELECT length(Name) FROM Artists WHERE ArtistId = Album.artist)\"}}}"
    )
    #expect(
      try shop.rows("SELECT rowid, code, year FROM Artists ORDER BY 1") == [
        "3 'b' 3", "7 'a' 3", "11 'c' NULL",
      ])
    #expect(try shop.rows("SELECT Name FROM cheap") == ["'Ann'", "'Ann'", "NULL"])
  }

  @Test func `a unique key is removed from the statement, and an index by its name`() throws {
    let shop = try MigratedShop(replacing: [
      (
        "    unique: [[title]]\n    indexes: [[year]]",
        "    unique: [[artist, year]]\n    indexes: [[price]]"
      )
    ])
    #expect(
      shop.step("albums") == ["rebuild", "'Title' is no longer unique"])
    #expect(
      try shop.connection.schemaObjects().filter { $0.id.kind == .index }.map(\.sql) == [
        "CREATE UNIQUE INDEX \"albums_artist_id_year_unique\" ON \"albums\" (\"artist_id\", \"year\")",
        "CREATE INDEX \"albums_price_index\" ON \"albums\" (\"price\")",
        "CREATE INDEX expressed ON albums (lower(Title))",
        "CREATE INDEX some ON albums (price) WHERE price > 1",
      ])
  }

  @Test func `a new entity gets a native table next to the others`() throws {
    let shop = try MigratedShop(replacing: [
      (
        "  Album:\n",
        "  Review:\n    attributes: {text: string}\n    relationships:\n"
          + "      album: {toOne: Album?, inverse: reviews, delete: nullify}\n  Album:\n"
      ),
      (
        "      artist: {toOne",
        "      reviews: {toMany: Review, inverse: album, delete: cascade}\n      artist: {toOne"
      ),
    ])
    #expect(
      try shop.definition(of: "Review") == """
        CREATE TABLE "Review" (
          "_id" INTEGER PRIMARY KEY,
          "text" TEXT NOT NULL,
          "album" TEXT REFERENCES "albums"("code") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
        ) STRICT
        """)
  }

  @Test(arguments: [
    (
      [
        ("title: {type: string, column: Title, sqlType: TEXT}\n      ", ""),
        ("unique: [[title]]", "unique: []"),
      ],
      ["drop-attribute:Album.title"],
      "the table 'albums' keeps 'Title' from being dropped: its clause "
        + "'GENERATED ALWAYS AS (lower(Title)) VIRTUAL' reads it; remove 'slug' too, or keep 'Title'"
    )
  ])
  func `a column that something reads stays`(
    replacements: [(String, String)], losses: [String], message: String
  ) throws {
    #expect(try refusal(replacing: replacements, allowing: Set(losses)) == message)
  }
}
