public import Diagnostics
internal import MigrationPlanner

extension StorePlan {
  /// What is to be told besides, and keeps nothing from being done: what is wrong with the files
  /// beside the store already, and approvals of what other versions lose.
  public var warnings: [Diagnostic] {
    knownFindings.map { $0.warning(of: inspection.path) } + idleApprovals.map(warning)
      + [foresightGap.map(warning)].compactMap(\.self)
  }

  private func warning(of gap: ForesightGap) -> Diagnostic {
    Diagnostic(
      code: "unforeseen", severity: .warning,
      "whether the data would undo the way to version \(gap.version) cannot be told by reading: "
        + gap.reason,
      notes: [.init("'migrate apply' finds it out, and leaves the store as it was")])
  }

  private func warning(ofIdle approval: String) -> Diagnostic {
    Diagnostic(
      code: "unknown-approval", severity: .warning,
      "'--allow \(approval)' approves no loss of this migration")
  }
}
