package import Diagnostics

/// The description of a rule in a report.
package struct ReportedRule: Hashable, Sendable {
  /// The name of the rule, which is the code of its findings.
  package var name: String
  /// The problem that the rule reports, in one sentence.
  package var summary: String
  /// The page of the rule in Markdown.
  package var page: String
  /// The default severity of the findings; nil if the rule is off by default.
  package var severity: Diagnostic.Severity?

  /// Creates a rule from its parts.
  package init(name: String, summary: String, page: String, severity: Diagnostic.Severity?) {
    self.name = name
    self.summary = summary
    self.page = page
    self.severity = severity
  }
}
