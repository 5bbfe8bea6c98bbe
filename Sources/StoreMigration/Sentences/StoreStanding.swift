internal import Files
internal import MigrationPlanner
internal import SQLite
internal import SchemaModel

/// The state of a store after a command, and the next command: the last line that a command prints.
package struct StoreStanding: Hashable, Sendable {
  /// The state of the store: `library.store is version 1.0.0, as before`.
  package var sentence: String
  /// A task to do before the next command helps; nil if none exists.
  package var preparation: String?
  /// The command to run next, without the program's options; nil if there is nothing to do.
  package var nextCommand: String?
  /// Whether the failed command is to be run again after the preparation, instead of ``nextCommand``, which
  /// an app would run.
  package var repeatsCommand = false
  /// The given approvals that the next command must not have.
  package var withheldApprovals: [String] = []
  /// Whether the requested backup was made, so that the next command cannot make it again.
  package var isBackupMade = false

  /// A standing from its parts.
  package init(
    _ sentence: String, after preparation: String? = nil, next nextCommand: String? = nil,
    repeatsCommand: Bool = false
  ) {
    self.sentence = sentence
    self.preparation = preparation
    self.nextCommand = nextCommand
    self.repeatsCommand = repeatsCommand
  }
}

extension MigrationOutcome {
  /// The state of the store, and the next step.
  package func standing(of store: String) -> StoreStanding {
    switch self {
    case .alreadyCurrent(let version):
      StoreStanding("'\(store)' is version \(version) already, nothing was written")
    case .rehearsed(let plan):
      plan.nextStep(store.shellWord)
        .standing("'\(store)' is version \(plan.source), nothing was written")
    case .migrated(let summary):
      StoreStanding(
        "'\(store)' is version \(summary.target)", next: "migrate verify \(store.shellWord)")
    }
  }
}

extension MigrationError {
  /// The state of the store, and the next step.
  package func standing(of store: String) -> StoreStanding {
    switch self {
    case .refused(let reasons) where reasons.contains(where: \.isMissingStore):
      NextStep.first(of: reasons.map { $0.nextStep(store.shellWord) })
        .standing("nothing was written")
    case .refused(let reasons):
      NextStep.first(of: reasons.map { $0.nextStep(store.shellWord) })
        .standing("'\(store)' is unchanged")
        .withholding(reasons.flatMap(\.unknownApprovals))
    case .rolledBack(let failure, let backup):
      failure.nextStep(store.shellWord).standing(
        "'\(store)' is as it was before" + (backup.map { ", and '\($0)' is its backup" } ?? "")
      ).afterBackup(backup)
    case .cancelled(let backup):
      StoreStanding(
        "'\(store)' is as it was before", next: "migrate apply \(store.shellWord)",
        repeatsCommand: true
      ).afterBackup(backup)
    case .needsAttention(_, _, let backup?):
      StoreStanding(
        "'\(store)' needs attention, and '\(backup)' is what it was before",
        next: "migrate restore \(backup.shellWord) \(store.shellWord) --replace")
    case .needsAttention(_, _, nil):
      StoreStanding(
        "'\(store)' needs attention, and there is no backup",
        next: "migrate verify \(store.shellWord)")
    }
  }
}

extension StoreStanding {
  fileprivate func withholding(_ approvals: [UnknownApproval]) -> StoreStanding {
    var standing = self
    standing.withheldApprovals = approvals.map(\.text)
    return standing
  }

  fileprivate func afterBackup(_ backup: String?) -> StoreStanding {
    var standing = self
    standing.isBackupMade = backup != nil
    // The same command would write a backup to a path that now exists.
    if backup != nil { standing.repeatsCommand = false }
    return standing
  }
}

extension MigrationRefusal {
  fileprivate var unknownApprovals: [UnknownApproval] {
    if case .unknownApprovals(let approvals) = self { approvals } else { [] }
  }

  fileprivate var isMissingStore: Bool {
    if case .state(.unopenable(.missing)) = self { return true }
    if case .state(.unopenable(.onlyLeftover)) = self { return true }
    return false
  }
}
