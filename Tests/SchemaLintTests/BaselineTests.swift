import Diagnostics
import SchemaLint
import SchemaModel
import Testing

struct BaselineTests {
  static let model = """
    entities:
      Book:
        attributes: {hash: string, description: string}
    """

  @Test func `earlier findings are left out, and new findings are not`() throws {
    let report = try MarkedModel([Self.model]).report()
    #expect(report.findings.count == 2)
    var known = Baseline(
      report.baseline.entries.map { entry in
        var entry = entry
        entry.file = String(entry.file.split(separator: "/").last ?? "")
        return entry
      })
    let again = try MarkedModel([Self.model]).report(context: LintContext(baseline: known))
    #expect(again.findings == [])
    #expect(again.excepted.count == 2)

    known.entries.removeLast()
    let more = try MarkedModel([Self.model]).report(context: LintContext(baseline: known))
    #expect(
      more.findings.map(\.finding.place) == [
        .part(.property("hash", of: "Book", .attributes))
      ])
    #expect(more.baseline.entries.count == 2)
  }

  @Test func `a baseline is written as sorted lines, and reads back`() throws {
    let baseline = Baseline([
      .init(rule: "b-rule", file: "V1.yaml", subject: "entities.A"),
      .init(rule: "a-rule", file: "V 2.yaml", subject: "a message, with a comma"),
      .init(part: "hops", rule: "a-rule", file: "V1.yaml", subject: "a message"),
    ])
    #expect(
      baseline.text == """
        # findings that `migrate lint` and `migrate check` leave out, written by them
        a-rule\tV 2.yaml\ta message, with a comma
        b-rule\tV1.yaml\tentities.A
        hops:a-rule\tV1.yaml\ta message

        """)
    let read = try Baseline(text: baseline.text, file: "baseline.txt")
    #expect(read.entries.map(\.subject) == ["a message, with a comma", "entities.A", "a message"])
    #expect(read.entries.map(\.part) == [nil, nil, "hops"])
    #expect(read.entries.map(\.location?.line) == [2, 3, 4])
    #expect(read.text == baseline.text)
  }

  @Test func `a line that is not an entry is reported with its place`() {
    #expect(
      throws: DiagnosticsError([
        Diagnostic(
          code: "invalid-baseline", "the line has no rule, file and subject with tabs between",
          at: SourceLocation(file: "b.txt", line: 2, column: 1),
          notes: [
            .init(
              "take line 2 out, or delete the file and list all findings anew with --write-baseline"
            )
          ])
      ])
    ) { try Baseline(text: "\nmissing-inverse V1.yaml\n", file: "b.txt") }
  }
}
