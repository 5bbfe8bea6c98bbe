internal import Diagnostics

/// Flags an exception that no longer hides a finding, or that names no rule.
///
/// ## Why
///
/// An exception that is not needed hides the next mistake at its line. An exception with a misspelt
/// rule hides nothing, although its reader thinks that it does.
///
/// Only rules that ran count. An exception is not flagged where its rule is switched off, or needs
/// a store or other versions that are not available.
///
/// ## Example
///
/// ```yaml
/// entities:
///   Book:
///     attributes:
///       title: string # migrate:ignore reserved-name -- it was called hash once
/// ```
///
/// ## Use instead
///
/// ```yaml
/// entities:
///   Book:
///     attributes:
///       title: string
/// ```
///
/// ## When it is safe
///
/// Never. Delete the comment. Where the name of the rule is misspelt, correct it and keep the
/// reason.
///
/// ## References
///
/// - https://docs.astral.sh/ruff/rules/unused-noqa/
public struct UnusedSuppression: HygieneRule {
  /// The rule's name.
  public static let id: RuleID = "unused-suppression"

  /// A rule without state.
  public init() {}

  /// A finding for every name of an exception that hides nothing.
  public func findings(in record: ExceptionRecord) -> [Finding] {
    record.uses.flatMap { use in
      use.unused.filter { !BlanketSuppression.words.contains($0.rule.name) }.map { name in
        RuleRegistry.rule(name.rule) == nil
          ? Finding(
            Self.id, .namesNoRule(name), at: .location(name.location),
            fix: respelling(of: name, in: use.suppression))
          : Finding(
            Self.id, .exceptsNothing(name), at: .location(name.location), fix: removal(of: use))
      }
    }
  }

  /// Removes the whole comment, and only if every name in it is a rule without a finding.
  ///
  /// In a longer list, the reason may be about one name alone.
  private func removal(of use: ExceptionRecord.Use) -> Fix? {
    guard use.suppression.isInComment, use.unused.count == use.suppression.names.count,
      use.unused.allSatisfy({ RuleRegistry.rule($0.rule) != nil })
    else { return nil }
    return Fix(.safe, [.removeComment(at: use.suppression.location)])
  }

  /// The fix is unsafe: it guesses the rule that was meant, and hides that rule's finding.
  private func respelling(of name: Suppression.Name, in suppression: Suppression) -> Fix? {
    guard suppression.isInComment, let meant = RuleRegistry.nearestRule(to: name.rule.name) else {
      return nil
    }
    return Fix(.unsafe, [.replace(name.rule.name, with: meant.name, at: name.location)])
  }
}

extension Suppression {
  /// Whether the exception is in the file that it is about, and not in the settings.
  fileprivate var isInComment: Bool {
    switch scope {
    case .line, .lines, .file: true
    case .path: false
    }
  }
}

extension Finding.Message {
  fileprivate static func exceptsNothing(_ name: Suppression.Name) -> Self {
    Self("'\(name.rule)' finds nothing here, so the exception is not needed")
  }

  fileprivate static func namesNoRule(_ name: Suppression.Name) -> Self {
    let meant = RuleRegistry.nearestRule(to: name.rule.name).map { ", did you mean '\($0)'?" }
    return Self("there is no lint rule '\(name.rule)'\(meant ?? "")")
  }
}
