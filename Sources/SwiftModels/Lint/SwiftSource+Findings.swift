public import Diagnostics
public import SchemaLint
internal import SchemaModel

extension SwiftSource {
  /// Everything that the rules object to in the files, sorted by place.
  ///
  /// The rules on models speak at the model's place in its file.
  public func findings(settings: RuleSettings = RuleSettings()) -> [Diagnostic] {
    Set(modelFindings(settings) + sourceFindings(settings)).sorted()
  }

  /// What the rules on source find.
  private func sourceFindings(_ settings: RuleSettings) -> [Diagnostic] {
    let flow = ProgramFlow(program)
    return SourceAnalyses.all.flatMap { $0.findings(in: flow) }
      .compactMap { Linter.diagnostic(of: $0, settings: settings) }
  }

  /// What the rules on models find in the versions and in the live models.
  ///
  /// What makes a model unusable for a store of our own is not asked: the source is the
  /// platform's.
  private func modelFindings(_ settings: RuleSettings) -> [Diagnostic] {
    Linter.lint(schemas().documents, settings: settings).filter { diagnostic in
      let rule = RuleRegistry.rule(RuleID(diagnostic.code))
      // A rule that looks at the source too says there what it has to say.
      return rule != nil && !(rule is any SourceRule)
    }
  }
}
