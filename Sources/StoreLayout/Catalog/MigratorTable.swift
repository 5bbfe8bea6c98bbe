internal import SQLText

/// The table in which a library notes which migrations of an app it has done.
///
/// The library goes by its own notes. So the table is no part of a model, and stays as it is.
package enum MigratorTable {
  /// The libraries by the names of their tables, in lower case.
  private static let owners = [
    "room_master_table": "Room", "grdb_migrations": "GRDB's DatabaseMigrator",
    "alembic_version": "Alembic", "django_migrations": "Django",
    "flyway_schema_history": "Flyway", "_sqlx_migrations": "SQLx", "_prisma_migrations": "Prisma",
    "__efmigrationshistory": "Entity Framework", "knex_migrations": "Knex",
  ]

  /// A library of an app, with its table in a database.
  package struct Found: Hashable, Sendable {
    /// The library.
    package let owner: String
    /// Its table.
    package let table: String

    /// A library with its table.
    package init(owner: String, table: String) { (self.owner, self.table) = (owner, table) }
  }

  /// The libraries whose tables are among some, sorted by table.
  package static func all(among tables: [String]) -> [Found] {
    tables.sorted().compactMap { table in
      owner(of: table).map { Found(owner: $0, table: table) }
    }
  }

  /// The library that keeps a table; nil for any other table.
  package static func owner(of table: String) -> String? { owners[table.asciiLowercased] }
}
