/// Flags a container that is opened without the migration plan that its models need.
///
/// ## Why
///
/// A custom stage runs only where the container is opened with its plan. Without `migrationPlan:`
/// the platform migrates by inference, and skips the stage without an error:
///
/// - values that the stage would compute are not computed
/// - where a change cannot be inferred, the store does not open
///
/// A custom stage that the platform cannot infer is an error. So is a step that adds a unique key,
/// because nothing merges the duplicates of old stores first. Other custom stages draw a warning.
///
/// The custom stage may be in a `SchemaMigrationPlan` that no container of the app names, or in the
/// schema files of the model. Where both have one, the schema files decide.
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
/// }
/// enum SchemaV2: VersionedSchema {
///   static let versionIdentifier = Schema.Version(2, 0, 0)
///   static var models: [any PersistentModel.Type] { [Book.self] }
///   @Model final class Book {
///     var title = ""
///     var pages = 0
///   }
/// }
/// enum Plan: SchemaMigrationPlan {
///   static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
///   static var stages: [MigrationStage] {
///     [
///       .custom(
///         fromVersion: SchemaV1.self, toVersion: SchemaV2.self, willMigrate: nil,
///         didMigrate: { context in
///           for book in try context.fetch(FetchDescriptor<SchemaV2.Book>()) { book.pages = 1 }
///           try context.save()
///         })
///     ]
///   }
/// }
/// let container = try ModelContainer(for: SchemaV2.Book.self)
/// ```
///
/// ## Use instead
///
/// ```swift
/// import SwiftData
///
/// enum SchemaV1: VersionedSchema {
///   static let versionIdentifier = Schema.Version(1, 0, 0)
///   static var models: [any PersistentModel.Type] { [Book.self] }
///   @Model final class Book { var title = "" }
/// }
/// enum SchemaV2: VersionedSchema {
///   static let versionIdentifier = Schema.Version(2, 0, 0)
///   static var models: [any PersistentModel.Type] { [Book.self] }
///   @Model final class Book {
///     var title = ""
///     var pages = 0
///   }
/// }
/// enum Plan: SchemaMigrationPlan {
///   static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
///   static var stages: [MigrationStage] {
///     [
///       .custom(
///         fromVersion: SchemaV1.self, toVersion: SchemaV2.self, willMigrate: nil,
///         didMigrate: { context in
///           for book in try context.fetch(FetchDescriptor<SchemaV2.Book>()) { book.pages = 1 }
///           try context.save()
///         })
///     ]
///   }
/// }
/// let container = try ModelContainer(for: SchemaV2.Book.self, migrationPlan: Plan.self)
/// ```
///
/// ## When it is safe
///
/// - Something else migrates the store before the container is opened.
/// - No store of the earlier version exists any more, and `oldest-supported` in `migrate.yml` says
///   so.
/// - The step is in a schema file, and the app imports `MigrateKit`, which runs the step. No
///   finding is made.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/modelcontainer/init(for:migrationplan:configurations:)
/// - https://developer.apple.com/documentation/swiftdata/schemamigrationplan
public struct ContainerWithoutPlan: SourceRule {
  /// The rule's name.
  public static let id: RuleID = "container-without-plan"

  /// A rule without state.
  public init() {}
}
