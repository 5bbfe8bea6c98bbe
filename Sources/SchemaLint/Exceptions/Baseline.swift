public import Diagnostics

/// The findings that were there when a team began to lint, so that only new ones count.
///
/// A text of one finding a line, sorted: the rule, the file, and what it is about. Line numbers are
/// not in it, so that edits elsewhere in a file change nothing. What another part of a check than lint finds
/// begins with the name of that part.
///
/// ```
/// fixtures:failed-check	Schemas/TwinMind/V2.yaml	SELECT count(*) FROM AudioSegment
/// missing-inverse	Schemas/TwinMind/V1.yaml	entities.AudioSegment.relationships.session
/// ```
public struct Baseline: Hashable, Sendable {
  /// One finding.
  public struct Entry: Hashable, Sendable {
    /// The part of a check that found it; nil for lint.
    public var part: String?
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
      part: String? = nil, rule: RuleID, file: String, subject: String,
      location: SourceLocation? = nil
    ) {
      self.part = part
      self.rule = rule
      self.file = file
      self.subject = subject
      self.location = location
    }

    /// The entry as a line.
    var line: String { line(ofFileAt: file) }

    /// The entry as a line, with another path.
    package func line(ofFileAt path: String) -> String {
      "\(part.map { $0 + ":" } ?? "")\(rule)\t\(path)\t\(subject)"
    }
  }

  /// The findings, in order; as often as they were found.
  public var entries: [Entry]

  /// A baseline of these findings.
  public init(_ entries: [Entry]) { self.entries = entries.sorted { $0.line < $1.line } }
}

extension Baseline {
  private static let header =
    "# findings that `migrate lint` and `migrate check` leave out, written by them"

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
        let names = parts[0].split(separator: ":", maxSplits: 1)
        entries.append(
          Entry(
            part: names.count == 2 ? String(names[0]) : nil,
            rule: RuleID(String(names.last ?? "")), file: String(parts[1]),
            subject: String(parts[2]), location: location))
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

extension Baseline {
  /// The entries of lint, or those of the other parts of a check.
  package func entries(ofLint isLint: Bool) -> [Entry] {
    entries.filter { ($0.part == nil) == isLint }
  }
}

extension Baseline.Entry {
  /// The file that an entry is about, among those that were looked at, by the one path that each has however it
  /// is said.
  ///
  /// The path is said from the folder of the baseline, or from where the tool runs.
  package func place(among looked: Set<String>, _ real: (String) -> String) -> String {
    let beside = real(pathFromHere)
    return looked.contains(beside) ? beside : real(file)
  }

  private var pathFromHere: String {
    guard !file.hasPrefix("/"), let place = location?.file, let slash = place.lastIndex(of: "/")
    else { return file }
    return place[...slash] + file
  }
}
