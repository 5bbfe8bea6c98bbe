import Diagnostics
import SchemaLint
import SchemaModel
import Testing

struct ImplicitDeleteRuleTests {
  static let example = RuleExample(bad: sessions(nil), good: sessions(.cascade))

  private static func sessions(_ deleteRule: DeleteRule?) -> SchemaDocument {
    document([
      Entity(
        "Session",
        relationships: [
          Relationship("segments", .toMany, "Segment", inverse: "session", deleteRule: deleteRule)
        ]),
      Entity(
        "Segment",
        relationships: [
          Relationship(
            "session", .toOne, "Session", isOptional: true, inverse: "segments",
            deleteRule: .nullify)
        ]),
    ])
  }

  @Test func `the rule in force is named, with what to write`() {
    #expect(
      findings(of: ImplicitDeleteRule(), in: Self.example.bad) == """
        entities.Session.relationships.segments: 'Session.segments' has no delete rule: \
        deleting a 'Session' leaves its 'segments' behind, unlinked
          write 'delete: nullify' if that is meant, or else 'cascade' or 'deny'
        """)
  }

  @Test func `a rule that is written is not flagged, whatever it says`() {
    let path = SchemaPath.property("segments", of: "Session", .relationships)
    var written = Self.example.bad
    written.sources.record(
      .init(file: "V1.yaml", line: 6, column: 60), for: path.appending("delete"))
    #expect(ImplicitDeleteRule().findings(in: written) == [])
  }

  @Test func `the fix writes the rule that is in force`() {
    #expect(
      ImplicitDeleteRule().findings(in: Self.example.bad).map(\.fix) == [
        Fix(
          .safe,
          [
            .set(
              key: "delete", value: "nullify",
              in: .property("segments", of: "Session", .relationships))
          ])
      ])
  }

  /// Two ends of one link, each with its cardinality and delete rule, and the ends that are reported.
  struct Pair: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var first: (Relationship.Cardinality, DeleteRule?)
    var second: (Relationship.Cardinality, DeleteRule?)?
    var reported: [String]
  }

  static let pairs = [
    Pair(
      testDescription: "a whole and its parts", first: (.toMany, nil), second: (.toOne, nil),
      reported: ["A.b"]),
    Pair(
      testDescription: "a part whose whole has a rule", first: (.toMany, .cascade),
      second: (.toOne, nil), reported: []),
    Pair(
      testDescription: "a whole whose parts have a rule", first: (.toMany, nil),
      second: (.toOne, .nullify), reported: ["A.b"]),
    Pair(
      testDescription: "two to-ones", first: (.toOne, nil), second: (.toOne, nil),
      reported: ["A.b"]),
    Pair(
      testDescription: "two to-ones, of which one has a rule", first: (.toOne, nil),
      second: (.toOne, .cascade), reported: []),
    Pair(
      testDescription: "two to-manys", first: (.toMany, nil), second: (.toMany, nil),
      reported: ["A.b", "B.a"]),
    Pair(
      testDescription: "a to-one without a way back", first: (.toOne, nil), second: nil,
      reported: ["A.b"]),
  ]

  @Test(arguments: pairs)
  func `the end is reported whose deletion matters`(pair: Pair) {
    let inverse = pair.second == nil ? nil : "a"
    let first = Relationship(
      "b", pair.first.0, "B", isOptional: true, inverse: inverse, deleteRule: pair.first.1)
    let second = pair.second.map {
      Relationship("a", $0.0, "A", isOptional: true, inverse: "b", deleteRule: $0.1)
    }
    let model = document([
      Entity("A", relationships: [first]),
      Entity("B", relationships: [second].compactMap(\.self)),
    ])
    let found = ImplicitDeleteRule().findings(in: model).map(\.place)
    let reported = pair.reported.map { name -> Finding.Place in
      let parts = name.split(separator: ".").map(String.init)
      return .part(.property(parts[1], of: parts[0], .relationships))
    }
    #expect(found == reported)
  }

  @Test func `a link that leads nowhere back is not called unlinked`() {
    let model = document([
      Entity("A", relationships: [Relationship("b", .toMany, "B")]), Entity("B"),
    ])
    #expect(
      findings(of: ImplicitDeleteRule(), in: model) == """
        entities.A.relationships.b: 'A.b' has no delete rule: deleting an 'A' leaves its 'b' behind
          write 'delete: nullify' if that is meant, or else 'cascade' or 'deny'
        """)
  }
}
