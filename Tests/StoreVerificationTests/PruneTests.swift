import SQLite
import StoreLayout
import SchemaModel
import StoreVerification
import TestSupport
import Testing

struct PruneTests {
  private static let recordings = """
    schema: Recordings
    version: 1.0.0
    entities:
      Session:
        attributes: {createdAt: date?, title: string = ""}
        relationships:
          segments: {toMany: Segment, inverse: session, delete: cascade}
          remarks: {toMany: Remark, inverse: session, delete: nullify}
          tags: {toMany: Tag, inverse: sessions, delete: nullify}
      Segment:
        attributes: {audio: {type: data, optional: true, storage: external}}
        relationships:
          session: {toOne: Session?, inverse: segments, delete: nullify}
          text: {toOne: Text?, inverse: segment, delete: cascade}
      Text:
        relationships: {segment: {toOne: Segment?, inverse: text, delete: nullify}}
      Remark:
        relationships: {session: {toOne: Session?, inverse: remarks, delete: nullify}}
      Tag:
        relationships: {sessions: {toMany: Session, inverse: tags, delete: nullify}}
    """

  private static let content = """
    INSERT INTO Session (_id, createdAt) VALUES (1, 100), (2, 199.9), (3, 200), (4, NULL), (5, 300);
    INSERT INTO Segment (_id, session) VALUES (1, 1), (2, 1), (3, 2), (4, 3), (5, NULL), (6, 4);
    INSERT INTO Text (_id, segment) VALUES (1, 1), (2, 4), (3, 3);
    INSERT INTO Remark (_id, session) VALUES (1, 1), (2, 3), (3, 2);
    INSERT INTO Tag (_id) VALUES (1);
    INSERT INTO Session_tags (tags, sessions) VALUES (1, 1), (1, 3);
    """

  private static let options = PruneOptions(entity: "Session", attribute: "createdAt", before: 200)

  private func apply(
    _ store: TestStore, _ options: PruneOptions = Self.options
  ) throws -> PruneOutcome {
    try StorePruner.apply(storeAt: store.path, options: options) { _ in "/backups/a.json" }
  }

  @Test func `old objects are deleted with all that belongs to them, as the plan says`() throws {
    let store = try TestStore(Self.recordings, Self.content)
    let plan = try StorePruner.plan(storeAt: store.path, options: Self.options)
    #expect(plan.due == 2)
    #expect(plan.undated == 1)
    #expect(
      plan.effects.removals == ["3 Segment", "2 Session", "2 Text"])
    #expect(plan.effects.named("emptied").counts == ["Session.remarks 2"])
    #expect(plan.effects.filter { $0.kind == .removed(.links) }.map(\.count) == [1])
    #expect(plan.obstacles == [])
    #expect(try store.rows("SELECT count(*) FROM Session") == [[.integer(5)]])
    let outcome = try apply(store)
    #expect(outcome.plan == plan)
    #expect(outcome.backup == "/backups/a.json")
    #expect(
      try store.rows("SELECT _id FROM Session ORDER BY _id") == [
        [.integer(3)], [.integer(4)], [.integer(5)],
      ])
    #expect(
      try store.rows("SELECT _id FROM Segment ORDER BY _id") == [
        [.integer(4)], [.integer(5)], [.integer(6)],
      ])
    #expect(try store.rows("SELECT _id FROM Text") == [[.integer(2)]])
    #expect(
      try store.rows("SELECT _id, session FROM Remark") == [
        [.integer(1), .null], [.integer(2), .integer(3)], [.integer(3), .null],
      ])
    #expect(try store.findings() == [])
    let history = try store.rows("SELECT backup, outcome FROM _migrate_history")
    let effects = [
      "3 objects of 'Segment' are removed", "2 objects of 'Session' are removed",
      "2 objects of 'Text' are removed", "1 link of 'Session.tags' is removed",
      "2 links of 'Session.remarks' are emptied",
    ]
    #expect(
      history == [[.text("a.json"), .text("pruned; " + effects.joined(separator: "; "))]])
  }

  @Test func `where no object is due, nothing is written and no backup is taken`() throws {
    let store = try TestStore(Self.recordings, Self.content)
    var options = Self.options
    options.cutoff = 100
    let outcome = try StorePruner.apply(storeAt: store.path, options: options) { _ in
      Issue.record("a backup was taken")
      return ""
    }
    #expect(outcome.backup == nil)
    #expect(outcome.plan.due == 0)
    #expect(try store.rows("SELECT count(*) FROM _migrate_history") == [[.integer(0)]])
  }

  @Test func `only files that no object names any more are removed`() throws {
    let store = try TestStore(Self.recordings, Self.content)
    let folder = ExternalFolder(ofStoreAt: store.path)
    let (lone, shared) = (try folder.write([1, 2, 3]), try folder.write([4, 5]))
    try store.execute(
      """
      UPDATE Segment SET audio = '\(lone)' WHERE _id IN (1, 2);
      UPDATE Segment SET audio = '\(shared)' WHERE _id IN (3, 5);
      """)
    let plan = try StorePruner.plan(storeAt: store.path, options: Self.options)
    #expect(plan.files == [lone])
    #expect(plan.fileBytes == 3)
    #expect(try apply(store).filesLeft == [])
    #expect(try folder.names() == [shared])
    #expect(try store.findings() == [])
  }

  @Test func `a deny rule prevents a prune, and a trigger that deletes more undoes it`() throws {
    let store = try TestStore(
      Self.recordings.replacing(
        "remarks: {toMany: Remark, inverse: session, delete: nullify}",
        with: "remarks: {toMany: Remark, inverse: session, delete: deny}"), Self.content)
    let plan = try StorePruner.plan(storeAt: store.path, options: Self.options)
    #expect(plan.obstacles.map(\.message) == ["2 links of 'Session.remarks' deny the deletion"])
    #expect(throws: PruneError.denied(plan.obstacles)) { try apply(store) }
    try store.execute(
      """
      DELETE FROM Remark;
      CREATE TRIGGER mine AFTER DELETE ON Session BEGIN DELETE FROM Tag; END
      """)
    let attempts: [() throws -> Void] = [
      { _ = try self.apply(store) },
      { _ = try StorePruner.plan(storeAt: store.path, options: Self.options) },
    ]
    for attempt in attempts {
      #expect(throws: PruneError.unforeseen(table: "Session_tags", expected: 1, found: 0)) {
        try attempt()
      }
    }
    #expect(try store.rows("SELECT count(*) FROM Session") == [[.integer(5)]])
    try store.execute("DROP TRIGGER mine")
    #expect(try apply(store).plan.due == 2)
  }

  @Test func `changes that a trigger makes to tables outside the model are reported`() throws {
    let store = try TestStore(Self.recordings, Self.content)
    try store.execute(
      """
      CREATE TABLE journal (t); INSERT INTO journal VALUES (1), (2); CREATE TABLE quiet (t);
      CREATE TRIGGER mine AFTER DELETE ON Session WHEN OLD._id = 1 BEGIN DELETE FROM journal; END
      """)
    let plan = try StorePruner.plan(storeAt: store.path, options: Self.options)
    #expect(
      plan.effects.resized == ["journal 2 0"])
    #expect(plan.effects.altered == [])
    #expect(try apply(store).plan.effects == plan.effects)
  }

  @Test func `values that a trigger changes in other rows are reported by table and column`() throws
  {
    let store = try TestStore(Self.recordings, Self.content)
    try store.execute(
      """
      CREATE TABLE total (n, at); INSERT INTO total VALUES (5, 0); CREATE TABLE quiet (t);
      CREATE TRIGGER mine AFTER DELETE ON Session BEGIN
        UPDATE total SET n = n - 1;
        UPDATE Session SET title = 'left', createdAt = createdAt + 0 WHERE _id = 3;
        UPDATE Segment SET session = 5 WHERE _id = 5;
      END
      """)
    let plan = try StorePruner.plan(storeAt: store.path, options: Self.options)
    #expect(
      plan.effects.altered == [
        #"Segment ["session"]"#, #"Session ["title"]"#, "total []",
      ])
    #expect(plan.effects.resized == [])
    #expect(try apply(store).plan == plan)
  }

  @Test func `a date that is a text is not skipped`() throws {
    let store = try TestStore(
      """
      schema: Shop
      version: 1.0.0
      entities:
        Order: {table: orders, primaryKey: [id], attributes: {id: int, placed: date?}}
      """)
    try store.execute(
      "DROP TABLE IF EXISTS orders; CREATE TABLE orders (id INTEGER PRIMARY KEY, placed)")
    let options = PruneOptions(entity: "Order", attribute: "placed", before: 1e9)
    try store.execute("INSERT INTO orders VALUES (1, 5.5), (2, '2001-01-01'), (3, NULL), (4, '')")
    let error = PruneError.notSeconds(
      PropertyName("Order", "placed"), count: 2, example: .text(""))
    #expect(throws: error) { try StorePruner.plan(storeAt: store.path, options: options) }
    #expect(throws: error) { try apply(store, options) }
    try store.execute(
      "DELETE FROM orders WHERE placed = ''; UPDATE orders SET placed = 7 WHERE id = 2")
    let plan = try StorePruner.plan(storeAt: store.path, options: options)
    #expect((plan.due, plan.undated) == (2, 1))
  }

  @Test func `trees are deleted with their leaves, and protected objects with their owner`() throws
  {
    let store = try TestStore(
      """
      schema: Works
      version: 1.0.0
      entities:
        Work:
          attributes: {added: date}
          relationships:
            parts: {toMany: Work, inverse: whole, delete: cascade}
            whole: {toOne: Work?, inverse: parts, delete: nullify}
            editions: {toMany: Edition, inverse: work, delete: cascade}
            entries: {toMany: Entry, inverse: work, delete: cascade}
        Edition:
          relationships:
            work: {toOne: Work, inverse: editions, delete: nullify}
            entries: {toMany: Entry, inverse: edition, delete: deny}
        Entry:
          relationships:
            work: {toOne: Work, inverse: entries, delete: nullify}
            edition: {toOne: Edition?, inverse: entries, delete: nullify}
      """,
      """
      INSERT INTO Work (_id, added, whole) VALUES (1, 5, NULL), (2, 500, 1), (3, 500, 2), (4, 500, NULL);
      INSERT INTO Edition (_id, work) VALUES (1, 3), (2, 4);
      INSERT INTO Entry (_id, work, edition) VALUES (1, 3, 1), (2, 4, 2);
      """)
    let outcome = try apply(store, PruneOptions(entity: "Work", attribute: "added", before: 100))
    #expect(
      outcome.plan.effects.removals == [
        "1 Edition", "1 Entry", "3 Work",
      ])
    #expect(try store.rows("SELECT _id FROM Entry") == [[.integer(2)]])
    #expect(try store.findings() == [])
  }

  private static let due = PruneOptions(entity: "Visit", attribute: "at", before: 100)

  private static let visits = """
    schema: Visits
    version: 1.0.0
    entities:
      Visit:
        attributes: {at: date}
        relationships: {device: {toOne: Device, inverse: visits, delete: cascade}}
      Device:
        relationships: {visits: {toMany: Visit, inverse: device, delete: nullify}}
    """

  @Test func `an object is deleted if the objects that require it are deleted too`() throws {
    let store = try TestStore(
      Self.visits,
      """
      INSERT INTO Device (_id) VALUES (1), (2), (3);
      INSERT INTO Visit (_id, at, device) VALUES (1, 1, 1), (2, 2, 1), (3, 3, 2), (4, 900, 3);
      """)
    let outcome = try apply(store, Self.due)
    #expect(
      outcome.plan.effects.removals == ["2 Device", "3 Visit"])
    #expect(try store.rows("SELECT _id, device FROM Visit") == [[.integer(4), .integer(3)]])
    #expect(try store.findings() == [])
  }

  @Test(arguments: ["", "ON DELETE RESTRICT", "DEFERRABLE INITIALLY DEFERRED"])
  func `a table of the user's own that prevents a deletion is named`(_ rule: String) throws {
    let store = try TestStore(
      Self.visits,
      """
      INSERT INTO Device (_id) VALUES (1); INSERT INTO Visit (_id, at, device) VALUES (1, 1, 1), (2, 2, 1);
      CREATE TABLE own (device REFERENCES Device (_id) \(rule)); INSERT INTO own VALUES (1), (NULL);
      """)
    let error = PruneError.referred(by: "own", count: 1)
    #expect(throws: error) { try apply(store, Self.due) }
    #expect(throws: error) { try StorePruner.plan(storeAt: store.path, options: Self.due) }
    #expect(try store.rows("SELECT count(*) FROM Visit") == [[.integer(2)]])
    try store.execute(
      """
      CREATE TRIGGER own BEFORE DELETE ON Device BEGIN DELETE FROM own WHERE device = OLD._id; END
      """)
    _ = try apply(store, Self.due)
    #expect(try store.rows("SELECT device FROM own") == [[.null]])
  }

  @Test func `an object that a table of the user's own keeps is not deleted`() throws {
    let store = try TestStore(
      Self.visits,
      """
      INSERT INTO Device (_id) VALUES (1); INSERT INTO Visit (_id, at, device) VALUES (1, 1, 1), (2, 2, 1);
      CREATE TABLE own (device REFERENCES Device (_id)); INSERT INTO own VALUES (1);
      """)
    #expect(throws: PruneError.referred(by: "own", count: 1)) {
      try apply(store, Self.due)
    }
    try store.execute(
      """
      DROP TABLE own; CREATE TRIGGER own BEFORE DELETE ON Visit WHEN OLD.device > 0
        BEGIN SELECT RAISE(ABORT, 'mine'); END;
      """)
    #expect(throws: PruneError.failed(reason: "mine")) { try apply(store, Self.due) }
    #expect(try store.rows("SELECT count(*) FROM Visit") == [[.integer(2)]])
  }

  @Test(arguments: [
    "AFTER DELETE ON Visit BEGIN INSERT INTO trash VALUES (OLD._id, OLD.of)",
    "BEFORE DELETE ON Visit BEGIN INSERT INTO trash SELECT _id, of FROM (SELECT * FROM Visit WHERE _id = OLD._id)",
    "AFTER DELETE ON Visit BEGIN INSERT INTO trash VALUES (OLD._id, (SELECT count(*) FROM Visit))",
  ])
  func `links that a trigger reads are not removed before it runs`(_ trigger: String) throws {
    let store = try TestStore(
      Self.rings,
      """
      PRAGMA foreign_keys = OFF; INSERT INTO Visit (_id, at, of) VALUES (1, 5, 2), (2, 5, 1);
      CREATE TABLE trash (id, link); CREATE TRIGGER own \(trigger); END;
      """)
    guard !trigger.contains("count(*)") else {
      #expect(try apply(store, Self.due).plan.due == 2)
      return
    }
    #expect(throws: PruneError.watched(trigger: "own")) { try apply(store, Self.due) }
    #expect(try store.rows("SELECT count(*) FROM Visit") == [[.integer(2)]])
  }

  @Test func `a trigger that undoes everything is reported in its own words`() throws {
    let store = try TestStore(
      Self.visits,
      """
      INSERT INTO Device (_id) VALUES (1); INSERT INTO Visit (_id, at, device) VALUES (1, 1, 1);
      CREATE TRIGGER own BEFORE DELETE ON Visit BEGIN SELECT RAISE(ROLLBACK, 'mine'); END;
      """)
    #expect(throws: PruneError.failed(reason: "mine")) { try apply(store, Self.due) }
    #expect(try store.rows("SELECT count(*) FROM Visit") == [[.integer(1)]])
  }

  private static let rings = """
    schema: Rings
    version: 1.0.0
    entities:
      Visit:
        attributes: {at: date?}
        relationships:
          next: {toMany: Visit, inverse: of, delete: deny}
          of: {toOne: Visit, inverse: next, delete: nullify}
    """

  @Test func `a trigger that refuses with the message of a foreign key prevents the prune`() throws
  {
    let store = try TestStore(
      Self.rings,
      """
      PRAGMA foreign_keys = OFF; INSERT INTO Visit (_id, at, of) VALUES (1, 5, 2), (2, 5, 1);
      CREATE TRIGGER own BEFORE DELETE ON Visit WHEN OLD.of > 0
        BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed'); END;
      """)
    #expect(throws: PruneError.failed(reason: "FOREIGN KEY constraint failed")) {
      try apply(store, Self.due)
    }
  }

  @Test(arguments: ["", "DEFERRABLE INITIALLY DEFERRED"])
  func `a table of the user's own that keeps rows of another table is named`(_ rule: String) throws
  {
    let store = try TestStore(
      Self.visits,
      """
      INSERT INTO Device (_id) VALUES (1); INSERT INTO Visit (_id, at, device) VALUES (1, 1, 1);
      CREATE TABLE mine (id INTEGER PRIMARY KEY, device REFERENCES Device (_id) ON DELETE CASCADE);
      CREATE TABLE own (mine REFERENCES mine (id) \(rule), nowhere REFERENCES absent (x));
      INSERT INTO mine VALUES (7, 1); INSERT INTO own VALUES (7, NULL), (NULL, NULL);
      """)
    let error = PruneError.referred(by: "own", count: 1)
    #expect(throws: error) { try apply(store, Self.due) }
    #expect(throws: error) { try StorePruner.plan(storeAt: store.path, options: Self.due) }
    try store.execute("UPDATE own SET mine = NULL")
    #expect(
      try apply(store, Self.due).plan.effects.resized
        == [
          "mine 1 0"
        ])
  }

  @Test func `a chain of the user's own rows that is too long is reported with its table`() throws {
    let store = try TestStore(
      Self.visits,
      """
      INSERT INTO Device (_id) VALUES (1); INSERT INTO Visit (_id, at, device) VALUES (1, 1, 1);
      CREATE TABLE own (id INTEGER PRIMARY KEY, up REFERENCES own ON DELETE CASCADE,
        device REFERENCES Device ON DELETE CASCADE);
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
        INSERT INTO own SELECT i, nullif(i - 1, 0), iif(i = 1, 1, NULL) FROM n;
      """)
    try store.execute(
      "CREATE TRIGGER mine BEFORE DELETE ON own BEGIN UPDATE own SET up = NULL WHERE 0; END")
    let error = PruneError.tooDeep(tables: ["own"])
    #expect(throws: error) { try apply(store, Self.due) }
    #expect(
      error.message
        == "nothing was removed, for rows go with each other in a chain of more than 1000, "
        + "which SQLite cannot follow: remove them first, from its end, of 'own'")
    // Without a trigger nobody is asked whether they are to go.
    try store.execute(
      "DROP TRIGGER mine; INSERT INTO own VALUES (9000, NULL, NULL), (9001, 9000, NULL)")
    #expect(
      try apply(store, Self.due).plan.effects.resized
        == ["own 3002 2"])
    #expect(
      try store.rows("SELECT id, up FROM own") == [
        [.integer(9000), .null], [.integer(9001), .integer(9000)],
      ])
  }

  @Test func `a trigger sees all links as they were while a long chain is deleted`() throws {
    let store = try TestStore(
      Self.chains,
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
        INSERT INTO Visit (_id, at, answered) SELECT i, 1, nullif(i - 1, 0) FROM n;
      CREATE TABLE trash (id, answered); CREATE TRIGGER own AFTER DELETE ON Visit
        BEGIN INSERT INTO trash VALUES (OLD._id, OLD.answered); END;
      """)
    #expect(try apply(store, Self.due).plan.effects.named("removed").map(\.count) == [1500])
    #expect(
      try store.rows(
        "SELECT count(*), sum(answered IS nullif(id - 1, 0)) FROM trash"
      ) == [[.integer(1500), .integer(1500)]])
  }

  private static let chains = """
    schema: Chains
    version: 1.0.0
    entities:
      Visit:
        attributes: {at: date}
        relationships:
          replies: {toMany: Visit, inverse: answered, delete: cascade}
          answered: {toOne: Visit?, inverse: replies, delete: nullify}
    """

  @Test(arguments: ["x = iif(x = 'mine', 'yours', 'mine')", "rowid = rowid + 100"])
  func `rows of another table that a trigger changes are reported`(_ change: String) throws {
    let store = try TestStore(
      Self.recordings,
      Self.content + """
        CREATE TABLE journal (x TEXT); INSERT INTO journal VALUES ('mine'), ('yours');
        CREATE TRIGGER mine AFTER DELETE ON Session WHEN OLD._id = 1
          BEGIN UPDATE journal SET \(change); END;
        """)
    let plan = try StorePruner.plan(storeAt: store.path, options: Self.options)
    #expect(plan.effects.altered == ["journal []"])
  }

  @Test(arguments: ["iif(i = 1, 1, 900)", "1", "iif(i = 1500, 1, 900)"])
  func `a chain is deleted however deep it is`(_ date: String) throws {
    let store = try TestStore(
      Self.chains,
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
        INSERT INTO Visit (_id, at, answered) SELECT i, \(date), nullif(i - 1, 0) FROM n;
      """)
    let left: Int64 = date.contains("1500") ? 1499 : 0
    #expect(try apply(store, Self.due).plan.effects.named("removed").map(\.count) == [1500 - left])
    #expect(try store.rows("SELECT count(*) FROM Visit") == [[.integer(left)]])
    #expect(try store.findings() == [])
  }

  @Test func `names that do not fit are reported`() throws {
    let store = try TestStore(Self.recordings, Self.content)
    func message(_ entity: String, _ attribute: String) -> String? {
      do {
        let options = PruneOptions(entity: entity, attribute: attribute, before: 0)
        _ = try StorePruner.plan(storeAt: store.path, options: options)
        return nil
      } catch {
        return "\(error)"
      }
    }
    #expect(
      message("Session", "title")
        == "'Session.title' is of the type 'string', and not a date: the dates of 'Session' are 'createdAt'"
    )
    #expect(
      message("Segment", "session")
        == "'Segment.session' is of the type 'a relationship', and not a date: 'Segment' has no dates"
    )
    #expect(
      message("Sesion", "createdAt") == "there is no entity 'Sesion'; did you mean 'Session'?")
    #expect(
      message("Session", "createdat")
        == "there is no 'Session.createdat': the dates of 'Session' are 'createdAt'")
  }
}
