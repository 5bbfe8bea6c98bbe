import Files
import SQLite
import StoreLayout
import SchemaModel
import StoreVerification
import Testing

struct RecoveryTests {
  private static let library = """
    schema: Library
    version: 1.0.0
    entities:
      Book:
        attributes:
          localId: {type: string, unique: true}
          title: string?
          cover: {type: data, optional: true, storage: external}
        relationships:
          notes: {toMany: Note, inverse: book, delete: nullify}
          tags: {toMany: Tag, inverse: books, delete: nullify}
          sequelOf: {toOne: Book?, inverse: sequels, delete: nullify}
          sequels: {toMany: Book, inverse: sequelOf, delete: nullify}
      Note:
        attributes: {text: string = ""}
        relationships:
          book: {toOne: Book?, inverse: notes, delete: nullify}
          answers: {toMany: Answer, inverse: note, delete: cascade}
      Answer:
        relationships: {note: {toOne: Note, inverse: answers, delete: nullify}}
      Tag:
        attributes: {name: string}
        relationships: {books: {toMany: Book, inverse: tags, delete: nullify}}
    """

  private static let content = """
    INSERT INTO Book (_id, localId, title, sequelOf) VALUES
      (1, 'a', 'A', NULL), (2, 'b', 'B', 1), (3, 'c', NULL, 2);
    INSERT INTO Note (_id, text, book) VALUES (1, 'one', 1), (2, 'two', 2), (3, 'loose', NULL);
    INSERT INTO Answer (_id, note) VALUES (1, 2);
    INSERT INTO Tag (_id, name) VALUES (1, 'x'), (2, 'y');
    INSERT INTO Book_tags (books, tags) VALUES (1, 1), (2, 1), (2, 2);
    """

  private func pair(_ damage: String, before: String = "") throws -> RecoveryPair {
    try RecoveryPair(Self.library, Self.content + before, damage)
  }

  private static let tables = "Book Note Tag Answer Book_tags".split(separator: " ").map(
    String.init)

  /// Whether both have the same objects and links.
  private func areEqual(_ pair: RecoveryPair) throws -> Bool {
    try Self.tables.allSatisfy { try pair.areEqual($0) }
  }

  @Test func `an emptied store has everything again, to the bit`() throws {
    let pair = try pair(
      "DELETE FROM Book_tags; DELETE FROM Answer; DELETE FROM Note; DELETE FROM Book; DELETE FROM Tag;"
    )
    let plan = try pair.apply()
    #expect(plan.returning == ["1 Answer", "3 Book", "3 Note", "2 Tag"])
    #expect(plan.links == 3)
    #expect(plan.differences == [])
    #expect(try areEqual(pair))
    #expect(try pair.store.findings() == [])
    #expect(
      try pair.store.rows("SELECT backup, outcome FROM _migrate_history") == [
        [.text("a.json"), .text("recovered")]
      ])
    #expect(try pair.apply().isEmpty)
  }

  @Test func `existing objects stay but for their links, and are reported where they differ`()
    throws
  {
    let pair = try pair(
      """
      DELETE FROM Book_tags WHERE books = 2; UPDATE Note SET book = NULL WHERE book = 2;
      UPDATE Book SET sequelOf = NULL WHERE sequelOf = 2; DELETE FROM Book WHERE _id = 2;
      UPDATE Note SET text = 'newer' WHERE _id = 1; DELETE FROM Book_tags WHERE books = 1;
      INSERT INTO Note (_id, text) VALUES (9, 'new');
      """)
    let plan = try pair.apply()
    #expect(plan.returning == ["1 Book"])
    #expect(plan.links == 2)
    #expect(
      plan.differences.map { "\($0.count) \($0.entity) \($0.columns) \($0.examples)" }
        == ["1 Note [\"text\"] [SQLite.SQLValue.integer(1)]"])
    #expect(plan.filledLinks == 2)
    #expect(
      try pair.store.rows("SELECT _id, title, sequelOf FROM Book ORDER BY _id") == [
        [.integer(1), .text("A"), .null], [.integer(2), .text("B"), .integer(1)],
        [.integer(3), .null, .integer(2)],
      ])
    #expect(
      try pair.store.rows("SELECT text, book FROM Note ORDER BY _id") == [
        [.text("newer"), .integer(1)], [.text("two"), .integer(2)], [.text("loose"), .null],
        [.text("new"), .null],
      ])
    #expect(
      try pair.store.rows("SELECT books, tags FROM Book_tags") == [
        [.integer(2), .integer(1)], [.integer(2), .integer(2)],
      ])
  }

  private static let takenOver = """
    DELETE FROM Book_tags; DELETE FROM Answer; DELETE FROM Note; DELETE FROM Book;
    INSERT INTO Book (_id, localId, title) VALUES (1, 'new', 'N'), (7, 'b', 'B');
    """

  @Test func `with a key, links follow the numbers that the objects have now`() throws {
    let pair = try pair(Self.takenOver)
    let plan = try pair.apply("Book:localId")
    #expect(
      plan.returning == ["1 Answer", "2 Book (1)", "3 Note"])
    // 'a' was 1, which another book has by now, and 8 comes after all; 'b' is 7; 'c' is still 3.
    #expect(
      try pair.store.rows("SELECT _id, localId, sequelOf FROM Book ORDER BY _id") == [
        [.integer(1), .text("new"), .null], [.integer(3), .text("c"), .integer(7)],
        [.integer(7), .text("b"), .integer(8)], [.integer(8), .text("a"), .null],
      ])
    #expect(
      try pair.store.rows("SELECT _id, book FROM Note ORDER BY _id") == [
        [.integer(1), .integer(8)], [.integer(2), .integer(7)], [.integer(3), .null],
      ])
    #expect(
      try pair.store.rows("SELECT books, tags FROM Book_tags") == [[.integer(8), .integer(1)]])
    #expect(try pair.store.findings() == [])
  }

  @Test func `missing files come back, also for existing objects`() throws {
    let pair = try pair("")
    let donorFolder = ExternalFolder(ofStoreAt: pair.donor.path)
    let folder = ExternalFolder(ofStoreAt: pair.store.path)
    let (kept, lost) = (try donorFolder.write([1, 2]), try donorFolder.write([3, 4, 5]))
    _ = try folder.write([1, 2])
    for store in [pair.donor, pair.store] {
      try store.execute(
        """
        UPDATE Book SET cover = '\(kept)' WHERE _id = 1;
        UPDATE Book SET cover = '\(lost)' WHERE _id IN (2, 3);
        """)
    }
    try pair.store.execute(
      """
      UPDATE Book SET sequelOf = NULL WHERE _id = 3; UPDATE Note SET book = NULL WHERE book = 2;
      DELETE FROM Book_tags WHERE books = 2; DELETE FROM Book WHERE _id = 2;
      """)
    #expect(try pair.plan().files == [lost])
    #expect(try pair.apply().fileBytes == 3)
    #expect(try folder.read(lost) == [3, 4, 5])
    #expect(try pair.store.findings() == [])
  }

  @Test func `links of the backup that led nowhere come back empty, and are counted`() throws {
    let pair = try pair(
      "DELETE FROM Note WHERE _id = 4;",
      before: "INSERT INTO Note (_id, text, book) VALUES (4, 'orphan', 99);")
    let plan = try pair.apply()
    #expect(plan.lostLinks == 1)
    #expect(
      try pair.store.rows("SELECT text, book FROM Note WHERE _id = 4") == [
        [.text("orphan"), .null]
      ])
  }

  @Test func `links that were emptied by a deletion are filled with the object`() throws {
    let pair = try pair(
      """
      UPDATE Note SET book = NULL WHERE book = 2; UPDATE Note SET book = 1 WHERE _id = 3;
      UPDATE Book SET sequelOf = NULL; DELETE FROM Book_tags WHERE books = 2;
      DELETE FROM Book WHERE _id = 2;
      """)
    #expect(try pair.apply().filledLinks == 2)
    #expect(
      try pair.store.rows("SELECT _id, sequelOf FROM Book ORDER BY _id") == [
        [.integer(1), .null], [.integer(2), .integer(1)], [.integer(3), .integer(2)],
      ])
    #expect(
      try pair.store.rows("SELECT _id, book FROM Note ORDER BY _id") == [
        [.integer(1), .integer(1)], [.integer(2), .integer(2)], [.integer(3), .integer(1)],
      ])
    #expect(try pair.store.findings() == [])
  }

  @Test func `an object without a value under the key is known by its identity`() throws {
    let pair = try pair("UPDATE Note SET book = NULL; DELETE FROM Answer; DELETE FROM Note;")
    try pair.donor.execute("UPDATE Book SET title = NULL")
    try pair.store.execute("UPDATE Book SET title = NULL")
    #expect(try pair.apply("Book:title").missing.map(\.entity) == ["Answer", "Note"])
    #expect(try pair.apply("Book:title").missing == [])
  }

  @Test func `an object that breaks a rule in the backup comes back as it was`() throws {
    let pair = try pair("")
    let tables = [
      "DELETE FROM Book_tags", "DELETE FROM Answer", "DELETE FROM Note", "DELETE FROM Book",
    ]
    try pair.donor.execute("UPDATE Book SET cover = 'gone' WHERE _id = 1")
    try pair.store.execute(tables.joined(separator: ";"))
    #expect(try pair.apply().missing.map(\.count) == [1, 3, 3])
    #expect(try areEqual(pair))
  }

  @Test func `a damaged file is replaced, and a file that is missing everywhere is reported`()
    throws
  {
    let pair = try pair("")
    let (donorFolder, folder) = (
      ExternalFolder(ofStoreAt: pair.donor.path), ExternalFolder(ofStoreAt: pair.store.path)
    )
    let name = try donorFolder.write([7, 7])
    let lost = try folder.write([8])
    _ = try folder.write([7, 7])
    try FileSystem.remove(folder.path(of: name))
    try FileSystem.copy(folder.path(of: lost), to: folder.path(of: name))
    try FileSystem.remove(folder.path(of: lost))
    for store in [pair.donor, pair.store] {
      try store.execute(
        """
        UPDATE Book SET cover = '\(name)' WHERE _id = 1;
        UPDATE Book SET cover = '\(lost)' WHERE _id = 2;
        """)
    }
    let plan = try pair.apply()
    #expect(plan.files == [name])
    #expect(plan.filesLost == [lost])
    #expect(try folder.read(name) == [7, 7])
  }

  @Test func `a backup that differs from its version is refused`() throws {
    let pair = try pair("")
    try pair.donor.execute("ALTER TABLE Note DROP COLUMN text")
    #expect(
      throws: RecoveryError.unusableBackup(
        reason: "the store is not as its version says: the column 'Note.text' is missing")
    ) { try pair.plan() }
  }

  @Test func `another definition is refused`() throws {
    let pair = try pair("")
    let yaml = Self.library.replacing("text: string = \"\"", with: "text: string = \"x\"")
    let donor = try TestStore(yaml, "")
    #expect(
      throws: RecoveryError.unusableBackup(
        reason: "its version 1.0.0 is defined in another way than the store's")
    ) {
      try StoreRecoverer.plan(storeAt: pair.store.path, from: donor.path)
    }
  }

  @Test func `keys that do not distinguish objects are refused`() throws {
    let pair = try pair("UPDATE Note SET book = NULL; DELETE FROM Book WHERE title = 'A'")
    try pair.donor.execute("UPDATE Book SET title = 'A' WHERE _id = 3")
    let (title, link) = (
      try #require(UniqueKey("Book:title")), try #require(UniqueKey("Note:book"))
    )
    #expect(
      throws: RecoveryError.unusableKey(
        title, reason: "1 value is shared by several objects in the backup")
    ) {
      try pair.plan("Book:title")
    }
    #expect(
      throws: RecoveryError.unusableKey(
        link, reason: "'book' is no attribute whose value is in the row")
    ) {
      try pair.plan("Note:book")
    }
    let isbn = try #require(UniqueKey("Book:localId"))
    #expect(
      throws: RecoveryError.unusableKey(
        title, reason: "'\(isbn)' is the key of the same table already")
    ) {
      try pair.plan("Book:localId", "Book:title")
    }
  }

  @Test func `an object that gets a new number gets one that no link leads to`() throws {
    let pair = try pair(
      """
      PRAGMA foreign_keys = OFF; DELETE FROM Book WHERE _id = 3; UPDATE Note SET book = 4 WHERE _id = 3;
      INSERT INTO Book (_id, localId) VALUES (3, 'new'); INSERT INTO Book_tags VALUES (5, 1);
      """)
    #expect(try pair.apply("Book:localId").returning == ["1 Book (1)"])
    #expect(try pair.numbers("SELECT _id FROM Book WHERE localId = 'c'") == [[6]])
  }

  @Test func `broken links lead to the objects that come back, and are no obstacle`() throws {
    let pair = try pair(
      """
      INSERT INTO Book (_id, localId) VALUES (8, 'later'); INSERT INTO Book_tags VALUES (8, 1);
      DELETE FROM Tag WHERE _id = 1;
      """)
    let plan = try pair.apply()
    #expect(plan.returning == ["1 Tag"])
    #expect(plan.links == 0)
    #expect(
      try pair.numbers("SELECT books FROM Book_tags WHERE tags = 1 ORDER BY 1") == [[1], [2], [8]])
  }

  @Test func `links between existing objects stay as they are`() throws {
    let pair = try pair("DELETE FROM Book_tags; UPDATE Note SET book = NULL WHERE _id = 1;")
    #expect(try pair.apply().isEmpty)
    #expect(try pair.numbers("SELECT book FROM Note WHERE _id = 1") == [[nil]])
  }

  @Test func `a backup that numbers objects differently needs a key`() throws {
    let pair = try pair("DELETE FROM Note WHERE _id = 1;")
    var options = RecoveryOptions()
    options.renumberedEntities = ["Note"]
    #expect(throws: RecoveryError.unclear([.renumbered(entity: "Note")])) {
      try StoreRecoverer.plan(storeAt: pair.store.path, from: pair.donor.path, options: options)
    }
    options.keys = [UniqueKey(entity: "Note", properties: ["_id"])]
    let plan = try StoreRecoverer.plan(
      storeAt: pair.store.path, from: pair.donor.path, options: options)
    #expect(plan.returning == ["1 Note"])
  }
}
