/// Flags a link that is made before the migration and does not survive it.
///
/// ## Why
///
/// Code that runs before the migration works on the old version. A link through a relationship that
/// the new version lacks is dropped a moment later. A link of an object that is created there
/// depends on an identifier that is only temporary.
///
/// ## Example
///
/// ```swift
/// import SwiftData
///
/// enum SchemaV1: VersionedSchema {
///   static let versionIdentifier = Schema.Version(1, 0, 0)
///   static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
///   @Model final class Book { var notes: [Note] = [] }
///   @Model final class Note { var book: Book? }
/// }
/// enum SchemaV2: VersionedSchema {
///   static let versionIdentifier = Schema.Version(2, 0, 0)
///   static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
///   @Model final class Book {
///     var title = ""
///   }
///   @Model final class Note { var text = "" }
/// }
/// enum Plan: SchemaMigrationPlan {
///   static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
///   static var stages: [MigrationStage] { [addNotes] }
///   static let addNotes = MigrationStage.custom(
///     fromVersion: SchemaV1.self, toVersion: SchemaV2.self,
///     willMigrate: { context in
///       let books = try context.fetch(FetchDescriptor<SchemaV1.Book>())
///       for note in try context.fetch(FetchDescriptor<SchemaV1.Note>()) {
///         note.book = books.first
///       }
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
///       let books = try context.fetch(FetchDescriptor<SchemaV2.Book>())
///       for note in try context.fetch(FetchDescriptor<SchemaV2.Note>()) {
///         note.book = books.first
///       }
///       try context.save()
///     })
/// }
/// ```
///
/// ## When it is safe
///
/// Where both objects are already stored and the new version has the relationship, too. The rule
/// reports nothing there.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/migrationstage/custom(fromversion:toversion:willmigrate:didmigrate:)
public struct RelateInWillMigrate: SourceRule {
  /// The rule's name.
  public static let id: RuleID = "relate-in-will-migrate"

  /// A rule without state.
  public init() {}
}
