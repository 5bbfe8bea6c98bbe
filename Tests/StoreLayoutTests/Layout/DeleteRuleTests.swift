import SQLite
import StoreLayout
import SchemaModel
import Testing

struct DeleteRuleTests {
  private func store(_ entities: [Entity]) throws -> Connection {
    let connection = try Connection.inMemory()
    let layout = StoreLayout(of: Schema(name: "Rules", version: Version(1), entities: entities))
    for statement in layout.definition.statements { try connection.execute(SQL(raw: statement)) }
    try connection.execute("PRAGMA foreign_keys = ON")
    return connection
  }

  /// A book with a note, and the delete rule of each end.
  private func bookAndNote(_ notes: DeleteRule, _ book: DeleteRule = .nullify) throws -> Connection
  {
    let connection = try store([
      Entity(
        "Book",
        relationships: [Relationship("notes", .toMany, "Note", inverse: "book", deleteRule: notes)]),
      Entity(
        "Note",
        relationships: [
          Relationship("book", .toOne, "Book", isOptional: true, inverse: "notes", deleteRule: book)
        ]),
    ])
    try connection.executeScript(
      "INSERT INTO Book VALUES (1), (2); INSERT INTO Note VALUES (1, 1), (2, 1), (3, 2)")
    return connection
  }

  @Test(arguments: [
    (DeleteRule.cascade, [[SQLValue.integer(3), .integer(2)]]),
    (.nullify, [[.integer(1), .null], [.integer(2), .null], [.integer(3), .integer(2)]]),
    (
      .noAction,
      [[.integer(1), .integer(1)], [.integer(2), .integer(1)], [.integer(3), .integer(2)]]
    ),
  ])
  func `deleting a book does to its notes what the book's rule says`(
    rule: DeleteRule, notes: [[SQLValue]]
  ) throws {
    let connection = try bookAndNote(rule)
    try connection.execute("DELETE FROM Book WHERE _id = 1")
    #expect(try connection.rows("SELECT * FROM Note") == notes)
  }

  @Test func `a denied deletion changes nothing`() throws {
    let connection = try bookAndNote(.deny)
    #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM Book WHERE _id = 1") }
    #expect(try connection.integer("SELECT count(*) FROM Book") == 2)
  }

  @Test func `a to-one that cascades deletes the object that it leads to`() throws {
    let connection = try bookAndNote(.cascade, .cascade)
    try connection.execute("DELETE FROM Note WHERE _id = 1")
    #expect(try connection.rows("SELECT * FROM Note") == [[.integer(3), .integer(2)]])
    #expect(try connection.rows("SELECT * FROM Book") == [[.integer(2)]])
  }

  @Test func `a to-one that denies keeps its object while it has a link`() throws {
    let connection = try bookAndNote(.cascade, .deny)
    #expect(
      throws: SQLiteError(
        .init(rawValue: 1811), "'Note.book' denies the deletion",
        sql: "DELETE FROM Note WHERE _id = 1")
    ) {
      try connection.execute("DELETE FROM Note WHERE _id = 1")
    }
    try connection.execute("DELETE FROM Book WHERE _id = 1")
    #expect(try connection.integer("SELECT count(*) FROM Note") == 1)
  }

  @Test func `a chain within one table is followed to its end`() throws {
    let connection = try store([
      Entity(
        "Node",
        relationships: [
          Relationship("next", .toOne, "Node", isOptional: true, deleteRule: .cascade)
        ])
    ])
    try connection.executeScript(
      "INSERT INTO Node VALUES (1, 2), (2, 3), (3, 4), (4, 2), (5, 6), (6, NULL), (7, 1)")
    try connection.execute("DELETE FROM Node WHERE _id = 1")
    #expect(
      try connection.rows("SELECT * FROM Node") == [
        [.integer(5), .integer(6)], [.integer(6), .null], [.integer(7), .null],
      ])
  }

  @Test func `many-to-many links are removed with either end, and cascade where declared`() throws {
    let connection = try store([
      Entity(
        "Book",
        relationships: [
          Relationship("tags", .toMany, "Tag", inverse: "books", deleteRule: .cascade)
        ]),
      Entity(
        "Tag",
        relationships: [
          Relationship("books", .toMany, "Book", inverse: "tags", deleteRule: .nullify)
        ]),
    ])
    try connection.executeScript(
      "INSERT INTO Book VALUES (1), (2); INSERT INTO Tag VALUES (1), (2), (3); INSERT INTO Book_tags VALUES (1, 1), (2, 2), (2, 3)"
    )
    try connection.execute("DELETE FROM Book WHERE _id = 1")
    try connection.execute("DELETE FROM Tag WHERE _id = 2")
    #expect(try connection.rows("SELECT * FROM Book_tags") == [[.integer(2), .integer(3)]])
    #expect(try connection.rows("SELECT * FROM Tag") == [[.integer(3)]])
  }
}
