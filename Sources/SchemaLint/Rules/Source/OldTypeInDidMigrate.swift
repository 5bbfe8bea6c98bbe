/// Flags a model of the old version in what runs after the migration.
///
/// ## Why
///
/// In `didMigrate` the store is of the new version already, and its context knows only the new
/// classes. To fetch an object of the old version there ends the app, or finds nothing of what
/// was there before.
///
/// The same goes for a class that neither of the two versions lists, as the app's own one does that
/// only a later version has.
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
/// Never. What needs objects of the old version belongs into `willMigrate`.
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
