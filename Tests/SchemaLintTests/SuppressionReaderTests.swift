import Diagnostics
import SchemaLint
import Testing

struct SuppressionReaderTests {
  /// The exceptions of a text: scope, rules with columns, reason.
  private static func read(_ text: String) -> [String] {
    SuppressionReader.suppressions(
      in: text, file: "V1.yaml", comments: SuppressionReader.lineComments(in: text)
    ).map { suppression in
      let names = suppression.names.map { "\($0.rule)@\($0.location.column)" }
      return "\(suppression.scope) \(names.joined(separator: " ")) | \(suppression.reason ?? "-")"
    }
  }

  @Test func `a comment applies to its own line, or to the next line with content`() {
    #expect(
      Self.read(
        """
        a: b # migrate:ignore x -- because
        # migrate:ignore y, z-z --   two   words 
        # another comment

          c: d
        #migrate:ignore-file w -- all of it
        # migrate:ignore last
        """) == [
          "line(1) x@23 | because", "lines(ClosedRange(3...5)) y@18 z-z@21 | two   words",
          "file w@22 | all of it", "line(7) last@18 | -",
        ])
  }

  @Test(arguments: [
    "a: 'b # migrate:ignore x'", "a: \"b # migrate:ignore x\"", "a: b# migrate:ignore x",
    "a: [\"# migrate:ignore x\", c]", "# please migrate:ignore x", "# migrate:ignores x",
    "a: \"\\\" # migrate:ignore x\"",
  ])
  func `text in quotes, and another comment, are not exceptions`(line: String) {
    #expect(Self.read(line) == [])
  }

  @Test(arguments: [
    "a: it's # migrate:ignore x -- y", "é: 'b' # migrate:ignore x -- y",
    "a: \"c\" # migrate:ignore x -- y", "a: 'it''s' # migrate:ignore x -- y",
  ])
  func `a comment behind quotes and apostrophes is found`(line: String) {
    #expect(Self.read(line).count == 1)
  }
}
