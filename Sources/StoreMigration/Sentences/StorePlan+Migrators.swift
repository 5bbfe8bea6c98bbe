internal import Diagnostics
internal import SQLite
internal import StoreLayout

extension StorePlan {
  /// The libraries that migrate the database themselves.
  ///
  /// A library would do its work once more on a database that was migrated here.
  var migrators: [MigratorTable.Found] {
    isCurrent
      ? []
      : MigratorTable.all(
        among: inspection.unmanagedObjects.filter { $0.id.kind == .table }.map(\.id.name))
  }

  /// The same as reasons not to write to it.
  var refusalsForMigrators: [MigrationRefusal] {
    migrators.map { .ownMigrator($0.owner, table: $0.table) }
  }

  /// What to do where nothing is in the way: migrate, or let the library do it.
  func nextStep(_ store: String) -> NextStep {
    migrators.first?.nextStep(store) ?? NextStep(.decision, then: "migrate apply \(store)")
  }
}

extension MigratorTable.Found {
  /// That the library migrates the database.
  func diagnostic(_ severity: Diagnostic.Severity) -> Diagnostic {
    Diagnostic(
      code: "own-migrator", severity: severity,
      "\(owner) migrates this database, and goes by '\(table)': it would run its migrations once more",
      notes: [
        .init("where the app no longer uses \(owner), drop the table '\(table)' first")
      ])
  }

  func nextStep(_ store: String) -> NextStep {
    NextStep(
      .circumstances, "let \(owner) migrate it in the app", then: "migrate verify \(store)")
  }
}
