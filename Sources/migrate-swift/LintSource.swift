internal import ArgumentParsing
internal import Diagnostics
internal import Reports
internal import SchemaLint
internal import SwiftModels

/// `migrate-swift lint`: mistakes in Swift source.
enum LintSource {
  private static let paths = Argument(
    rest: .file("PATH"), help: "Swift files, or folders of them")
  private static let levels = Option(
    repeating: "level", .level, help: "how much a rule weighs, as RULE=LEVEL")

  static let declaration = Command(
    name: "lint", abstract: "Print the mistakes in Swift source.",
    arguments: [paths], options: [levels])

  static func report(_ arguments: ParsedArguments) -> String {
    let source = SwiftSource(paths: arguments[paths])
    let overrides = Dictionary(arguments[levels].map { ($0.rule, $0.level) }) { $1 }
    let findings = source.findings(settings: RuleSettings(overrides: overrides))
    return JSONReport(
      status: "done", results: [.init("files", .list(source.paths) { .string($0) })]
    ).text(of: (source.problems + findings).sorted())
  }
}

/// A rule and how much it weighs.
private struct RuleLevel: Sendable {
  var rule: RuleID
  var level: RuleSettings.Level
}

extension ValueKind where Value == RuleLevel {
  /// `missing-inverse=warning`.
  fileprivate static var level: Self {
    Self("RULE=LEVEL", expectation: "a rule and its level, as in 'missing-inverse=warning'") {
      text in
      let parts = text.split(separator: "=")
      guard parts.count == 2, let level = RuleSettings.Level(rawValue: String(parts[1])) else {
        return nil
      }
      return RuleLevel(rule: RuleID(String(parts[0])), level: level)
    }
  }
}
