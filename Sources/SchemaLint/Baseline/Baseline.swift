public import Diagnostics

/// The findings that were there when a team began to lint, so that only new ones count.
///
/// A text of one finding a line, sorted: the rule, the file, and what it is about. Line numbers are
/// not in it, so that edits elsewhere in a file change nothing.
///
/// ```
/// missing-inverse	Schemas/TwinMind/V1.yaml	entities.AudioSegment.relationships.session
/// ```
public struct Baseline: Hashable, Sendable {
  /// One finding.
  public struct Entry: Hashable, Sendable {
    /// The rule.
    public var rule: RuleID
    /// The file that it was found in.
    public var file: String
    /// What it is about: the path of the part, or the message where there is none.
    public var subject: String
    /// Where the entry stands; nil where it is not from a file.
    public var location: SourceLocation?

    /// An entry from its parts.
    public init(
      rule: RuleID, file: String, subject: String, location: SourceLocation? = nil
    ) {
      self.rule = rule
      self.file = file
      self.subject = subject
      self.location = location
    }

    /// The entry as a line.
    var line: String { "\(rule)\t\(file)\t\(subject)" }
  }

  /// The findings, in order; as often as they were found.
  public var entries: [Entry]

  /// A baseline of these findings.
  public init(_ entries: [Entry]) { self.entries = entries.sorted { $0.line < $1.line } }
}

extension Baseline {
  private static let header = "# findings that `migrate lint` leaves out, written by it"

  /// The text of the file.
  public var text: String { ([Self.header] + entries.map(\.line)).map { $0 + "\n" }.joined() }

  /// Reads the text of a file.
  ///
  /// - Throws: every line that is no entry.
  public init(text: String, file: String) throws(DiagnosticsError) {
    var problems: [Diagnostic] = []
    var entries: [Entry] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (position, line) in lines.enumerated() where !line.isEmpty && line.first != "#" {
      let location = SourceLocation(file: file, line: position + 1, column: 1)
      let parts = line.split(separator: "\t", maxSplits: 2)
      if parts.count == 3 {
        entries.append(
          Entry(
            rule: RuleID(String(parts[0])), file: String(parts[1]), subject: String(parts[2]),
            location: location))
      } else {
        problems.append(
          Diagnostic(
            code: "invalid-baseline", "the line has no rule, file and subject with tabs between",
            at: location, notes: [.init("write the file anew with --write-baseline")]))
      }
    }
    guard problems.isEmpty else { throw DiagnosticsError(problems) }
    self.entries = entries
  }
}
