/// Flags a change of released models that no version describes.
///
/// ## Why
///
/// Stores of the released version are on people's devices. Where the models change without a new
/// version, the platform meets stores of a version that it does not know. With a migration plan,
/// the app ends at launch. Without a plan, the platform guesses, and drops everything that was
/// renamed. Nobody sees this before the release, because the stores on a developer's machine are
/// made by the new models.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml, which schema.lock pins
/// schema: Library
/// version: 1.0.0
/// entities:
///   Book:
///     attributes: {title: string = ""}
/// ```
///
/// ```swift
/// import SwiftData
///
/// @Model final class Book {
///   var title = ""
///   var pages: Int?
/// }
/// ```
///
/// ## Use instead
///
/// Describe the change in the next version. `migrate lint --fix` begins its schema file:
///
/// ```yaml
/// # V2.yaml
/// schema: Library
/// version: 2.0.0
/// entities:
///   Book:
///     attributes: {title: string = "", pages: int?}
/// ```
///
/// ```swift
/// import SwiftData
///
/// @Model final class Book {
///   var title = ""
///   var pages: Int?
/// }
/// ```
///
/// Where an attribute has a new name, write `@Attribute(originalName: "title")` with its old name
/// before it. Answer the questions in the file's comments until `migrate check` passes. When the
/// version is released, `migrate lock` pins it. Undo a change that is not meant.
///
/// ## When it is safe
///
/// Where the change does not affect stored data, such as a default or a delete rule. Such a change
/// is not flagged. Where the released version reached nobody, correct its schema file, and pin it
/// again: `migrate lock --repin 2.0.0`.
///
/// A default is a warning where a version that is not released yet adds the attribute, and its file
/// has another constant, or none: the platform takes the default of the declaration.
///
/// A new `#Index` alone is a warning. It does not change the version hash, so the platform migrates
/// nothing, and only new stores have the index. A new version alone does not help, as a version
/// with the same hashes is the same version. Give an attribute of the model another
/// `@Attribute(hashModifier:)`, which makes the platform migrate.
///
/// A `VersionedSchema` without a schema file is a warning where its file would leave no question.
///
/// In a Core Data model, a change that does not affect the version hashes is a warning. So is a current
/// version that no schema file describes: `migrate import` writes its file. An old name or a needed
/// default that only the schema file has is an error: the platform reads only the model.
///
/// ## References
///
/// - https://developer.apple.com/forums/thread/826633
/// - https://developer.apple.com/documentation/swiftdata/schemamigrationplan
public struct UnversionedModelChange: SourceRule {
  /// The rule's name.
  public static let id: RuleID = "unversioned-model-change"

  /// A rule without state.
  public init() {}
}
