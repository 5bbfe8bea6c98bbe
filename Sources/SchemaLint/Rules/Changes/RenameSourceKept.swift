internal import SchemaModel

/// Flags a declared rename from a name that the new version still has.
///
/// ## Why
///
/// A property that keeps its name keeps its values, so the renamed property gets none. Or the
/// renamed property takes the values, and the other property starts empty. One of the two
/// declarations is a mistake.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {title: string}
/// # V2.yaml
/// entities:
///   Book:
///     attributes:
///       title: string
///       sortTitle: {type: string, renamedFrom: title}
/// ```
///
/// ## Use instead
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {title: string}
/// # V2.yaml
/// entities:
///   Book:
///     attributes:
///       title: string
///       sortTitle: string
/// migration:
///   kind: custom
///   map:
///     Book:
///       sortTitle: {using: "lower(title)"}
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
public struct RenameSourceKept: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "rename-source-kept"

  /// A rule without state.
  public init() {}

  /// A finding for every rename from a name that still exists.
  public func findings(in step: VersionStep) -> [Finding] { step.renameFindings(of: Self.id) }
}
