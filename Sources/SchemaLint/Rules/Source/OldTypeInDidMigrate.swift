/// Flags code after the migration that uses a model of the old version.
///
/// ## Why
///
/// In `didMigrate` the store already has the new version, and its context knows only the new
/// classes. Fetching an object of the old version there ends the app, or finds none of the old
/// objects.
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
///     willMigrate: nil,
///     didMigrate: { context in
///       for note in try context.fetch(FetchDescriptor<SchemaV1.Note>()) { note.text += "." }
///       try context.save()
///     })
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
///       for note in try context.fetch(FetchDescriptor<SchemaV2.Note>()) { note.text += "." }
///       try context.save()
///     })
/// }
/// ```
///
/// ## When it is safe
///
/// Never. Code that needs objects of the old version belongs in `willMigrate`.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/migrationstage/custom(fromversion:toversion:willmigrate:didmigrate:)
public struct OldTypeInDidMigrate: SourceRule {
  /// The rule's name.
  public static let id: RuleID = "old-type-in-did-migrate"

  /// A rule without state.
  public init() {}
}
