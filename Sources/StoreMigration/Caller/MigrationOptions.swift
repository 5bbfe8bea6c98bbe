internal import Files
public import SchemaModel

/// The caller's choices for a migration.
public struct MigrationOptions: Sendable {
  /// The place of the backup.
  public enum Backup: Hashable, Sendable {
    /// Next to the store, under a free name: a document, or for a store of more than 256 MB a database.
    case besideStore
    /// Next to the store as a document: `library.store.v1.0.0.backup.json`.
    case document
    /// Next to the store in SQLite's own form, which takes about half the room:
    /// `library.store.v1.0.0.backup.sqlite`.
    case database
    /// To this path, where no file exists yet; in SQLite's form if it ends in `.sqlite`.
    case file(String)
    /// No backup: a failed disk then destroys the old version, too.
    case none
  }

  /// The version to migrate to; nil for the newest.
  public var target: Version?
  /// The version of a database that does not record its own; nil to find it out.
  public var source: Version?
  /// The approved losses, each as ``MigrationPlanner/PlannedChange/approval`` spells it:
  /// `drop-attribute:BookModel.year`.
  public var allowedLosses: Set<String> = []
  /// The place of the backup.
  public var backup = Backup.besideStore
  /// The size of a store in bytes up to which a backup is a document if nothing is chosen.
  package var documentLimit: Int64 = 256_000_000
  /// Whether everything is checked and nothing is written.
  public var isDryRun = false
  /// Whether references that already lead nowhere are carried over as they are.
  ///
  /// Otherwise a store with such references is refused.
  public var carriesBrokenReferences = false
  /// Whether references that the migration cannot break are checked, too.
  ///
  /// This takes time in proportion to all links of the store.
  public var looksAtAllReferences = true
  /// Whether freed pages are overwritten with zeros.
  public var erasesFreedPages = false
  /// The time to wait for another process's lock on the database, in seconds.
  public var patience: Double = 5
  /// The seed of fresh identifiers; nil for a random seed.
  ///
  /// It is recorded in the store, so that a migration can be repeated with the same result.
  public var seed: String?
  /// The text that the store's history records for the tool.
  public var toolVersion = "MigrateKit"
  /// The closures that schema files name, by their names.
  ///
  /// A migration that needs a missing closure is refused.
  public var closures: [String: MigrationClosure] = [:]
  /// The size of a store in bytes up to which a plan tries the migration on a copy; nil for any size.
  ///
  /// For a larger store, the effects of its data are not known before the migration.
  public var trialLimit: Int64? = 256_000_000
  /// The number of SQLite's steps that a trial may take, about half a minute of work; with a ``trialLimit`` of nil
  /// it may take any number.
  package var stepLimit = 3_000_000_000
  /// Whether the migration itself is a trial: the store is thrown away.
  package var isTrial = false
  /// Whether the store is a copy, which no library of the app opens and migrates.
  package var isOfCopy = false
  /// The folder for the copy of a rehearsal; nil for the store's own.
  public var rehearsalFolder: String?
  /// The time of day, in seconds since 1970.
  public var clock: @Sendable () -> Double = SystemClock.now
  /// Called with the plan before anything is written.
  public var onBeginning: (@Sendable (StorePlan) -> Void)?
  /// Called with the progress of the work.
  public var onProgress: (@Sendable (MigrationProgress) -> Void)?
  /// Called many times a second; if it returns true, the migration stops and the store is as it was.
  public var isCancelled: (@Sendable () -> Bool)?
  /// The number of SQLite's steps that a trial on a copy may take; nil for any number.
  var trialSteps: Int? { trialLimit == nil ? nil : stepLimit }

  /// The default options: the newest version, with a backup next to the store, and without any loss.
  public init() {}
}
