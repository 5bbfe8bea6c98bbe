/// Flags a model that the app has and that its schema does not list.
///
/// ## Why
///
/// What a version does not list, and what no relationship of a listed model leads to, is not in
/// the store. Where the previous version had it, the migration drops its table with all objects in
/// it, and says nothing. That is an error where the app's code still uses the class. It is a warning
/// where another container lists the class, or where nothing but old versions name it. Where the
/// stage deletes all objects first, they are deleted on purpose, and nothing is reported.
///
/// An entity is named after its class alone: where a version lists another name for a class
/// (`typealias Book = BookV2`), the entity has the name of the class, `BookV2`, and the `Book` of the
/// previous version is dropped all the same.
///
/// An app that inserts or fetches objects of a model that its container does not know ends at that
/// call. Only the app's own schemas and containers count: what tests and previews open is theirs.
/// Of a model that the app lists for nothing but a container in memory the rule warns, as its
/// objects may be meant for that one.
///
/// Where a container lists a model that the newest version of its migration plan lacks, the app
/// ends at launch. With a plan whose `stages` are empty that is a warning: apps that do so were
/// released and run, so the platform seems not to ask such a plan. Nothing promises that it stays
/// so, and the stores are of none of the plan's versions when it gets its first stage.
///
/// ## Example
///
/// ```swift
/// import SwiftData
///
/// enum SchemaV1: VersionedSchema {
///   static let versionIdentifier = Schema.Version(1, 0, 0)
///   static var models: [any PersistentModel.Type] { [Book.self] }
///   @Model final class Book { var title = "" }
///   @Model final class Shelf { var name = "" }
/// }
/// ```
///
/// ## Use instead
///
/// ```swift
/// import SwiftData
///
/// enum SchemaV1: VersionedSchema {
///   static let versionIdentifier = Schema.Version(1, 0, 0)
///   static var models: [any PersistentModel.Type] { [Book.self, Shelf.self] }
///   @Model final class Book { var title = "" }
///   @Model final class Shelf { var name = "" }
/// }
/// ```
///
/// ## When it is safe
///
/// Where the model is not meant to be stored any more. Then take the class out of the app, too.
/// Of a class that nothing names it is a note: no code makes an object of it. In a version that no
/// plan lists next to others, and that nothing names, it is a note, too; a warning, where the version is
/// newer than all that the plan lists.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/versionedschema/models
/// - https://developer.apple.com/documentation/swiftdata/modelcontainer
public struct ModelMissingFromSchema: SourceRule {
  /// The rule's name.
  public static let id: RuleID = "model-missing-from-schema"

  /// A rule without state.
  public init() {}
}
