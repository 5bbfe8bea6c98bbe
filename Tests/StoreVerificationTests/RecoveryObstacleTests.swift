import SQLite
import SchemaModel
import StoreVerification
import Testing

struct RecoveryObstacleTests {
  private static let people = """
    schema: People
    version: 1.0.0
    entities:
      Author:
        attributes: {name: string}
        relationships:
          profile: {toOne: Profile?, inverse: author, delete: cascade}
          passport: {toOne: Passport?, inverse: owner, delete: cascade}
          tags: {toMany: Tag, inverse: authors, delete: nullify}
      Profile:
        attributes: {text: string?}
        relationships: {author: {toOne: Author?, inverse: profile, delete: nullify}}
      Passport:
        relationships:
          owner: {toOne: Author, inverse: passport, delete: nullify}
          stamps: {toMany: Stamp, inverse: passport, delete: cascade}
          notes: {toMany: Note, inverse: passport, delete: nullify}
          seals: {toMany: Seal, inverse: passports, delete: nullify}
      Stamp:
        relationships: {passport: {toOne: Passport, inverse: stamps, delete: nullify}}
      Note:
        relationships: {passport: {toOne: Passport?, inverse: notes, delete: nullify}}
      Seal:
        relationships: {passports: {toMany: Passport, inverse: seals, delete: nullify}}
      Tag:
        attributes: {word: string, "on": date?}
        relationships: {authors: {toMany: Author, inverse: tags, delete: nullify}}
        unique: [[word, "on"]]
    """

  private static let content = """
    INSERT INTO Author (_id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c');
    INSERT INTO Profile (_id, text, author) VALUES (1, 'one', 1), (2, 'two', 2), (3, 'three', 3);
    INSERT INTO Passport (_id, owner) VALUES (1, 1), (2, 2);
    INSERT INTO Stamp (_id, passport) VALUES (1, 1), (2, 1), (3, 2);
    INSERT INTO Note (_id, passport) VALUES (1, 1), (2, 2);
    INSERT INTO Seal (_id) VALUES (1);
    INSERT INTO Passport_seals (passports, seals) VALUES (1, 1), (2, 1);
    INSERT INTO Tag (_id, word) VALUES (1, 'x'), (2, 'y');
    INSERT INTO Author_tags (authors, tags) VALUES (1, 1), (1, 2), (2, 1);
    """

  private struct Pair {
    let donor: TestStore
    let store: TestStore

    init(_ damage: String) throws {
      donor = try TestStore(people, content)
      store = try TestStore(people, content + damage)
    }

    func apply(relinking: Bool = false) throws -> RecoveryPlan {
      var options = RecoveryOptions()
      options.relinks = relinking
      let shown = try StoreRecoverer.plan(storeAt: store.path, from: donor.path, options: options)
      let plan = try StoreRecoverer.apply(
        storeAt: store.path, from: donor.path, options: options
      ) { _ in "/backups/a.json" }.plan
      #expect(plan == shown)
      return plan
    }
  }

  @Test func `what comes back under another number gets none that links lead to already`() throws {
    let pair = try Pair(
      """
      PRAGMA foreign_keys = OFF; DELETE FROM Author WHERE _id = 3;
      INSERT INTO Author (_id, name) VALUES (3, 'new'); INSERT INTO Profile (_id, author) VALUES (9, 4);
      INSERT INTO Author_tags (authors, tags) VALUES (5, 1);
      """)
    var options = RecoveryOptions()
    options.keys = [UniqueKey(entity: "Author", properties: ["name"])]
    let plan = try StoreRecoverer.apply(
      storeAt: pair.store.path, from: pair.donor.path, options: options
    ) { _ in "/backups/a.json" }.plan
    #expect(!plan.isEmpty)
    #expect(
      try pair.store.rows("SELECT _id FROM Author WHERE name = 'c'") == [[.integer(6)]])
  }

  @Test func `where a migration numbers objects anew their number tells nothing`() throws {
    let pair = try Pair("DELETE FROM Note WHERE _id = 1;")
    var options = RecoveryOptions()
    options.renumberedEntities = ["Note"]
    #expect(throws: RecoveryError.renumbered(entity: "Note")) {
      try StoreRecoverer.plan(storeAt: pair.store.path, from: pair.donor.path, options: options)
    }
    options.keys = [UniqueKey(entity: "Note", properties: ["_id"])]
    let plan = try StoreRecoverer.plan(
      storeAt: pair.store.path, from: pair.donor.path, options: options)
    #expect(!plan.isEmpty)
  }

  @Test func `links between objects that are there are told, and come back where that is wanted`()
    throws
  {
    let pair = try Pair("DELETE FROM Author_tags; UPDATE Note SET passport = NULL WHERE _id = 1;")
    let plan = try pair.apply()
    #expect(plan.absentLinks.map(\.text) == ["3 Author.tags"])
    #expect(plan.emptiedLinks.map(\.text) == ["1 Note.passport"])
    #expect(plan.isEmpty)
    #expect(plan.lackingLinks == 4)
    let relinked = try pair.apply(relinking: true)
    #expect(!relinked.isEmpty)
    #expect(relinked.lackingLinks == 0)
    #expect(
      try pair.store.rows("SELECT * FROM Author_tags ORDER BY 1, 2")
        == pair.donor.rows("SELECT * FROM Author_tags ORDER BY 1, 2"))
    #expect(
      try pair.store.rows("SELECT passport FROM Note ORDER BY _id") == [
        [.integer(1)], [.integer(2)],
      ])
    #expect(try pair.apply(relinking: true).isEmpty)
  }

  @Test func `links that one run leaves empty the next one can fill`() throws {
    let pair = try Pair(
      """
      UPDATE Note SET passport = NULL WHERE passport = 2; DELETE FROM Stamp WHERE passport = 2;
      DELETE FROM Passport_seals WHERE passports = 2; DELETE FROM Passport WHERE _id = 2;
      """)
    #expect(try pair.apply().emptiedLinks.map(\.text) == ["1 Note.passport"])
    #expect(try pair.apply(relinking: true).emptiedLinks.map(\.text) == ["1 Note.passport"])
    #expect(
      try pair.store.rows("SELECT passport FROM Note ORDER BY _id") == [
        [.integer(1)], [.integer(2)],
      ])
  }

  @Test func `a place that is taken keeps one link away, and nothing else`() throws {
    let pair = try Pair(
      """
      DELETE FROM Profile WHERE _id IN (2, 3);
      INSERT INTO Profile (_id, text, author) VALUES (9, 'new', 2);
      """)
    let plan = try pair.apply()
    #expect(plan.missing.map { "\($0.count) \($0.entity)" } == ["2 Profile"])
    #expect(plan.keptLinks.map(\.text) == [#"1 Profile.author ["2"], taken"#])
    #expect(plan.lostLinks == 0)
    #expect(
      try pair.store.rows("SELECT _id, text, author FROM Profile ORDER BY _id") == [
        [.integer(1), .text("one"), .integer(1)], [.integer(2), .text("two"), .null],
        [.integer(3), .text("three"), .integer(3)], [.integer(9), .text("new"), .integer(2)],
      ])
    // It stays so while the other one has it, and is filled once that one has not.
    #expect(try pair.apply(relinking: true).keptLinks == plan.keptLinks)
    try pair.store.execute("UPDATE Profile SET author = NULL WHERE _id = 9")
    #expect(try pair.apply(relinking: true).emptiedLinks.map(\.text) == ["1 Profile.author"])
    #expect(
      try pair.store.rows("SELECT author FROM Profile WHERE _id = 2") == [[.integer(2)]])
  }

  @Test func `what cannot be without its place stays behind, with what cannot be without it`()
    throws
  {
    let pair = try Pair(
      """
      UPDATE Note SET passport = NULL; DELETE FROM Passport_seals; DELETE FROM Stamp;
      DELETE FROM Passport; DELETE FROM Note WHERE _id = 1;
      INSERT INTO Passport (_id, owner) VALUES (9, 1);
      """)
    let plan = try pair.apply(relinking: true)
    #expect(
      plan.missing.map { "\($0.count) \($0.entity)" } == ["1 Note", "1 Passport", "1 Stamp"])
    #expect(
      plan.leftBehind.map(\.text) == [
        #"1 Passport ["1"], taken: owner"#,
        #"2 Stamp ["1", "2"], unlinked: Stamp.passport"#,
      ])
    #expect(
      plan.keptLinks.map(\.text) == [
        #"1 Note.passport ["1"], leftBehind"#, "1 Passport.seals [], leftBehind",
      ])
    #expect(plan.lackingObjects == 3)
    #expect(plan.links == 1)
    #expect(
      try pair.store.rows("SELECT _id, owner FROM Passport ORDER BY _id") == [
        [.integer(2), .integer(2)], [.integer(9), .integer(1)],
      ])
    #expect(
      try pair.store.rows("SELECT _id, passport FROM Note ORDER BY _id") == [
        [.integer(1), .null], [.integer(2), .integer(2)],
      ])
    #expect(try pair.store.rows("SELECT _id FROM Stamp") == [[.integer(3)]])
    #expect(try pair.store.findings() == [])
  }

  @Test func `a key of several columns keeps back the row alone that would break it`() throws {
    for (collation, isTaken) in [("BINARY", false), ("NOCASE", true)] {
      let pair = try Pair(
        """
        CREATE UNIQUE INDEX own ON Author (name COLLATE \(collation)) WHERE name <> 'b';
        DELETE FROM Author_tags; DELETE FROM Profile; DELETE FROM Stamp; DELETE FROM Passport_seals;
        DELETE FROM Note; DELETE FROM Passport; DELETE FROM Author;
        INSERT INTO Author (_id, name) VALUES (8, 'C'), (9, 'b');
        """)
      let plan = try pair.apply()
      #expect(
        plan.leftBehind.map(\.text) == (isTaken ? [#"1 Author ["3"], taken: name"#] : []))
      #expect(
        try pair.store.rows("SELECT _id FROM Author ORDER BY 1").count == (isTaken ? 4 : 5))
    }
  }
}
