/// The findings of rules in Swift source and in SQL scripts, before exceptions are applied.
///
/// Swift source is read by a separate program. A team's exceptions apply to all files, so they are applied in
/// one place, where schema files are linted.
public struct SourceFindings: Hashable, Sendable {
  /// The findings of the rules.
  public var findings: [JudgedFinding]
  /// The files that were read.
  public var files: [String]
  /// The exceptions in the comments of the files.
  public var suppressions: [Suppression]
  /// The properties of each entity that the source declares, with their previous names.
  public var properties: [String: [String: String]]
  /// The command that imports a Core Data model, by each schema file of its versions that are not locked.
  public var imports: [String: String]

  /// Findings from their parts.
  public init(
    _ findings: [JudgedFinding] = [], in files: [String] = [], suppressions: [Suppression] = [],
    properties: [String: [String: String]] = [:], imports: [String: String] = [:]
  ) {
    self.imports = imports
    self.properties = properties
    self.findings = findings
    self.files = files
    self.suppressions = suppressions
  }

  /// Adds the findings in other files.
  public mutating func add(_ other: SourceFindings) {
    findings += other.findings
    files += other.files
    suppressions += other.suppressions
    properties.merge(other.properties) { first, _ in first }
    imports.merge(other.imports) { first, _ in first }
  }
}
