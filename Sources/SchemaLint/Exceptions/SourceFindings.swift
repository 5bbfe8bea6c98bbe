/// What rules found in Swift source and in SQL scripts, before any exceptions are made.
///
/// Source is read by a program of its own. A team's exceptions hold for all files alike, so that
/// they are made in one place, where schema files are linted.
public struct SourceFindings: Hashable, Sendable {
  /// What the rules found.
  public var findings: [JudgedFinding]
  /// The files that were looked at.
  public var files: [String]
  /// The exceptions in the comments of the files.
  public var suppressions: [Suppression]
  /// The properties of each entity that the source declares, with the names that they had before.
  public var properties: [String: [String: String]]

  /// Findings from their parts.
  public init(
    _ findings: [JudgedFinding] = [], in files: [String] = [], suppressions: [Suppression] = [],
    properties: [String: [String: String]] = [:]
  ) {
    self.properties = properties
    self.findings = findings
    self.files = files
    self.suppressions = suppressions
  }

  /// Takes in what was found in other files.
  public mutating func add(_ other: SourceFindings) {
    findings += other.findings
    files += other.files
    suppressions += other.suppressions
    properties.merge(other.properties) { first, _ in first }
  }
}
