internal import SchemaModel

/// Flags a declared rename to a name that the version before has too.
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
/// Never. A rename of an earlier version that is carried along, whose source is gone since, is not
/// meant: that is `stale-rename`, and harmless.
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
