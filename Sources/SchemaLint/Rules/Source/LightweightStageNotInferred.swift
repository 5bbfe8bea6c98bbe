/// Flags a lightweight stage of a migration plan that the platform cannot infer.
///
/// ## Why
///
/// A stage without code of its own is left to the platform, which infers some changes and no others:
/// it converts numbers to other numbers and nothing else, and it has no value for existing objects
/// where a new property must have one. A new element of a stored struct is reported to fail even with a
/// default. Such a stage compiles, and passes every test that begins with a new store. On
/// people's devices the app cannot open the store any more.
///
/// Each stage is judged by itself. Stages without code that follow each other are then judged as one
/// step, too: the platform goes from the version of a store to the last of them at once. What a later
/// one of them makes good is not flagged.
///
/// A custom stage both of whose handlers are `nil` has no code either: it does what the platform
/// infers, in a step of its own, and nothing else. One with handlers has such a step between them:
/// what has no value before it stops it, whatever `didMigrate` would do afterwards.
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
/// A property of its own for the new type, which the stage fills; a later version drops the old one.
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
/// Where no store of the earlier version has an object that the change is about. Nothing is reported of a
/// value that objects lack where `willMigrate` deletes all of them first, by a loop over all that it
/// fetches or by `context.delete(model:)`, and saves; where an error or a condition may keep some, no
/// more than a warning. A stage whose version is locked has run on devices, so that it is no more than a
/// warning; so is a change of which nobody has shown what the platform does, and a stage of a plan that
/// no container in the files is opened with.
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
