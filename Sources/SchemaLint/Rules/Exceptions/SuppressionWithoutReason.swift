/// Flags an exception that does not say why.
///
/// ## Why
///
/// A later reader of the line has to know whether the reason still holds. An exception without a
/// reason is never removed, and the next exception is made without thinking.
///
/// ## Example
///
/// ```yaml
/// entities:
///   Book:
///     attributes:
///       hash: string # migrate:ignore reserved-name
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
/// Never: a few words after ` -- ` are enough.
///
/// ## References
///
/// - https://eslint.org/docs/latest/use/configure/rules#comment-descriptions
public struct SuppressionWithoutReason: HygieneRule {
  /// The rule's name.
  public static let id: RuleID = "suppression-without-reason"

  /// A rule without state.
  public init() {}

  /// A finding for every exception that names rules and no reason.
  public func findings(in record: ExceptionRecord) -> [Finding] {
    record.uses.map(\.suppression).filter {
      ($0.reason == nil || $0.hasPlaceholder) && !$0.isBlanket
    }.map {
      Finding(
        Self.id, $0.hasPlaceholder ? .saysPlaceholder($0) : .saysNoReason($0),
        at: .location($0.location),
        notes: [.init($0.hasPlaceholder ? .replacePlaceholder : .addReason)])
    }
  }
}

extension Finding.Message {
  fileprivate static func saysNoReason(_ suppression: Suppression) -> Self {
    Self("the exception to \(suppression.rules) has no reason")
  }

  fileprivate static func saysPlaceholder(_ suppression: Suppression) -> Self {
    Self(
      "the exception to \(suppression.rules) has the word 'reason' where a message left room for one"
    )
  }

  fileprivate static var replacePlaceholder: Self {
    Self("write your own words in its place: '-- no store has values there'")
  }

  fileprivate static var addReason: Self { Self("add ' -- ' and the reason at its end") }
}

extension Suppression {
  /// The names of its rules in quotes.
  fileprivate var rules: String { names.map { "'\($0.rule)'" }.joined(separator: ", ") }
}
