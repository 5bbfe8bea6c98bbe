internal import SchemaModel

/// Flags declared renames in a circle: two names that are swapped, or a longer circle.
///
/// ## Why
///
/// Both names exist before and after the step. The platform therefore matches each property by its
/// unchanged name, and swaps nothing. The app then reads one property for the other. Nothing fails.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Card:
///     attributes: {front: string, back: string}
/// # V2.yaml
/// entities:
///   Card:
///     attributes:
///       front: {type: string, renamedFrom: back}
///       back: {type: string, renamedFrom: front}
/// ```
///
/// ## Use instead
///
/// Swap the values with a declared migration.
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Card:
///     attributes: {front: string, back: string}
/// # V2.yaml
/// entities:
///   Card:
///     attributes: {front: string, back: string}
/// migration:
///   kind: custom
///   map:
///     Card:
///       front: {using: back}
///       back: {using: front}
///   after:
///     - {count: Card}
/// ```
///
/// Or rename one of the two to a third name, in a version in between.
///
/// ## When it is safe
///
/// Never.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/using-lightweight-migration
public struct RenameSwap: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "rename-swap"

  /// A rule without state.
  public init() {}

  /// A finding for every rename in a circle.
  public func findings(in step: VersionStep) -> [Finding] { step.renameFindings(of: Self.id) }
}
