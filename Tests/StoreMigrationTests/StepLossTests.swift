import Diagnostics
import MigrateKit
import MigrationPlanner
import SQLite
import SchemaModel
import SchemaYAML
import StoreLayout
import StoreMigration
import TestSupport
import Testing

/// Values and objects that declared steps delete: they are counted, and every loss needs approval.
struct StepLossTests {
  private static let first = """
    schema: Wallet
    version: 1.0.0
    entities:
      Owner:
        attributes: {name: string = "", balance: double?, tags: "[string]"}
        relationships:
          cards: {toMany: Card, inverse: owner, delete: nullify, ordered: true}
          groups: {toMany: Party, inverse: members, delete: nullify, ordered: true}
      Card:
        attributes: {no: string = ""}
        relationships: {owner: {toOne: Owner?, inverse: cards, delete: nullify}}
      Gold: {parent: Card}
      Party:
        attributes: {title: string = ""}
        relationships: {members: {toMany: Owner, inverse: groups, delete: nullify}}

    """

  private static let content = """
    INSERT INTO Owner (_id, name, balance, tags) VALUES (1, 'Ann', 5.5, '["a"]'), (2, 'Bob', 7.0, '[]'),
      (3, 'Cy', NULL, '[]');
    INSERT INTO Card (_id, _entity, no, owner, _order_owner) VALUES (1, 'Card', 'x', 1, 0),
      (2, 'Gold', 'y', 1, 1), (3, 'Card', 'z', 2, 0);
    INSERT INTO Party (_id, title) VALUES (1, 'g'), (2, 'h');
    INSERT INTO Owner_groups (members, groups, _order_groups) VALUES (1, 1, 0), (1, 2, 1), (2, 1, 0);
    """

  private static func next(_ steps: [String]) -> String {
    first.replacing("version: 1.0.0", with: "version: 2.0.0")
      + "migration:\n  kind: custom\n  steps:\n"
      + steps.map { "    - {\($0)}\n" }.joined()
  }

  private func store(_ steps: [String], _ more: String = "") throws -> (TestStore, SchemaHistory) {
    let history = try SchemaHistory(Self.first, Self.next(steps))
    return (try TestStore(history.oldest, filledBy: Self.content + more), history)
  }

  /// Expects that the store is unchanged, and returns the refusals, each with its last note.
  private func refusals(
    _ steps: [String], _ more: String = "", _ options: MigrationOptions = .testing()
  ) throws -> [String] {
    let (store, history) = try store(steps, more)
    let before = try store.dump()
    let error = try #require(failure(of: store, history, options))
    #expect(try store.dump() == before)
    #expect(error.exitStatus == 3)
    return error.diagnostics(of: store.path).map {
      "\($0.code): \($0.message) (\($0.notes.last?.message ?? ""))"
    }
  }

  private static func approval(_ flag: String) -> String {
    "if that is meant, add '--allow \(flag)'"
  }

  private struct Loss: CustomTestStringConvertible {
    var sql: String
    var touches: String
    var lost: String
    var approval: String
    var testDescription: String { sql }

    init(_ sql: String, _ touches: String, _ lost: String, _ approval: String) {
      (self.sql, self.touches, self.lost, self.approval) = (sql, touches, lost, approval)
    }
  }

  private static let losses: [Loss] = [
    .init(
      "INSERT OR REPLACE INTO Owner (_id, name, tags) SELECT _id, name, tags FROM Owner", "Owner",
      "2 values of 'Owner.balance' are deleted by steps", "lose-values:Owner.balance"),
    .init(
      "UPDATE Owner SET balance = NULL WHERE _id = 1", "Owner.balance",
      "1 value of 'Owner.balance' is deleted by steps", "lose-values:Owner.balance"),
    .init(
      "UPDATE Owner SET balance = 0", "Owner",
      "2 values of 'Owner.balance' are replaced by steps", "lose-values:Owner.balance"),
    .init(
      "UPDATE Owner SET name = ''", "Owner.name",
      "3 values of 'Owner.name' are deleted by steps", "lose-values:Owner.name"),
    .init(
      "UPDATE Owner SET tags = '[]'", "Owner.tags",
      "1 value of 'Owner.tags' is deleted by steps", "lose-values:Owner.tags"),
    .init(
      "DELETE FROM Owner_groups WHERE groups = 1", "Owner.groups",
      "2 links of 'Owner.groups' are deleted by steps", "lose-links:Owner.groups"),
    .init(
      "UPDATE Card SET owner = NULL, _order_owner = NULL WHERE _id = 1", "Card.owner",
      "1 link of 'Card.owner' is deleted by steps", "lose-links:Card.owner"),
    .init(
      "UPDATE Card SET owner = 1, _order_owner = 2 WHERE _id = 3", "Owner.cards",
      "1 link of 'Card.owner' is deleted by steps", "lose-links:Card.owner"),
    .init(
      "UPDATE Card SET _order_owner = 0", "Owner.cards",
      "1 position of 'Owner.cards' is deleted by steps", "lose-order:Owner.cards"),
    .init(
      "UPDATE Owner_groups SET _order_groups = 0", "Owner.groups",
      "1 position of 'Owner.groups' is deleted by steps", "lose-order:Owner.groups"),
    .init(
      "UPDATE Card SET _entity = 'Card'", "Card",
      "1 object of 'Gold' is deleted by steps", "lose-objects:Gold"),
    .init(
      "DELETE FROM Card WHERE _id = 3", "Card",
      "1 object of 'Card' is deleted by steps", "lose-objects:Card"),
  ]

  @Test(arguments: losses)
  private func `a loss by a statement is undone until it is approved`(loss: Loss) throws {
    let steps = ["sql: \"\(loss.sql)\", touches: [\(loss.touches)]"]
    #expect(
      try refusals(steps) == ["unapproved-loss: \(loss.lost) (\(Self.approval(loss.approval)))"])
    let (store, history) = try store(steps)
    let summary = try migrated(store, history, .testing { $0.allowedLosses = [loss.approval] })
    #expect(
      summary.effects.named("lost-by-steps").filter(\.needsApproval).map(\.message) == [loss.lost])
    let outcome = try store.lines("SELECT outcome FROM _migrate_history").last
    #expect(outcome?.split(separator: "; ").last.map(String.init) == loss.lost)
  }

  @Test func `a loss is reported with its objects, at the step`() throws {
    let (store, history) = try store(["sql: UPDATE Owner SET balance = 0, touches: [Owner]"])
    let error = try #require(failure(of: store, history))
    let found = error.diagnostics(of: store.path)
    #expect(found.map { $0.location.map { "\($0.line):\($0.column)" } } == ["19:13"])
    #expect(
      found.flatMap(\.notes).map(\.message) == [
        "of the objects with _id 1, 2",
        "name 'Owner.balance' under 'touches' if the step is there to change it",
        Self.approval("lose-values:Owner.balance"),
      ])
    #expect(
      error.standing(of: "w.store").nextCommand
        == "migrate apply w.store --allow lose-values:Owner.balance")
  }

  @Test(arguments: [
    (
      "UPDATE Owner SET balance = 0", "Owner.balance",
      "2 values of 'Owner.balance' are replaced by steps"
    ),
    (
      "UPDATE Owner SET name = upper(name)", "Owner.name",
      "3 values of 'Owner.name' are replaced by steps"
    ),
    (
      "UPDATE Card SET _order_owner = 1 - _order_owner WHERE owner = 1", "Owner.cards",
      "2 positions of 'Owner.cards' are replaced by steps"
    ),
    ("INSERT INTO Card (_entity, no) VALUES ('Card', 'n')", "Card", ""),
    ("UPDATE Owner SET balance = 1 WHERE balance IS NULL", "Owner.balance", ""),
    ("UPDATE Owner SET name = name", "Owner", ""),
  ])
  func `a declared change of a step is reported, and needs no approval`(
    sql: String, touches: String, said: String
  ) throws {
    let (store, history) = try store(["sql: \"\(sql)\", touches: [\(touches)]"])
    #expect(
      try migrated(store, history).effects.named("lost-by-steps").map(\.message)
        == [said].filter { !$0.isEmpty })
  }

  @Test func `rows that an insertion writes over are replaced, and not added`() throws {
    let sql =
      "INSERT OR REPLACE INTO Card (_id, _entity, no, owner, _order_owner) "
      + "SELECT _id + 2, _entity, no, owner, _order_owner FROM Card WHERE _id = 1 "
      + "UNION ALL SELECT 9, 'Card', 'n', NULL, NULL"
    let (store, history) = try store(["sql: \"\(sql)\", touches: [Card]"])
    let options = MigrationOptions.testing {
      $0.allowedLosses = ["lose-values:Card.no", "lose-links:Card.owner"]
    }
    let summary = try migrated(store, history, options)
    #expect(
      summary.effects.named("step").map(\.message) == [
        "the statement '\(sql)' adds 1 row and replaces 1 row, of 'Card'"
      ])
    #expect(
      summary.effects.named("lost-by-steps").map(\.message) == [
        "1 value of 'Card.no' is replaced by steps", "1 link of 'Card.owner' is deleted by steps",
      ])
  }

  @Test func `the default of a new attribute does not count as lost in a step`() throws {
    let next = Self.next(["sql: UPDATE Owner SET vip = 1, touches: [Owner]"])
      .replacing("tags: \"[string]\"}", with: "tags: \"[string]\", vip: bool = false}")
    let history = try SchemaHistory(Self.first, next)
    let store = try TestStore(history.oldest, filledBy: Self.content)
    #expect(try migrated(store, history).effects.named("lost-by-steps") == [])
    #expect(try store.lines("SELECT DISTINCT vip FROM Owner") == ["1"])
  }

  @Test func `several steps are one work: what the last one gives back is not lost`() throws {
    let (store, history) = try store([
      "sql: UPDATE Owner SET balance = NULL, touches: [Owner.balance]",
      "sql: UPDATE Owner SET balance = 1.5, touches: [Owner.balance]",
    ])
    let summary = try migrated(store, history)
    #expect(
      summary.effects.named("lost-by-steps").map(\.message) == [
        "2 values of 'Owner.balance' are replaced by steps"
      ])
  }

  @Test func `a loss by a closure needs approval like any other`() throws {
    let options = MigrationOptions.testing {
      $0.closures["c"] = MigrationClosure { batch in
        for index in batch.objects.indices { batch.objects[index]["balance"] = .null }
      }
    }
    #expect(
      try refusals(["closure: c, on: Owner, touches: [Owner.balance]"], "", options) == [
        "unapproved-loss: 2 values of 'Owner.balance' are deleted by steps "
          + "(\(Self.approval("lose-values:Owner.balance")))"
      ])
  }

  @Test func `a loss by a trigger during a step needs approval like any other`() throws {
    let trigger = """

      CREATE TRIGGER own AFTER UPDATE OF name ON Owner
      BEGIN UPDATE Owner SET balance = NULL WHERE _id = NEW._id; END;
      """
    #expect(
      try refusals(
        [
          "sql: UPDATE Owner SET name = lower(name) WHERE _id = 1, "
            + "touches: [Owner.name, Owner.balance]"
        ], trigger) == [
          "unapproved-loss: 1 value of 'Owner.balance' is deleted by steps "
            + "(\(Self.approval("lose-values:Owner.balance")))"
        ])
  }

  @Test func `an approval that no step can need is reported as misspelt`() throws {
    let (store, history) = try store([
      "sql: UPDATE Owner SET balance = NULL, touches: [Owner.balance]"
    ])
    let error = try #require(
      failure(of: store, history, .testing { $0.allowedLosses = ["lose-values:Owner.balanse"] }))
    #expect(
      error.diagnostics(of: store.path).flatMap { [$0.code] + $0.notes.map(\.message) } == [
        "unknown-approval", "did you mean '--allow lose-values:Owner.balance'?", "unapproved-loss",
        "of the objects with _id 1, 2", "if that is meant, add '--allow lose-values:Owner.balance'",
      ])
  }

  @Test func `a plan counts the losses of its steps, and asks for the approval`() throws {
    let (store, history) = try store([
      "sql: UPDATE Owner SET balance = NULL, touches: [Owner.balance, Owner.cards]"
    ])
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    #expect(
      plan.stepApprovals == [
        "lose-links:Card.owner", "lose-order:Owner.cards", "lose-values:Owner.balance",
      ])
    #expect(
      plan.effects.declared == [
        "the statement 'UPDATE Owner SET balance = NULL' changes 3 rows, of 'Owner.balance', "
          + "'Owner.cards'", "2 values of 'Owner.balance' are deleted by steps",
      ])
    #expect(plan.obstacles == [.unapproved(plan.effects.named("lost-by-steps"))])
  }

  @Test func `a saved plan is stale where steps lose more than it lists`() throws {
    let (store, history) = try store([
      "sql: UPDATE Owner SET balance = NULL WHERE _id = 1, touches: [Owner.balance]"
    ])
    let options = MigrationOptions.testing { $0.allowedLosses = ["lose-values:Owner.balance"] }
    let plan = try Migrator(history: history, options: options).plan(for: store.path)
    var saved = PlanFile(plan, history: history, approvals: options.allowedLosses)
    #expect(saved.effects.map(\.count) == [1])
    saved.effects[0].count = 0
    let error = failure(of: store, history, options, following: saved)
    #expect(
      error?.diagnostics(of: store.path).map(\.message) == [
        "the saved plan is stale: '1 value of 'Owner.balance' is deleted by steps' would concern other "
          + "objects or values now"
      ])
    #expect(error?.exitStatus == 3)
    saved.effects[0].count = 1
    #expect(failure(of: store, history, options, following: saved) == nil)
  }
}
