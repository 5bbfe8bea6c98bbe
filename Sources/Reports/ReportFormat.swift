/// The formats of findings.
package enum ReportFormat: String, CaseIterable, Sendable {
  /// For a person at a terminal.
  case text
  /// For programs; the only format that also has the other results of a command.
  case json
  /// For code scanning: the Static Analysis Results Interchange Format, version 2.1.0.
  case sarif
  /// For the log of a GitHub workflow, which turns findings into annotations.
  case github
  /// For the test reports of CI servers.
  case junit
  /// For the description of a pull request.
  case markdown
  /// For the log of an Xcode build phase, which turns findings into issues.
  case xcode
}
