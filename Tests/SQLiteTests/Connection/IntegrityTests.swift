import SQLite
import TestSupport
import Testing

struct IntegrityTests {
  @Test(arguments: [false, true])
  func `an index that needs the app's own order does not hide what is wrong elsewhere`(
    isQuick: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let connection = try Connection(path: folder.path("a.db"), mode: .create)
    try connection.executeScript(
      """
      CREATE TABLE T (a); CREATE INDEX I ON T (a);
      CREATE TABLE Names (name TEXT); CREATE INDEX N ON Names (name);
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = 'CREATE TABLE Names (name TEXT COLLATE APPS_OWN)'
        WHERE name = 'Names';
      PRAGMA writable_schema = RESET;
      """)
    #expect(try connection.integrityProblems(isQuick: isQuick, limit: 9).isEmpty)
    try connection.execute("INSERT INTO T VALUES (1)", behind: "I")
    let found = try connection.integrityProblems(isQuick: isQuick, limit: 9)
    #expect(found.first == "row 1 missing from index I")
    #expect(try connection.integrityProblems(ofTable: "Names").isEmpty)
  }
}
