import StoreVerification
import Testing

/// A recovery is undone where a trigger of the user's own changes a row of the model meanwhile.
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

  @Test func `the work of a trigger in a table of its own stays done`() throws {
    let pair = try RecoveryPair(
      Self.model, Self.content,
      """
      DELETE FROM Note WHERE _id > 1; CREATE TABLE log (id, changed);
      CREATE TRIGGER log AFTER INSERT ON Note BEGIN INSERT INTO log VALUES (NEW._id, NEW.changed); END;
      """)
    #expect(try pair.apply().returning == ["2 Note"])
    #expect(try pair.numbers("SELECT * FROM log ORDER BY 1") == [[2, 8], [3, 9]])
  }

  private static let stuck =
    "undone: 2 objects of 'Note' cannot come back: "
    + "the trigger 'touch' changes or skips what is put back: _id 2, 3"

  @Test(arguments: [
    (touching, stuck),
    (
      "CREATE TRIGGER own AFTER INSERT ON Note BEGIN UPDATE Box SET changed = 99 WHERE _id = 1; END;",
      "undone: existing rows of 'Box' would change, as the trigger 'own' acts"
    ),
    (
      "CREATE TRIGGER own AFTER INSERT ON Note BEGIN INSERT INTO Box (name) VALUES ('c'); END;",
      "undone: existing rows of 'Box' would change, as the trigger 'own' acts"
    ),
  ])
  func `a change by a trigger undoes the recovery`(_ triggers: String, _ problem: String) throws {
    let pair = try RecoveryPair(
      Self.model, Self.content, "DELETE FROM Note WHERE _id > 1; \(triggers)")
    #expect(try pair.problems() == [problem])
  }

  @Test(arguments: [false, true])
  func `an existing row gets its link again and nothing else`(_ isTouched: Bool) throws {
    let pair = try RecoveryPair(
      Self.model, Self.content,
      "UPDATE Note SET box = NULL WHERE _id > 1; DELETE FROM Box WHERE _id = 2;"
        + (isTouched ? Self.touchingAgain : ""))
    if isTouched {
      #expect(
        try pair.problems() == [
          "undone: existing rows of 'Note' would change, as the trigger 'edit' acts"
        ])
    } else {
      #expect(try pair.apply().filledLinks == 2)
      #expect(try pair.areEqual("Note"))
    }
  }
}
