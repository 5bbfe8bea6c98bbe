public import SchemaModel

/// Flags an attribute whose bytes only the app's own transformer can read.
///
/// ## Why
///
/// No tool can check such a value, convert it, or look into it, and no query can. The name of the
/// transformer is not part of the version hash. An app with another transformer opens old stores
/// without a migration, and fails at the first value that it cannot read.
///
/// ## Example
///
/// ```yaml
/// entities:
///   Book:
///     attributes: {tags: transformable?}
/// ```
///
/// ## Use instead
///
/// ```yaml
/// entities:
///   Book:
///     attributes: {tags: "[string]?"}
/// ```
///
/// Every tool can read a list, a composite or separate attributes. `data` at least declares that
/// only the app knows the bytes.
///
/// ## When it is safe
///
/// Where the values can be computed again, or where the transformer is one of the platform's secure
/// ones and never changes. A finding is worth a note, and the rule is off by default.
///
/// ## References
///
/// - https://developer.apple.com/documentation/foundation/nssecureunarchivefromdatatransformer
public struct TransformableOpaque: ModelRule {
  /// The rule's name.
  public static let id: RuleID = "transformable-opaque"

  /// A rule without state.
  public init() {}

  /// A finding for every such attribute that is stored.
  public func findings(in document: SchemaDocument) -> [Finding] {
    document.schema.entities.flatMap { entity in
      entity.attributes.filter { $0.type == .transformable && !$0.isTransient }.map {
        Finding(
          Self.id, .isOpaque("\(entity.name).\($0.name)"),
          at: .part(.property($0.name, of: entity.name, .attributes)),
          notes: [.init(.useType)])
      }
    }
  }
}

extension Finding.Message {
  fileprivate static func isOpaque(_ name: String) -> Self {
    Self("nothing but the app's transformer can read, check or convert the values of '\(name)'")
  }

  fileprivate static var useType: Self {
    Self("write the type that it stands for: a list such as '[string]', a composite, or 'data'")
  }
}
