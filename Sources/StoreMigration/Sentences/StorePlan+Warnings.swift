public import Diagnostics
internal import MigrationPlanner

extension StorePlan {
  /// What is to be told besides, and keeps nothing from being done: what is wrong with the files
  /// beside the store already, and approvals of what is not there.
  public var warnings: [Diagnostic] {
    knownFindings.map { $0.warning(of: inspection.path) } + unknownApprovals.map(warning)
      + [foresightGap.map(warning)].compactMap(\.self)
  }

  private func warning(of gap: ForesightGap) -> Diagnostic {
    Diagnostic(
      code: "unforeseen", severity: .warning,
      "whether the data would undo the way to version \(gap.version) cannot be told by reading: "
        + gap.reason,
      notes: [.init("'migrate apply' finds it out, and leaves the store as it was")])
  }

  private func warning(ofUnknown approval: String) -> Diagnostic {
    let known = migration.hops.flatMap(\.changes).compactMap(\.approval)
    return Diagnostic(
      code: "unknown-approval", severity: .warning,
      "'--allow \(approval)' approves no loss of this migration",
      notes: nearest(to: approval, among: known).map { [.init("did you mean '\($0)'?")] } ?? [])
  }
}
