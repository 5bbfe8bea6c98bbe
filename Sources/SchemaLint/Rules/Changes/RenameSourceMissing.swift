internal import SchemaModel

/// Flags a declared rename from a name that the previous version does not have.
///
/// ## Why
///
/// There is nothing to take the values from. Most likely the old name is misspelt, and then the
/// values under the right name are dropped while the new property starts empty.
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
/// Never. What was renamed in an earlier version and has kept its `renamedFrom` since is not meant:
/// that is `stale-rename`, and harmless.
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
