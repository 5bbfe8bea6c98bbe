public import Diagnostics
public import SchemaModel

/// Asks every rule about every document.
public enum Linter {
  /// All findings of all rules that are on, with what makes the models unusable, sorted by place.
  ///
  /// A mistake that a version inherits from the file it extends is reported once, where it
  /// stands. A mistake that validation and a rule both know, an inverse that does not lead back,
  /// is the rule's to report here, and validation's wherever a model is to be used.
  public static func lint(
    _ documents: [SchemaDocument], settings: RuleSettings = RuleSettings()
  ) -> [Diagnostic] {
    var diagnostics: Set<Diagnostic> = []
    for document in documents {
      diagnostics.formUnion(problems(in: document))
      for rule in RuleRegistry.modelRules {
        guard let severity = settings.level(of: rule.id).severity else { continue }
        for finding in rule.findings(in: document) {
          diagnostics.insert(diagnostic(finding, severity, in: document))
        }
      }
    }
    return diagnostics.sorted()
  }

  /// What validation reports and no rule does.
  private static func problems(in document: SchemaDocument) -> [Diagnostic] {
    document.schema.validate(sources: document.sources).filter {
      RuleRegistry.rule(RuleID($0.code)) == nil
    }
  }

  private static func diagnostic(
    _ finding: Finding, _ severity: Diagnostic.Severity, in document: SchemaDocument
  ) -> Diagnostic {
    Diagnostic(
      code: finding.rule.name, severity: severity, finding.message.description,
      at: location(of: finding.place, in: document),
      notes: finding.notes.map { note in
        .init(
          note.message.description, at: note.place.flatMap { location(of: $0, in: document) })
      })
  }

  private static func location(
    of place: Finding.Place, in document: SchemaDocument
  ) -> SourceLocation? {
    switch place {
    case .part(let path): document.sources.location(of: path)
    case .location(let location): location
    }
  }
}
