internal import SchemaModel

/// Flags a unique key that distinguishes fewer objects than the key that it replaces.
///
/// ## Why
///
/// Objects with different old keys can be duplicates under the new key. The first store with such
/// duplicates fails to migrate (error 134111).
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Edition:
///     attributes: {isbn: string, format: string}
///     unique: [[isbn, format]]
/// # V2.yaml
/// entities:
///   Edition:
///     attributes: {isbn: string, format: string}
///     unique: [[isbn]]
/// ```
///
/// ## Use instead
///
/// Declare which of two equal objects stays, or keep the old key. Links to the other objects then
/// lead to the object that stays.
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Edition:
///     attributes: {isbn: string, format: string}
///     unique: [[isbn, format]]
/// # V2.yaml
/// entities:
///   Edition:
///     attributes: {isbn: string, format: string}
///     unique: [[isbn]]
/// migration:
///   kind: custom
///   map:
///     Edition:
///       dedupe: {by: [isbn], keep: first}
///   after:
///     - expect: >-
///         SELECT count(*) FROM (SELECT 1 FROM Edition GROUP BY isbn HAVING count(*) > 1)
///       equals: 0
/// ```
///
/// ## When it is safe
///
/// The key is safe if no two objects are equal (`--store FILE` shows this). The rule does not flag
/// a key with more properties than the replaced key, because it distinguishes more objects.
///
/// ## References
///
/// - https://developer.apple.com/videos/play/wwdc2023/10195/
public struct UniqueChanged: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "unique-changed"

  /// A rule without state.
  public init() {}

  /// A finding for every key that is stricter than the replaced key.
  public func findings(in step: VersionStep) -> [Finding] {
    AddedKey.all(in: step).filter { !$0.replaced.isEmpty }.map { key in
      Finding(
        Self.id, .isStricter(key), at: .part(key.path), notes: key.advice(in: step),
        fix: MigrationScaffold(of: step).merge(key).map { Fix(.unsafe, $0) },
        condition: key.condition)
    }
  }
}

extension Finding.Message {
  fileprivate static func isStricter(_ key: AddedKey) -> Self {
    let old = key.replaced.map { "'\($0.joined(separator: ", "))'" }.joined(separator: " and ")
    return Self("'\(key)' replaces the key over \(old), and objects that differed may be equal now")
  }
}
