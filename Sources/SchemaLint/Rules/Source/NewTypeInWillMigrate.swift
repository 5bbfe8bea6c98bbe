/// Flags code before the migration that uses a model of the new version.
///
/// ## Why
///
/// In `willMigrate` the store still has the old version, and its context knows only the old
/// classes. Fetching or inserting an object of the new version there ends the app, as the class has
/// no entity in that store.
///
/// The same applies to a class that neither of the two versions lists. An example is the app's own
/// class, which only a later version has.
///
/// ## Example
///
/// ```swift
/// import SwiftData
///
/// enum SchemaV1: VersionedSchema {
///   static let versionIdentifier = Schema.Version(1, 0, 0)
///   static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
///   @Model final class Book { var title = "" }
///   @Model final class Note { var text = "" }
/// }
/// enum SchemaV2: VersionedSchema {
///   static let versionIdentifier = Schema.Version(2, 0, 0)
///   static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
///   @Model final class Book {
///     var title = ""
///     var notes: [Note] = []
///   }
///   @Model final class Note {
///     var text = ""
///     var book: Book?
///   }
/// }
/// enum Plan: SchemaMigrationPlan {
///   static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
///   static var stages: [MigrationStage] { [addNotes] }
///   static let addNotes = MigrationStage.custom(
///     fromVersion: SchemaV1.self, toVersion: SchemaV2.self,
///     willMigrate: { context in
///       context.insert(SchemaV2.Note())
///       try context.save()
///     }, didMigrate: nil)
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
///   static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
///   @Model final class Book { var title = "" }
///   @Model final class Note { var text = "" }
/// }
/// enum SchemaV2: VersionedSchema {
///   static let versionIdentifier = Schema.Version(2, 0, 0)
///   static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
///   @Model final class Book {
///     var title = ""
///     var notes: [Note] = []
///   }
///   @Model final class Note {
///     var text = ""
///     var book: Book?
///   }
/// }
/// enum Plan: SchemaMigrationPlan {
///   static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
///   static var stages: [MigrationStage] { [addNotes] }
///   static let addNotes = MigrationStage.custom(
///     fromVersion: SchemaV1.self, toVersion: SchemaV2.self,
///     willMigrate: nil,
///     didMigrate: { context in
///       context.insert(SchemaV2.Note())
///       try context.save()
///     })
/// }
/// ```
///
/// ## When it is safe
///
/// Never. Code that needs objects of the new version belongs in `didMigrate`.
///
/// A `delete(model:)` is a warning where the old version has an entity of that name, as the name
/// alone decides which objects are deleted.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/migrationstage/custom(fromversion:toversion:willmigrate:didmigrate:)
public struct NewTypeInWillMigrate: SourceRule {
  /// The rule's name.
  public static let id: RuleID = "new-type-in-will-migrate"

  /// A rule without state.
  public init() {}
}
