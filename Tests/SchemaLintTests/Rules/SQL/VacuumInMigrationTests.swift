import SchemaLint
import Testing

struct VacuumInMigrationTests {
  @Test func `a statement is flagged, and a name and a statement outside the transaction are not`()
  {
    expect(
      VacuumInMigration(), inScript: "SELECT vacuum FROM Task;\n  vacuum INTO 'copy.db'",
      finds: [
        "2:3 VACUUM fails inside a transaction, and a migration is one",
        "  + take it out, and let the app vacuum when it is idle",
      ])
    expect(VacuumInMigration(), inScript: "BEGIN; SELECT 1; COMMIT; VACUUM;", finds: [])
  }
}
