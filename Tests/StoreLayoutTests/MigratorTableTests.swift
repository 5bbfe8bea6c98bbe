import StoreLayout
import Testing

/// A library that migrates a database is recognized by the table in which it records its
/// migrations.
struct MigratorTableTests {
  @Test(
    arguments: [
      ("schema_migrations", "Rails or a tool like it"), ("DATABASECHANGELOG", "Liquibase"),
      ("flyway_schema_history", "Flyway"), ("django_migrations", "Django"),
      ("alembic_version", "Alembic"), ("__diesel_schema_migrations", "Diesel"),
      ("_sqlx_migrations", "SQLx"), ("_prisma_migrations", "Prisma"),
      ("__drizzle_migrations", "Drizzle"), ("knex_migrations", "Knex"),
      ("SequelizeMeta", "Sequelize"), ("seaql_migrations", "SeaORM"),
      ("goose_db_version", "Goose"), ("_fluent_migrations", "Fluent"),
      ("grdb_migrations", "GRDB's DatabaseMigrator"), ("room_master_table", "Room"),
      ("__EFMigrationsHistory", "Entity Framework"),
    ])
  func `the name of a table identifies its library`(_ table: String, _ owner: String) {
    #expect(MigratorTable.all(among: [(table, [])]) == [.init(owner: owner, table: table)])
  }

  @Test func `the columns identify the library where apps use the same table name`() {
    func owner(_ columns: String...) -> String? {
      MigratorTable.owner(of: "migrations", with: columns)
    }
    #expect(owner("id", "timestamp", "name") == "TypeORM")
    #expect(owner("id", "migration", "batch") == "Laravel")
    #expect(owner("id", "bird", "year") == nil)
  }

  @Test func `a second table of a library is its own, and is not listed again`() {
    #expect(MigratorTable.owner(of: "ar_internal_metadata", with: []) == "Rails")
    #expect(
      MigratorTable.all(among: [("DATABASECHANGELOG", []), ("DATABASECHANGELOGLOCK", [])])
        .map(\.table) == ["DATABASECHANGELOG"])
  }
}
