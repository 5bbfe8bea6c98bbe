public import SchemaModel

/// Flags a required attribute without a default in a model that is synchronised through CloudKit.
///
/// ## Why
///
/// Objects come from the sync in pieces, and from versions of the app that do not know the
/// attribute. An object without the required value cannot be saved. So the platform refuses the
/// model: the container does not load (error 134060).
///
/// ## Example
///
/// ```yaml
/// profile: cloudkit
/// entities:
///   Book:
///     attributes: {title: string}
/// ```
///
/// ## Use instead
///
/// ```yaml
/// profile: cloudkit
/// entities:
///   Book:
///     attributes: {title: string = ""}
/// ```
///
/// Or make the attribute optional: `string?`.
///
/// ## When it is safe
///
/// Never with `profile: cloudkit`. Without it this rule is off. A new default changes no version
/// hash.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/creating-a-core-data-model-for-cloudkit
public struct SyncRequiredWithoutDefault: ModelRule {
  /// The rule's name.
  public static let id: RuleID = "sync-required-without-default"

  /// A rule without state.
  public init() {}

  /// A finding for every stored attribute that must have a value and has no default.
  public func findings(in document: SchemaDocument) -> [Finding] {
    document.schema.entities.flatMap { entity in
      entity.attributes.filter(\.needsValue).map { attribute in
        let path = SchemaPath.property(attribute.name, of: entity.name, .attributes)
        let value = document.schema.placeholder(for: attribute)
        return Finding(
          Self.id, .mayGetNone("\(entity.name).\(attribute.name)"), at: .part(path),
          notes: [.init(.giveDefault(attribute, value))],
          fix: .giveDefault(value, at: path))
      }
    }
  }
}

extension Finding.Message {
  fileprivate static func mayGetNone(_ name: String) -> Self {
    Self("'\(name)' is required and has no default, and objects come from CloudKit without a value")
  }

  fileprivate static func giveDefault(_ attribute: Attribute, _ value: String?) -> Self {
    let type = attribute.type.keyword
    return Self(
      "write '\(attribute.name): \(type) = \(value ?? "…")' or '\(attribute.name): \(type)?'")
  }
}
