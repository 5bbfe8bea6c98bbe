import Diagnostics
import MigrationPlanner
import SchemaModel
import StoreLayout
import StoreMigration
import Testing

/// Losses of a later version, counted in the objects that earlier versions leave.
struct LaterLossTests {
  private static let notes = """
    schema: Notes
    version: 1.0.0
    entities:
      Note: {attributes: {text: string, tag: string?}}

    """

  private static let tagged = """
    schema: Notes
    version: 2.0.0
    entities:
      Note:
        attributes: {text: string}
        relationships: {label: {toOne: Tag?, inverse: notes}}
      Tag:
        attributes: {word: string}
        relationships: {notes: {toMany: Note, inverse: label}}
    migration:
      map:
        Tag:
          from: {Note: {word: {using: tag}, where: tag IS NOT NULL, link: Note.label}}
          dedupe: {by: [word], keep: first}

    """

  private static let untagged = """
    schema: Notes
    version: 3.0.0
    entities:
      Note: {attributes: {text: string}}

    """

  private static let content = """
    INSERT INTO Note (_id, text, tag) VALUES (1, 'a', 'x'), (2, 'b', NULL), (3, 'c', 'x'),
      (4, 'd', 'y');
    """

  private func losses(_ history: SchemaHistory, _ store: TestStore) throws -> [String] {
    try Migrator(history: history, options: .testing()).plan(for: store.path).losses.map(\.message)
  }

  @Test func `objects that a condition leaves out or a merge joins are not counted as lost`() throws
  {
    let history = try SchemaHistory(Self.notes, Self.tagged, Self.untagged)
    let store = try TestStore(history.oldest, filledBy: Self.content)
    #expect(
      try losses(history, store) == [
        "at risk: 3 values of Note.tag", "lost: 3 links of Note.label", "lost: 2 objects of Tag",
      ])
    let allowed = MigrationOptions.testing {
      $0.allowedLosses = [
        "drop-attribute:Note.tag", "drop-relationship:Note.label", "drop-entity:Tag",
      ]
    }
    let summary = try migrated(store, history, allowed)
    #expect(summary.losses.filter { $0.version == "3.0.0" }.compactMap(\.count).sorted() == [2, 3])
  }

  @Test func `losses after steps are counted as well`() throws {
    let stepped =
      Self.tagged + "  steps: [{sql: UPDATE Note SET text = 'z', touches: [Note.text]}]\n"
    let history = try SchemaHistory(Self.notes, stepped, Self.untagged)
    let store = try TestStore(history.oldest, filledBy: Self.content)
    #expect(
      try losses(history, store) == [
        "at risk: 3 values of Note.tag", "lost: 3 links of Note.label", "lost: 2 objects of Tag",
      ])
  }

  /// The history with a step in its second version, after which the third version drops links and objects.
  private func stepped() throws -> (history: SchemaHistory, store: TestStore) {
    let steps = "  steps: [{sql: UPDATE Note SET text = 'z', touches: [Note.text]}]\n"
    let history = try SchemaHistory(Self.notes, Self.tagged + steps, Self.untagged)
    return (history, try TestStore(history.oldest, filledBy: Self.content))
  }

  @Test func `a loss of a later stage is refused before the migration begins`() throws {
    let (history, store) = try stepped()
    let options = MigrationOptions.testing { $0.allowedLosses = ["drop-attribute:Note.tag"] }
    let error = try #require(failure(of: store, history, options))
    #expect(
      error.diagnostics(of: "notes.store").map(\.message) == [
        "version 3.0.0 loses 2 objects: entity Tag",
        "version 3.0.0 loses 3 links: relationship Note.label: toOne Tag?",
      ])
    #expect(error.exitStatus == 3)
  }

  @Test func `a plan that was not tried has no counts of later stages, and is carried out`() throws
  {
    let (history, store) = try stepped()
    let options = MigrationOptions.testing {
      $0.trialLimit = 0
      $0.allowedLosses = [
        "drop-attribute:Note.tag", "drop-relationship:Note.label", "drop-entity:Tag",
        "lose-values:Note.text",
      ]
    }
    let plan = try Migrator(history: history, options: options).plan(for: store.path)
    #expect(
      plan.losses.map(\.message) == [
        "at risk: 3 values of Note.tag", "at risk: links of Note.label", "at risk: objects of Tag",
      ])
    let saved = PlanFile(plan, history: history, approvals: options.allowedLosses)
    let outcome = try Migrator(history: history, options: options)
      .apply(to: store.path, following: saved)
    guard case .migrated(let summary) = outcome else {
      Issue.record("not migrated: \(outcome)")
      return
    }
    #expect(
      summary.losses.map(\.message) == [
        "at risk: 3 values of Note.tag", "lost: 3 links of Note.label", "lost: 2 objects of Tag",
      ])
  }

  @Test func `a saved plan is stale where a later stage would lose more`() throws {
    let (history, store) = try stepped()
    let options = MigrationOptions.testing {
      $0.allowedLosses = [
        "drop-attribute:Note.tag", "drop-relationship:Note.label", "drop-entity:Tag",
      ]
    }
    let plan = try Migrator(history: history, options: options).plan(for: store.path)
    let saved = PlanFile(plan, history: history, approvals: options.allowedLosses)
    try store.execute("UPDATE Note SET tag = 'w' WHERE _id = 3")
    let error = try #require(failure(of: store, history, options, following: saved))
    #expect(error.exitStatus == 3)
  }

  @Test func `defaults of a version between are no loss, and values that it refuses are`() throws {
    func version(_ number: Int, _ attributes: String) -> String {
      "schema: N\nversion: \(number).0.0\nentities: {N: {attributes: {t: string\(attributes)}}}\n"
    }
    let history = try SchemaHistory(
      version(1, ", p: double?"), version(2, ", p: int?, x: int = 7"), version(3, ""))
    let store = try TestStore(
      history.oldest, filledBy: "INSERT INTO N (t, p) VALUES ('a', 0.5), ('b', 1), ('c', NULL)")
    #expect(try losses(history, store) == ["lost: 2 values of N.p"])
    let options = MigrationOptions.testing { $0.allowedLosses = ["drop-attribute:N.p"] }
    #expect(
      try migrated(store, history, options).losses.map(\.message) == ["lost: 2 values of N.p"])
  }

  @Test func `merges behind conditions and expressions of earlier versions are counted`() throws {
    let version = { (number: Int, attributes: String, map: String) in
      """
      schema: People
      version: \(number).0.0
      entities: {P: {attributes: {\(attributes)}}}

      """ + (map.isEmpty ? "" : "migration: {kind: custom, map: {P: {\(map)}}}\n")
    }
    let history = try SchemaHistory(
      version(1, "a: string?, b: string?, n: int?", ""),
      version(
        2, "c: {type: string, optional: true, renamedFrom: a}, n: int?",
        "c: {using: \"coalesce(a, b)\"}"),
      version(
        3, "d: {type: string, optional: true, renamedFrom: c}, n: int?",
        "where: \"c <> 'q' OR c IS NULL\""),
      version(
        4, "d: string, n: int?",
        "d: {using: \"coalesce(d, 'none')\"}, dedupe: {by: [d], keep: [newest(n)]}"))
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO P (_id, a, b, n) VALUES (1, 'x', 'y', 1), (2, NULL, 'y', -2), (3, 'q', NULL, 3),
          (4, NULL, NULL, 4), (5, 'x', NULL, NULL), (6, 'none', NULL, 9);
        """)
    let allowed = MigrationOptions.testing { $0.allowedLosses = ["drop-attribute:P.b"] }
    let plan = try Migrator(history: history, options: allowed).plan(for: store.path)
    #expect(plan.trialGap == nil)
    #expect(plan.obstacles == [])
    _ = try migrated(store, history, allowed)
    #expect(
      try store.lines("SELECT _id, d, n FROM P ORDER BY 1") == ["1 x 1", "2 y -2", "6 none 9"])
  }
}

/// Two relationships that were independent become the two ends of one.
struct JoinedRelationshipTests {
  private static let first = """
    schema: Rooms
    version: 1.0.0
    entities:
      Session: {relationships: {parts: {toMany: Part}}}
      Part: {relationships: {session: {toOne: Session?}}}

    """
  private static let second = """
    schema: Rooms
    version: 2.0.0
    entities:
      Session: {relationships: {parts: {toMany: Part, inverse: session}}}
      Part: {relationships: {session: {toOne: Session?, inverse: parts}}}
    migration: {kind: custom, map: {Part: {session: {using: session}}}}

    """

  @Test(arguments: [
    ("(1, 1), (1, 2), (2, 3)", []),
    ("(1, 1), (2, 2), (2, 4)", ["lost: 2 links of Session.parts, of the object with _id 2"]),
    ("(1, 1)", []),
  ])
  func `links are lost where two relationships that become one disagree`(
    links: String, losses: [String]
  ) throws {
    let history = try SchemaHistory(Self.first, Self.second)
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Session (_id) VALUES (1), (2);
        INSERT INTO Part (_id, session) VALUES (1, 1), (2, 1), (3, 2), (4, NULL);
        INSERT INTO Session_parts (_owner, parts) VALUES \(links);
        """)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(plan.losses.map(\.message) == losses)
    let options = MigrationOptions.testing { $0.allowedLosses = ["change-inverse:Session.parts"] }
    _ = try migrated(store, history, options)
    #expect(try store.lines("SELECT session FROM Part ORDER BY _id") == ["1", "1", "2", "NULL"])
  }
}
