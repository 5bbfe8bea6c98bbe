import SchemaLint
import Testing

struct RenameLiveTableFirstTests {
  @Test func `a name that a new table takes over is flagged`() {
    expect(
      RenameLiveTableFirst(),
      inScript: """
        ALTER TABLE main."Book" RENAME TO old;
        CREATE TABLE IF NOT EXISTS book (title TEXT);
        """,
      finds: [
        "1:1 renaming 'book' away makes whatever refers to it follow the old table",
        "  + make the new table under another name, drop the old one, then rename the new one",
      ])
  }

  @Test(arguments: [
    "ALTER TABLE Book RENAME TO Volume;", "ALTER TABLE a RENAME COLUMN b TO c; CREATE TABLE a (x);",
    "CREATE TABLE a (x); ALTER TABLE a RENAME TO b;",
    "PRAGMA legacy_alter_table=ON; ALTER TABLE a RENAME TO b; CREATE TABLE a (x);",
  ])
  func `other renames are not flagged`(script: String) {
    expect(RenameLiveTableFirst(), inScript: script, finds: [])
  }
}
