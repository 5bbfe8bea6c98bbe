import SchemaLint
import Testing

struct PragmaInTransactionTests {
  @Test func `a pragma that is ignored or fails is flagged at its place`() {
    expect(
      PragmaInTransaction(),
      inScript: """
        UPDATE Book SET title = 'a;b'; pragma Foreign_Keys=off;
          PRAGMA main.journal_mode(WAL)
        """,
      finds: [
        "1:32 'PRAGMA foreign_keys' does nothing inside a transaction, and a migration is one",
        "  + set it before the transaction begins; 'migrate apply' turns foreign keys off by itself",
        "2:3 'PRAGMA journal_mode' fails inside a transaction, and a migration is one",
        "  + set it before the transaction begins; 'migrate apply' turns foreign keys off by itself",
      ])
  }

  @Test func `queries, other pragmas and pragmas outside a transaction are not flagged`() {
    expect(
      PragmaInTransaction(),
      inScript: """
        PRAGMA foreign_keys = OFF;
        BEGIN IMMEDIATE;
        PRAGMA foreign_keys; PRAGMA user_version = 3; PRAGMA foreign_key_check(Book);
        SELECT 'PRAGMA foreign_keys = OFF';
        CREATE TRIGGER t AFTER INSERT ON Book BEGIN SELECT 1; END;
        COMMIT;
        PRAGMA foreign_keys = ON;
        """, finds: [])
  }
}
