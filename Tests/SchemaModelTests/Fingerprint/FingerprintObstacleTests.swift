import SchemaModel
import Testing

struct FingerprintObstacleTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var entity: Entity
    var others: [Entity] = []
    var reason: String
    var testDescription: String { reason }
  }

  static let rows: [Row] = [
    Row(
      entity: Entity(
        "A", hashModifier: "2", attributes: [Attribute("x", .int16)], uniquenessConstraints: [["x"]]
      ),
      reason: """
        'A' has a hash modifier and a uniqueness constraint, and which is hashed first is not known
        """),
    Row(
      entity: Entity(
        "A", attributes: [Attribute("x", .enumeration(.inline(["a"])), hashModifier: "2")]),
      reason: "'x' is a composite with a hash modifier, which no known store has"),
    Row(
      entity: Entity("A", attributes: [Attribute("x", .string, derivation: "lowercase:(y)")]),
      reason: """
        'x' is derived by something else than a key path or a count, and how that is hashed is not known
        """),
    Row(
      entity: Entity(
        "A", attributes: [Attribute("x", .string, derivation: "y", hashModifier: "2")]),
      reason: """
        'x' is derived by something else than a key path or a count, and how that is hashed is not known
        """),
    Row(
      entity: Entity(
        "A", attributes: [Attribute("x", .int16), Attribute("y", .int16)],
        uniquenessConstraints: [["x"], ["y"]]),
      reason: "'A' has several uniqueness constraints, and how they are joined is not known"),
    Row(
      entity: Entity("A", attributes: [Attribute("x", .composite("Nested"))]),
      reason: "'x.inner' is a composite inside a composite, and how they nest is not known"),
    Row(
      entity: Entity("A", attributes: [Attribute("x", .array(.composite("Nested")))]),
      reason: "'x' is a list of structured values, and how it is stored is not known"),
    Row(
      entity: Entity(
        "A",
        attributes: [Attribute("x", .data, storage: .external, preservesValueOnDeletion: true)]),
      reason: "'x' is both external and preserved on deletion, which no known store has"),
    Row(
      entity: Entity("A", attributes: [Attribute("buro", .bool), Attribute("büro", .string)]),
      reason: "the order of 'buro' and 'büro' depends on letters outside ASCII"),
    Row(
      entity: Entity("A", attributes: [Attribute("x", .composite("Missing"))]),
      reason: "the type 'Missing' of 'x' is not declared"),
    Row(entity: Entity("A", parent: "B"), reason: "the parent 'B' is not declared"),
    Row(
      entity: Entity("A", parent: "B"), others: [Entity("B", parent: "A")],
      reason: "'A' inherits from itself"),
    Row(
      entity: Entity("A"), others: [Entity("A", isAbstract: true)],
      reason: "two entities are named 'A'"),
    Row(
      entity: Entity("A", parent: "B"),
      others: [Entity("B", attributes: [Attribute("x", .string, derivation: "now()")])],
      reason: """
        the hash of 'B' is part of it, and 'x' is derived by something else than a key path or a \
        count, and how that is hashed is not known
        """),
  ]

  @Test(arguments: rows)
  func `a hash that cannot be computed has a reason`(row: Row) {
    let schema = Schema(
      name: "Open", version: Version(1), entities: [row.entity] + row.others,
      composites: [
        Composite("Nested", elements: [Attribute("inner", .composite("Flat"))]),
        Composite("Flat", elements: [Attribute("y", .string)]),
      ])
    #expect(schema.versionHashes()["A"]?.obstacle?.description == row.reason)
  }
}
