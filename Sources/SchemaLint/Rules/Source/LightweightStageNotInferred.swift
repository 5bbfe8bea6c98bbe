/// Flags a lightweight stage of a migration plan that the platform cannot infer.
///
/// ## Why
///
/// The platform infers the changes of a stage without code, but only some changes can be inferred.
/// It converts numbers only to other numbers. It has no value for existing objects where a new
/// property must have one. A new element of a stored struct is reported to fail even with a
/// default. Such a stage compiles, and passes every test that begins with a new store. On people's
/// devices, the app can no longer open the store.
///
/// Each stage is judged by itself. Consecutive stages without code are then also judged as one
/// step: the platform goes from the version of a store to the last of them at once. A change is not
/// flagged where a later stage of that step corrects it.
///
/// A custom stage whose two handlers are `nil` has no code either: it is a separate step that does
/// only what the platform infers. A stage with handlers has such an inferred step between them.
/// Where a required value is missing before that step, the stage stops, whatever `didMigrate` would
/// do afterwards. So a property that becomes required is flagged where `willMigrate`, with the functions
/// that it calls, does not name it. Raw values of an enumeration that change are flagged in any case:
/// `willMigrate` has only the old cases, and `didMigrate` cannot read what they stored.
///
/// The schema file of the version may declare a custom step: values (`using`), links (`keep`),
/// copied objects (`from`), or only `kind: custom`. On devices the code of the stage must do that.
/// A stage without such code is an error if values, links or objects are lost, or if stores cannot
/// be opened. Otherwise it is a warning.
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
///     [.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)]
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
/// Where no store of the earlier version has an object that the change affects.
///
/// A value that objects lack is not reported where `willMigrate` first deletes all of the objects
/// and saves. It can delete them in a loop over all fetched objects, or by
/// `context.delete(model:)`. Where an error or a condition may keep some of them, the finding is at
/// most a warning.
///
/// The finding is also at most a warning:
///
/// - for a stage whose version is locked, as the stage has run on devices
/// - for a change whose effect on the platform nobody has shown
/// - for a stage of a plan that no container in the files is opened with
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/migrating-your-data-model-automatically
/// - https://developer.apple.com/documentation/swiftdata/migrationstage
/// - https://developer.apple.com/videos/play/wwdc2022/10120/
public struct LightweightStageNotInferred: SourceRule {
  /// The rule's name.
  public static let id: RuleID = "lightweight-stage-not-inferred"

  /// A rule without state.
  public init() {}
}
