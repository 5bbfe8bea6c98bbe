import Diagnostics
import MigrationPlanner
import SQLite
import StoreLayout
import StoreScript
import SchemaModel
import SchemaYAML
import Testing

/// An existing database, with most of the parts that a schema cannot express.
enum Shop {
  static let tables = """
    CREATE TABLE "Artists" (
      ArtistId INTEGER PRIMARY KEY AUTOINCREMENT, -- never used again
      Name NVARCHAR(120) COLLATE NOCASE,
      CONSTRAINT "has a name" CHECK (Name <> '')
    );
    CREATE TABLE albums (
      code TEXT NOT NULL CONSTRAINT k PRIMARY KEY ON CONFLICT FAIL,
      Title TEXT NOT NULL UNIQUE ON CONFLICT IGNORE,
      year TEXT, price NUMERIC(10,2) DEFAULT 9.5,
      slug TEXT GENERATED ALWAYS AS (lower(Title)) VIRTUAL,
      added TEXT DEFAULT (datetime('now')),
      artist_id INTEGER NOT NULL,
      CONSTRAINT fk FOREIGN KEY (artist_id) REFERENCES "Artists" (ArtistId)
        ON DELETE CASCADE ON UPDATE CASCADE
    );
    CREATE TABLE notes (album TEXT, text TEXT);
    """

  static let others = """
    CREATE INDEX years ON albums (year);
    CREATE INDEX some ON albums (price) WHERE price > 1;
    CREATE INDEX expressed ON albums (lower(Title));
    CREATE VIEW cheap AS SELECT Title AS Title, Name FROM albums JOIN Artists ON artist_id = ArtistId;
    CREATE TRIGGER logged AFTER DELETE ON albums BEGIN
      INSERT INTO notes VALUES (OLD.code, OLD.Title);
    END;
    """

  static let rows = """
    INSERT INTO Artists VALUES (1, 'Ann'), (2, NULL), (9, 'Zoe');
    DELETE FROM Artists WHERE ArtistId = 9;
    INSERT INTO albums (rowid, code, Title, year, price, artist_id) VALUES
      (7, 'a', 'Ære', '1990', 1, 1), (3, 'b', 'B', NULL, 2.5, 1), (11, 'c', 'O''C', '', NULL, 2);
    INSERT INTO notes VALUES ('a', 'good');
    """

  static let entities = """
      Artist:
        table: Artists
        primaryKey: [ArtistId]
        attributes:
          id: {type: int, column: ArtistId, sqlType: INTEGER}
          name: {type: string, optional: true, column: Name, sqlType: NVARCHAR(120)}
        relationships:
          albums: {toMany: Album, inverse: artist, delete: cascade}
      Album:
        table: albums
        primaryKey: [code]
        attributes:
          code: {type: string, sqlType: TEXT}
          title: {type: string, column: Title, sqlType: TEXT}
          year: {type: string, optional: true, sqlType: TEXT}
          price: {type: decimal, optional: true, default: 9.5, sqlType: "NUMERIC(10,2)"}
        relationships:
          artist: {toOne: Artist, inverse: albums, delete: nullify, column: artist_id}
        unique: [[title]]
        indexes: [[year]]
    """

  /// The schema of a version, with some lines replaced by others.
  static func document(
    _ version: Int = 1, replacing replacements: [(String, String)] = [], migration: String = ""
  ) throws -> SchemaDocument {
    var text = "schema: Shop\nversion: \(version)\nentities:\n" + entities
    for (old, new) in replacements {
      precondition(text.contains(old), "there are no such lines: \(old)")
      text = text.replacing(old, with: new)
    }
    if !migration.isEmpty { text += "\nmigration:\n" + migration }
    return try SchemaReader.read(text: text, name: "V\(version).yaml")
  }

  /// The database with all that is in it.
  static func database() throws -> Connection {
    let connection = try Connection.inMemory()
    try connection.executeScript(tables + others + rows)
    return connection
  }
}

/// An existing database after a script, with everything proved that can be.
struct MigratedShop {
  let connection: Connection
  let script: StoreScript

  init(
    replacing replacements: [(String, String)], migration: String = "", also content: String = "",
    allowing losses: Set<String> = [], sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let history = SchemaHistory([
      try Shop.document(), try Shop.document(2, replacing: replacements, migration: migration),
    ])
    let plan = try Planner.plan(
      history: history, from: Version(1), to: Version(2), allowedDrops: losses)
    connection = try Shop.database()
    try connection.executeScript(content)
    connection.allowDoubleQuotedStrings()
    script = try StoreScript(
      plan.stages[0].mapping, unmanaged: try connection.schemaObjects()
    ).estimating { [connection] in try connection.rowCount(of: $0) }
    try connection.register(MigrationFunctions(seed: "7", now: 100))
    try run(sourceLocation)
  }

  private func run(_ sourceLocation: Testing.SourceLocation) throws {
    let before = try script.conservation.map { try connection.checksum(of: SQL(raw: $0.source)) }
    try connection.execute("PRAGMA foreign_keys = OFF")
    try connection.transaction(.immediate) {
      for statement in script.statements { try connection.execute(SQL(raw: statement.sql)) }
    }
    let after = try script.conservation.map { try connection.checksum(of: SQL(raw: $0.target)) }
    #expect(before == after, sourceLocation: sourceLocation)
    let found = try connection.readDefinition()
    #expect(script.target.differences(from: found) == [], sourceLocation: sourceLocation)
    let objects = try connection.unmanagedObjects(of: script.target)
    #expect(objects == script.unmanagedAfter, sourceLocation: sourceLocation)
    #expect(try connection.rows("PRAGMA foreign_key_check") == [], sourceLocation: sourceLocation)
    #expect(
      try connection.value("PRAGMA integrity_check") == .text("ok"), sourceLocation: sourceLocation)
  }

  var sql: [String] { script.statements.map(\.sql) }

  /// The step for a table, and the reason why no cheaper step suffices.
  func step(_ table: String) -> [String] {
    script.steps.filter { $0.table == table }.flatMap { [$0.way.rawValue] + $0.reasons }
  }

  /// The rows of a query, each as one text.
  func rows(_ sql: String) throws -> [String] {
    try connection.rows(SQL(raw: sql)).map { $0.map(\.literal).joined(separator: " ") }
  }

  /// The statement that an object reads now.
  func definition(of name: String) throws -> String? {
    try connection.schemaObjects().first { $0.id.name == name }?.sql
  }
}

/// Why a script cannot be made for the shop.
func refusal(
  replacing replacements: [(String, String)], also content: String = "",
  allowing losses: Set<String> = []
) throws -> String? {
  do {
    _ = try MigratedShop(replacing: replacements, also: content, allowing: losses)
    return nil
  } catch let error as StoreScriptError {
    return error.message
  }
}
