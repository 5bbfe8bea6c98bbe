internal import SchemaModel

/// Flags two declared renames from one name.
///
/// ## Why
///
/// The values of one property cannot be known to belong to two: which of them is the one that the
/// app goes on with? One of the two is a copy, and the platform refuses the model.
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

  /// A finding for every rename after the first from one name.
  public func findings(in step: VersionStep) -> [Finding] { step.renameFindings(of: Self.id) }
}
