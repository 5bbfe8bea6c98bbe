/// Flags a version that no migration plan lists next to its neighbours.
///
/// ## Why
///
/// The platform knows only the released versions that a migration plan lists. A store of any other
/// version has an unknown version, and the app cannot open it.
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
///
/// Two kinds of versions are not flagged:
///
/// - a version of another store, whose containers open files with other names than the files that
///   are opened with the plan
/// - a version that only holds models of listed versions, and that no container is opened with
///
/// A version that nothing names at all is a note: it is code without a use, unless it was released.
/// It is a warning where it has models of its own and is newer than all versions of the plan. Its
/// stage may follow later.
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
