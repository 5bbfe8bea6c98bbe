internal import Diagnostics

/// Flags an exception under which nothing is found any more, or which names no rule.
///
/// ## Why
///
/// An exception that is not needed waits for the next mistake at its line and hides it. One that
/// names no rule, because it is misspelt, hides nothing and lets its reader think that it does.
///
/// Only rules that were asked count: an exception to a rule that is switched off, or that needs a
/// store or other versions which are not at hand, is left alone.
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
/// Never. Delete the comment; one that is misspelt names the right rule instead, and keeps its
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

  /// A finding for every name that excepts nothing.
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

  /// A comment goes as a whole, and only where every name in it is a rule's that finds nothing: in
  /// a longer list the reason may speak of one name alone.
  private func removal(of use: ExceptionRecord.Use) -> Fix? {
    guard use.suppression.isInComment, use.unused.count == use.suppression.names.count,
      use.unused.allSatisfy({ RuleRegistry.rule($0.rule) != nil })
    else { return nil }
    return Fix(.safe, [.removeComment(at: use.suppression.location)])
  }

  /// The rule that was meant is a guess, and its finding is hidden from then on.
  private func respelling(of name: Suppression.Name, in suppression: Suppression) -> Fix? {
    guard suppression.isInComment, let meant = RuleRegistry.nearestRule(to: name.rule.name) else {
      return nil
    }
    return Fix(.unsafe, [.replace(name.rule.name, with: meant.name, at: name.location)])
  }
}

extension Suppression {
  /// Whether it stands in the file that it is about, and not in one of settings.
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
