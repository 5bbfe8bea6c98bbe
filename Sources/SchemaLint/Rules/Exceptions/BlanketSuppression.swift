/// Flags an exception that names no rule, and so would hide every finding.
///
/// ## Why
///
/// Such an exception would also hide tomorrow's mistake at its line. So it has no effect, and is
/// reported: name the rules that are meant.
///
/// ## Example
///
/// ```yaml
/// entities:
///   Book:
///     attributes:
///       hash: string # migrate:ignore -- we know
/// ```
///
/// ## Use instead
///
/// ```yaml
/// entities:
///   Book:
///     attributes:
///       hash: string # migrate:ignore reserved-name -- the shop's own word, released in 2019
/// ```
///
/// ## When it is safe
///
/// Never. To leave out a folder, lint the other folders. To begin with a project that has many
/// findings, write a baseline.
///
/// ## References
///
/// - https://docs.astral.sh/ruff/rules/blanket-noqa/
public struct BlanketSuppression: HygieneRule {
  /// The rule's name.
  public static let id: RuleID = "blanket-suppression"

  /// A rule without state.
  public init() {}

  /// The words that a user may write for all rules.
  static let words: Set = ["all", "*"]

  /// A finding for every exception that names no rule.
  public func findings(in record: ExceptionRecord) -> [Finding] {
    record.uses.map(\.suppression).filter(\.isBlanket).map {
      Finding(
        Self.id, .namesNothing, at: .location($0.location), notes: [.init(.nameThem)])
    }
  }
}

extension Suppression {
  /// Whether the exception names no rule, or all rules.
  var isBlanket: Bool {
    names.isEmpty || names.contains { BlanketSuppression.words.contains($0.rule.name) }
  }
}

extension Finding.Message {
  fileprivate static var namesNothing: Self {
    Self("the exception names no rule, and excepts nothing")
  }

  fileprivate static var nameThem: Self {
    Self("write the rules that are meant: 'migrate:ignore RULE, RULE -- reason'")
  }
}
