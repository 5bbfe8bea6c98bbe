/// The forms that findings come in.
package enum ReportFormat: String, CaseIterable, Sendable {
  /// For a person at a terminal.
  case text
  /// For programs; the only form that has a command's other results as well.
  case json
  /// For code scanning: the Static Analysis Results Interchange Format, version 2.1.0.
  case sarif
  /// For the log of a GitHub workflow, which makes annotations of it.
  case github
  /// For the test reports of CI servers.
  case junit
  /// For the description of a pull request.
  case markdown
  /// For the log of an Xcode build phase, which makes issues of it.
  case xcode
}
