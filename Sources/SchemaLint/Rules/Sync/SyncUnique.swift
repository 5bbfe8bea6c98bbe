public import SchemaModel

/// Flags a unique key in a model that is synchronised through CloudKit.
///
/// ## Why
///
/// Two devices can create equal objects while they are not connected, and CloudKit has no way to
/// refuse one of them. So the platform refuses the model: the container does not load (error
/// 134060). The error appears only when the app runs.
///
/// ## Example
///
/// ```yaml
/// profile: cloudkit
/// entities:
///   Book:
///     attributes: {isbn: string?}
///     unique: [[isbn]]
/// ```
///
/// ## Use instead
///
/// ```yaml
/// profile: cloudkit
/// entities:
///   Book:
///     attributes: {isbn: string?}
///     indexes: [[isbn]]
/// ```
///
/// Let the app look for duplicates after each import, and merge them by a rule that every device
/// applies in the same way.
///
/// ## When it is safe
///
/// Never with `profile: cloudkit`. Without it this rule is off.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/creating-a-core-data-model-for-cloudkit
public struct SyncUnique: ModelRule {
  /// The rule's name.
  public static let id: RuleID = "sync-unique"

  /// A rule without state.
  public init() {}

  /// A finding for every unique key.
  public func findings(in document: SchemaDocument) -> [Finding] {
    document.schema.entities.flatMap { entity in
      entity.uniquenessConstraints.enumerated().map { position, key in
        Finding(
          Self.id, .cannotBeUnique(key, entity.name),
          at: .part(.entity(entity.name).appending("unique", "\(position)")),
          notes: [.init(.mergeInApp)])
      }
    }
  }
}

extension Finding.Message {
  fileprivate static func cannotBeUnique(_ key: [String], _ entity: String) -> Self {
    Self(
      "'\(entity)(\(key.joined(separator: ", ")))' is unique, which CloudKit cannot keep: the "
        + "container does not load")
  }

  fileprivate static var mergeInApp: Self {
    Self("take the key out, and let the app merge duplicates after an import")
  }
}
