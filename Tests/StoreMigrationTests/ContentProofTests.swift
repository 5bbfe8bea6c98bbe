import MigrateKit
import Diagnostics
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreLayout
import StoreMigration
import StoreVerification
import Testing

/// Content that `verify` would fault is never committed; earlier problems are reported, and are no
/// obstacle.
struct ContentProofTests {
  /// A change of the model after which some objects break its requirements.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// Lines of the first version, and the lines that replace them in the second.
    var replacing: [(String, String)]
    var migration = ""
    var problem: Problem
    var count: Int64 = 1
    var examples: [Int64]

    init(
      _ description: String, _ replacing: [(String, String)], migration: String = "",
      _ problem: Problem, count: Int64 = 1, _ examples: [Int64]
    ) {
      (testDescription, self.replacing, self.migration) = (description, replacing, migration)
      (self.problem, self.count, self.examples) = (problem, count, examples)
    }
  }

  private static let first = """
    schema: Shop
    version: 1.0.0
    composites:
      Price: {attributes: {amount: double, currency: "string?"}}
    entities:
      Item:
        attributes:
          name: string = ""
          code: string?
        relationships:
          tags: {toMany: Tag, inverse: item, delete: cascade}
          shelves: {toMany: Shelf, inverse: items, delete: nullify}
      Tag:
        attributes: {label: string = ""}
        relationships:
          item: {toOne: Item?, inverse: tags, delete: nullify}
      Shelf:
        attributes: {place: string = ""}
        relationships:
          items: {toMany: Item, inverse: shelves, delete: nullify}
    """

  /// Item 2 has a code that is like nothing, no tag and two shelves; item 1 has two tags.
  private static let content = """
    INSERT INTO Item (_id, name, code) VALUES (1, 'lamp', '12'), (2, '', 'x' || char(0) || 'yz'),
      (3, 'chair', NULL);
    INSERT INTO Tag (_id, label, item) VALUES (1, 'a', 1), (2, 'b', 1), (3, 'c', 3);
    INSERT INTO Shelf (_id) VALUES (1), (2);
    INSERT INTO Item_shelves (items, shelves) VALUES (2, 1), (2, 2), (1, 1);
    """

  private static let name = PropertyName("Item", "name")
  private static let code = PropertyName("Item", "code")
  private static let tags = PropertyName("Item", "tags")

  private static func using(
    _ type: String, _ expression: String, type name: String, _ examples: [Int64]
  ) -> Case {
    Case(
      "an expression that gives no \(type)", [("      code: string?", "      code: \(type)?")],
      migration: "  kind: custom\n  map: {Item: {code: {using: \"\(expression)\"}}}",
      .malformedValue(code, type: name), count: Int64(examples.count), examples)
  }

  static let cases: [Case] = [
    Case(
      "a new pattern",
      [("      code: string?", "      code: {type: string, optional: true, pattern: \"[0-9]+\"}")],
      .patternMismatch(code, pattern: "[0-9]+"), [2]),
    Case(
      "a new maximum, counted beyond a NUL",
      [("      code: string?", "      code: {type: string, optional: true, max: 3}")],
      .outOfBounds(code, bounds: "at most 3 characters long"), [2]),
    Case(
      "a new minimum of a text",
      [("      name: string = \"\"", "      name: {type: string, default: \"new\", min: 1}")],
      .outOfBounds(name, bounds: "at least 1 character long"), [2]),
    Case(
      "a new rule",
      [
        (
          "    relationships:\n      tags",
          "    rules: [{name: named, check: \"name <> ''\"}]\n    relationships:\n      tags"
        )
      ],
      .brokenRule(entity: "Item", rule: "named"), [2]),
    Case(
      "a to-many with a new maximum",
      [("{toMany: Tag, inverse: item,", "{toMany: Tag, inverse: item, max: 1,")],
      .tooManyLinks(tags, maximum: 1), [1]),
    Case(
      "a to-many with a new minimum",
      [("{toMany: Tag, inverse: item,", "{toMany: Tag, inverse: item, min: 1,")],
      .tooFewLinks(tags, minimum: 1), [2]),
    Case(
      "a many-to-many with a new maximum",
      [("{toMany: Shelf, inverse: items,", "{toMany: Shelf, inverse: items, max: 1,")],
      .tooManyLinks(PropertyName("Item", "shelves"), maximum: 1), [2]),
    Case(
      "links that an expression takes away from a to-many with a minimum",
      [("{toMany: Tag, inverse: item,", "{toMany: Tag, inverse: item, min: 1,")],
      migration: "  kind: custom\n  map: {Tag: {item: {using: \"2\"}}}",
      .tooFewLinks(tags, minimum: 1), count: 2, [1, 3]),
    using("uuid", "code", type: "uuid in capital letters", [1, 2]),
    using("url", "'http://a b'||code", type: "url", [1, 2]),
    using("decimal", "code||'e'", type: "decimal", [1, 2]),
    using("float", "CASE code WHEN '12' THEN 1.5 ELSE 1e300 END", type: "float", [2, 3]),
    using("bool", "length(code)", type: "bool", [1]),
    using("int16", "40000 * length(code)", type: "int16", [1, 2]),
    Case(
      "an expression that gives no composite",
      [("      code: string?", "      code: Price?")],
      migration: """
          kind: custom
          map:
            Item: {code: {using: "CASE code WHEN '12' THEN '{\\"amount\\": 1.5}' ELSE '{\\"amount\\": \\"1.5\\"}' END"}}
        """, .malformedValue(code, type: "Price in JSON"), count: 2, [2, 3]),
    Case(
      "an expression that gives no list", [("      code: string?", "      code: \"[int]?\"")],
      migration:
        "  kind: custom\n  map: {Item: {code: {using: \"json_array(code, 1)\"}}}",
      .malformedValue(code, type: "list of the type [int]"), count: 3, [1, 2, 3]),
    Case(
      "an expression that gives none of the cases",
      [("      code: string?", "      code: \"enum(a, b)?\"")],
      migration: "  kind: custom\n  map: {Item: {code: {using: \"'c'\"}}}", .unknownCase(code),
      count: 3, [1, 2, 3]),
  ]

  @Test(arguments: cases)
  func `a migration that verify would fault is undone, and any other is committed`(
    example: Case
  ) throws {
    let history = try self.history(example.replacing, example.migration)
    let store = try TestStore(history.oldest, filledBy: Self.content)
    let before = try store.dump()
    guard
      case .rolledBack(.brokenDemands(let broken), _)? = failure(
        of: store, history, try Self.options(store, history))
    else {
      Issue.record("not rolled back")
      return
    }
    #expect(
      broken.map(\.finding).filter { $0.problem == example.problem } == [
        Finding(example.problem, count: example.count, examples: example.examples)
      ])
    #expect(broken.allSatisfy { $0.demandedAt?.file == "V2.yaml" })
    #expect(try store.dump() == before)
  }

  @Test func `a broken demand names its objects, their values and both places`() throws {
    let history = try history(
      [("      code: string?", "      code: {type: uuid, optional: true}")],
      "  kind: custom\n  map:\n    Item:\n      code: {using: \"code\"}")
    let store = try TestStore(history.oldest, filledBy: Self.content)
    let error = try #require(failure(of: store, history, try Self.options(store, history)))
    #expect(
      error.diagnostics(of: store.path).map { $0.rendered } == [
        """
        V2.yaml:25:21: 2 objects have a value for 'Item.code' that is no uuid in capital letters \
        [malformed-value]
        - _id 1: 'code' is '12'
        - _id 2: 'code' is 'x\\u{0}yz'
        - V2.yaml:9:7: demanded here
        - let the expression give values that the version allows, or let the version allow them
        """
      ])
  }

  @Test func `earlier problems are reported, and do not prevent the migration`() throws {
    let strict = Self.first
      .replacing("name: string = \"\"", with: "name: {type: string, default: new, min: 1}")
      .replacing(
        "code: string?", with: "code: {type: string, optional: true, pattern: \"[0-9]+\"}"
      )
      .replacing("{toMany: Tag, inverse: item,", with: "{toMany: Tag, inverse: item, max: 1,")
      .replacing(
        "    relationships:\n      tags",
        with: "    rules: [{name: named, check: \"name <> ''\"}]\n    relationships:\n      tags")
    let second = strict.replacing("version: 1.0.0", with: "version: 2.0.0")
      .replacing("      name: {", with: "      pages: int = 0\n      title: {renamedFrom: name, ")
      .replacing("name <> ''", with: "title <> ''")
    let history = try SchemaHistory(strict, second)
    let store = try TestStore(history.oldest, filledBy: Self.content)
    let known = try StoreVerifier.verify(storeAt: store.path).findings
    #expect(known.count == 4)
    // The rule reads otherwise now, so that it is asked as any new one.
    guard case .rolledBack(.brokenDemands(let broken), _)? = failure(of: store, history) else {
      Issue.record("not rolled back")
      return
    }
    #expect(broken.map(\.finding.problem) == [.brokenRule(entity: "Item", rule: "named")])

    let third = strict.replacing("version: 1.0.0", with: "version: 2.0.0")
      .replacing("      name: {", with: "      pages: int?\n      name: {")
    let other = try SchemaHistory(strict, third)
    let summary = try migrated(store, other)
    let places = SchemaPlaces(document: other.newest)
    #expect(summary.knownFindings == known.map { $0.located(in: places) })
    #expect(
      summary.knownFindings.map(\.location?.description) == [
        "V2.yaml:9:7", "V2.yaml:10:7", "V2.yaml:13:7", "V2.yaml:11:13",
      ])
    #expect(try StoreVerifier.verify(storeAt: store.path).findings == known)
  }

  /// What an expression makes of values is meant.
  private static func options(
    _ store: TestStore, _ history: SchemaHistory
  ) throws -> MigrationOptions {
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    return .testing { $0.allowedLosses = Set(plan.losses.compactMap(\.approval)) }
  }

  private func history(
    _ replacing: [(String, String)], _ migration: String
  ) throws -> SchemaHistory {
    var second = Self.first.replacing("version: 1.0.0", with: "version: 2.0.0")
    for (old, new) in replacing {
      #expect(second.contains(old))
      second = second.replacing(old, with: new)
    }
    return try SchemaHistory(
      Self.first, migration.isEmpty ? second : second + "\nmigration:\n" + migration)
  }
}
