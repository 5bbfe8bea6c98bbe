internal import MigrationPlanner
internal import SchemaModel

/// Flags a removed part while a part of the same shape is new.
///
/// ## Why
///
/// It looks like a rename that nobody declared. Without `renamedFrom` it is a removal and an
/// addition: the old values are dropped, the new property starts empty, and nothing fails. No tool
/// can distinguish the two from the outside, and tools that guess have lost data by it.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {title: string, pages: int = 0}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {title: string, pageCount: int = 0}
/// ```
///
/// ## Use instead
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {title: string, pages: int = 0}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {title: string, pageCount: {type: int, default: 0, renamedFrom: pages}}
/// ```
///
/// ## When it is safe
///
/// Where the one is meant to go and the other to start anew: list the old one under `removed`,
/// which says so. `plan` and `apply` refuse to guess, too.
///
/// In Swift, the inferred stages after the newest locked version are looked at, and an exception says
/// what is meant to go. Without a lock, only the last inferred stage of a plan is looked at, and a
/// property is a warning, as that version may be released. A class is an error: SwiftData cannot rename
/// one, and drops all of its objects.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/attribute(_:originalname:hashmodifier:)
public struct ProbableRename: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "probable-rename"

  /// A rule without state.
  public init() {}

  /// A finding for every drop that may be a rename, with the line to add.
  public func findings(in step: VersionStep) -> [Finding] {
    step.review.probableRenames.map { rename in
      let only = rename.candidates.count == 1 ? rename.candidates.first : nil
      return Finding(
        Self.id, saying: rename.diagnostic, at: .part(rename.candidates.first ?? rename.drop.path),
        // SwiftData has no original name for a class.
        fix: only.flatMap {
          rename.drop.kind == .dropEntity && step.target.schema.declaredPlatform == .swiftData
            ? nil
            : Fix(.unsafe, [.set(key: "renamedFrom", value: rename.source, in: $0)])
        })
    }
  }
}
