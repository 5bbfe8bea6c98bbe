public import SchemaModel

/// Flags a required attribute without a default whose value the initializer does not take.
///
/// ## Why
///
/// Where the initializer of the class does not take the attribute, it sets a value by itself, and
/// only the source shows which. The model then has no default. Write the value at the property. A
/// default in `init` does not count when the platform migrates (error 134110). Nor does it count
/// when objects come from a sync, an import or a restore, which call no initializer.
///
/// ## Example
///
/// ```yaml
/// entities:
///   Book:
///     attributes:
///       title: string
///       copies: int
///     initializer: [title]
/// ```
///
/// ## Use instead
///
/// ```yaml
/// entities:
///   Book:
///     attributes:
///       title: string
///       copies: int = 1
///     initializer: [title]
/// ```
///
/// ## When it is safe
///
/// Where `initializer` is unknown, nothing is reported, as the code that creates objects may give
/// every value. An initializer of a class that has no parameters is known, and takes nothing.
///
/// A required attribute that is added later is reported by `required-added-without-default`. With
/// the profile `cloudkit`, `sync-required-without-default` reports every required attribute without
/// a default. A new default changes no version hash, so a released model may get it.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/preserving-your-apps-model-data-across-launches
public struct RequiredWithoutDefault: ModelRule {
  /// The rule's name.
  public static let id: RuleID = "required-without-default"

  /// The rule of the profile `cloudkit`, which applies whatever the initializer takes.
  public static let yieldsTo: [RuleID] = [
    SyncRequiredWithoutDefault.id, RequiredAddedWithoutDefault.id,
  ]

  /// A rule without state.
  public init() {}

  /// A finding for every such attribute of an entity whose initializer is known.
  public func findings(in document: SchemaDocument) -> [Finding] {
    document.schema.entities.flatMap { entity in
      guard let initializer = entity.initializer else { return [Finding]() }
      return entity.attributes.filter { $0.needsValue && !initializer.contains($0.name) }.map {
        Finding(
          Self.id, .getsNoValue("\(entity.name).\($0.name)"),
          at: .part(.property($0.name, of: entity.name, .attributes)),
          notes: [.init(.writeDefault($0))])
      }
    }
  }
}

extension Finding.Message {
  fileprivate static func getsNoValue(_ name: String) -> Self {
    Self("'\(name)' is required and has no default, and the initializer does not take its value")
  }

  fileprivate static func writeDefault(_ attribute: Attribute) -> Self {
    Self(
      "give it a default in its declaration, here '\(attribute.name): \(attribute.type.keyword) = …': "
        + "the value that the initializer sets reaches no row of a migration, a sync or an import")
  }
}
