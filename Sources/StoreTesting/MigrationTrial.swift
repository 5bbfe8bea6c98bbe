public import Diagnostics
internal import Files
internal import MigrationPlanner
internal import SQLite
internal import StoreLayout
public import SchemaModel
public import StoreMigration
internal import StoreVerification

/// Migrates disposable stores to later versions, and checks the results.
public struct MigrationTrial: Sendable {
  /// The losses of data that are allowed.
  public enum AllowedLosses: Hashable, Sendable {
    /// All losses: only the migration is tried, and its losses are judged elsewhere.
    case all
    /// These losses, as a plan writes them: `drop-attribute:Book.pages`.
    case only(Set<String>)
  }

  /// The versions of the model.
  public var history: SchemaHistory
  /// The allowed losses.
  public var allowedLosses: AllowedLosses
  /// Called many times a second; the work ends once it returns true.
  public var isCancelled: (@Sendable () -> Bool)?

  /// A trial of migrations between the versions of a model.
  public init(
    _ history: SchemaHistory, allowing allowedLosses: AllowedLosses = .all,
    isCancelled: (@Sendable () -> Bool)? = nil
  ) {
    self.history = history
    self.allowedLosses = allowedLosses
    self.isCancelled = isCancelled
  }

  /// Migrates a store without a backup.
  ///
  /// - Throws: the failure; the store is then unchanged.
  public func migrate(_ store: String, to version: Version) throws(MigrationError) {
    var options = MigrationOptions()
    (options.target, options.backup, options.seed) = (version, .none, "test")
    options.isCancelled = isCancelled
    options.isOfCopy = true
    options.isTrial = true
    switch allowedLosses {
    case .only(let losses): options.allowedLosses = losses
    case .all:
      var asking = options
      // The plan needs no trial on a copy, because the migration itself follows.
      asking.trialLimit = 0
      let plan = try Migrator(history: history, options: asking).plan(for: store)
      options.allowedLosses = Set(plan.losses.compactMap(\.approval) + plan.stepApprovals)
    }
    _ = try Migrator(history: history, options: options).apply(to: store)
  }

  /// All errors of a store, found by checking every row.
  public func faults(of store: String) throws -> [Diagnostic] {
    var options = VerificationOptions()
    options.history = history
    options.isCancelled = isCancelled
    // The store is deleted when the result is read, so advice with its path would be useless.
    return try StoreVerifier.verify(storeAt: store, options: options).diagnostics(of: "STORE")
      .filter { $0.severity == .error }
  }

  /// The result of a trial.
  public enum Ending: Equatable, Sendable {
    /// The trial ran. The diagnostics say why the store was not migrated, or what is wrong with it now; they
    /// are empty if all is well.
    case tried([Diagnostic])
    /// The data does not meet the checks before the migration.
    case unmet([Diagnostic])
    /// The migration needs the defaults of these properties, which only the app computes.
    case needsApp(properties: [String])
  }

  /// Migrates a store and checks the result.
  ///
  /// With `likePlatform`, the store stands for a store that a platform of Apple migrates in the field. The
  /// platform has the defaults that the app computes, so it is not a problem of the model that they are
  /// missing here.
  ///
  /// - Throws: ``StoreMigration/MigrationError/cancelled(backup:)``, and errors that keep the store from
  ///   being checked, such as a full disk.
  public func ending(
    migrating store: String, to version: Version, likePlatform: Bool
  ) throws -> Ending {
    guard let failure = try failure(migrating: store, to: version) else {
      return .tried(try faults(of: store))
    }
    if failure.isUnmetDemand { return .unmet(failure.diagnostics(of: store)) }
    guard likePlatform, !failure.computedDefaults.isEmpty else {
      return .tried(failure.diagnostics(of: store))
    }
    guard let others = failure.besidesComputedDefaults else {
      return .needsApp(properties: failure.computedDefaults)
    }
    return .tried(others.diagnostics(of: store))
  }

  /// The reason why a store was not migrated; nil if it was migrated.
  private func failure(migrating store: String, to version: Version) throws -> MigrationError? {
    do throws(MigrationError) {
      try migrate(store, to: version)
      return nil
    } catch {
      if case .cancelled = error { throw error }
      // A full disk says nothing about the migration.
      if error.isForLackOfRoom {
        throw SQLiteError(.full, "the disk of '\(FilePath.folder(of: store))' is full")
      }
      return error
    }
  }
}

extension MigrationError {
  /// Whether the only failure is that the data does not meet the checks before the migration.
  fileprivate var isUnmetDemand: Bool {
    guard case .rolledBack(.checks(let checks), _) = self else { return false }
    return checks.allSatisfy { check in
      if case .value = check.found { check.moment == .before } else { false }
    }
  }

  /// Whether the disk was too full for the migration.
  fileprivate var isForLackOfRoom: Bool {
    switch self {
    case .refused(let reasons):
      reasons.contains { if case .notEnoughSpace = $0 { true } else { false } }
    case .rolledBack(.diskFull, _), .rolledBack(.unwritableFile(_, _, isDiskFull: true), _): true
    case .rolledBack, .cancelled, .needsAttention: false
    }
  }
}
