public import Diagnostics
internal import Files
internal import MigrationPlanner
internal import SQLite
internal import StoreLayout
public import SchemaModel
public import StoreMigration
internal import StoreVerification

/// Brings stores that nobody needs to later versions, and looks at what comes of it.
public struct MigrationTrial: Sendable {
  /// Which losses of data are meant.
  public enum AllowedLosses: Hashable, Sendable {
    /// Whatever the way loses: what is tried is the migration, and others judge what it loses.
    case all
    /// These, as a plan spells them: `drop-attribute:Book.pages`.
    case only(Set<String>)
  }

  /// The versions of the model.
  public var history: SchemaHistory
  /// Which losses are meant.
  public var allowedLosses: AllowedLosses
  /// Asked many times a second; after true the work ends.
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

  /// Migrates a store; no backup is taken of it.
  ///
  /// - Throws: how it ended otherwise, the store then being as it was.
  public func migrate(_ store: String, to version: Version) throws(MigrationError) {
    var options = MigrationOptions(
      target: version, backup: .none, seed: "test", isCancelled: isCancelled)
    options.isOfCopy = true
    switch allowedLosses {
    case .only(let losses): options.allowedLosses = losses
    case .all:
      var asking = options
      // The migration itself follows: there is nothing to try on a copy.
      asking.trialLimit = 0
      let plan = try Migrator(history: history, options: asking).plan(for: store)
      options.allowedLosses = Set(plan.losses.compactMap(\.approval) + plan.stepApprovals)
    }
    _ = try Migrator(history: history, options: options).apply(to: store)
  }

  /// All that is wrong with a store, down to the last row.
  public func faults(of store: String) throws -> [Diagnostic] {
    var options = VerificationOptions()
    options.history = history
    options.isCancelled = isCancelled
    // The store is gone when this is read, so commands cannot name it.
    return try StoreVerifier.verify(storeAt: store, options: options).diagnostics(of: "STORE")
      .filter { $0.severity == .error }
  }

  /// How a trial ended.
  public enum Ending: Equatable, Sendable {
    /// Why the store was not migrated, or else what is wrong with it now; nothing where all is well.
    case tried([Diagnostic])
    /// The data is not what checks demand before the tables change.
    case unmet([Diagnostic])
    /// The way needs the defaults of these properties, which only the app computes.
    case needsApp(properties: [String])
  }

  /// Migrates a store and looks at what came of it; like a platform of Apple that migrates it in the
  /// field, if it is one of these.
  ///
  /// The platform has the defaults that the app computes. That a migration of ours lacks them is no problem
  /// of the model.
  ///
  /// - Throws: ``StoreMigration/MigrationError/cancelled(backup:)``, and what keeps the store from
  ///   being looked at, such as a full disk.
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

  /// Why a store was not migrated; nil where it was.
  private func failure(migrating store: String, to version: Version) throws -> MigrationError? {
    do throws(MigrationError) {
      try migrate(store, to: version)
      return nil
    } catch {
      if case .cancelled = error { throw error }
      // Nothing is wrong with the migration, and nothing is known of it either.
      if error.isForLackOfRoom {
        throw SQLiteError(.full, "the disk of '\(FilePath.folder(of: store))' is full")
      }
      return error
    }
  }
}

extension MigrationError {
  /// Whether nothing is wrong but that the data is not what checks demand of it before.
  fileprivate var isUnmetDemand: Bool {
    guard case .rolledBack(.checks(let checks), _) = self else { return false }
    return checks.allSatisfy { check in
      if case .value = check.found { check.moment == .before } else { false }
    }
  }

  /// Whether the disk had no room for what the migration writes.
  fileprivate var isForLackOfRoom: Bool {
    switch self {
    case .refused(let reasons):
      reasons.contains { if case .notEnoughSpace = $0 { true } else { false } }
    case .rolledBack(.diskFull, _), .rolledBack(.unwritableFile(_, _, isDiskFull: true), _): true
    case .rolledBack, .cancelled, .needsAttention: false
    }
  }
}
