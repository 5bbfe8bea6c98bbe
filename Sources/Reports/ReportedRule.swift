package import Diagnostics

/// What a report tells about a rule besides its name.
package struct ReportedRule: Hashable, Sendable {
  /// The rule's name, which is the code of its findings.
  package var name: String
  /// What it flags, in one sentence.
  package var summary: String
  /// The rule's page in Markdown.
  package var page: String
  /// How much its findings usually weigh; nil where it is usually off.
  package var severity: Diagnostic.Severity?

  /// A rule from its parts.
  package init(name: String, summary: String, page: String, severity: Diagnostic.Severity?) {
    self.name = name
    self.summary = summary
    self.page = page
    self.severity = severity
  }
}
