internal import SchemaModel

/// Flags a new unique key that existing objects may violate.
///
/// ## Why
///
/// Until now, several objects could have the same values. The first store with two equal objects
/// fails to migrate (error 134111). Or the platform merges the two objects without asking which of
/// them to keep. Apple's own sample removes the duplicates in a custom stage before it adds the
/// key. A stage that deletes them also deletes what their cascades hold, and unlinks what other lists
/// hold. That is a warning where its code does not name these relationships.
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
/// Declare which of two equal objects stays.
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
/// Links to the other objects then lead to the object that stays. If that object has no link of its
/// own, it takes over a link of another object. `keep: newest(DATE)` keeps the object with the
/// latest date. `keep: prefer(CONDITION)` keeps an object that meets the condition.
///
/// `dedupe` is for stores that `migrate` itself migrates, and for its trials. An app with SwiftData
/// or Core Data merges the duplicates in its own code, such as `willMigrate` of a custom stage.
///
/// The rule also accepts an expression that gives equal objects different values of the key, or a
/// `where` that names a property of the key. If `where` leaves an object behind, links to it are
/// empty afterwards. The objects that it linked to lose this link.
///
/// ## When it is safe
///
/// The key is safe if no two objects are equal (`--store FILE` shows this). The rule does not flag
/// a key that contains an old key, because it cannot be violated. The same is true of a key with a
/// new property without a value. A new property with the default `uuid()` is safe where `migrate`
/// migrates the stores. SwiftData and Core Data give all existing objects the same value.
///
/// ## References
///
/// - https://developer.apple.com/videos/play/wwdc2023/10195/
public struct UniqueAdded: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "unique-added"

  /// A rule without state.
  public init() {}

  /// A finding for every new key that old objects may violate.
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
