internal import MigrationPlanner

/// The changes of a plan as a person reads them at a terminal.
///
/// ```
/// Library 1.0.0 to 2.0.0: custom, 2 changes, values will be lost
///
/// 1.0.0 to 2.0.0: custom
///     + attribute Book.rating: double?
///   ! - attribute Book.pages: int
///       values will be lost; approve it with --allow drop-attribute:Book.pages
/// ```
///
/// An exclamation mark stands before what the platform cannot infer.
struct PlanText {
  let plan: MigrationPlan
  /// The verdict, where a store says more than the plan.
  var verdict: String?
  /// The approvals that a store asks for; nil where none is at hand.
  var asked: Set<String>?

  /// The verdict, then the changes hop by hop.
  var text: String {
    ([verdict ?? plan.verdict] + plan.hops.flatMap { [""] + lines($0) }).map { $0 + "\n" }.joined()
  }

  private func lines(_ hop: MigrationHop) -> [String] {
    let changes = hop.changes.isEmpty ? ["    no changes"] : hop.changes.flatMap(lines)
    return [hop.title] + changes + hop.remarks.map { "    (\($0))" }
  }

  private func lines(_ planned: PlannedChange) -> [String] {
    let isCustom = planned.classification == .custom
    let remarks = [
      isCustom ? "custom: \(planned.reason)" : nil,
      planned.approval.map { remark(on: planned, approvedBy: $0) }
        ?? (planned.risk == .none ? nil : "\(planned.risk.phrase): \(planned.reason)"),
    ]
    return [(isCustom ? "  ! " : "    ") + planned.change.description]
      + remarks.compactMap { $0.map { "      " + $0 } }
  }

  private func remark(on planned: PlannedChange, approvedBy approval: String) -> String {
    asked?.contains(approval) ?? true
      ? "\(planned.risk.phrase); approve it with --allow \(approval)"
      : "\(planned.risk.phrase); none of this store is"
  }
}
