internal import Reports

/// The forms that results come in, of which each command takes some.
enum OutputFormat: String, CaseIterable {
  case text
  case json
  case github
  case sarif
  case junit
  case xcode
  case yaml
  case markdown
  case sql
  case table
  case csv
  case mermaid
  case dot
  case xcdatamodel
  case swiftdata
  case swift
  case views
  case launchGuard = "launch-guard"

  /// The same as a form for findings; nil for one that is no such form.
  var reportFormat: ReportFormat? { ReportFormat(rawValue: rawValue) }
}
