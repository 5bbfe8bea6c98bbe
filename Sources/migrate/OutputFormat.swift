internal import Reports

/// The formats of results, of which each command accepts some.
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

  /// The same format for findings; nil if findings do not have it.
  var reportFormat: ReportFormat? { ReportFormat(rawValue: rawValue) }
}
