internal import Diagnostics
internal import SQLite
internal import StoreLayout

extension StorePlan {
  /// The libraries that migrate the database themselves, each as a warning.
  ///
  /// A library would do its work once more on a database that was migrated here.
  var migratorWarnings: [Diagnostic] {
    guard !isCurrent else { return [] }
    let tables = inspection.unmanagedObjects.filter { $0.id.kind == .table }.map(\.id.name)
    return tables.sorted().compactMap { table in
      MigratorTable.owner(of: table).map { owner in
        Diagnostic(
          code: "own-migrator", severity: .warning,
          "\(owner) migrates this database, and goes by '\(table)', which stays as it is here",
          notes: [.init("let \(owner) migrate it, and check the result with 'migrate verify'")])
      }
    }
  }
}
