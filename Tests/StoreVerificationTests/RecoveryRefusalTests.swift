import SQLite
import StoreVerification
import Testing

/// What SQLite or a trigger refuses stays away for itself, and is told.
struct RecoveryRefusalTests {
  private static let library = """
    schema: Library
    version: 1.0.0
    entities:
      Author:
        attributes: {name: string}
        relationships:
          books: {toMany: Book, inverse: author, delete: nullify}
          notes: {toMany: Note, inverse: author, delete: nullify}
      Room:
        relationships: {books: {toMany: Book, inverse: room, delete: nullify}}
      Book:
        attributes: {title: string}
        relationships:
          author: {toOne: Author?, inverse: books, delete: nullify}
          room: {toOne: Room?, inverse: books, delete: nullify}
          tags: {toMany: Tag, inverse: books, delete: nullify}
        unique: [[author, title], [author, room]]
      Note:
        attributes: {text: string}
        relationships: {author: {toOne: Author?, inverse: notes, delete: nullify}}
      Tag:
        relationships: {books: {toMany: Book, inverse: tags, delete: nullify}}
    """

  private static let content = """
    INSERT INTO Author (_id, name) VALUES (1, 'a'), (2, 'b');
    INSERT INTO Room (_id) VALUES (1), (2);
    INSERT INTO Book (_id, title, author, room) VALUES (1, 'Y', 1, 1), (2, 'X', 1, 2), (3, 'Z', 2, NULL);
    INSERT INTO Tag (_id) VALUES (1), (2), (3);
    INSERT INTO Book_tags (books, tags) VALUES (1, 1), (1, 2), (2, 3);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
      INSERT INTO Note (_id, text, author) SELECT i, 'n' || i, 1 FROM n;
    """

  private func pair(_ damage: String) throws -> RecoveryPair {
    try RecoveryPair(Self.library, Self.content, "PRAGMA foreign_keys = ON; " + damage)
  }

  @Test func `an index over an expression keeps back the row alone that would break it`() throws {
    let pair = try pair(
      """
      DELETE FROM Book WHERE _id IN (1, 3); CREATE UNIQUE INDEX own ON Book (lower(title));
      INSERT INTO Book (_id, title) VALUES (9, 'y');
      """)
    let plan = try pair.apply()
    #expect(plan.returning == ["1 Book"])
    #expect(
      plan.remaining == [
        #"1 Book ["1"], refused: UNIQUE constraint failed: index 'own'"#,
        "2 Book.tags [], leftBehind",
      ])
    #expect(try pair.numbers("SELECT _id FROM Book ORDER BY 1") == [[2], [3], [9]])
  }

  @Test func `of many rows those alone stay behind that a trigger refuses`() throws {
    for raise in ["ABORT", "FAIL"] {
      let pair = try pair(
        """
        DELETE FROM Note; DELETE FROM Tag WHERE _id = 1;
        CREATE TRIGGER own AFTER INSERT ON Note WHEN NEW._id % 7 = 3
          BEGIN SELECT RAISE(\(raise), 'no'); END;
        """)
      let plan = try pair.apply()
      #expect(plan.returning == ["34 Note", "1 Tag"])
      #expect(plan.remaining == [#"6 Note ["3", "10", "17", "24", "31"], refused: no"#])
      #expect(
        try pair.numbers("SELECT count(*), sum(_id % 7 = 3) FROM Note") == [[34, 0]])
    }
  }

  @Test func `of what a trigger would undo with everything else it alone stays behind`() throws {
    let own = """
      CREATE TRIGGER own AFTER INSERT ON Note WHEN NEW._id % 7 = 3 /* or rollback */
        BEGIN SELECT RAISE ( rollback , 'no'); END
      """
    let pair = try pair("DELETE FROM Note; DELETE FROM Tag WHERE _id = 1; \(own);")
    let plan = try pair.apply()
    #expect(plan.returning == ["34 Note", "1 Tag"])
    #expect(plan.remaining == [#"6 Note ["3", "10", "17", "24", "31"], refused: no"#])
    #expect(try pair.numbers("SELECT count(*), sum(_id % 7 = 3) FROM Note") == [[34, 0]])
    #expect(
      try pair.store.rows("SELECT sql FROM sqlite_schema WHERE name = 'own'") == [[.text(own)]])
  }

  @Test func `a table that undoes everything for one row keeps everything back`() throws {
    let pair = try pair(
      """
      DELETE FROM Note WHERE _id < 3; CREATE TABLE own (x UNIQUE ON CONFLICT ROLLBACK);
      CREATE TRIGGER own AFTER INSERT ON Note BEGIN INSERT INTO own VALUES (1); END;
      """)
    #expect(
      throws: RecoveryError.failed(
        reason: "UNIQUE constraint failed: own.x (with rows of 'Note')")
    ) { try pair.apply() }
  }

  @Test func `a link that a trigger refuses stays away alone`() throws {
    let pair = try pair(
      """
      DELETE FROM Book_tags; UPDATE Note SET author = NULL WHERE _id < 4;
      CREATE TRIGGER own1 BEFORE INSERT ON Book_tags WHEN NEW.tags = 2
        BEGIN SELECT RAISE(ABORT, 'not two'); END;
      CREATE TRIGGER own2 BEFORE UPDATE ON Note WHEN NEW._id = 2
        BEGIN SELECT RAISE(ABORT, 'not this'); END;
      """)
    let plan = try pair.apply(relinking: true)
    #expect(plan.emptiedLinks.map(\.text) == ["2 Note.author"])
    #expect(plan.absentLinks.map(\.text) == ["2 Book.tags"])
    #expect(
      plan.remaining == [
        #"1 Book.tags ["\'1 to 2\'"], refused: not two"#,
        #"1 Note.author ["2"], refused: not this"#,
      ])
    #expect(try pair.numbers("SELECT books, tags FROM Book_tags ORDER BY 1") == [[1, 1], [2, 3]])
    #expect(
      try pair.numbers("SELECT _id FROM Note WHERE author IS NULL") == [[2]])
  }

  private static let passedOver = "a trigger or an ON CONFLICT of its own passes it over"

  @Test func `what a trigger passes over stays away alone`() throws {
    let pair = try pair(
      """
      DELETE FROM Book_tags; DELETE FROM Note WHERE _id > 30; UPDATE Note SET author = NULL WHERE _id < 4;
      CREATE TRIGGER own1 BEFORE INSERT ON Book_tags WHEN NEW.tags = 2
        BEGIN SELECT RAISE(IGNORE); END;
      CREATE TRIGGER own2 BEFORE UPDATE ON Note WHEN NEW._id = 2 BEGIN SELECT RAISE(IGNORE); END;
      CREATE TRIGGER own3 BEFORE INSERT ON Note WHEN NEW._id = 32 BEGIN SELECT RAISE(IGNORE); END;
      CREATE TRIGGER own4 AFTER INSERT ON Note WHEN NEW._id = 33
        BEGIN DELETE FROM Note WHERE _id = 33; END;
      """)
    let plan = try pair.apply(relinking: true)
    #expect(plan.returning == ["8 Note"])
    #expect(plan.emptiedLinks.map(\.text) == ["2 Note.author"])
    #expect(plan.absentLinks.map(\.text) == ["2 Book.tags"])
    #expect(
      plan.remaining == [
        #"2 Note ["32", "33"], refused: \#(Self.passedOver)"#,
        #"1 Book.tags ["\'1 to 2\'"], refused: \#(Self.passedOver)"#,
        #"1 Note.author ["2"], refused: \#(Self.passedOver)"#,
      ])
    #expect(try pair.numbers("SELECT books, tags FROM Book_tags ORDER BY 1") == [[1, 1], [2, 3]])
  }

  @Test func `of links that fit alone and not together one comes`() throws {
    let both = try pair(
      "UPDATE Book SET author = NULL, room = NULL, title = 'X' WHERE _id IN (1, 2);")
    var plan = try both.apply(relinking: true)
    #expect(
      plan.remaining == [
        #"1 Book.author ["2"], refused: UNIQUE constraint failed: Book.author, Book.title"#
      ])
    #expect(
      try both.numbers("SELECT author, room FROM Book ORDER BY _id")
        == [[1, 1], [nil, 2], [2, nil]])

    let pairs = try pair(
      """
      UPDATE Book SET author = NULL, room = NULL WHERE _id = 1;
      INSERT INTO Book (_id, title, author, room) VALUES (9, 'n', 1, 1);
      """)
    plan = try pairs.apply(relinking: true)
    #expect(
      plan.remaining == [
        #"1 Book.room ["1"], refused: UNIQUE constraint failed: Book.author, Book.room"#
      ])
    #expect(try pairs.numbers("SELECT author, room FROM Book WHERE _id = 1") == [[1, nil]])
  }

  @Test func `a trigger that changes links that were there undoes all of it`() throws {
    for (damage, change, table) in [
      (
        "UPDATE Book SET author = NULL WHERE _id = 3;",
        "AFTER UPDATE OF author ON Book BEGIN UPDATE Note SET author = 2 WHERE _id = 1", "Note"
      ),
      (
        "DELETE FROM Tag WHERE _id = 3;",
        "AFTER INSERT ON Tag BEGIN UPDATE Book_tags SET books = 3 WHERE tags = 2", "Book_tags"
      ),
    ] {
      let pair = try pair("\(damage) CREATE TRIGGER own \(change); END;")
      let before = try pair.numbers("SELECT author FROM Note")
      let links = try pair.numbers("SELECT books, tags FROM Book_tags ORDER BY 1, 2")
      #expect(throws: RecoveryError.altered(table: table)) {
        try pair.apply(relinking: table == "Note")
      }
      #expect(try pair.numbers("SELECT author FROM Note") == before)
      #expect(try pair.numbers("SELECT books, tags FROM Book_tags ORDER BY 1, 2") == links)
    }
  }
}
