/// Flags a model that the app has and that its schema does not list.
///
/// ## Why
///
/// A model is in the store only where the version lists it, or where a relationship of a listed
/// model leads to it. Where the previous version had the model, the migration drops its table with
/// all objects, and reports no error.
///
/// The finding is an error where the app's code still uses the class. It is a warning where another
/// container lists the class, or where only old versions name it. Where the stage first deletes all
/// objects, the deletion is intended, and nothing is reported.
///
/// The name of an entity is always the name of its class. A version may list the class under
/// another name (`typealias Book = BookV2`). The entity is then named `BookV2`, and the `Book` of
/// the previous version is dropped all the same.
///
/// An app that inserts or fetches objects of a model that its container does not know ends at that
/// call. Only the app's own schemas and containers count, not the ones that tests and previews
/// open. Where the app lists a model only for a container in memory, the finding is a warning: the
/// objects may be meant for that container.
///
/// Where a container lists a model that the newest version of its migration plan lacks, the app
/// ends at launch. With a plan whose `stages` are empty, the finding is a warning. Apps with such
/// plans were released and run, so the platform seems not to consult such a plan. Nothing promises
/// that this stays so. When the plan gets its first stage, the stores match none of its versions.
/// A container that lists fewer models than the newest version is a warning, as no report says what
/// the platform does then.
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
/// A class with another name is a new entity, whatever `typealias` names it. Keep the class, and give
/// the app's code the new name with `typealias Trip = Journey`. Or copy the objects over two versions,
/// as `migrate explain rename-entity` says.
///
/// A container with an older version than the last of its plan, or with classes of it, is a warning:
/// a `typealias` may still name the older class. It is an error where the app inserts or fetches
/// objects of classes that only the newest version has. A `typealias` for a class of an older version than
/// the container's is a warning, too. It is an error where the app inserts or fetches its objects.
///
/// Two containers of one store must list the same models. Where one lists fewer, without a plan, the
/// platform drops the objects of the others when it opens the store. The finding is a warning,
/// because an app and its extension may have a file of the same name each.
///
/// ## When it is safe
///
/// Where the model is not meant to be stored any more. Then take the class out of the app, too.
///
/// For a class that nothing names, the finding is a note: no code creates an object of it. For a
/// version that nothing names, and that no plan lists next to others, it is a note, too. Where that
/// version is newer than all versions of the plan, it is a warning.
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
