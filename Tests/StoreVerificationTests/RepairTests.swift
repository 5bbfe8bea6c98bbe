import SQLite
import SchemaModel
import StoreLayout
@testable import StoreVerification
import TestSupport
import Testing

struct RepairTests {
  private static let notes = """
    schema: Notes
    version: 1.0.0
    entities:
      Book:
        attributes: {localId: string, title: string, added: date, owned: bool = false}
        relationships:
          notes: {toMany: Note, inverse: book, delete: cascade, ordered: true}
          sessions: {toMany: Session, inverse: book, delete: nullify}
          tags: {toMany: Tag, inverse: books, delete: nullify}
          shelf: {toOne: Shelf?, inverse: books, delete: nullify}
          sequelOf: {toOne: Book?, inverse: sequels, delete: nullify}
          sequels: {toMany: Book, inverse: sequelOf, delete: nullify}
      Note:
        relationships:
          book: {toOne: Book?, inverse: notes, delete: nullify}
          marks: {toMany: Mark, inverse: note, delete: cascade}
      Mark:
        relationships:
          note: {toOne: Note, inverse: marks, delete: nullify}
      Session:
        relationships:
          book: {toOne: Book?, inverse: sessions, delete: nullify}
      Tag:
        relationships:
          books: {toMany: Book, inverse: tags, delete: nullify}
      Shelf:
        relationships:
          books: {toMany: Book, inverse: shelf, delete: deny}
    """

  private static let orphans = """
    INSERT INTO Book (_id, localId, title, added) VALUES (1, 'a', 'A', 0);
    INSERT INTO Note (_id, book, _order_book) VALUES (1, 1, 0), (2, 8, 0), (3, 9, 0);
    INSERT INTO Mark (_id, note) VALUES (1, 1), (2, 2), (3, 2);
    INSERT INTO Session (_id, book) VALUES (1, 1), (2, 8);
    INSERT INTO Tag (_id) VALUES (1);
    INSERT INTO Book_tags (books, tags) VALUES (1, 1), (1, 2), (8, 1);
    """

  /// The effects on the objects that depend on the orphans.
  private static let alongOrphans = [
    "2 objects of 'Mark' are removed"
  ]

  private func apply(
    _ store: TestStore, _ change: (inout RepairOptions) -> Void = { _ in }
  ) throws -> RepairOutcome {
    var options = RepairOptions.deleting
    change(&options)
    return try StoreRepairer.apply(storeAt: store.path, options: options) { _ in "/backups/a.json" }
  }

  @Test func `orphans are repaired by the delete rules, and dependent objects are deleted too`()
    throws
  {
    let store = try TestStore(Self.notes, Self.orphans)
    let plan = try StoreRepairer.plan(storeAt: store.path, options: .deleting)
    #expect(
      plan.steps.map(\.message) == [
        "remove 1 link of 'Book.tags' to a 'Tag' that does not exist",
        "remove 1 link of 'Book.tags' to a 'Book' that does not exist",
        "delete 2 objects of 'Note': 'Note.book' leads to a 'Book' that does not exist, "
          + "and its delete rule is cascade",
        "empty 1 link of 'Session.book' to a 'Book' that does not exist",
      ])
    #expect(plan.unresolved == [])
    let outcome = try apply(store)
    #expect(outcome.plan.steps == plan.steps)
    #expect(outcome.backup == "/backups/a.json")
    #expect(outcome.plan.effects.map(\.message) == Self.alongOrphans)
    #expect(try store.findings() == [])
    #expect(
      try store.rows("SELECT _id, book FROM Session ORDER BY _id") == [
        [.integer(1), .integer(1)], [.integer(2), .null],
      ])
    let steps = outcome.plan.steps.map(\.message).joined(separator: "; ")
    #expect(
      try store.rows("SELECT backup, outcome FROM _migrate_history") == [
        [
          .text("a.json"),
          .text(
            "repaired; \(steps); \(Self.alongOrphans.joined(separator: "; "))"),
        ]
      ])
  }

  @Test func `links of remaining objects are counted where their destination is deleted`() throws {
    let schema = """
      schema: Q
      version: 1.0.0
      entities:
        Book: {relationships: {sessions: {toMany: Session, inverse: book, delete: cascade}}}
        Session:
          relationships:
            book: {toOne: Book?, inverse: sessions, delete: nullify}
            notes: {toMany: Note, inverse: session, delete: nullify}
            parts: {toMany: Part, inverse: session, delete: cascade}
        Part:
          relationships:
            session: {toOne: Session?, inverse: parts, delete: nullify}
            notes: {toMany: Note, inverse: part, delete: nullify}
        Note:
          relationships:
            session: {toOne: Session?, inverse: notes, delete: nullify}
            part: {toOne: Part?, inverse: notes, delete: nullify}
      """
    let store = try TestStore(
      schema,
      """
      INSERT INTO Session (_id, book) VALUES (1, 9), (2, NULL);
      INSERT INTO Part (_id, session) VALUES (1, 1), (2, 2);
      INSERT INTO Note (_id, session, part) VALUES (1, 1, 1), (2, 1, NULL), (3, 2, 2);
      """)
    let plan = try StoreRepairer.plan(storeAt: store.path, options: .deleting)
    #expect(
      plan.effects.named("emptied").map(\.message) == [
        "1 link of 'Part.notes' is emptied", "2 links of 'Session.notes' are emptied",
      ])
    #expect(try apply(store).plan.effects == plan.effects)
    let links = "; 1 link of ''Part.notes'' is emptied; 2 links of ''Session.notes'' are emptied"
    #expect(
      try store.rows("SELECT instr(outcome, '\(links)') > 0 FROM _migrate_history")
        == [[.integer(1)]])
    #expect(
      try store.rows("SELECT _id, session, part FROM Note ORDER BY _id") == [
        [.integer(1), .null, .null], [.integer(2), .null, .null],
        [.integer(3), .integer(2), .integer(2)],
      ])
  }

  @Test func `orphans are kept unless their deletion is requested`() throws {
    let store = try TestStore(Self.notes, Self.orphans)
    _ = try apply(store) { $0 = RepairOptions() }
    #expect(try store.findings() == [])
    #expect(
      try store.rows("SELECT _id, book FROM Note ORDER BY _id") == [
        [.integer(1), .integer(1)], [.integer(2), .null], [.integer(3), .null],
      ])
  }

  @Test func `the treatment of orphans is chosen for one relationship`() throws {
    let store = try TestStore(Self.notes, Self.orphans)
    let outcome = try apply(store) {
      $0.orphans = [
        PropertyName("Book", "notes"): .nullify, PropertyName("Session", "book"): .delete,
        PropertyName("Tag", "books"): .leave,
      ]
    }
    #expect(
      outcome.plan.steps.map(\.message) == [
        "empty 2 links of 'Note.book' to a 'Book' that does not exist",
        "delete 1 object of 'Session': 'Session.book' leads to a 'Book' that does not exist",
      ])
    #expect(
      outcome.plan.unresolved.map(\.message) == [
        "1 link of 'Book.tags' leads to a 'Tag' that does not exist",
        "1 link of 'Tag.books' leads to a 'Book' that does not exist",
      ])
    #expect(try store.rows("SELECT _id FROM Session") == [[.integer(1)]])
    #expect(try store.rows("SELECT count(*) FROM Note WHERE book IS NULL") == [[.integer(2)]])
    #expect(try store.rows("SELECT count(*) FROM Book_tags") == [[.integer(3)]])
  }

  @Test(arguments: [
    (
      "Note", "books", OrphanTreatment.leave,
      "there is no relationship 'Note.books', did you mean 'Note.book'?"
    ),
    ("Nota", "book", .leave, "there is no relationship 'Nota.book'"),
    (
      "Mark", "note", .nullify,
      "'Mark.note' is required, so that its links cannot be emptied: write 'Mark.note=delete' or 'Mark.note=leave'"
    ),
    (
      "Tag", "books", .delete,
      "links of 'Tag.books' stand by themselves, and no object goes with one: write "
        + "'Tag.books=nullify' or 'Tag.books=leave', not 'delete'"
    ),
  ])
  func `a treatment that does not fit is reported`(
    entity: String, name: String, treatment: OrphanTreatment, message: String
  ) throws {
    let store = try TestStore(Self.notes, Self.orphans)
    let failure = #expect(throws: RepairError.self) {
      try apply(store) { $0.orphans = [PropertyName(entity, name): treatment] }
    }
    #expect(failure?.message == message)
  }

  @Test func `one relationship is not treated by two names`() throws {
    let store = try TestStore(Self.notes, Self.orphans)
    let failure = #expect(throws: RepairError.self) {
      try apply(store) {
        $0.orphans = [
          PropertyName("Note", "book"): .delete, PropertyName("Book", "notes"): .nullify,
        ]
      }
    }
    #expect(
      failure?.message
        == "'Book.notes' and 'Note.book' are one relationship: say once what becomes "
        + "of its links that lead nowhere")
    #expect(try store.rows("SELECT count(*) FROM Note") == [[.integer(3)]])
  }

  @Test func `orphans that a delete rule protects are reported, with how to keep them`() throws {
    let store = try TestStore(
      """
      schema: Loans
      version: 1.0.0
      entities:
        Author: {relationships: {books: {toMany: Book, inverse: author, delete: cascade}}}
        Book:
          relationships:
            author: {toOne: Author?, inverse: books, delete: nullify}
            loans: {toMany: Loan, inverse: book, delete: deny}
        Loan: {relationships: {book: {toOne: Book, inverse: loans, delete: nullify}}}
      """,
      """
      INSERT INTO Author (_id) VALUES (1);
      INSERT INTO Book (_id, author) VALUES (1, 1), (2, 9), (3, 9), (4, 8);
      INSERT INTO Loan (_id, book) VALUES (1, 1), (2, 3), (3, 3), (4, 4);
      """)
    let failure = #expect(throws: RepairError.self) { try apply(store) }
    #expect(
      failure?.message == "nothing was changed, for one step fails: delete 3 objects of 'Book': "
        + "'Book.author' leads to an 'Author' that does not exist, and its delete rule is cascade: "
        + "3 links of 'Book.loans' deny the deletion (3, 4)")
    #expect(failure?.remedy?.name == PropertyName("Book", "author"))
    #expect(failure?.remedy?.treatment == .nullify)
    #expect(try store.rows("SELECT count(*) FROM Book") == [[.integer(4)]])
    _ = try apply(store) { $0.orphans = [PropertyName("Book", "author"): .nullify] }
    #expect(try store.findings() == [])
  }

  @Test(arguments: [
    ("random() > 0", "random()"), ("added < unixepoch('now')", "'now'"),
    ("CURRENT_DATE > '2020'", "CURRENT_DATE"),
  ])
  func `a preference whose answer differs each time is refused`(text: String, part: String) throws {
    let store = try TestStore(Self.notes, Self.orphans)
    let failure = #expect(throws: RepairError.self) {
      try apply(store) {
        $0.merges = [
          DuplicateMerge(
            key: UniqueKey(entity: "Book", properties: ["localId"]),
            keep: [.prefer(text), .newest("added")])
        ]
      }
    }
    #expect(
      failure?.message == "'\(text)' is no condition that decides which duplicate stays: it has "
        + "another answer each time, for it asks '\(part)'")
  }

  @Test func `a plan reports what is also deleted, and the repair does the same`() throws {
    let store = try TestStore(Self.notes, Self.orphans)
    let plan = try StoreRepairer.plan(storeAt: store.path, options: .deleting)
    #expect(plan.effects.map(\.message) == Self.alongOrphans)
    #expect(plan.effects.map(\.count) == [2])
    let outcome = try apply(store)
    #expect(outcome.plan.effects == plan.effects)
    #expect(outcome.plan.steps == plan.steps)
  }

  @Test func `a plan of a store with a log is tried on all of it`() throws {
    let store = try TestStore(Self.notes, Self.orphans)
    try store.execute("PRAGMA journal_mode = WAL")
    let writer = try Connection(path: store.path, mode: .readWrite)
    try writer.execute("INSERT INTO Mark (_id, note) VALUES (4, 3)")
    let plan = try StoreRepairer.plan(storeAt: store.path, options: .deleting)
    #expect(plan.effects.named("removed").map(\.count) == [3])
  }

  @Test func `a plan fails where the repair would`() throws {
    let store = try TestStore(
      Self.notes,
      Self.orphans
        + "CREATE TRIGGER keep BEFORE DELETE ON Mark BEGIN SELECT RAISE(ABORT, 'no'); END;")
    let failure = #expect(throws: RepairError.self) {
      try StoreRepairer.plan(storeAt: store.path, options: .deleting)
    }
    guard case .failed(let step, reason: "no") = failure else {
      Issue.record("it failed otherwise: \(String(describing: failure))")
      return
    }
    #expect(step.message.hasPrefix("delete 2 objects of 'Note'"))
    #expect(throws: RepairError.self) { try apply(store) }
  }

  @Test func `planning writes nothing, and a sound store is not even backed up`() throws {
    let store = try TestStore(Self.notes, Self.orphans)
    let before = try store.rows("SELECT * FROM Note")
    _ = try StoreRepairer.plan(storeAt: store.path, options: .deleting)
    #expect(try store.rows("SELECT * FROM Note") == before)
    _ = try apply(store)
    let outcome = try StoreRepairer.apply(storeAt: store.path) { _ in
      Issue.record("there was nothing to back up for")
      return ""
    }
    #expect(outcome == RepairOutcome())
  }

  @Test func `a backup that fails leaves the store as it was`() throws {
    struct DiskFull: Error {}
    let store = try TestStore(Self.notes, Self.orphans)
    let before = try store.findings()
    #expect(throws: DiskFull.self) {
      try StoreRepairer.apply(storeAt: store.path) { _ in throw DiskFull() }
    }
    #expect(try store.findings() == before)
  }

  private static let duplicates = """
    INSERT INTO Shelf (_id) VALUES (1);
    INSERT INTO Book (_id, localId, title, added, owned, shelf, sequelOf) VALUES
      (1, 'a', 'old', 10, 1, 1, NULL), (2, 'a', 'new', 30, 0, NULL, NULL),
      (3, 'a', 'middle', 20, 0, NULL, 2), (4, 'b', 'other', 0, 0, NULL, 1);
    INSERT INTO Note (_id, book, _order_book) VALUES (1, 1, 0), (2, 1, 1), (3, 2, 0), (4, 3, 0);
    INSERT INTO Session (_id, book) VALUES (1, 3);
    INSERT INTO Tag (_id) VALUES (1), (2);
    INSERT INTO Book_tags (books, tags) VALUES (1, 1), (2, 1), (3, 2);
    """

  private static let byDate = DuplicateMerge(
    key: UniqueKey(entity: "Book", properties: ["localId"]), keep: [.newest("added")])

  @Test func `the newest of several duplicates stays, and every link leads to it`() throws {
    let store = try TestStore(Self.notes, Self.duplicates)
    let outcome = try apply(store) { $0.merges = [Self.byDate] }
    #expect(
      outcome.plan.steps.map(\.message) == [
        "merge 2 objects of 'Book' into the one with the same 'localId': the newest 'added'; "
          + "with them go 2 values of 'Book.added', 1 value of 'Book.owned', 1 link of "
          + "'Book.sequelOf', 2 values of 'Book.title'"
      ])
    #expect(outcome.plan.steps.map(\.examples) == [[1, 3]])
    #expect(try store.findings() == [])
    #expect(
      try store.rows("SELECT _id, title, shelf, sequelOf FROM Book ORDER BY _id") == [
        [.integer(2), .text("new"), .integer(1), .null],
        [.integer(4), .text("other"), .null, .integer(2)],
      ])
    #expect(
      try store.rows("SELECT _id, book, _order_book FROM Note ORDER BY _order_book")
        == [1, 3, 4, 2].enumerated().map {
          [.integer($1), .integer(2), .integer(Int64($0))]
        })
    #expect(try store.rows("SELECT book FROM Session") == [[.integer(2)]])
    #expect(
      try store.rows("SELECT books, tags FROM Book_tags") == [
        [.integer(2), .integer(1)], [.integer(2), .integer(2)],
      ])
  }

  @Test func `a declared preference comes before the date`() throws {
    let store = try TestStore(Self.notes, Self.duplicates)
    _ = try apply(store) {
      $0.merges = [
        DuplicateMerge(key: Self.byDate.key, keep: [.prefer("owned"), .newest("added")])
      ]
    }
    #expect(try store.rows("SELECT _id FROM Book ORDER BY _id") == [[.integer(1)], [.integer(4)]])
    #expect(try store.findings() == [])
  }

  @Test func `a preference that is not a condition is refused`() throws {
    let store = try TestStore(Self.notes, Self.duplicates)
    let merge = DuplicateMerge(key: Self.byDate.key, keep: [.prefer("owend"), .newest("added")])
    #expect(
      throws: RepairError.unusablePreference("owend", reason: "no such column: owend")
    ) {
      try apply(store) { $0.merges = [merge] }
    }
  }

  @Test func `a store that differs from its version is not repaired`() throws {
    let store = try TestStore(Self.notes, Self.orphans + "ALTER TABLE Tag ADD COLUMN mine TEXT;")
    #expect(throws: RepairError.drifted(.unexpectedColumn("mine", table: "Tag"), count: 1)) {
      try apply(store)
    }
  }

  @Test func `an orphan whose required link no rule empties stays, and is reported`() throws {
    let store = try TestStore(
      """
      schema: Editions
      version: 1.0.0
      entities:
        Edition:
          relationships:
            entries: {toMany: Entry, inverse: edition, delete: deny}
        Entry:
          relationships:
            edition: {toOne: Edition, inverse: entries, delete: nullify}
      """, "INSERT INTO Entry (_id, edition) VALUES (1, 5)")
    let outcome = try apply(store)
    #expect(outcome.plan.steps == [])
    #expect(
      outcome.plan.unresolved == [
        Finding(
          .danglingLink(PropertyName("Entry", "edition"), destination: "Edition", rule: .deny),
          examples: [1])
      ])
  }

  @Test func `links among duplicates of one object are dropped, not bent back to it`() throws {
    let store = try TestStore(
      """
      schema: People
      version: 1.0.0
      entities:
        Person:
          attributes: {email: string, met: date}
          relationships:
            friends: {toMany: Person, inverse: friends, delete: nullify}
            boss: {toOne: Person?, inverse: staff, delete: nullify}
            staff: {toMany: Person, inverse: boss, delete: nullify}
      """,
      """
      INSERT INTO Person (_id, email, met, boss) VALUES (1, 'a', 1, 3), (2, 'a', 2, 1), (3, 'b', 0, 2);
      INSERT INTO Person_friends (_owner, friends) VALUES (1, 2), (2, 1), (1, 3), (3, 1), (3, 3);
      """)
    _ = try apply(store) {
      $0.merges = [
        DuplicateMerge(
          key: UniqueKey(entity: "Person", properties: ["email"]), keep: [.newest("met")])
      ]
    }
    #expect(
      try store.rows("SELECT _id, boss FROM Person ORDER BY _id") == [
        [.integer(2), .integer(3)], [.integer(3), .integer(2)],
      ])
    #expect(
      try store.rows("SELECT _owner, friends FROM Person_friends ORDER BY 1, 2") == [
        [.integer(2), .integer(3)], [.integer(3), .integer(2)], [.integer(3), .integer(3)],
      ])
  }

  @Test func `links of an order at both ends line up behind each other`() throws {
    let store = try TestStore(
      """
      schema: Shelves
      version: 1.0.0
      entities:
        Book:
          attributes: {localId: string, added: date}
          relationships:
            tags: {toMany: Tag, inverse: books, delete: nullify, ordered: true}
        Tag:
          attributes: {name: string, added: date}
          relationships:
            books: {toMany: Book, inverse: tags, delete: nullify, ordered: true}
      """,
      """
      INSERT INTO Book VALUES (1, 'a', 1), (2, 'a', 2), (3, 'b', 0);
      INSERT INTO Tag VALUES (1, 'x', 1), (2, 'x', 2), (3, 'y', 0), (4, 'z', 0);
      """)
    let links = try store.rows("SELECT name FROM pragma_table_info('Book_tags') ORDER BY cid")
    #expect(
      links.map { $0[0] } == [
        .text("books"), .text("tags"), .text("_order_tags"), .text("_order_books"),
      ])
    try store.execute(
      """
      INSERT INTO Book_tags (books, tags, _order_tags, _order_books) VALUES
        (2, 3, 0, 0), (2, 2, 1, 0), (1, 4, 0, 0), (1, 1, 1, 0), (3, 1, 0, 1), (3, 3, 1, 1);
      """)
    _ = try apply(store) {
      $0.merges = [
        Self.byDate,
        DuplicateMerge(
          key: UniqueKey(entity: "Tag", properties: ["name"]), keep: [.newest("added")]),
      ]
    }
    #expect(try store.findings() == [])
    #expect(
      try store.rows("SELECT tags FROM Book_tags WHERE books = 2 ORDER BY _order_tags")
        == [[.integer(3)], [.integer(4)], [.integer(2)]])
    for (near, order) in [("books", "_order_tags"), ("tags", "_order_books")] {
      #expect(
        try store.rows(
          "SELECT count(*) FROM Book_tags GROUP BY \(near), \(order) HAVING count(*) > 1") == [])
    }
  }

  @Test func `a link that the remaining object has too is deleted with its duplicate`() throws {
    let store = try TestStore(
      """
      schema: Readings
      version: 1.0.0
      entities:
        Book:
          attributes: {localId: string, added: date}
          relationships:
            readings: {toMany: Reading, inverse: book, delete: cascade}
        Reading:
          attributes: {day: int}
          relationships:
            book: {toOne: Book?, inverse: readings, delete: nullify}
          unique: [[book, day]]
      """,
      """
      INSERT INTO Book VALUES (1, 'a', 1), (2, 'a', 2);
      INSERT INTO Reading (_id, book, day) VALUES (1, 1, 7), (2, 1, 8), (3, 2, 7);
      """)
    let outcome = try apply(store) { $0.merges = [Self.byDate] }
    #expect(
      try store.rows("SELECT _id, book FROM Reading ORDER BY _id") == [
        [.integer(2), .integer(2)], [.integer(3), .integer(2)],
      ])
    #expect(outcome.plan.effects.map(\.message) == ["1 object of 'Reading' is removed"])
  }
}
