import StoreVerification
import Testing

/// What cannot come back without breaking what the model asks stays away for itself, and is told.
struct RecoveryRetreatTests {
  private static let library = """
    schema: Library
    version: 1.0.0
    entities:
      Author:
        attributes: {name: string, code: {type: string, unique: true}}
        relationships:
          books: {toMany: Book, inverse: author, delete: nullify}
          card: {toOne: Card, inverse: author, delete: nullify}
          desk: {toOne: Desk?, inverse: author, delete: nullify}
        rules:
          - {name: a desk or a name, check: desk IS NOT NULL OR name <> ''}
      Card:
        relationships: {author: {toOne: Author, inverse: card, delete: nullify}}
      Desk:
        relationships: {author: {toOne: Author?, inverse: desk, delete: nullify}}
      Room:
        relationships:
          books: {toMany: Book, inverse: room, delete: nullify, min: 1, max: 2}
      Book:
        attributes: {isbn: {type: string, unique: true}}
        relationships:
          author: {toOne: Author?, inverse: books, delete: nullify}
          room: {toOne: Room?, inverse: books, delete: nullify}
          tags: {toMany: Tag, inverse: books, delete: nullify, max: 3}
        rules:
          - {name: no book of one, check: "isbn <> 'alone' OR author IS NULL"}
      Tag:
        attributes: {name: {type: string, unique: true}}
        relationships:
          books: {toMany: Book, inverse: tags, delete: nullify}
          shelves: {toMany: Shelf, inverse: tags, delete: nullify}
      Shelf:
        relationships: {tags: {toMany: Tag, inverse: shelves, delete: nullify, min: 1}}
    """

  private static let content = """
    INSERT INTO Card (_id) VALUES (1), (2), (3);
    INSERT INTO Desk (_id) VALUES (1), (2), (3);
    INSERT INTO Room (_id) VALUES (1), (2), (3);
    INSERT INTO Author (_id, name, code, card, desk) VALUES
      (1, 'a', 'c1', 1, 1), (2, '', 'c2', 2, 2), (3, 'c', 'c3', 3, 3);
    INSERT INTO Book (_id, isbn, author, room) VALUES (1, 'i1', 1, 1), (2, 'i2', 1, 2), (3, 'i3', 2, 3);
    INSERT INTO Tag (_id, name) VALUES (1, 't1'), (2, 't2'), (3, 't3'), (4, 't4');
    INSERT INTO Shelf (_id) VALUES (1), (2);
    INSERT INTO Shelf_tags (shelves, tags) VALUES (1, 1), (2, 2);
    INSERT INTO Book_tags (books, tags) VALUES (1, 1), (1, 2), (1, 3), (2, 4);
    """

  private func pair(_ damage: String, foreignKeys: Bool = true) throws -> RecoveryPair {
    try RecoveryPair(
      Self.library, Self.content, "PRAGMA foreign_keys = \(foreignKeys ? "ON" : "OFF"); " + damage)
  }

  @Test func `links that led nowhere lead to what comes back, and block nothing`() throws {
    let pair = try pair(
      """
      INSERT INTO Book (_id, isbn) VALUES (8, 'later'); INSERT INTO Book_tags VALUES (8, 1);
      DELETE FROM Tag WHERE _id = 1;
      """, foreignKeys: false)
    let plan = try pair.apply()
    #expect(plan.returning == ["1 Tag"])
    #expect(plan.links == 0)
    #expect(plan.remaining == [])
    #expect(
      try pair.numbers("SELECT books FROM Book_tags WHERE tags = 1 ORDER BY 1") == [[1], [8]])
  }

  @Test func `above the number that an object may have no link comes, and all else does`() throws {
    let lost = try pair(
      """
      DELETE FROM Tag WHERE _id = 3; INSERT INTO Tag (_id, name) VALUES (11, 't11');
      INSERT INTO Book_tags VALUES (1, 11);
      """)
    var plan = try lost.apply()
    #expect(plan.returning == ["1 Tag"])
    #expect(plan.remaining == [#"1 Book.tags ["\'1 to 3\'"], breaks: too-many-links"#])
    #expect(try lost.numbers("SELECT count(*) FROM Book_tags WHERE books = 1") == [[3]])

    let relinked = try pair(
      """
      DELETE FROM Book_tags WHERE books = 1; DELETE FROM Desk WHERE _id = 3;
      INSERT INTO Tag (_id, name) VALUES (11, 't11'), (12, 't12');
      INSERT INTO Book_tags VALUES (1, 11), (1, 12);
      """)
    plan = try relinked.apply(relinking: true)
    #expect(plan.returning == ["1 Desk"])
    #expect(plan.absentLinks.map(\.text) == ["1 Book.tags"])
    #expect(
      plan.remaining == [#"2 Book.tags ["\'1 to 2\'", "\'1 to 3\'"], breaks: too-many-links"#])
    #expect(
      try relinked.numbers("SELECT tags FROM Book_tags WHERE books = 1 ORDER BY 1")
        == [[1], [11], [12]])
  }

  @Test func `above it the rows that hold the links come without them`() throws {
    let pair = try pair(
      """
      DELETE FROM Book WHERE _id = 3; UPDATE Book SET room = NULL WHERE _id = 2;
      INSERT INTO Book (_id, isbn, room) VALUES (8, 'x', 3), (9, 'y', 3), (10, 'z', 2);
      """)
    let plan = try pair.apply(relinking: true)
    #expect(plan.returning == ["1 Book"])
    #expect(plan.remaining == [#"1 Book.room ["3"], breaks: too-many-links"#])
    #expect(
      try pair.numbers("SELECT _id, room FROM Book ORDER BY 1")
        == [[1, 1], [2, 2], [3, nil], [8, 3], [9, 3], [10, 2]])
  }

  @Test func `what would have too few links stays behind with what it lacks`() throws {
    let shelves = try pair(
      """
      DELETE FROM Shelf WHERE _id = 1; DELETE FROM Tag WHERE _id = 1;
      INSERT INTO Tag (_id, name) VALUES (77, 't1'); DELETE FROM Book WHERE _id = 1;
      INSERT INTO Book (_id, isbn, room) VALUES (50, 'fifty', 1);
      """)
    #expect(
      try shelves.apply("Tag:_id").remaining == [
        #"1 Shelf ["1"], breaks: too-few-links"#, #"1 Tag ["1"], taken: name"#,
        "1 Book.tags [], leftBehind", "1 Shelf.tags [], leftBehind",
      ])
    #expect(try shelves.numbers("SELECT _id FROM Book ORDER BY 1") == [[1], [2], [3], [50]])

    let rooms = try pair(
      """
      DELETE FROM Book WHERE _id = 1; DELETE FROM Room WHERE _id = 1;
      INSERT INTO Book (_id, isbn) VALUES (9, 'i1');
      """)
    let plan = try rooms.apply("Book:_id")
    #expect(plan.isEmpty)
    #expect(
      plan.leftBehind.map(\.text) == [
        #"1 Book ["1"], taken: isbn"#, #"1 Room ["1"], breaks: too-few-links"#,
      ])
  }

  @Test func `one that is mended hides none that is broken`() throws {
    let pair = try pair(
      """
      DELETE FROM Book WHERE _id IN (1, 3); DELETE FROM Room WHERE _id = 1;
      INSERT INTO Book (_id, isbn) VALUES (9, 'i1');
      """)
    let plan = try pair.apply("Book:_id")
    #expect(plan.returning == ["1 Book"])
    #expect(
      plan.leftBehind.map(\.text) == [
        #"1 Book ["1"], taken: isbn"#, #"1 Room ["1"], breaks: too-few-links"#,
      ])
    #expect(try pair.numbers("SELECT _id FROM Room ORDER BY 1") == [[2], [3]])
  }

  @Test func `what is required at both ends stays behind as one`() throws {
    let pair = try pair(
      """
      DELETE FROM Author WHERE _id = 1; DELETE FROM Card WHERE _id = 1;
      INSERT INTO Card (_id) VALUES (9); DELETE FROM Desk WHERE _id = 1;
      INSERT INTO Author (_id, name, code, card) VALUES (9, 'new', 'c1', 9);
      """)
    let plan = try pair.apply("Author:_id")
    #expect(plan.returning == ["1 Desk"])
    #expect(
      plan.leftBehind.map(\.text) == [
        #"1 Author ["1"], taken: code"#, #"1 Card ["1"], breaks: missing-link"#,
      ])
  }

  @Test func `what would break a rule stays behind, or without its link`() throws {
    let taken = try pair(
      """
      UPDATE Book SET author = NULL WHERE author = 2; DELETE FROM Author WHERE _id = 2;
      DELETE FROM Card WHERE _id = 2; INSERT INTO Card (_id) VALUES (9); DELETE FROM Shelf WHERE _id = 1;
      INSERT INTO Author (_id, name, code, card, desk) VALUES (9, 'new', 'c9', 9, 2);
      """)
    var plan = try taken.apply()
    #expect(plan.returning == ["1 Shelf"])
    #expect(
      plan.leftBehind.map(\.text) == [
        #"1 Author ["2"], breaks: broken-rule"#, #"1 Card ["2"], breaks: missing-link"#,
      ])

    let linked = try pair(
      "UPDATE Book SET author = NULL WHERE _id < 3; UPDATE Book SET isbn = 'alone' WHERE _id = 1;")
    plan = try linked.apply("Book:_id", relinking: true)
    #expect(plan.emptiedLinks.map(\.text) == ["1 Book.author"])
    #expect(plan.remaining == [#"1 Book.author ["1"], breaks: broken-rule"#])
    #expect(try linked.numbers("SELECT author FROM Book ORDER BY _id") == [[nil], [1], [2]])
  }
}
