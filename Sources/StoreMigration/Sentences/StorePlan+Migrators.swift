internal import Diagnostics
internal import SQLite
package import StoreLayout

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
