/// Flags a version that no migration plan lists next to its neighbours.
///
/// ## Why
///
/// A migration plan is all that the platform knows about the versions that were released. A store
/// of a version that it does not list is of an unknown version, and the app that finds it cannot
/// open it.
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
///   static var schemas: [any VersionedSchema.Type] { [SchemaV1.self] }
///   static var stages: [MigrationStage] { [] }
/// }
/// let container = try ModelContainer(for: SchemaV2.Book.self, migrationPlan: Plan.self)
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
///     [.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)]
///   }
/// }
/// let container = try ModelContainer(for: SchemaV2.Book.self, migrationPlan: Plan.self)
/// ```
///
/// ## When it is safe
///
/// Where no store of the version exists any more. Then take the version out of the app, too.
/// A version of another store draws nothing: one whose containers have files of other names than those
/// that are opened with the plan.
/// A version that only holds models which listed versions have, and that no container is opened with,
/// draws nothing. One that nothing names at all is a note: it is code without a use, unless it was
/// released. Where it is newer than all that the plan lists, and has models of its own, it may be
/// waiting for its stage, and is a warning.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/schemamigrationplan/schemas
/// - https://developer.apple.com/forums/thread/826633
public struct VersionMissingFromPlan: SourceRule {
  /// The rule's name.
  public static let id: RuleID = "version-missing-from-plan"

  /// A rule without state.
  public init() {}
}
