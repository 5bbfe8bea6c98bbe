public import SchemaModel

/// A habit to warn of, named for what it flags.
///
/// A rule is a value without state. It does not print, read files, or know its severity. What it
/// looks at decides which of the protocols below this one it conforms to.
public protocol LintRule: Sendable {
  /// The rule's name, which is its type's in kebab case.
  static var id: RuleID { get }
  /// The rule's page in Markdown; the same text as the doc comment of its type.
  ///
  /// In this order: what it flags; `## Why`; `## Example`; `## Use instead`; `## When it is safe`;
  /// `## References`.
  static var page: String { get }
}

/// A rule that looks at one version of a model, with the migration that leads to it.
///
/// Rules on changes, on chains of versions, on SQL and on Swift source will be protocols beside
/// this one, each with what it looks at as its parameter.
public protocol ModelRule: LintRule {
  /// Everything that the rule objects to, in the order of the document.
  ///
  /// The model may fail validation: a rule looks past names that lead nowhere.
  func findings(in document: SchemaDocument) -> [Finding]
}

extension LintRule {
  /// The rule's name.
  public var id: RuleID { Self.id }
  /// The rule's page.
  public var page: String { Self.page }

  /// What the rule flags, in one sentence: the first line of its page.
  public var summary: String {
    String(page.prefix { $0 != "\n" })
  }
}
