import StoreVerification
import Testing

/// Rows come back as they were, also where a trigger of somebody's own writes to each new row.
struct TouchedRowTests {
  private static let model = """
    schema: Notes
    version: 1.0.0
    entities:
      Box:
        attributes: {name: string, changed: int = 0}
        relationships: {notes: {toMany: Note, inverse: box, delete: nullify}}
      Note:
        attributes: {text: string, changed: int = 0, edits: int = 0}
        relationships: {box: {toOne: Box?, inverse: notes, delete: nullify}}
    """

  private static let content = """
    INSERT INTO Box (_id, name, changed) VALUES (1, 'a', 5), (2, 'b', 6);
    INSERT INTO Note (_id, text, changed, edits, box) VALUES (1, 'x', 7, 1, 1), (2, 'y', 8, 2, 2), (3, 'z', 9, 3, 2);
    """

  private static let touching = """
    CREATE TRIGGER touch AFTER INSERT ON Note
      BEGIN UPDATE Note SET changed = 99 WHERE _id = NEW._id; END;
    """

  private static let touchingAgain = """
    CREATE TRIGGER edit AFTER UPDATE ON Note
      BEGIN UPDATE Note SET changed = 77, edits = OLD.edits + 1 WHERE _id = NEW._id; END;
    """

  private static let refusing = """
    CREATE TRIGGER fixed BEFORE UPDATE OF changed ON Note WHEN NEW.changed < 10
      BEGIN SELECT RAISE(ABORT, 'no way back'); END;
    """

  @Test(arguments: [touching, touchingAgain, touching + touchingAgain, touching + refusing])
  func `a row has the values of the backup though a trigger notes when it came`(
    _ triggers: String
  ) throws {
    let pair = try RecoveryPair(
      Self.model, Self.content,
      "DELETE FROM Note WHERE _id > 1; DELETE FROM Box WHERE _id = 2;\(triggers)")
    let plan = try pair.apply()
    #expect(plan.returning == ["1 Box", "2 Note"])
    #expect(plan.remaining == [])
    for table in ["Box", "Note"] {
      #expect(
        try pair.store.rows("SELECT * FROM \(table)") == pair.donor.rows("SELECT * FROM \(table)"))
    }
  }

  @Test func `what else a trigger does with a row that came stays done`() throws {
    let pair = try RecoveryPair(
      Self.model, Self.content,
      """
      DELETE FROM Note WHERE _id > 1; CREATE TABLE log (id, changed); \(Self.touching)
      CREATE TRIGGER log AFTER INSERT ON Note BEGIN INSERT INTO log VALUES (NEW._id, NEW.changed); END;
      """)
    #expect(try pair.apply().returning == ["2 Note"])
    #expect(try pair.numbers("SELECT * FROM log ORDER BY 1") == [[2, 8], [3, 9]])
  }

  @Test(arguments: [touchingAgain, touchingAgain + refusing])
  func `a row that is there gets its link again and nothing else`(_ triggers: String) throws {
    let pair = try RecoveryPair(
      Self.model, Self.content,
      "UPDATE Note SET box = NULL WHERE _id > 1; DELETE FROM Note WHERE _id = 1; \(triggers)")
    let plan = try pair.apply(relinking: true)
    #expect(plan.emptiedLinks.map(\.text) == ["2 Note.box"])
    #expect(try pair.store.rows("SELECT * FROM Note") == pair.donor.rows("SELECT * FROM Note"))
  }

  @Test func `a trigger that changes another row still undoes all of it`() throws {
    let pair = try RecoveryPair(
      Self.model, Self.content,
      """
      DELETE FROM Note WHERE _id > 1;
      CREATE TRIGGER own AFTER INSERT ON Note BEGIN UPDATE Box SET changed = 99 WHERE _id = 1; END;
      """)
    #expect(throws: RecoveryError.altered(table: "Box")) { try pair.apply() }
  }
}
