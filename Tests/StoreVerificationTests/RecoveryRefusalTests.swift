import StoreVerification
import Testing

/// A problem with one object prevents the whole recovery, and all problems are reported at once.
struct RecoveryRefusalTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var damage: String
    var keys: [String] = []
    var problems: [String]

    var testDescription: String { name }
  }

  private static let library = """
    schema: Library
    version: 1.0.0
    entities:
      Author:
        attributes: {name: string, code: {type: string, unique: true}}
        relationships:
          books: {toMany: Book, inverse: author, delete: nullify}
          card: {toOne: Card, inverse: author, delete: nullify}
      Card:
        relationships: {author: {toOne: Author, inverse: card, delete: nullify}}
      Room:
        relationships: {books: {toMany: Book, inverse: room, delete: nullify, max: 1}}
      Book:
        attributes: {title: string?, isbn: {type: string, unique: true}}
        relationships:
          author: {toOne: Author?, inverse: books, delete: nullify}
          room: {toOne: Room?, inverse: books, delete: nullify}
          tags: {toMany: Tag, inverse: books, delete: nullify, max: 2}
        rules:
          - {name: no book of one, check: "isbn <> 'alone' OR author IS NULL"}
      Tag:
        attributes: {word: string?}
        relationships: {books: {toMany: Book, inverse: tags, delete: nullify}}
    """

  private static let content = """
    INSERT INTO Card (_id) VALUES (1), (2);
    INSERT INTO Room (_id) VALUES (1), (2);
    INSERT INTO Author (_id, name, code, card) VALUES (1, 'a', 'c1', 1), (2, 'b', 'c2', 2);
    INSERT INTO Book (_id, title, isbn, author, room) VALUES
      (1, 'x', 'i1', 1, 1), (2, 'y', 'i2', 1, 2), (3, NULL, 'i3', 2, NULL);
    INSERT INTO Tag (_id, word) VALUES (1, 'p'), (2, 'q'), (3, NULL);
    INSERT INTO Book_tags (books, tags) VALUES (1, 1), (1, 2), (2, 3);
    """

  private static func passedOver(_ trigger: String) -> String {
    "the trigger '\(trigger)' changes or skips what is put back"
  }

  private static let cases = [
    Case(
      name: "the identity and a declared key disagree, twice",
      damage: """
        DELETE FROM Book WHERE _id = 1; INSERT INTO Book (_id, isbn) VALUES (1, 'new'), (7, 'i1');
        UPDATE Author SET code = 'other' WHERE _id = 2
        """,
      problems: [
        "unclear: the backup has 1 object of 'Author' that the store has by '_id' or by 'code', "
          + "and not by both: _id 2",
        "unclear: the backup has 1 object of 'Book' that the store has by '_id' or by 'isbn', "
          + "and not by both: _id 1",
      ]),
    Case(
      name: "a number is taken and no key tells its object apart",
      damage: "UPDATE Tag SET word = 'new' WHERE _id = 3", keys: ["Tag:word"],
      problems: [
        "unclear: 1 object of 'Tag' cannot come back, for another object has the '_id' by now, "
          + "and no key distinguishes them: _id 3"
      ]),
    Case(
      name: "unique values are taken in two tables",
      damage: """
        DELETE FROM Author WHERE _id = 2; DELETE FROM Book WHERE _id > 1;
        INSERT INTO Author (_id, name, code, card) VALUES (9, 'n', 'c2', 2);
        INSERT INTO Book (_id, isbn) VALUES (9, 'i3')
        """, keys: ["Author:_id", "Book:_id"],
      problems: [
        "undone: 1 object of 'Author' cannot come back: UNIQUE constraint failed: Author.code: _id 2",
        "undone: 1 object of 'Book' cannot come back: UNIQUE constraint failed: Book.isbn: _id 3",
      ]),
    Case(
      name: "an index over an expression",
      damage: """
        DELETE FROM Book WHERE _id < 3; CREATE UNIQUE INDEX own ON Book (lower(title));
        INSERT INTO Book (_id, title, isbn) VALUES (9, 'Y', 'new')
        """,
      problems: [
        "undone: 1 object of 'Book' cannot come back: UNIQUE constraint failed: index 'own': _id 2"
      ]),
    Case(
      name: "a trigger refuses rows",
      damage: """
        DELETE FROM Tag; DELETE FROM Book_tags;
        CREATE TRIGGER own BEFORE INSERT ON Tag WHEN NEW._id = 2 BEGIN SELECT RAISE(ABORT, 'no'); END
        """,
      problems: [
        "undone: 3 objects of 'Tag' cannot come back: the trigger 'own' refuses with 'no': _id 1, 2, 3"
      ]),
    Case(
      name: "a trigger undoes the transaction",
      damage: """
        DELETE FROM Tag; DELETE FROM Book_tags;
        CREATE TRIGGER own BEFORE INSERT ON Tag WHEN NEW._id = 2 BEGIN SELECT RAISE(ROLLBACK, 'no'); END
        """,
      problems: ["undone: objects of 'Tag' cannot come back: the trigger 'own' refuses with 'no'"]),
    Case(
      name: "triggers pass rows and links over",
      damage: """
        DELETE FROM Book_tags; DELETE FROM Tag WHERE _id < 3; DELETE FROM Author WHERE _id = 1;
        CREATE TRIGGER own1 BEFORE INSERT ON Book_tags WHEN NEW.tags = 2 BEGIN SELECT RAISE(IGNORE); END;
        CREATE TRIGGER own2 BEFORE UPDATE ON Book WHEN NEW._id = 2 BEGIN SELECT RAISE(IGNORE); END;
        CREATE TRIGGER own3 AFTER INSERT ON Tag WHEN NEW._id = 1 BEGIN DELETE FROM Tag WHERE _id = 1; END
        """,
      problems: [
        "undone: 1 object of 'Tag' cannot come back: \(passedOver("own3")): _id 1",
        "undone: 1 link of 'Book.author' cannot come back: \(passedOver("own2")): _id 2",
        "undone: 1 link of 'Book.tags' cannot come back: \(passedOver("own1")): _id '1 to 2'",
      ]),
    Case(
      name: "a rule is broken and there are too many links",
      damage: """
        DELETE FROM Author WHERE _id = 1; UPDATE Book SET isbn = 'alone' WHERE _id = 1;
        DELETE FROM Tag WHERE _id = 2; INSERT INTO Tag (_id) VALUES (9); INSERT INTO Book_tags VALUES (1, 9);
        DELETE FROM Book WHERE _id = 2; INSERT INTO Book (_id, isbn, room) VALUES (9, 'n', 2)
        """, keys: ["Book:_id"],
      problems: [
        "undone: afterwards 1 object has more than 1 at 'Room.books': _id 2",
        "undone: afterwards 1 object has more than 2 at 'Book.tags': _id 1",
        "undone: afterwards 1 object of 'Book' breaks the rule 'no book of one': _id 1",
      ]),
    Case(
      name: "one that is repaired hides none that is broken",
      damage: """
        INSERT INTO Card (_id) VALUES (9); UPDATE Author SET card = 9 WHERE _id = 2;
        DELETE FROM Card WHERE _id = 2; DELETE FROM Author WHERE _id = 1
        """,
      problems: [
        "undone: afterwards 1 object has nothing at 'Card.author', which is required: _id 2"
      ]),
  ]

  @Test(arguments: cases)
  func `no object comes back where one cannot`(_ example: Case) throws {
    let pair = try RecoveryPair(
      Self.library, Self.content, "PRAGMA foreign_keys = ON; \(example.damage)")
    #expect(try pair.problems(example.keys) == example.problems)
  }

  @Test(arguments: ["Book:_id", "Book:isbn"])
  func `where the identity and a declared key disagree, an option decides`(_ key: String) throws {
    let pair = try RecoveryPair(
      Self.library, Self.content,
      "PRAGMA foreign_keys = ON; UPDATE Book SET isbn = 'new' WHERE _id = 3")
    #expect(try pair.apply(key).returning == (key == "Book:_id" ? [] : ["1 Book (1)"]))
  }
}
