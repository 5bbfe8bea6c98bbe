import SQLite
import Testing

@testable import StoreScript

struct RelatedObjectsTests {
  private static let objects = [
    SchemaObject(.table, "author", sql: "CREATE TABLE author (id INTEGER PRIMARY KEY)"),
    SchemaObject(
      .table, "book",
      sql:
        "CREATE TABLE \"book\" (id INTEGER PRIMARY KEY, author REFERENCES author, shelf REFERENCES shelf)"
    ),
    SchemaObject(
      .table, "shelf", sql: "CREATE TABLE shelf (id INTEGER PRIMARY KEY, room REFERENCES room)"),
    SchemaObject(.table, "room", sql: "CREATE TABLE room (id INTEGER PRIMARY KEY)"),
    SchemaObject(
      .table, "note", sql: "CREATE TABLE note (id INTEGER PRIMARY KEY, book REFERENCES Book)"),
    SchemaObject(.table, "log", sql: "CREATE TABLE log (what)"),
    SchemaObject(.table, "other", sql: "CREATE TABLE other (id)"),
    SchemaObject(.index, "byAuthor", on: "book", sql: "CREATE INDEX byAuthor ON book (author)"),
    SchemaObject(.index, "byWhat", on: "log", sql: "CREATE INDEX byWhat ON log (what)"),
    SchemaObject(.view, "listed", sql: "CREATE VIEW listed AS SELECT id FROM book"),
    SchemaObject(.view, "counted", sql: "CREATE VIEW counted AS SELECT count(*) FROM Listed"),
    SchemaObject(.view, "rooms", sql: "CREATE VIEW rooms AS SELECT id FROM room"),
    SchemaObject(
      .trigger, "logged", on: "note",
      sql: "CREATE TRIGGER logged AFTER INSERT ON note BEGIN INSERT INTO log VALUES (1); END"),
  ]

  private func related(to tables: Set<String>) -> [String] {
    RelatedObjects(Self.objects, of: tables).related.map(\.id.name)
  }

  @Test func `objects on a table, objects that name it, and objects they need are related`() {
    // The table 'note' leads to 'book', and its trigger writes to 'log'. 'shelf' is needed, 'room' is not.
    #expect(
      related(to: ["BOOK"]) == [
        "author", "book", "shelf", "note", "log", "byAuthor", "byWhat", "listed", "counted",
        "logged",
      ])
  }

  @Test func `a trigger includes the tables that it writes to, with their own objects`() {
    #expect(
      related(to: ["note"]) == [
        "author", "book", "note", "log", "byAuthor", "byWhat", "logged",
      ])
  }

  @Test func `all other objects are left out, and no object is in both groups`() {
    let found = RelatedObjects(Self.objects, of: ["room"])
    #expect(found.related.map(\.id.name) == ["shelf", "room", "rooms"])
    #expect(found.others.count == Self.objects.count - 3)
  }
}
