internal import SchemaModel

/// Flags declared renames that lead in a circle: of two names each from the other, or of more.
///
/// ## Why
///
/// Both names are there before and after, so the platform takes each property for the one that has
/// had its name all along and swaps nothing: the app then reads one thing for the other. Nothing
/// fails.
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
/// Swap the values, which is a migration that says so.
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
/// Or rename one of the two to a third name in a version between.
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
