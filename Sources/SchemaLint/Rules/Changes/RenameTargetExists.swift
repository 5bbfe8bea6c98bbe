internal import SchemaModel

/// Flags a declared rename to a name that already exists in the previous version.
///
/// ## Why
///
/// Two properties would become one. The values of the property that already has the name would be
/// lost.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {title: string, name: string}
/// # V2.yaml
/// entities:
///   Book:
///     attributes:
///       title: {type: string, renamedFrom: name}
/// ```
///
/// ## Use instead
///
/// Declare what happens to both.
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {title: string, name: string}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {title: string}
/// migration:
///   kind: custom
///   map:
///     Book:
///       title: {using: "iif(name <> '', name, title)"}
///   after:
///     - {count: Book}
/// ```
///
/// ## When it is safe
///
/// Never. The rule does not flag a rename from an earlier version whose source no longer exists.
/// That is `stale-rename`, which is harmless.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/using-lightweight-migration
public struct RenameTargetExists: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "rename-target-exists"

  /// A rule without state.
  public init() {}

  /// A finding for every rename to a name that already exists.
  public func findings(in step: VersionStep) -> [Finding] { step.renameFindings(of: Self.id) }
}
