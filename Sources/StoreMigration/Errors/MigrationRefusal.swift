public import Diagnostics
public import MigrationPlanner
public import SQLite
public import StoreLayout
public import StoreScript
public import SchemaModel
public import StoreVerification

/// The reason why nothing was written, and the store was not migrated.
public enum MigrationRefusal: Error, Hashable, Sendable {
  // The store
  /// The store's state does not allow a migration.
  case state(StoreState)
  /// Another run is migrating it; nil if that run has not recorded its name yet.
  case locked(by: LockOwner?, age: Double?)
  /// Another connection writes to it, or locks it exclusively.
  case busy
  /// The system does not allow writing the file or its folder.
  case notWritable(path: String, reason: String)
  /// A folder for new files does not exist.
  case missingFolder(path: String)
  /// The disk has no room for the backup and the tables that are rewritten.
  case notEnoughSpace(needed: Int64, free: Int64)
  /// SQLite finds a table or its indexes damaged whose rows must be rewritten.
  case damagedTables([DamagedTable])
  /// References already lead nowhere.
  case brokenReferences([BrokenReference])

  // The versions
  /// There is no version to migrate to.
  case noVersions
  /// The requested version is unknown.
  case unknownTarget(Version, known: [Version])
  /// The store is newer than the requested version.
  ///
  /// Only a backup leads back.
  case olderTarget(Version, store: Version)
  /// The versions do not declare how one becomes the other.
  case notPlannable([Diagnostic])

  /// Steps need closures that were not registered; each with its place.
  case missingClosures([Diagnostic])

  // The data
  /// Effects need an approval that was not given.
  case unapproved([Effect])
  /// Approvals name no change of any version.
  case unknownApprovals([UnknownApproval])
  /// The data has no value that the new version requires.
  case unmetRequirements([UnmetRequirement])
  /// A library of the app migrates the database, and uses its own table for it.
  case ownMigrator(_ owner: String, table: String)
  /// Rows belong to no entity of the model, so the mapping does not say what becomes of them.
  case strayRows(table: String, count: Int64)
  /// The migration would be undone because of the store's data: on a copy it was.
  case failing(MigrationFailure)
  /// The steps cannot be carried out, or objects that the model does not name would break.
  case script(StoreScriptError)

  // The plan and the backup
  /// The file is not a plan that was saved here.
  case planFile(PlanFileProblem)
  /// The saved plan no longer fits this store and these schema files.
  case stalePlan(StalePlan)
  /// The backup could not be written, or differed when it was read back.
  case backupFailed(path: String, reason: String)
  /// Anything else that kept the work from beginning.
  case unexpected(String)
}

/// A table that is damaged, or whose index differs from its rows.
public struct DamagedTable: Hashable, Sendable {
  /// The table.
  public var table: String
  /// The first problems that SQLite finds, in its own words.
  public var details: [String]
}

/// References of one foreign key that lead nowhere.
public struct BrokenReference: Hashable, Sendable {
  /// The table with the referring rows.
  public var table: String
  /// The column that refers.
  public var column: String
  /// The table that the references should lead to.
  public var destination: String
  /// The number of rows.
  public var count: Int64
  /// The identities of some of the rows.
  public var examples: [Int64]
  /// The column with the rows' identities: for links, the reference itself.
  public var identity: String = "_id"
  /// Whether the model names the table, so that `repair` may repair it.
  public var isOfModel = true
  /// The property that refers, if known.
  public var property: PropertyName?
  /// The place of the condition that left the referenced objects behind.
  public var location: SourceLocation?
}

/// A requirement of a plan that the data does not meet.
public struct UnmetRequirement: Hashable, Sendable {
  /// The requirement.
  public var requirement: Requirement
  /// The number of objects that do not meet it.
  public var count: Int64
  /// The identities of some of the objects.
  public var objects: Effect.Examples
}

/// An object that the model does not name and that no longer works.
public struct BrokenObject: Hashable, Sendable {
  /// The object.
  public var object: SchemaObject.ID
  /// SQLite's reason.
  public var reason: String
}
