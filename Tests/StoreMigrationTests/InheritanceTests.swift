import MigrateKit
import SQLite
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreLayout
import StoreMigration
import StoreVerification
import Testing

/// Sub-entities that move or are removed over several versions.
struct InheritanceTests {
  private static let first = """
    schema: Shapes
    version: 1.0.0
    entities:
      Shape:
        attributes: {name: string}
      Round:
        parent: Shape
        attributes: {radius: "double?"}
      Circle:
        parent: Round
        attributes: {colour: "string?"}
      Square:
        parent: Shape
        attributes: {side: "double?"}
    """

  private static let content = """
    INSERT INTO Shape (_id, _entity, name, radius, colour, side) VALUES
      (1, 'Shape', 'a', NULL, NULL, NULL), (2, 'Round', 'b', 1.0, NULL, NULL),
      (3, 'Circle', 'c', 2.0, 'red', NULL), (4, 'Circle', 'd', NULL, NULL, NULL),
      (5, 'Square', 'e', NULL, NULL, 3.0), (6, 'Square', 'f', NULL, NULL, NULL);
    """

  /// Version 2 hangs the circle below the shape, version 3 drops the round, and version 4 the square.
  private func history(counting checks: [String] = ["", "", ""]) throws -> SchemaHistory {
    let second = Self.first.replacing("version: 1.0.0", with: "version: 2.0.0")
      .replacing(
        "parent: Round\n    attributes: {colour: \"string?\"}",
        with: "parent: Shape\n    attributes: {colour: \"string?\", radius: \"double?\"}")
    let third = second.replacing("version: 2.0.0", with: "version: 3.0.0")
      .replacing("  Round:\n    parent: Shape\n    attributes: {radius: \"double?\"}\n", with: "")
    let fourth = third.replacing("version: 3.0.0", with: "version: 4.0.0")
      .replacing("  Square:\n    parent: Shape\n    attributes: {side: \"double?\"}", with: "")
    let texts = zip([second, third, fourth], checks).map { text, checks in
      checks.isEmpty ? text : text + "\nmigration:\n  kind: custom\n" + checks
    }
    return try SchemaHistory(Self.first, texts[0], texts[1], texts[2])
  }

  private func options(
    _ history: SchemaHistory, _ store: TestStore, to target: Version? = nil
  ) throws -> MigrationOptions {
    let plan = try Migrator(
      history: history,
      options: .testing {
        $0.target = target
        $0.allowedLosses = ["drop-entity:Round", "drop-entity:Square"]
      }
    ).plan(for: store.path)
    let losses = Set(plan.migration.hops.flatMap(\.changes).compactMap(\.approval))
    return .testing {
      $0.target = target
      $0.allowedLosses = losses
    }
  }

  @Test func `moved and removed sub-entities are accounted for, in one pass and step by step`()
    throws
  {
    let history = try history()
    let direct = try TestStore(history.oldest, filledBy: Self.content)
    _ = try migrated(direct, history, options(history, direct))
    let stepwise = try TestStore(history.oldest, filledBy: Self.content)
    for version in 2...4 {
      _ = try migrated(
        stepwise, history, options(history, stepwise, to: Version(version)))
    }
    let rows: SQL = "SELECT _id, _entity, name, radius, colour FROM Shape ORDER BY _id"
    #expect(
      try direct.rows(rows) == [
        [.integer(1), .text("Shape"), .text("a"), .null, .null],
        [.integer(3), .text("Circle"), .text("c"), .real(2), .text("red")],
        [.integer(4), .text("Circle"), .text("d"), .null, .null],
      ])
    #expect(try stepwise.rows(rows) == direct.rows(rows))
    #expect(try StoreVerifier.verify(storeAt: direct.path).findings == [])
  }

  @Test func `counts of an inheritance chain are taken through all versions`() throws {
    let history = try history(counting: [
      "  before: [{count: Round}]\n  after: [{count: Circle}, {count: Round, equals: 1}]",
      "  after: [{count: Circle, equals: 2}, {count: Shape, equals: 5}]",
      "  before: [{count: Square, equals: 2}]\n  after: [{count: Shape, equals: 3}]",
    ])
    let store = try TestStore(history.oldest, filledBy: Self.content)
    #expect(try migrated(store, history, options(history, store)).target == Version(4))

    let wrong = try self.history(counting: ["  after: [{count: Round}]", "", ""])
    let other = try TestStore(history.oldest, filledBy: Self.content)
    let before = try other.dump()
    guard
      case .rolledBack(.checks(let checks), _)? = failure(
        of: other, wrong, try options(wrong, other))
    else {
      Issue.record("not rolled back")
      return
    }
    #expect(checks.map(\.expected) == [.integer(3)])
    #expect(checks.map(\.found) == [.value(.integer(1))])
    #expect(try other.dump() == before)
  }

  @Test func `links of sub-entities removed in between are not read from the other end`() throws {
    let first = """
      schema: T
      version: 1.0.0
      entities:
        Car: {attributes: {k: string}, relationships: {owner: {toOne: Owner?, inverse: car}}}
        Truck: {parent: Car}
        Owner: {attributes: {k: string}, relationships: {car: {toOne: Car?, inverse: owner}}}
      """
    let second = first.replacing("version: 1.0.0", with: "version: 2.0.0")
      .replacing("\n  Truck: {parent: Car}", with: "")
    let third = second.replacing("version: 2.0.0", with: "version: 3.0.0")
      .replacing("  Car: {", with: "  Vehicle: {renamedFrom: Car, ").replacing(
        "Car?", with: "Vehicle?")
    let history = try SchemaHistory(first, second, third)
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Owner (_id, k) VALUES (1, 'a'), (2, 'b');
        INSERT INTO Car (_id, _entity, k, owner) VALUES (1, 'Car', 'c', 1), (2, 'Truck', 't', 2);
        """)
    let summary = try migrated(
      store, history, .testing { $0.allowedLosses = ["drop-entity:Truck"] })
    #expect(summary.losses.map(\.count) == [1])
    #expect(try store.lines("SELECT _id, car FROM Owner ORDER BY _id") == ["1 1", "2 NULL"])
    #expect(try store.lines("SELECT _id, k FROM Vehicle") == ["1 c"])
  }
}
