/// Flags a change of the models that no version describes, though stores are released without it.
///
/// ## Why
///
/// Stores of the released version are on people's devices. Where the models change and no new
/// version says so, the platform meets stores of a version that it does not know: with a
/// migration plan the app ends at launch, and without one the platform guesses, which drops what
/// was renamed. All of that is seen by nobody before the release, as every store on a developer's
/// machine is new.
///
/// ## Example
///
/// ```swift
/// import SwiftData
///
/// @Model final class Book {
///   var title = ""
///   var pages: Int?  // version 1.0.0, which schema.lock pins, has no pages
/// }
/// ```
///
/// ## Use instead
///
/// Describe the change in a next version. Where an attribute has another name now, write
/// `@Attribute(originalName: "title")` with its old name before it. `migrate lint --fix` then begins the
/// schema file of that version; decide what its comments ask, and `migrate check` is green. When the
/// version is released, `migrate lock` pins it. A change that is not meant is taken back:
///
/// ```swift
/// import SwiftData
///
/// @Model final class Book {
///   var title = ""
/// }
/// ```
///
/// ## When it is safe
///
/// Where the change leaves what is stored alone, such as a default or a delete rule; that draws
/// nothing. Where the released version reached nobody, correct its schema file, and pin it anew:
/// `migrate lock --repin 2.0.0`.
///
/// A new `#Index` alone is a warning. It leaves the version hash as it is, so that the platform
/// migrates nothing, and only stores that are made later have the index. A new version by itself
/// changes nothing about that, as one with the same hashes is the same version: it takes another
/// `@Attribute(hashModifier:)` on an attribute of the model, which makes the platform migrate.
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
