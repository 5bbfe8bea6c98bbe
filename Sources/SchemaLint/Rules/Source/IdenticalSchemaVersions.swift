/// Flags two versions of one migration plan that describe the same store.
///
/// ## Why
///
/// The platform identifies a version by the hashes of its entities. Default values, delete rules
/// and indexes, among others, are not part of these hashes. Two versions with the same hashes are
/// the same version to the platform, and it ends the app at launch with 'duplicate version
/// checksums detected'.
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
///   @Model final class Book { var title = "untitled" }
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
///     var title = "untitled"
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
/// Never. Where nothing changes that is stored, no new version is needed. Where a migration has to
/// run all the same, give a property a `hashModifier`.
///
/// In a plan without stages the finding is a warning, as the platform seems not to consult such a
/// plan. With the first stage, the app ends at launch.
///
/// ## References
///
/// - https://developer.apple.com/forums/thread/734693
/// - https://developer.apple.com/documentation/swiftdata/schemamigrationplan
public struct IdenticalSchemaVersions: SourceRule {
  /// The rule's name.
  public static let id: RuleID = "identical-schema-versions"

  /// A rule without state.
  public init() {}
}
