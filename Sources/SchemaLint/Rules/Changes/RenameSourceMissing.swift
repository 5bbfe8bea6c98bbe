internal import SchemaModel

/// Flags a declared rename from a name that the previous version does not have.
///
/// ## Why
///
/// The rename has no source for the values. Most likely the old name is misspelt. The values under
/// the correct name are then dropped, and the new property starts empty.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {author: string}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {writer: {type: string, renamedFrom: auhtor}}
/// ```
///
/// ## Use instead
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {author: string}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {writer: {type: string, renamedFrom: author}}
/// ```
///
/// ## When it is safe
///
/// Never. The rule does not flag a rename of an earlier version that is still declared. That is
/// `stale-rename`, which is harmless.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/using-lightweight-migration
public struct RenameSourceMissing: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "rename-source-missing"

  /// A rule without state.
  public init() {}

  /// A finding for every rename without a source.
  public func findings(in step: VersionStep) -> [Finding] { step.renameFindings(of: Self.id) }
}
