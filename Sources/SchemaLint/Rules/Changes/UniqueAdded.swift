internal import SchemaModel

/// Flags a new unique key over properties whose values objects may share.
///
/// ## Why
///
/// Nothing kept the values apart until now. The first store with two equal ones fails to migrate
/// (error 134111), or the platform merges the two without asking which of them to keep. Apple's own
/// sample removes the duplicates in a custom stage before the key is there.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {isbn: string}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {isbn: string}
///     unique: [[isbn]]
/// ```
///
/// ## Use instead
///
/// Say which of two equal ones stays.
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {isbn: string}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {isbn: string}
///     unique: [[isbn]]
/// migration:
///   kind: custom
///   map:
///     Book:
///       dedupe: {by: [isbn], keep: first}
///   after:
///     - expect: >-
///         SELECT count(*) FROM (SELECT 1 FROM Book GROUP BY isbn HAVING count(*) > 1)
///       equals: 0
/// ```
///
/// Links that led to the others lead to the one that stays, and where it has no link of its own it
/// takes over one of theirs. `keep: newest(DATE)` keeps the one with the latest date, and
/// `keep: prefer(CONDITION)` one of which the condition is true.
///
/// An expression that gives equal objects different values of the key is taken as a decision, too,
/// and so is a `where` that names such a property. What led to an object that `where` leaves behind
/// leads nowhere then, and what it led to is nobody's.
///
/// ## When it is safe
///
/// Where no two objects agree (`--store FILE` shows that). A key that contains the one there was,
/// or that has a new property without a value, cannot be broken and is not flagged.
///
/// ## References
///
/// - https://developer.apple.com/videos/play/wwdc2023/10195/
public struct UniqueAdded: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "unique-added"

  /// A rule without state.
  public init() {}

  /// A finding for every new key that old objects may break.
  public func findings(in step: VersionStep) -> [Finding] {
    AddedKey.all(in: step).filter(\.replaced.isEmpty).map { key in
      Finding(
        Self.id, .mayBeShared(key), at: .part(key.path), notes: key.advice(in: step),
        fix: MigrationScaffold(of: step).merge(key).map { Fix(.unsafe, $0) },
        condition: key.condition)
    }
  }
}

extension Finding.Message {
  fileprivate static func mayBeShared(_ key: AddedKey) -> Self {
    Self(
      "'\(key)' is unique from now on, and nothing kept objects from being equal there until now")
  }
}
