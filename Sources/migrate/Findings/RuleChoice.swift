internal import ArgumentParsing
internal import Diagnostics
internal import SchemaLint

extension Invocation {
  /// The settings of the project, with the lint rules of the command line.
  ///
  /// - Throws: every name of a rule that does not exist.
  func configurationOfLint() throws -> Configuration {
    var configuration = try configuration()
    let (selected, ignored) = (names(in: CommonOptions.select), names(in: CommonOptions.ignore))
    let unknown = (selected + ignored).filter { RuleRegistry.rule(RuleID($0)) == nil }
    guard unknown.isEmpty else { throw Failure(.usage, unknown.map { .unknownRule($0) }) }
    if !selected.isEmpty {
      configuration.rules = configuration.rules.selecting(Set(selected.map { RuleID($0) }))
    }
    configuration.rules = configuration.rules.ignoring(Set(ignored.map { RuleID($0) }))
    return configuration
  }

  /// Checks that no rule is left out, because a baseline must list all findings.
  ///
  /// - Throws: an error if some rules are left out.
  func checkAllRulesAreAsked() throws {
    for (name, option) in [("select", CommonOptions.select), ("ignore", CommonOptions.ignore)]
    where !arguments[option].isEmpty {
      throw Failure(
        .usage,
        [
          Diagnostic(
            code: "conflicting-options",
            "'--write-baseline' lists all findings, and '--\(name)' leaves some out")
        ])
    }
  }

  private func names(in option: Option<[String]>) -> [String] {
    arguments[option].flatMap { $0.split(whereSeparator: { ", ".contains($0) }).map(String.init) }
  }
}

extension Diagnostic {
  /// The problem of a rule that does not exist, with the rule that may be meant.
  static func unknownRule(_ name: String, at location: SourceLocation? = nil) -> Self {
    let meant = RuleRegistry.nearestRule(to: name).map { ", did you mean '\($0)'?" } ?? ""
    return Diagnostic(
      code: "unknown-rule", "there is no lint rule '\(name)'\(meant)", at: location,
      notes: [.init("'migrate explain' lists the rules")])
  }
}
