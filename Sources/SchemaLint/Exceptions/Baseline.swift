public import Diagnostics

/// The findings that existed when a team began to lint, so that only new findings count.
///
/// A baseline is a sorted text with one finding a line: the rule, the file, and the subject. It has no line
/// numbers, so edits elsewhere in a file do not affect it. A finding of a part of a check other than lint
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
    /// The file that contains the finding.
    public var file: String
    /// The subject: the path of a part of the model, or else the message.
    public var subject: String
    /// The place of the entry in a baseline; nil if it was not read from a file.
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

    /// The entry as a line, with another path for its file.
    package func line(ofFileAt path: String) -> String {
      "\(part.map { $0 + ":" } ?? "")\(rule)\t\(path)\t\(subject)"
    }
  }

  /// The findings, sorted; a finding with several occurrences has several entries.
  public var entries: [Entry]

  /// A baseline of these findings.
  public init(_ entries: [Entry]) { self.entries = entries.sorted { $0.line < $1.line } }
}

extension Baseline {
  private static let header =
    "# findings that `migrate lint` and `migrate check` leave out, written by them"

  /// The reason for which its findings are left out, as a report gives it.
  package static let reason = "it is in the baseline"

  /// The text of the file.
  public var text: String { ([Self.header] + entries.map(\.line)).map { $0 + "\n" }.joined() }

  /// Whether a text begins as a baseline, whatever its lines are.
  public static func isBaseline(_ text: String) -> Bool { text.hasPrefix(header) }

  /// Parses the text of a file.
  ///
  /// - Throws: A diagnostic for every line that is not an entry.
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
            at: location,
            notes: [
              .init(
                "take line \(position + 1) out, or delete the file and list all findings anew with "
                  + "--write-baseline")
            ]))
      }
    }
    guard problems.isEmpty else { throw DiagnosticsError(problems) }
    self.entries = entries
  }
}

extension Baseline {
  /// The entries of lint, or the entries of the other parts of a check.
  package func entries(ofLint isLint: Bool) -> [Entry] {
    entries.filter { ($0.part == nil) == isLint }
  }
}

extension Baseline.Entry {
  /// The real path of the entry's file, preferably among the files that were read.
  ///
  /// The entry's path starts from the folder of the baseline, or from the current folder.
  package func place(among looked: Set<String>, _ real: (String) -> String) -> String {
    let beside = real(pathFromHere)
    return looked.contains(beside) ? beside : real(file)
  }

  /// Whether a file exists at one of the paths that the entry may mean.
  func isThere(_ exists: (String) -> Bool) -> Bool { exists(pathFromHere) || exists(file) }

  private var pathFromHere: String {
    guard !file.hasPrefix("/"), let place = location?.file, let slash = place.lastIndex(of: "/")
    else { return file }
    return place[...slash] + file
  }
}
