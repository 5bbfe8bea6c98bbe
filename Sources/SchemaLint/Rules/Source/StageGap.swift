/// Flags a migration plan whose stages do not lead from each version to the next.
///
/// ## Why
///
/// The platform goes from stage to stage until it reaches the newest version. A store at a version
/// where no stage begins stays at that version, and the app cannot open it.
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
///   static var stages: [MigrationStage] { [] }
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
/// ```
///
/// ## When it is safe
///
/// Never, as long as a store of the earlier version may exist.
///
/// A plan without any stage is a warning. Apps with such plans were released and run, so the
/// platform seems to infer the migration from any version that it finds. Nothing promises that. In
/// one experiment, an app whose model had changed without its plan ended at launch. Add a stage to
/// be certain.
///
/// Stages that are listed in another order than the versions are a warning, too: nothing promises
/// that the platform puts them in order. So is a second stage between the same two versions.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/schemamigrationplan/stages
/// - https://developer.apple.com/documentation/swiftdata/migrationstage
/// - https://developer.apple.com/forums/thread/769923
public struct StageGap: SourceRule {
  /// The rule's name.
  public static let id: RuleID = "stage-gap"

  /// A rule without state.
  public init() {}
}
