internal import SchemaModel

/// Flags two declared renames from the same name.
///
/// ## Why
///
/// Two new properties claim the values of one old property. Nothing says which of them continues
/// the old property. The other property is a copy, and the platform refuses the model.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {name: string}
/// # V2.yaml
/// entities:
///   Book:
///     attributes:
///       title: {type: string, renamedFrom: name}
///       sortTitle: {type: string, renamedFrom: name}
/// ```
///
/// ## Use instead
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {name: string}
/// # V2.yaml
/// entities:
///   Book:
///     attributes:
///       title: {type: string, renamedFrom: name}
///       sortTitle: string
/// migration:
///   kind: custom
///   map:
///     Book:
///       sortTitle: {using: "lower(name)"}
///   after:
///     - {count: Book}
/// ```
///
/// ## When it is safe
///
/// Never.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/using-lightweight-migration
public struct RenameClaimedTwice: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "rename-claimed-twice"

  /// A rule without state.
  public init() {}

  /// A finding for every further rename from the same name.
  public func findings(in step: VersionStep) -> [Finding] { step.renameFindings(of: Self.id) }
}
