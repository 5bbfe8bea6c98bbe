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

  /// A store as it was, and what of it is left.
  private struct Pair {
    let donor: TestStore
    let store: TestStore

    init(_ damage: String, before: String = "") throws {
      donor = try TestStore(RecoveryTests.library, RecoveryTests.content + before)
      store = try TestStore(RecoveryTests.library, RecoveryTests.content + before + damage)
    }

    func plan(_ keys: String...) throws -> RecoveryPlan {
      try StoreRecoverer.plan(storeAt: store.path, from: donor.path, options: options(keys))
    }

    func apply(_ keys: String..., relinking: Bool = false) throws -> RecoveryOutcome {
      try StoreRecoverer.apply(
        storeAt: store.path, from: donor.path, options: options(keys, relinking)
      ) { _ in "/backups/a.json" }
    }

    private func options(_ keys: [String], _ relinking: Bool = false) -> RecoveryOptions {
      var options = RecoveryOptions()
      options.relinks = relinking
      options.keys = keys.compactMap { UniqueKey($0) }
      return options
    }

    /// Every object and link of both.
    func areEqual() throws -> Bool {
      for sql in [
        "SELECT * FROM Book ORDER BY 1", "SELECT * FROM Note ORDER BY 1",
        "SELECT * FROM Tag ORDER BY 1", "SELECT * FROM Answer ORDER BY 1",
        "SELECT * FROM Book_tags ORDER BY books, tags",
      ] {
        guard try store.rows(sql) == donor.rows(sql) else { return false }
      }
      return true
    }
  }

  private static func text(_ missing: RecoveryPlan.Missing) -> String {
    "\(missing.count) \(missing.entity)"
      + (missing.renumbered > 0 ? " (\(missing.renumbered))" : "")
  }

  @Test func `an emptied store has everything again, to the bit`() throws {
    let pair = try Pair(
      "DELETE FROM Book_tags; DELETE FROM Answer; DELETE FROM Note; DELETE FROM Book; DELETE FROM Tag;"
    )
    let plan = try pair.plan()
    #expect(
      plan.missing.map { "\($0.count) \($0.entity)" } == ["1 Answer", "3 Book", "3 Note", "2 Tag"])
    #expect(plan.links == 3)
    #expect(plan.differences == [])
    #expect(try pair.store.rows("SELECT count(*) FROM Book") == [[.integer(0)]])
    let outcome = try pair.apply()
    #expect(outcome.plan == plan)
    #expect(outcome.backup == "/backups/a.json")
    #expect(try pair.areEqual())
    #expect(try pair.store.findings() == [])
    #expect(
      try pair.store.rows("SELECT backup, outcome FROM _migrate_history") == [
        [.text("a.json"), .text("recovered")]
      ])
    #expect(try pair.apply().backup == nil)
  }

  @Test func `what is there stays as it is, and is told where it differs`() throws {
    let pair = try Pair(
      """
      DELETE FROM Book_tags WHERE books = 2; UPDATE Note SET book = NULL WHERE book = 2;
      UPDATE Book SET sequelOf = NULL WHERE sequelOf = 2; DELETE FROM Book WHERE _id = 2;
      UPDATE Note SET text = 'newer' WHERE _id = 1; DELETE FROM Book_tags WHERE books = 1;
      INSERT INTO Note (_id, text) VALUES (9, 'new');
      """)
    let outcome = try pair.apply()
    #expect(outcome.plan.missing.map(Self.text) == ["1 Book"])
    #expect(outcome.plan.links == 2)
    #expect(outcome.plan.absentLinks.map { "\($0.count) \($0.name)" } == ["1 Book.tags"])
    #expect(
      outcome.plan.differences.map { "\($0.count) \($0.entity) \($0.columns) \($0.examples)" }
        == ["1 Note [\"text\"] [SQLite.SQLValue.integer(1)]"])
    #expect(
      outcome.plan.emptiedLinks.map { "\($0.count) \($0.name)" } == [
        "1 Book.sequelOf", "1 Note.book",
      ])
    #expect(
      try pair.store.rows("SELECT _id, title, sequelOf FROM Book ORDER BY _id") == [
        [.integer(1), .text("A"), .null], [.integer(2), .text("B"), .integer(1)],
        [.integer(3), .null, .null],
      ])
    #expect(
      try pair.store.rows("SELECT text, book FROM Note ORDER BY _id") == [
        [.text("newer"), .integer(1)], [.text("two"), .null], [.text("loose"), .null],
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

  @Test func `where the identity and a declared key disagree, somebody has to say which holds`()
    throws
  {
    let pair = try Pair(Self.takenOver)
    let key = try #require(UniqueKey("Book:localId"))
    #expect(throws: RecoveryError.ambiguous(key, count: 2, examples: [.integer(1), .integer(2)])) {
      try pair.plan()
    }
    #expect(throws: RecoveryError.ambiguous(key, count: 2, examples: [.integer(1), .integer(2)])) {
      try pair.apply()
    }
  }

  @Test func `by a key, links move along to the numbers that the objects have by now`() throws {
    let pair = try Pair(Self.takenOver)
    let outcome = try pair.apply("Book:localId")
    #expect(
      outcome.plan.missing.map(Self.text) == ["1 Answer", "2 Book (1)", "3 Note"])
    // 'a' was 1, which another book has by now; 'b' is 7; 'c' is still 3.
    #expect(
      try pair.store.rows("SELECT _id, localId, sequelOf FROM Book ORDER BY _id") == [
        [.integer(1), .text("new"), .null], [.integer(3), .text("c"), .integer(7)],
        [.integer(7), .text("b"), .null], [.integer(8), .text("a"), .null],
      ])
    #expect(
      try pair.store.rows("SELECT _id, book FROM Note ORDER BY _id") == [
        [.integer(1), .integer(8)], [.integer(2), .integer(7)], [.integer(3), .null],
      ])
    #expect(
      try pair.store.rows("SELECT books, tags FROM Book_tags") == [[.integer(8), .integer(1)]])
    #expect(outcome.plan.absentLinks.map { "\($0.count) \($0.name)" } == ["2 Book.tags"])
    #expect(try pair.store.findings() == [])
  }

  @Test func `what SQLite refuses stays behind, with what cannot be without it`() throws {
    let pair = try Pair(
      """
      \(Self.takenOver)
      CREATE TRIGGER own BEFORE INSERT ON Note BEGIN SELECT RAISE(ABORT, 'no notes'); END;
      """)
    let plan = try pair.apply("Book:localId").plan
    #expect(plan.missing.map(Self.text) == ["2 Book (1)"])
    #expect(
      plan.leftBehind.map(\.text) == [
        #"1 Answer ["1"], unlinked: Answer.note"#,
        #"3 Note ["1", "2", "3"], refused: no notes"#,
      ])
    #expect(try pair.store.rows("SELECT count(*) FROM Note") == [[.integer(0)]])
  }

  @Test func `by the identity, what another object's key keeps away stays behind`() throws {
    let pair = try Pair(Self.takenOver)
    let plan = try pair.apply("Book:_id").plan
    #expect(plan.leftBehind.map(\.text) == [#"1 Book ["2"], taken: localId"#])
    #expect(
      try pair.store.rows("SELECT _id, localId, sequelOf FROM Book ORDER BY _id") == [
        [.integer(1), .text("new"), .null], [.integer(3), .text("c"), .null],
        [.integer(7), .text("b"), .null],
      ])
    #expect(try pair.store.findings() == [])
  }

  @Test func `files that are gone come back, also for objects that are there`() throws {
    let pair = try Pair("")
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
    #expect(try pair.apply().plan.fileBytes == 3)
    #expect(try folder.read(lost) == [3, 4, 5])
    #expect(try pair.store.findings() == [])
  }

  @Test func `links of the backup that led nowhere come back empty, and are counted`() throws {
    let pair = try Pair(
      "DELETE FROM Note WHERE _id = 4;",
      before: "INSERT INTO Note (_id, text, book) VALUES (4, 'orphan', 99);")
    let outcome = try pair.apply()
    #expect(outcome.plan.lostLinks == 1)
    #expect(
      try pair.store.rows("SELECT text, book FROM Note WHERE _id = 4") == [
        [.text("orphan"), .null]
      ])
  }

  @Test func `links that were emptied when an object went are filled where that is wanted`() throws
  {
    let pair = try Pair(
      """
      UPDATE Note SET book = NULL WHERE book = 2; UPDATE Note SET book = 1 WHERE _id = 3;
      UPDATE Book SET sequelOf = NULL; DELETE FROM Book_tags WHERE books = 2;
      DELETE FROM Book WHERE _id = 2;
      """)
    #expect(
      try pair.apply(relinking: true).plan.emptiedLinks.map { "\($0.name)" } == [
        "Book.sequelOf", "Note.book",
      ])
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

  @Test func `what a key does not tell apart is not passed over`() throws {
    let pair = try Pair("UPDATE Note SET book = NULL; DELETE FROM Book WHERE title = 'A'")
    try pair.donor.execute("UPDATE Book SET title = 'A' WHERE _id = 3")
    let key = try #require(UniqueKey("Book:title"))
    #expect(throws: RecoveryError.indistinct(key, place: .backup, count: 1)) {
      try pair.plan("Book:title")
    }
  }

  @Test func `an object without a value under the key is known by its identity`() throws {
    let pair = try Pair("UPDATE Note SET book = NULL; DELETE FROM Answer; DELETE FROM Note;")
    try pair.donor.execute("UPDATE Book SET title = NULL")
    try pair.store.execute("UPDATE Book SET title = NULL")
    #expect(try pair.apply("Book:title").plan.missing.map(\.entity) == ["Answer", "Note"])
    #expect(try pair.apply("Book:title").plan.missing == [])
    // Its number is of another one by now, and nothing else tells what it is.
    try pair.store.execute("UPDATE Book SET title = 'B' WHERE _id = 2")
    #expect(try pair.plan("Book:title").leftBehind.map(\.text) == [#"1 Book ["2"], number"#])
  }

  @Test func `a trigger of somebody's own that changes what is there undoes all of it`() throws {
    for (trigger, error) in [
      ("UPDATE Tag SET name = name || '!'", RecoveryError.altered(table: "Tag")),
      ("UPDATE Note SET text = 'seen' WHERE _id = 1", .altered(table: "Note")),
      (
        "INSERT INTO Tag (name) VALUES ('more')",
        .unforeseen(table: "Tag", expected: 2, found: 3)
      ),
    ] {
      let pair = try Pair(
        """
        DELETE FROM Note WHERE _id = 3;
        CREATE TRIGGER own AFTER INSERT ON Note BEGIN \(trigger); END;
        """)
      #expect(throws: error) { try pair.plan() }
      #expect(throws: error) { try pair.apply() }
      #expect(try pair.store.rows("SELECT count(*) FROM Note") == [[.integer(2)]])
      #expect(try pair.store.rows("SELECT name FROM Tag") == [[.text("x")], [.text("y")]])
    }
  }

  @Test func `what breaks a rule in the backup comes back as it was`() throws {
    let pair = try Pair("")
    let tables = [
      "DELETE FROM Book_tags", "DELETE FROM Answer", "DELETE FROM Note", "DELETE FROM Book",
    ]
    try pair.donor.execute("UPDATE Book SET cover = 'gone' WHERE _id = 1")
    try pair.store.execute(tables.joined(separator: ";"))
    #expect(try pair.apply().plan.missing.map(\.count) == [1, 3, 3])
    #expect(try pair.areEqual())
  }

  @Test func `a file that is damaged is replaced, and one that nobody has is told`() throws {
    let pair = try Pair("")
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
    let plan = try pair.apply().plan
    #expect(plan.files == [name])
    #expect(plan.filesLost == [lost])
    #expect(try folder.read(name) == [7, 7])
  }

  @Test func `a backup that is not as its version says is none to take from`() throws {
    let pair = try Pair("")
    try pair.donor.execute("ALTER TABLE Note DROP COLUMN text")
    #expect(
      throws: RecoveryError.unusableBackup(
        reason: "the store is not as its version says: the column 'Note.text' is missing")
    ) { try pair.plan() }
  }

  @Test func `another model and another version are told`() throws {
    let pair = try Pair("")
    let other = try TestStore("schema: Other\nversion: 1.0.0\nentities: {A: {}}", "")
    let later = try TestStore(
      Self.library.replacing("version: 1.0.0", with: "version: 2.0.0"), "")
    func error(from donor: TestStore) -> String? {
      do {
        _ = try StoreRecoverer.plan(storeAt: pair.store.path, from: donor.path)
        return nil
      } catch {
        return "\(error)"
      }
    }
    #expect(error(from: other) == "the store is of 'Library', and the backup of 'Other'")
    #expect(error(from: later) == "the store is version 1.0.0, and the backup 2.0.0")
    #expect(throws: RecoveryError.self) { try pair.plan("Note:book") }
  }
}
