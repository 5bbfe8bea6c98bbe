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

  @Test func `the rule in force is said, and the ways to write it`() {
    #expect(
      findings(of: ImplicitDeleteRule(), in: Self.example.bad) == """
        entities.Session.relationships.segments: 'Session.segments' has no delete rule, so \
        deleting a 'Session' keeps what it leads to and empties the link back
          write 'delete: nullify' if that is meant, or else 'cascade' or 'deny'
        """)
  }

  @Test func `a rule that is written is none that is unsaid, whatever it says`() {
    let path = SchemaPath.property("segments", of: "Session", .relationships)
    var written = Self.example.bad
    written.sources.record(
      .init(file: "V1.yaml", line: 6, column: 60), for: path.appending("delete"))
    #expect(ImplicitDeleteRule().findings(in: written) == [])
  }

  @Test func `the fix writes out what is in force`() {
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
}
