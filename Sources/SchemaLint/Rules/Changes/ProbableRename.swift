internal import MigrationPlanner
internal import SchemaModel

/// Flags a removed entity or property if the same version adds another of the same shape.
///
/// ## Why
///
/// The change looks like an undeclared rename. Without `renamedFrom`, it is a removal and an
/// addition: the old values are dropped, the new property starts empty, and nothing fails. No tool
/// can distinguish the two from the outside, and tools that guess have lost data.
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
/// In SwiftData, the next version of the class has the property under another name:
///
/// ```swift
/// @Model final class Book {
///   var title: String = ""
///   var pageCount: Int = 0
/// }
/// ```
///
/// ## Use instead
///
/// In SwiftData, give the old name:
///
/// ```swift
/// @Model final class Book {
///   var title: String = ""
///   @Attribute(originalName: "pages") var pageCount: Int = 0
/// }
/// ```
///
/// In a schema file:
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
/// The removal is safe if the old part is no longer needed and the new part may start empty. List
/// the old part under `removed` to declare this. `plan` and `apply` refuse to guess, too.
///
/// In Swift, the rule checks the inferred stages after the newest locked version. An exception
/// declares that a removal is intended. Without a lock, the rule checks only the last inferred
/// stage of a plan. A property is then a warning, because the version may be released. A class is
/// an error: SwiftData cannot rename a class, and drops all of its objects.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/attribute(_:originalname:hashmodifier:)
public struct ProbableRename: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "probable-rename"

  /// A rule without state.
  public init() {}

  /// A finding for every removal that may be a rename, with the line to add.
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
