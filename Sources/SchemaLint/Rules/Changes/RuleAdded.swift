internal import Diagnostics
internal import SchemaModel

/// Flags a new or stricter condition on objects that the ones which are there may not meet.
///
/// ## Why
///
/// The platform sees no difference: it leaves old objects as they are, and the next time that
/// somebody saves one of them the save fails (error 1560 and its like), far from the change that is
/// to blame. `migrate apply` proves every rule before it commits, and undoes the migration where
/// one is broken.
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
/// Say what becomes of the objects that break it.
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
/// An expression for a property that the condition names, or a `where` that names one, is taken as
/// that decision.
///
/// ## When it is safe
///
/// Where every object meets it (`--store FILE` shows that). A condition that names a property which
/// is new in this version is not flagged, for its default was chosen along with it; whether the two
/// fit together is not looked at. Nor is a rule that only follows a property to its new name.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/nsmanagedobject/validateforupdate()
public struct RuleAdded: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "rule-added"

  /// A rule without state.
  public init() {}

  /// A finding for every rule, minimum, maximum or pattern that old objects may break.
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
