public import Diagnostics
internal import MigrationPlanner
internal import StoreScript

extension StorePlan {
  /// What is to be told besides, and keeps nothing from being done: what is wrong with the files
  /// beside the store already, and approvals of what other versions lose.
  public var warnings: [Diagnostic] {
    knownFindings.map { $0.warning(of: inspection.path) } + idleApprovals.map(warning)
      + migratorWarnings
      + [foresightGap.map(warning)].compactMap(\.self)
      + staleSearchIndexes.map { index in
        Diagnostic(
          code: "stale-search-index", severity: .warning, index.clause,
          notes: [.init(index.remedyClause)])
      }
  }

  private func warning(of gap: ForesightGap) -> Diagnostic {
    Diagnostic(
      code: "unforeseen", severity: .warning,
      "whether the data would undo the way to version \(gap.version) cannot be told by reading: "
        + gap.reason.clause,
      notes: [
        .init(
          "'migrate rehearse' finds it out on a copy; where it is so, 'migrate apply' leaves the store "
            + "as it was")
      ])
  }

  private func warning(ofIdle approval: String) -> Diagnostic {
    Diagnostic(
      code: "unknown-approval", severity: .warning,
      "'--allow \(approval)' approves no loss of this migration")
  }
}

extension StaleSearchIndex {
  /// What it knows, in a sentence.
  fileprivate var clause: String {
    "the search index '\(name)', which the model does not name, may know the rows of '\(table)' as they "
      + "were before"
  }

  fileprivate var remedyClause: String {
    remedy.map { "make it anew afterwards: \($0)" }
      ?? "fill it anew afterwards: the triggers that do so do not act while a migration writes"
  }

  /// What is to be told once the migration is done.
  var remark: String { "\(clause): \(remedyClause)" }
}

extension OwnDemand {
  /// What demands it, in words.
  fileprivate var phrase: String {
    switch self {
    case .primaryKey(let table): "the primary key of '\(table)'"
    case .uniqueness(let table): "a UNIQUE of '\(table)'"
    case .check(let table): "a CHECK of '\(table)'"
    case .strictTypes(let table): "the types of '\(table)', which is STRICT"
    case .computedColumn(let column, let table): "the computed column '\(table).\(column)'"
    case .index(let name): "the index '\(name)'"
    case .trigger(let name): "the trigger '\(name)'"
    }
  }
}

extension ForesightGap.Reason {
  /// The reason, to stand after a colon.
  fileprivate var clause: String {
    switch self {
    case .unreadable(let message): message
    case .forgottenFiles: "bytes that go into files and come out again are too many to keep in mind"
    case .steps(let entities):
      "what objects of \(entities.map { "'\($0)'" }.joined(separator: ", ")) are like is known once "
        + "steps are done"
    case .checks(let checks):
      "what is asked is there only afterwards, by the after check "
        + checks.map { "'\($0)'" }.joined(separator: ", ")
    case .ownDemands(let demands):
      "rows that are written must meet what the model does not say: "
        + demands.map(\.phrase).joined(separator: ", ")
    }
  }
}
