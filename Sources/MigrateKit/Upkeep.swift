public import StoreVerification

/// The repair of links that lead nowhere, and of duplicates.
///
/// ```swift
/// try StoreRepairer.plan(storeAt: "library.store").steps.map(\.message) // nothing is written
/// try StoreRepairer.apply(storeAt: "library.store", backingUpTo: "before-repair.json")
/// ```
///
/// Orphans are kept, and duplicates stay, unless ``RepairOptions`` say otherwise.
public typealias StoreRepairer = StoreVerification.StoreRepairer

/// The permissions of a repair: which duplicates it merges, and what becomes of orphans.
///
/// ```swift
/// var options = RepairOptions()
/// options.deletesOrphans = true // deletes notes whose book does not exist, as the delete rule says
/// try StoreRepairer.plan(storeAt: "library.store", options: options)
/// ```
public typealias RepairOptions = StoreVerification.RepairOptions

/// The reason why a store was not repaired, pruned or filled.
///
/// The store is as it was.
///
/// ```swift
/// do {
///   try StoreRepairer.apply(storeAt: "library.store", backingUpTo: "before-repair.json")
/// } catch let error as RepairError {
///   error.message // nothing was changed, for …
/// }
/// ```
public typealias RepairError = StoreVerification.RepairError

/// The removal of objects that are older than a date.
///
/// ```swift
/// let options = PruneOptions(entity: "Session", attribute: "createdAt", before: cutoff)
/// try StorePruner.plan(storeAt: "library.store", options: options).effects.map(\.message)
/// // ["120 objects of 'Session' are removed"]
/// try StorePruner.apply(storeAt: "library.store", options: options, backingUpTo: "pruned.json")
/// ```
public typealias StorePruner = StoreVerification.StorePruner

/// The objects that are too old: an entity, its date, and the first instant that stays.
///
/// ```swift
/// let options = PruneOptions(entity: "Session", attribute: "createdAt", before: 1_735_689_600)
/// options.cutoff // the seconds since 1970
/// ```
public typealias PruneOptions = StoreVerification.PruneOptions

/// The reason why objects cannot be pruned.
///
/// ```swift
/// do {
///   _ = try StorePruner.plan(storeAt: "library.store", options: options)
/// } catch let error as PruneError {
///   error.message // names the entity or the attribute that is not what it has to be
/// }
/// ```
public typealias PruneError = StoreVerification.PruneError

extension StoreRepairer {
  /// Repairs a store in one transaction, after a backup to a file.
  ///
  /// ```swift
  /// let outcome = try StoreRepairer.apply(
  ///   storeAt: "library.store", backingUpTo: "before-repair.json")
  /// outcome.backup // "before-repair.json"; nil where there was nothing to do
  /// ```
  ///
  /// - Throws: ``StoreOpenError``, ``ArchiveError`` or ``RepairError``. The store is as it was then.
  @discardableResult
  public static func apply(
    storeAt store: String, options: RepairOptions = RepairOptions(), backingUpTo path: String,
    isCancelled: @escaping () -> Bool = { false }
  ) throws -> RepairOutcome {
    try apply(
      storeAt: store, options: options, isCancelled: isCancelled,
      backup: BackupWriter.backUp(store, to: path))
  }
}

extension StorePruner {
  /// Removes what is due in one transaction, after a backup to a file.
  ///
  /// ```swift
  /// let outcome = try StorePruner.apply(
  ///   storeAt: "library.store", options: options, backingUpTo: "before-prune.json")
  /// outcome.plan.due // how many objects were too old
  /// ```
  ///
  /// - Throws: ``StoreOpenError``, ``ArchiveError``, ``RepairError`` or ``PruneError``. The store is
  ///   as it was then.
  @discardableResult
  public static func apply(
    storeAt store: String, options: PruneOptions, backingUpTo path: String,
    isCancelled: @escaping () -> Bool = { false }
  ) throws -> PruneOutcome {
    try apply(
      storeAt: store, options: options, isCancelled: isCancelled,
      backup: BackupWriter.backUp(store, to: path))
  }
}
