import Diagnostics
import SchemaLint
import Testing

struct StaleBaselineTests {
  static let baseline = Baseline([
    .init(
      rule: "reserved-name", file: "V1.yaml", subject: "entities.Book.attributes.hash",
      location: SourceLocation(file: "baseline.txt", line: 2, column: 1))
  ])

  private static func findings(_ attribute: String, _ baseline: Baseline) throws -> [String] {
    let model = try MarkedModel(["entities:\n  Book:\n    attributes: {\(attribute): string}"])
    return model.findings(of: StaleBaseline(), context: LintContext(baseline: baseline))
      .map(model.shortened)
  }

  @Test func `a line without its finding is flagged, and can be removed`() throws {
    #expect(
      try Self.findings("title", Self.baseline) == [
        "baseline.txt:2: 'reserved-name' finds nothing any more at 'entities.Book.attributes.hash' "
          + "of 'V1.yaml'",
        "  + take the line out, or write the baseline anew with --write-baseline",
        "  > safe: remove line 2",
      ])
  }

  @Test func `a line that is needed, or about another file, is not`() throws {
    #expect(try Self.findings("hash", Self.baseline) == [])
    var other = Self.baseline
    other.entries[0].file = "V9.yaml"
    #expect(try Self.findings("title", other) == [])
  }
}
