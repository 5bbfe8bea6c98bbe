internal import SchemaModel

/// Flags a declared rename to a name that the previous version has too.
///
/// ## Why
///
/// Two properties would become one, and the values of the one that had the name before would be
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
/// Say what becomes of both.
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
/// Never. A rename that is carried along from an earlier version, and whose source no longer exists,
/// is another rule's, `stale-rename`, and harmless.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/using-lightweight-migration
public struct RenameTargetExists: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "rename-target-exists"

  /// A rule without state.
  public init() {}

  /// A finding for every rename to a name that was taken.
  public func findings(in step: VersionStep) -> [Finding] { step.renameFindings(of: Self.id) }
}
