internal import SQLText

/// The table in which a library records the migrations that it has done for an app.
///
/// The library relies on its own records. So the table is not part of a model, and stays as it is.
package enum MigratorTable {
  /// A table that identifies its library.
  private struct Mark {
    let owner: String
    /// The columns that it has, in lower case, if others give their tables the same name; empty if the name
    /// is sufficient.
    var columns: Set<String> = []
    /// Whether the library keeps it in addition to the table that records its migrations.
    var isCompanion = false
  }

  /// The tables of libraries by their names, in lower case.
  private static let marks: [String: [Mark]] = [
    "room_master_table": [Mark(owner: "Room")],
    "grdb_migrations": [Mark(owner: "GRDB's DatabaseMigrator")],
    "_fluent_migrations": [Mark(owner: "Fluent")],
    "alembic_version": [Mark(owner: "Alembic")],
    "django_migrations": [Mark(owner: "Django")],
    "flyway_schema_history": [Mark(owner: "Flyway")],
    "databasechangelog": [Mark(owner: "Liquibase")],
    "databasechangeloglock": [Mark(owner: "Liquibase", isCompanion: true)],
    // Rails, Ecto, dbmate and golang-migrate use the same name.
    "schema_migrations": [Mark(owner: "Rails or a tool like it")],
    "ar_internal_metadata": [Mark(owner: "Rails", isCompanion: true)],
    "_sqlx_migrations": [Mark(owner: "SQLx")],
    "__diesel_schema_migrations": [Mark(owner: "Diesel")],
    "seaql_migrations": [Mark(owner: "SeaORM")],
    "goose_db_version": [Mark(owner: "Goose")],
    "_prisma_migrations": [Mark(owner: "Prisma")],
    "__drizzle_migrations": [Mark(owner: "Drizzle")],
    "__efmigrationshistory": [Mark(owner: "Entity Framework")],
    "knex_migrations": [Mark(owner: "Knex")],
    "knex_migrations_lock": [Mark(owner: "Knex", isCompanion: true)],
    "sequelizemeta": [Mark(owner: "Sequelize")],
    "migrations": [
      Mark(owner: "TypeORM", columns: ["id", "timestamp", "name"]),
      Mark(owner: "Laravel", columns: ["id", "migration", "batch"]),
    ],
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

  /// The libraries whose tables are among the given ones, with the names of their columns; sorted by table.
  package static func all(among tables: [(name: String, columns: [String])]) -> [Found] {
    tables.sorted { $0.name < $1.name }.compactMap { table in
      mark(of: table.name, with: table.columns).flatMap {
        $0.isCompanion ? nil : Found(owner: $0.owner, table: table.name)
      }
    }
  }

  /// The library that keeps a table with some columns; nil for any other table.
  package static func owner(of table: String, with columns: [String]) -> String? {
    mark(of: table, with: columns)?.owner
  }

  private static func mark(of table: String, with columns: [String]) -> Mark? {
    let columns = Set(columns.map(\.asciiLowercased))
    return marks[table.asciiLowercased]?.first { $0.columns.isEmpty || $0.columns == columns }
  }
}
