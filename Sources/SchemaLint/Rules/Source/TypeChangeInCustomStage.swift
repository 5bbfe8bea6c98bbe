/// Flags a property whose type changes, under the same name, in a stage with code.
///
/// ## Why
///
/// A custom stage runs code before and after the platform's own step from one version to the other.
/// That step is inferred as always: it converts numbers only to other numbers. `willMigrate` knows
/// only the old models, and cannot fill the property. `didMigrate` knows only the new models, and
/// cannot read the old values. Where the platform takes the step at all, the values are lost.
///
/// ## Example
///
/// ```swift
/// import SwiftData
///
/// enum SchemaV1: VersionedSchema {
///   static let versionIdentifier = Schema.Version(1, 0, 0)
///   static var models: [any PersistentModel.Type] { [Book.self] }
///   @Model final class Book { var pages: Int = 0 }
/// }
/// enum SchemaV2: VersionedSchema {
///   static let versionIdentifier = Schema.Version(2, 0, 0)
///   static var models: [any PersistentModel.Type] { [Book.self] }
///   @Model final class Book { var pages: String = "0" }
/// }
/// enum Plan: SchemaMigrationPlan {
///   static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
///   static var stages: [MigrationStage] {
///     [
///       .custom(
///         fromVersion: SchemaV1.self, toVersion: SchemaV2.self, willMigrate: nil,
///         didMigrate: { context in
///           for book in try context.fetch(FetchDescriptor<SchemaV2.Book>()) {
///             book.pages = "\(book.pages)"
///           }
///           try context.save()
///         })
///     ]
///   }
/// }
/// ```
///
/// ## Use instead
///
/// Add a new property for the new type, and let the stage fill it. A later version drops the old
/// property.
///
/// ```swift
/// import SwiftData
///
/// enum SchemaV1: VersionedSchema {
///   static let versionIdentifier = Schema.Version(1, 0, 0)
///   static var models: [any PersistentModel.Type] { [Book.self] }
///   @Model final class Book { var pages: Int = 0 }
/// }
/// enum SchemaV2: VersionedSchema {
///   static let versionIdentifier = Schema.Version(2, 0, 0)
///   static var models: [any PersistentModel.Type] { [Book.self] }
///   @Model final class Book {
///     var pages: Int = 0
///     var extent: String = "0"
///   }
/// }
/// enum Plan: SchemaMigrationPlan {
///   static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
///   static var stages: [MigrationStage] {
///     [
///       .custom(
///         fromVersion: SchemaV1.self, toVersion: SchemaV2.self, willMigrate: nil,
///         didMigrate: { context in
///           for book in try context.fetch(FetchDescriptor<SchemaV2.Book>()) {
///             book.extent = "\(book.pages)"
///           }
///           try context.save()
///         })
///     ]
///   }
/// }
/// ```
///
/// ## When it is safe
///
/// Where no store of the earlier version has an object. A stage whose `willMigrate` reads the
/// property is not flagged, as it probably keeps the values elsewhere. A stage that is not the
/// plan's last, or whose version is locked, has run on devices, so the finding is a note.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/migrating-your-data-model-automatically
/// - https://developer.apple.com/documentation/swiftdata/migrationstage
/// - https://developer.apple.com/videos/play/wwdc2022/10120/
public struct TypeChangeInCustomStage: SourceRule {
  /// The rule's name.
  public static let id: RuleID = "type-change-in-custom-stage"

  /// A rule without state.
  public init() {}
}
