public import Diagnostics
package import SQLite
internal import StoreScript

/// The end of a migration that did not bring the store to the new version.
public enum MigrationError: Error, Hashable, Sendable {
  /// It was not begun, for all these reasons, and nothing was written.
  case refused([MigrationRefusal])
  /// It was undone, and a comparison showed that the store is as before.
  case rolledBack(MigrationFailure, backup: String?)
  /// The caller stopped it, and it was undone.
  case cancelled(backup: String?)
  /// It was undone, but the store could not be shown to be in its previous state.
  case needsAttention(MigrationFailure, reason: String, backup: String?)
}

extension MigrationError {
  /// The exit status of a command that ends so.
  package var exitStatus: Int32 {
    switch self {
    case .refused(let reasons): reasons.map(\.exitStatus).max() ?? 2
    case .rolledBack(.unapproved, _): 3
    case .rolledBack: 4
    case .needsAttention: 5
    case .cancelled: 130
    }
  }
}

extension MigrationRefusal {
  /// 1 for findings in the store, 2 for bad input, 3 for policy, 5 for a store that needs attention.
  package var exitStatus: Int32 {
    switch self {
    case .state(let state): state.exitStatus
    case .failing: 1
    case .notWritable, .missingFolder, .notEnoughSpace, .noVersions, .unknownTarget, .olderTarget,
      .notPlannable, .missingClosures, .unknownApprovals, .unmetRequirements, .backupFailed,
      .damagedTables, .unexpected:
      2
    case .planFile(.edited): 3
    case .planFile: 2
    case .locked, .busy, .brokenReferences, .unapproved, .stalePlan, .strayRows, .ownMigrator: 3
    case .script(let error) where error.concernsUnmanagedObjects: 3
    case .script: 2
    }
  }
}

extension MigrationError {
  /// The properties whose default only the app computes, so that 'migrate' has no value for them.
  package var computedDefaults: [String] {
    guard case .refused(let reasons) = self else { return [] }
    return reasons.flatMap(\.scriptErrors).compactMap { error in
      if case .computedDefault(let place) = error { place } else { nil }
    }
  }

  /// The same error without computed defaults; nil if no other reason remains.
  package var besidesComputedDefaults: MigrationError? {
    guard case .refused(let reasons) = self else { return self }
    let others = reasons.compactMap { reason -> MigrationRefusal? in
      guard case .script = reason else { return reason }
      return StoreScriptError(
        reason.scriptErrors.filter { if case .computedDefault = $0 { false } else { true } }
      ).map { .script($0) }
    }
    return others.isEmpty ? nil : .refused(others)
  }
}

extension MigrationRefusal {
  fileprivate var scriptErrors: [StoreScriptError] {
    if case .script(let error) = self { error.parts } else { [] }
  }
}

extension StoreScriptError {
  /// Whether the reason is an object that the model does not name.
  var concernsUnmanagedObjects: Bool {
    !objectsInTheWay.isEmpty
  }
}

extension StoreState {
  /// The exit status of a command that needs a sound store and finds this one.
  package var exitStatus: Int32 {
    switch self {
    case .sound: 0
    case .drifted: 1
    case .foreign, .undescribed, .ambiguous, .illegible, .otherSchema, .newer, .unknownVersion: 2
    case .ofPlatform, .editedVersion: 3
    case .unopenable(let error): error.exitStatus
    }
  }
}

extension StoreOpenError {
  /// The exit status of a command that needs to open the store.
  package var exitStatus: Int32 {
    switch self {
    case .locked, .ofPlatform(_, isInterrupted: false), .ofBackup: 3
    case .interruptedWrite: 5
    case .missing, .onlyLeftover, .isDirectory, .isNoFile, .unreadable, .empty, .notADatabase,
      .truncated,
      .missingLog, .cutLog, .corrupt, .readOnly, .readOnlyFolder, .unreadableLog, .irregularLog,
      .ofPlatform,
      .indistinctNames, .failed:
      2
    }
  }
}

extension MigrationError {
  /// Everything that kept the store at `path` from being migrated, sorted.
  public func diagnostics(of path: String) -> [Diagnostic] {
    switch self {
    case .refused(let reasons): reasons.flatMap { $0.diagnostics(of: path) }.sorted()
    case .rolledBack(let failure, _): failure.diagnostics.sorted()
    case .cancelled: [Diagnostic(code: "cancelled", severity: .warning, "stopped before the end")]
    case .needsAttention(let failure, let reason, _):
      failure.diagnostics.sorted() + [Diagnostic(code: "not-undone", reason)]
    }
  }
}
