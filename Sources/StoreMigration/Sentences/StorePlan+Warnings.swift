public import Diagnostics
internal import MigrationPlanner
internal import SQLite
package import StoreLayout
internal import StoreScript
package import StoreVerification

extension StorePlan {
  /// Warnings that block nothing: existing problems with the files next to the store, approvals of other
  /// versions' losses, and others.
  public var warnings: [Diagnostic] {
    knownFindings.map { $0.warning(of: inspection.path) } + idleApprovals.map(warning)
      + migrators.map { $0.diagnostic(.warning) }
      + [trialWarning].compactMap(\.self)
      + staleSearchIndexes.map { index in
        Diagnostic(
          code: "stale-search-index", severity: .warning, index.clause,
          notes: [.init(index.remedyClause)])
      }
  }

  /// The reason why the effects of the data are unknown; nil if they are known.
  public var trialWarning: Diagnostic? {
    trialGap.map { gap in
      Diagnostic(
        code: "untried", severity: .warning,
        "what the data does to the migration is not known: \(gap.clause)",
        notes: [.init(gap.remedyClause)])
    }
  }

  private func warning(ofIdle approval: String) -> Diagnostic {
    Diagnostic(
      code: "unknown-approval", severity: .warning,
      "'--allow \(approval)' approves no loss of this migration")
  }
}

extension StaleSearchIndex {
  /// The warning about the index, as a clause.
  fileprivate var clause: String {
    "the search index '\(name)', which the model does not name, may know the rows of '\(table)' as they "
      + "were before"
  }

  fileprivate var remedyClause: String {
    remedy.map { "make it anew afterwards: \($0)" }
      ?? "fill it anew afterwards: the triggers that do so do not act while a migration writes"
  }

  /// The remark after the migration.
  var remark: String { "\(clause): \(remedyClause)" }
}

extension TrialGap {
  /// The reason, for use after a colon.
  fileprivate var clause: String {
    switch self {
    case .size(let size, let limit):
      "the store has \(Quantity.bytes(size)), and up to \(Quantity.bytes(limit)) are tried on a copy"
    case .files: "bytes that go into files and come out again are more than a trial keeps"
    case .room(let folder): "there is no room for a copy in '\(folder)'"
    case .steps(let reason): "the trial on a copy gave up, as \(reason)"
    case .failed(let message): "the trial on a copy ended with '\(message)'"
    }
  }

  fileprivate var remedyClause: String {
    switch self {
    case .size: "'--exact' tries it all the same"
    case .steps: "correct what does not end; '--exact' tries it without a limit"
    case .room: "'--scratch' names another folder"
    case .files, .failed:
      "'migrate rehearse' migrates a copy next to the store; 'migrate apply' leaves the store as it was "
        + "where the data stands in the way"
    }
  }
}

extension StorePlan {
  /// The libraries that migrate the database themselves.
  ///
  /// A library would repeat its work on a database that was migrated here.
  package var migrators: [MigratorTable.Found] {
    isCurrent
      ? []
      : MigratorTable.all(
        among: inspection.unmanagedObjects.filter { $0.id.kind == .table }.map {
          ($0.id.name, TableText($0.sql).columns.map(\.name))
        })
  }

  /// The refusals of `apply`, one for each library.
  var refusalsForMigrators: [MigrationRefusal] {
    migrators.map { .ownMigrator($0.owner, table: $0.table) }
  }

  /// The next step if nothing is in the way: migrate, or let the library do it.
  func nextStep(_ store: String) -> NextStep {
    migrators.first?.nextStep(store) ?? NextStep(.decision, then: "migrate apply \(store)")
  }
}

extension MigratorTable.Found {
  /// The diagnostic for a library that migrates the database.
  func diagnostic(_ severity: Diagnostic.Severity) -> Diagnostic {
    Diagnostic(
      code: "own-migrator", severity: severity,
      "\(owner) migrates this database by its table '\(table)', and would run its migrations again after "
        + "'migrate apply'",
      notes: [
        .init("where the app no longer uses \(owner), drop the table '\(table)' first")
      ])
  }

  func nextStep(_ store: String) -> NextStep {
    NextStep(
      .decision, "let \(owner) migrate it in the app", then: "migrate verify \(store)")
  }
}

extension Finding {
  /// The finding as a warning: the migration neither repairs it nor makes it worse.
  package func warning(of store: String) -> Diagnostic {
    var diagnostic = diagnostic(of: store)
    diagnostic.severity = min(diagnostic.severity, .warning)
    return diagnostic
  }

  /// The finding as a warning: it existed before the migration and blocked nothing.
  package func knownDiagnostic(of store: String) -> Diagnostic {
    var diagnostic = warning(of: store)
    diagnostic.notes.append(.init("it was so before the migration, which left it as it was"))
    return diagnostic
  }
}
