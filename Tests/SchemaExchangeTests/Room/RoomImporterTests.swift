import Diagnostics
import SchemaExchange
import SchemaModel
import TestSupport
import Testing

struct RoomImporterTests {
  static let second = """
    {
      "formatVersion": 1,
      "database": {
        "version": 2, "identityHash": "abc",
        "entities": [
          {
            "tableName": "podcasts",
            "fields": [
              {"fieldPath": "uuid", "columnName": "uuid", "affinity": "TEXT", "notNull": true},
              {"fieldPath": "sortOrder", "columnName": "sort_order", "affinity": "INTEGER",
                "notNull": true, "defaultValue": "3"}
            ],
            "primaryKey": {"autoGenerate": false, "columnNames": ["uuid"]},
            "indices": [
              {"name": "i", "unique": true, "columnNames": ["sort_order"], "orders": []},
              {"name": "j", "unique": false, "columnNames": ["uuid", "sort_order"],
                "orders": ["ASC", "DESC"]}
            ]
          },
          {
            "tableName": "episodes",
            "fields": [
              {"fieldPath": "id", "columnName": "id", "affinity": "INTEGER", "notNull": true},
              {"fieldPath": "podcast", "columnName": "podcast_id", "affinity": "TEXT"}
            ],
            "primaryKey": {"autoGenerate": true, "columnNames": ["id"]},
            "foreignKeys": [
              {"table": "podcasts", "onDelete": "CASCADE", "onUpdate": "NO ACTION",
                "columns": ["podcast_id"], "referencedColumns": ["uuid"]}
            ]
          },
          {"tableName": "search", "ftsVersion": "FTS4", "fields": []}
        ],
        "views": [{"viewName": "recent", "createSql": ""}]
      }
    }
    """

  @Test func `each file of a folder is the version that it says, in natural order`() throws {
    let folder = try TemporaryFolder()
    let name = "com.example.AppDatabase"
    try folder.write(Self.second, to: "\(name)/2.json")
    try folder.write(
      Self.second.replacing("\"version\": 2", with: "\"version\": 10"), to: "\(name)/10.json")
    try folder.write("ignored", to: "\(name)/notes.txt")
    let history = try ModelSource.history(of: folder.path + "/" + name)
    #expect(history.name == "AppDatabase")
    #expect(history.versions.map(\.schema.version) == [Version(2), Version(10)])
    #expect(history.current == Version(10))
    #expect(history.versions[0].schema == Self.schema)
    let place = history.versions[0].sources.exactLocation(
      of: .property("podcast", of: "episodes", .relationships))
    #expect(place?.line == 24)
    #expect(
      history.remarks.filter { $0.location?.file.hasSuffix("/2.json") ?? false }.map(\.message) == [
        "'episodes' has the clause 'AUTOINCREMENT', which a schema does not say",
        "the full-text table (FTS4) 'search' stays as it is, outside of the schema",
        "the view 'recent' stays as it is, outside of the schema",
      ])
  }

  static let schema = Schema(
    name: "AppDatabase", version: Version(2), documentation: "Room's abc",
    entities: [
      Entity(
        "episodes", attributes: [Attribute("id", .int64, sqlType: "INTEGER")],
        relationships: [
          Relationship(
            "podcast", .toOne, "podcasts", isOptional: true, inverse: "episodes",
            deleteRule: .nullify, column: "podcast_id")
        ], table: "episodes", primaryKey: ["id"]),
      Entity(
        "podcasts",
        attributes: [
          Attribute("uuid", .string, sqlType: "TEXT"),
          Attribute("sort_order", .int64, defaultValue: .literal(.int(3)), sqlType: "INTEGER"),
        ],
        relationships: [
          Relationship(
            "episodes", .toMany, "episodes", isOptional: true, inverse: "podcast",
            deleteRule: .cascade)
        ], uniquenessConstraints: [["sort_order"]],
        indexes: [Index([.init("uuid"), .init("sort_order", isAscending: false)], name: "j")],
        table: "podcasts", primaryKey: ["uuid"]),
    ], declaredPlatform: .noPlatform)

  @Test func `a file that Room did not export is reported`() throws {
    let folder = try TemporaryFolder()
    try folder.write("{\"database\": {}}", to: "db/1.json")
    try folder.write("{", to: "db/2.json")
    let found = problems { () throws(DiagnosticsError) in
      _ = try RoomImporter.history(of: folder.path + "/db")
    }
    #expect(
      found.map { $0.line.replacing(folder.path, with: "") } == [
        "/db/1.json:1:1 unknown-source this is no schema that Room exported: it has no version and "
          + "entities", "/db/2.json:1:2 invalid-json the file ends in the middle of a value",
      ])
  }

  @Test func `every member that differs from what Room writes is reported`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {"database": {"version": "3", "views": 1, "entities": [
        {"tableName": 7, "fields": "x"},
        {"tableName": "q",
          "fields": [{"columnName": "a", "affinity": 9, "notNull": "yes"}, {"fieldPath": "b"}, 4],
          "primaryKey": {"columnNames": ["a", 4], "autoGenerate": null},
          "foreignKeys": [{"onDelete": "EXPLODE", "columns": ["a"]}],
          "indices": [{"columnNames": "a"}]}
      ]}}
      """, to: "db/3.json")
    let found = problems { () throws(DiagnosticsError) in
      _ = try RoomImporter.history(of: folder.path + "/db")
    }
    #expect(
      found.map { $0.line.replacing(folder.path + "/db/", with: "") } == [
        "3.json:1:26 invalid-value the 'version' of the database is not a whole number that is not "
          + "negative",
        "3.json:1:40 invalid-value the 'views' of the database is not a list",
        "3.json:2:17 invalid-value the 'tableName' of an entity is not a text",
        "3.json:2:30 invalid-value the 'fields' of an entity is not a list",
        "3.json:4:48 invalid-value the 'affinity' of a field is not a text",
        "3.json:4:62 invalid-value the 'notNull' of a field is not true or false",
        "3.json:4:70 invalid-model a field has no 'columnName'",
        "3.json:4:90 invalid-value the 'fields' of an entity is not a list of objects",
        "3.json:5:41 invalid-value the 'columnNames' of a primary key is not a list of texts",
        "3.json:6:21 invalid-model a foreign key has no 'table'",
        "3.json:6:21 invalid-value 'onDelete' is 'EXPLODE', which is not one of NO ACTION, RESTRICT, "
          + "SET NULL, SET DEFAULT, CASCADE",
        "3.json:7:17 invalid-model an index has no 'name'",
        "3.json:7:33 invalid-value the 'columnNames' of an index is not a list",
      ])
  }

  @Test func `two files of the same version are reported, and neither replaces the other`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.second, to: "db/2.json")
    try folder.write(Self.second, to: "db/3.json")
    let found = problems { () throws(DiagnosticsError) in
      _ = try RoomImporter.history(of: folder.path + "/db")
    }
    #expect(
      found.map { $0.line.replacing(folder.path, with: "") } == [
        "/db/3.json:1:1 duplicate-version another file is version 2, too: give this one the number that "
          + "it was exported with (here is the other one)"
      ])
  }
}
