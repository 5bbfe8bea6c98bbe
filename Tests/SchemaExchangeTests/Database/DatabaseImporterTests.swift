import Diagnostics
import SchemaExchange
import SchemaModel
import SQLite
import StoreLayout
import TestSupport
import Testing

struct DatabaseImporterTests {
  static let script = """
    CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY AUTOINCREMENT, Name NVARCHAR(120) UNIQUE);
    CREATE TABLE "Order Details" (
      OrderID INTEGER NOT NULL, LineNo INTEGER NOT NULL, "unit price" NUMERIC(10,2) DEFAULT 9.5,
      ordered DATETIME DEFAULT CURRENT_TIMESTAMP, seen BOOLEAN NOT NULL DEFAULT 0,
      note TEXT DEFAULT 'it''s' CHECK (note <> ''), raw, weight REAL DEFAULT (1.5),
      artist_id INTEGER NOT NULL REFERENCES Artist ON DELETE CASCADE ON UPDATE CASCADE,
      boss INTEGER REFERENCES Artist(ArtistId), code TEXT REFERENCES Artist(Name),
      PRIMARY KEY (OrderID, LineNo)) WITHOUT ROWID;
    CREATE TABLE Profile (
      ArtistId INTEGER PRIMARY KEY REFERENCES artist ON DELETE SET NULL, _id TEXT, "2nd" BLOB,
      lost INTEGER REFERENCES Nowhere);
    CREATE INDEX details ON "Order Details" (seen, ordered DESC);
    CREATE UNIQUE INDEX once ON Profile (_id);
    CREATE INDEX some ON Profile (_id) WHERE _id <> '';
    CREATE INDEX folded ON Artist (Name COLLATE NOCASE);
    CREATE INDEX expressed ON Artist (lower(Name));
    CREATE VIEW names AS SELECT Name FROM Artist;
    CREATE TRIGGER kept AFTER DELETE ON Artist BEGIN SELECT 1; END;
    CREATE VIRTUAL TABLE search USING fts4(text);
    INSERT INTO Artist VALUES (1, 'Ann');
    INSERT INTO "Order Details" VALUES (1, 1, 2, '2020-01-01', 1, 'x', x'00', 1, 1, NULL, NULL);
    PRAGMA user_version = 7;
    """

  static func history() throws -> ImportedHistory {
    let connection = try Connection.inMemory()
    try connection.executeScript(script)
    return try DatabaseImporter.history(of: connection, name: "Shop")
  }

  @Test func `a schema describes a database as it is`() throws {
    let history = try Self.history()
    #expect(history.versions.map(\.schema.version) == [Version(7)])
    let entities = history.versions[0].schema.entities
    #expect(entities == Self.entities)
  }

  static let entities = [
    Entity(
      "Artist",
      attributes: [
        Attribute("ArtistId", .int64, sqlType: "INTEGER"),
        Attribute("Name", .string, isOptional: true, sqlType: "NVARCHAR(120)"),
      ],
      relationships: [
        Relationship(
          "orderDetails", .toMany, "OrderDetails", isOptional: true, inverse: "artist",
          deleteRule: .cascade),
        Relationship(
          "orderDetailsByBoss", .toMany, "OrderDetails", isOptional: true, inverse: "boss",
          deleteRule: .deny),
        Relationship(
          "profiles", .toOne, "Profile", isOptional: true, inverse: "Artist",
          deleteRule: .nullify),
      ], uniquenessConstraints: [["Name"]], table: "Artist", primaryKey: ["ArtistId"]),
    Entity(
      "OrderDetails",
      attributes: [
        Attribute("OrderID", .int64, sqlType: "INTEGER"),
        Attribute("LineNo", .int64, sqlType: "INTEGER"),
        Attribute(
          "unitPrice", .decimal, isOptional: true, defaultValue: .literal(.string("9.5")),
          column: "unit price", sqlType: "NUMERIC(10,2)"),
        Attribute("ordered", .string, isOptional: true, sqlType: "DATETIME"),
        Attribute("seen", .bool, defaultValue: .literal(.bool(false)), sqlType: "BOOLEAN"),
        Attribute(
          "note", .string, isOptional: true, defaultValue: .literal(.string("it's")),
          sqlType: "TEXT"), Attribute("raw", .data, isOptional: true),
        Attribute(
          "weight", .double, isOptional: true, defaultValue: .literal(.double(1.5)),
          sqlType: "REAL"), Attribute("code", .string, isOptional: true, sqlType: "TEXT"),
      ],
      relationships: [
        Relationship(
          "artist", .toOne, "Artist", inverse: "orderDetails", deleteRule: .nullify,
          column: "artist_id"),
        Relationship(
          "boss", .toOne, "Artist", isOptional: true, inverse: "orderDetailsByBoss",
          deleteRule: .nullify),
      ], indexes: [Index([.init("seen"), .init("ordered", isAscending: false)])],
      table: "Order Details", primaryKey: ["OrderID", "LineNo"]),
    Entity(
      "Profile",
      attributes: [
        Attribute("x_id", .string, isOptional: true, column: "_id", sqlType: "TEXT"),
        Attribute("_2nd", .data, isOptional: true, column: "2nd", sqlType: "BLOB"),
        Attribute("lost", .int64, isOptional: true, sqlType: "INTEGER"),
      ],
      relationships: [
        Relationship(
          "Artist", .toOne, "Artist", inverse: "profiles", deleteRule: .nullify,
          column: "ArtistId")
      ], uniquenessConstraints: [["x_id"]], table: "Profile", primaryKey: ["ArtistId"]),
  ]

  @Test func `a table with a reserved name is left out, and the others are imported`() throws {
    let connection = try Connection.inMemory()
    try connection.executeScript(
      """
      CREATE TABLE book (id INTEGER PRIMARY KEY, place INTEGER REFERENCES _order_x);
      CREATE TABLE _order_x (id INTEGER PRIMARY KEY, _order_y TEXT, a INTEGER REFERENCES book);
      CREATE INDEX places ON _order_x (a);
      CREATE TABLE _Migrate_new_p (id INTEGER PRIMARY KEY);
      CREATE TABLE shelf (id INTEGER PRIMARY KEY, _order_y TEXT);
      """)
    let history = try DatabaseImporter.history(of: connection, name: "Shop")
    let expected = [
      Entity(
        "book",
        attributes: [
          Attribute("id", .int64, sqlType: "INTEGER"),
          Attribute("place", .int64, isOptional: true, sqlType: "INTEGER"),
        ], table: "book", primaryKey: ["id"]),
      Entity(
        "shelf",
        attributes: [
          Attribute("id", .int64, sqlType: "INTEGER"),
          Attribute(
            "x_order_y", .string, isOptional: true, column: "_order_y", sqlType: "TEXT"),
        ], table: "shelf", primaryKey: ["id"]),
    ]
    #expect(history.versions[0].schema.entities == expected)
    let remarks = """
      a foreign key of 'book' is no relationship: (place) to '_order_x': the table '_order_x' is left out
      the table '_Migrate_new_p' is left out, and stays as it is: the store uses such names itself
      the table '_order_x' is left out, and stays as it is: the store uses such names itself
      """
    #expect(history.remarks.map(\.message).joined(separator: "\n") == remarks)
  }

  @Test func `a part of a database that a schema cannot express is remarked`() throws {
    let lines = try Self.history().remarks.map(\.message)
    #expect(lines.joined(separator: "\n") == Self.remarks)
  }

  static let remarks = """
    'Artist' has the clause 'AUTOINCREMENT', which a schema does not say
    'OrderDetails' has the clause 'WITHOUT ROWID', which a schema does not say
    'OrderDetails.artist_id' has the clause 'ON UPDATE CASCADE', which a schema does not say
    'OrderDetails.note' has the clause 'CHECK (note <> '')', which a schema does not say
    the default 'CURRENT_TIMESTAMP' of 'OrderDetails.ordered' has no form in a schema
    a foreign key of 'OrderDetails' is no relationship: (code) to 'Artist': it does not lead to the key of 'Artist'
    a foreign key of 'Profile' is no relationship: (lost) to 'Nowhere': there is no table 'Nowhere'
    'OrderDetails.ordered' is declared with 'DATETIME' and holds text: string
    'OrderDetails.raw' is declared with no type and holds blob: data
    'OrderDetails.unitPrice' is declared with 'NUMERIC(10,2)' and holds integer: decimal
    the index over expressions 'expressed' stays as it is, outside of the schema
    the trigger 'kept' stays as it is, outside of the schema
    the view 'names' stays as it is, outside of the schema
    the virtual table 'search' stays as it is, outside of the schema
    the table of a virtual table 'search_content' stays as it is, outside of the schema
    the table of a virtual table 'search_docsize' stays as it is, outside of the schema
    the table of a virtual table 'search_segdir' stays as it is, outside of the schema
    the table of a virtual table 'search_segments' stays as it is, outside of the schema
    the table of a virtual table 'search_stat' stays as it is, outside of the schema
    an index of 'Artist' is left out: 'folded' has the collation NOCASE
    an index of 'Profile' is left out: 'some' covers only rows where _id <> ''
    """

  @Test(arguments: [
    """
    CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE phone(id INTEGER PRIMARY KEY, pid INTEGER UNIQUE REFERENCES person);
    """,
    """
    CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE phone(id INTEGER PRIMARY KEY, person_id INTEGER REFERENCES person);
    CREATE UNIQUE INDEX once ON phone (person_id);
    """,
    "CREATE TABLE person(id INTEGER PRIMARY KEY, zboss INTEGER UNIQUE REFERENCES person);",
    "CREATE TABLE person(id INTEGER PRIMARY KEY, boss INTEGER UNIQUE REFERENCES person);",
    """
    CREATE TABLE a(id INTEGER PRIMARY KEY, b INTEGER UNIQUE REFERENCES b);
    CREATE TABLE b(id INTEGER PRIMARY KEY, a INTEGER UNIQUE REFERENCES a ON DELETE CASCADE);
    """,
  ])
  func `an end that has the column of a key that leads to each row once stores its links`(
    script: String
  ) throws {
    let connection = try Connection.inMemory()
    try connection.executeScript(script)
    let schema = try #require(
      try DatabaseImporter.history(of: connection, name: "Shop").versions.first?.schema)
    let layout = StoreLayout(of: schema)
    #expect(layout.differences(from: try connection.readDefinition()).map(\.message) == [])
  }

  @Test func `a key that is NULL somewhere is optional, as SQLite has it`() throws {
    let connection = try Connection.inMemory()
    try connection.executeScript(
      """
      CREATE TABLE a(code TEXT PRIMARY KEY);
      CREATE TABLE b(code TEXT PRIMARY KEY);
      CREATE TABLE c(a TEXT REFERENCES a, n INTEGER, PRIMARY KEY (a, n));
      INSERT INTO a VALUES ('x'), (NULL);
      INSERT INTO b VALUES ('x');
      INSERT INTO c VALUES (NULL, 1);
      """)
    let schema = try #require(
      try DatabaseImporter.history(of: connection, name: "Shop").versions.first?.schema)
    let attributes = schema.entities.flatMap { entity in
      entity.attributes.map { "\(entity.name).\($0.name) \($0.isOptional)" }
    }
    #expect(attributes == ["a.code true", "b.code false", "c.n true"])
    #expect(schema.entity(named: "c")?.relationship(named: "a")?.isOptional == true)
  }

  @Test func `a database without tables has no entities`() throws {
    let connection = try Connection.inMemory()
    let history = try DatabaseImporter.history(of: connection, name: "Empty")
    #expect(
      history.versions.map(\.schema) == [
        Schema(name: "Empty", version: Version(1), declaredPlatform: .noPlatform)
      ])
  }
}
