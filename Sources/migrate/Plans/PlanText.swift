internal import MigrationPlanner
internal import SchemaModel

/// The changes of a plan as text for a terminal.
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
/// An exclamation mark is put before changes that the platform cannot infer.
struct PlanText {
  let plan: MigrationPlan
  /// The verdict, if a store adds to the plan.
  var verdict: String?

  /// The verdict, followed by the changes of each hop.
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
      isCustom ? "custom: \(planned.reason)" : planned.reasonOfKept,
      planned.approval.map { "\(planned.risk.phrase); approve it with --allow \($0)" }
        ?? (planned.risk == .none || isCustom
          ? nil : "\(planned.risk.phrase): \(planned.reason)"),
    ]
    return [(isCustom ? "  ! " : "    ") + planned.change.description]
      + remarks.compactMap { $0.map { "      " + $0 } }
  }
}

extension PlannedChange {
  /// The reason why a removed entity loses nothing.
  fileprivate var reasonOfKept: String? {
    guard case .dropEntity(let entity) = change, !entity.isAbstract, risk == .none else {
      return nil
    }
    return reason
  }
}
