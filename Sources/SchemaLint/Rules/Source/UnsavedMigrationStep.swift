/// Flags code around a migration that changes objects and does not save them.
///
/// ## Why
///
/// Nothing else saves the context that a migration passes to its code. Unsaved changes are lost,
/// and the migration continues as if it had succeeded.
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
///       for note in try context.fetch(FetchDescriptor<SchemaV1.Note>()) {
///         context.delete(note)
///       }
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
///     willMigrate: { context in
///       for note in try context.fetch(FetchDescriptor<SchemaV1.Note>()) {
///         context.delete(note)
///       }
///       try context.save()
///     }, didMigrate: nil)
/// }
/// ```
///
/// ## When it is safe
///
/// Where a function of another module saves. The rule reports nothing where the context is passed
/// to a function whose body it cannot see.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/modelcontext/save()
public struct UnsavedMigrationStep: SourceRule {
  /// The rule's name.
  public static let id: RuleID = "unsaved-migration-step"

  /// A rule without state.
  public init() {}
}
