public import SchemaModel

/// A habit to warn of, named for what it flags.
///
/// A rule is a value without state. It does not print, read files, or know its severity. What it
/// looks at decides which of the protocols below this one it conforms to.
public protocol LintRule: Sendable {
  /// The rule's name, which is its type's in kebab case.
  static var id: RuleID { get }
  /// The rules that say more about the same defect.
  ///
  /// Where one of them has a finding at the same place, this rule's finding is left out.
  static var yieldsTo: [RuleID] { get }
}

/// A rule that looks at one version of a model, with the migration that leads to it.
public protocol ModelRule: LintRule {
  /// Everything that the rule objects to, in the order of the document.
  ///
  /// The model may fail validation: a rule looks past names that lead nowhere.
  func findings(in document: SchemaDocument) -> [Finding]
  /// The edits that correct a finding, which may depend on the other versions.
  func fix(of finding: Finding, in document: SchemaDocument, of chain: VersionChain) -> Fix?
}

/// A rule that looks at the step from one version to the next.
public protocol ChangeRule: LintRule {
  /// Everything that the rule objects to; places without a version are in the later document.
  func findings(in step: VersionStep) -> [Finding]
}

/// A rule that looks at all versions of a model together.
public protocol ChainRule: LintRule {
  /// Whether the chain has what the rule needs to judge it: other versions, a lock, query plans.
  func canJudge(_ chain: VersionChain) -> Bool
  /// Everything that the rule objects to; places without a version are in the newest document.
  func findings(in chain: VersionChain) -> [Finding]
}

/// A rule that looks at a piece of SQL which a migration runs.
public protocol SQLRule: LintRule {
  /// Everything that the rule objects to, in the order of the text.
  func findings(in sql: MigrationSQL) -> [Finding]
}

/// A rule that looks at Swift source, where that is parsed.
///
/// Its search stands next to the parser, which this module does without; here are its name
/// and its page, for settings, exceptions and whoever asks about it.
public protocol SourceRule: LintRule {}

/// A rule on the exceptions that a team makes to the other rules.
public protocol HygieneRule: LintRule {
  /// Everything that the rule objects to, in the order of the files.
  func findings(in record: ExceptionRecord) -> [Finding]
}

extension ModelRule {
  /// By default, the other versions make no difference.
  public func fix(
    of finding: Finding, in document: SchemaDocument, of chain: VersionChain
  ) -> Fix? { finding.fix }
}

extension ChainRule {
  /// By default, there must be at least two versions.
  public func canJudge(_ chain: VersionChain) -> Bool { chain.versions.count > 1 }
}

extension LintRule {
  /// The rule's name.
  public var id: RuleID { Self.id }
  /// The rule's page in Markdown: the doc comment of its type.
  ///
  /// In this order: what it flags; `## Why`; `## Example`; `## Use instead`; `## When it is safe`;
  /// `## References`.
  public var page: String {
    // The published page has a heading besides, and ends with the rule's usual level.
    RulePage.text(of: self).split(separator: "\n", omittingEmptySubsequences: false)
      .dropFirst(2).dropLast(3).joined(separator: "\n")
  }
  /// By default, no rule.
  public static var yieldsTo: [RuleID] { [] }

  /// What the rule flags, in one sentence: the first line of its page.
  public var summary: String {
    String(page.prefix { $0 != "\n" })
  }
}
