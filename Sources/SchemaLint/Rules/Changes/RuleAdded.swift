internal import Diagnostics
internal import SchemaModel

/// Flags a new or stricter condition that existing objects may violate.
///
/// ## Why
///
/// The platform sees no difference, and leaves old objects as they are. The next save of such an
/// object fails (error 1560 and similar errors), far from the change that caused it.
/// `migrate apply` proves every rule before it commits, and undoes the migration if an object
/// violates a rule.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {pages: int}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {pages: int}
///     rules:
///       - {name: a book has pages, check: pages > 0}
/// ```
///
/// ## Use instead
///
/// Declare the new values of the objects that violate the condition.
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {pages: int}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {pages: int}
///     rules:
///       - {name: a book has pages, check: pages > 0}
/// migration:
///   kind: custom
///   map:
///     Book:
///       pages: {using: "max(pages, 1)"}
///   after:
///     - {count: Book}
/// ```
///
/// The rule accepts an expression for a property in the condition, or a `where` that names such a
/// property.
///
/// ## When it is safe
///
/// The condition is safe if every object meets it (`--store FILE` shows this). The rule does not
/// flag a condition on a property that is new in this version, because its default was chosen along
/// with the condition. It does not check whether the default meets the condition. It also does not
/// flag a rule that only uses the new name of a renamed property.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/nsmanagedobject/validateforupdate()
public struct RuleAdded: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "rule-added"

  /// A rule without state.
  public init() {}

  /// A finding for every rule, minimum, maximum or pattern that old objects may violate.
  public func findings(in step: VersionStep) -> [Finding] {
    Tightening.all(in: step).map { tightening in
      Finding(
        Self.id, .mayBeBroken(tightening), at: .part(tightening.path),
        notes: [.init(.decide(tightening))], condition: tightening.condition(in: step))
    }
  }
}

extension Finding.Message {
  fileprivate static func mayBeBroken(_ tightening: Tightening) -> Self {
    Self(
      "\(tightening.name) is new or stricter, and an existing '\(tightening.entity)' may break it")
  }

  fileprivate static func decide(_ tightening: Tightening) -> Self {
    Self(
      "say under 'migration: map: \(tightening.entity):' what such objects get ('using'), or which to "
        + "leave behind ('where')")
  }
}
