public import SchemaModel

/// A check for one kind of mistake, named for what it flags.
///
/// A rule is a value without state. It does not print, read files, or know its severity. Each rule
/// conforms to one of the protocols below, by the kind of input that it checks.
public protocol LintRule: Sendable {
  /// The rule's name: the name of its type in kebab case.
  static var id: RuleID { get }
  /// The rules with a more specific finding on the same defect.
  ///
  /// If one of them has a finding at the same place, this rule's finding is left out.
  static var yieldsTo: [RuleID] { get }
}

/// A rule that checks one version of a model, with the migration to that version.
public protocol ModelRule: LintRule {
  /// The findings of the rule, in the order of the document.
  ///
  /// The model may fail validation: a rule ignores names that do not exist.
  func findings(in document: SchemaDocument) -> [Finding]
  /// The edits that correct a finding, which may depend on the other versions.
  func fix(of finding: Finding, in document: SchemaDocument, of chain: VersionChain) -> Fix?
}

/// A rule that checks the step from one version to the next.
public protocol ChangeRule: LintRule {
  /// The findings of the rule; places without a version are in the later document.
  func findings(in step: VersionStep) -> [Finding]
}

/// A rule that checks all versions of a model together.
public protocol ChainRule: LintRule {
  /// Whether the chain has the input that the rule needs: other versions, a lock, query plans.
  func canJudge(_ chain: VersionChain) -> Bool
  /// The findings of the rule; places without a version are in the newest document.
  func findings(in chain: VersionChain) -> [Finding]
}

/// A rule that checks a piece of SQL in a migration.
public protocol SQLRule: LintRule {
  /// The findings of the rule, in the order of the text.
  func findings(in sql: MigrationSQL) -> [Finding]
}

/// A rule that checks Swift source.
///
/// This module has no Swift parser, so the search of the rule is in another module. The type here
/// has the name and the page of the rule, for settings, exceptions and `migrate explain`.
public protocol SourceRule: LintRule {}

/// A rule that checks the exceptions of a team to the other rules.
public protocol HygieneRule: LintRule {
  /// The findings of the rule, in the order of the files.
  func findings(in record: ExceptionRecord) -> [Finding]
}

extension ModelRule {
  /// By default, the fix of the finding itself, whatever the other versions are.
  public func fix(
    of finding: Finding, in document: SchemaDocument, of chain: VersionChain
  ) -> Fix? { finding.fix }
}

extension ChainRule {
  /// By default, whether the chain has at least two versions.
  public func canJudge(_ chain: VersionChain) -> Bool { chain.versions.count > 1 }
}

extension LintRule {
  /// The rule's name.
  public var id: RuleID { Self.id }
  /// The rule's page in Markdown: the doc comment of its type.
  ///
  /// Its parts have a fixed order: the summary; `## Why`; `## Example`; `## Use instead`;
  /// `## When it is safe`; `## References`.
  public var page: String {
    // The published page also has a heading, and ends with the rule's usual level.
    RulePage.text(of: self).split(separator: "\n", omittingEmptySubsequences: false)
      .dropFirst(2).dropLast(3).joined(separator: "\n")
  }
  /// By default, no rule.
  public static var yieldsTo: [RuleID] { [] }

  /// The summary of the rule in one sentence: the first line of its page.
  public var summary: String {
    String(page.prefix { $0 != "\n" })
  }
}
