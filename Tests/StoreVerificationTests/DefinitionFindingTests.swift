import SQLite
import Diagnostics
import SchemaModel
import SchemaYAML
import StoreVerification
import Testing

struct DefinitionFindingTests {
  private static let notes = """
    schema: Notes
    version: 1.0.0
    entities:
      Note: {attributes: {text: string, stars: int = 0}}
    """

  @Test func `the definitions in a store are compared with its version`() throws {
    let store = try TestStore(Self.notes, "ALTER TABLE Note ADD COLUMN extra TEXT")
    #expect(
      try store.findings() == [Finding(.drift(.unexpectedColumn("extra", table: "Note")))])
  }

  @Test func `a missing column is drift, and the rest of its table is still checked`() throws {
    let store = try TestStore(
      Self.notes.replacing("text: string", with: "text: string, flag: bool"),
      "INSERT INTO Note (text, flag) VALUES ('a', 7); ALTER TABLE Note DROP COLUMN stars")
    #expect(
      try store.findings() == [
        Finding(.drift(.missingColumn("stars", table: "Note"))),
        Finding(.malformedValue(PropertyName("Note", "flag"), type: "bool"), examples: [1]),
        Finding(.uncheckableTable(table: "Note", reason: "no such column: Note.stars")),
      ])
  }

  @Test func `tables outside the model are ignored, except for their broken foreign keys`() throws {
    let store = try TestStore(
      Self.notes,
      """
      INSERT INTO Note (text) VALUES ('a');
      CREATE TABLE mine (id INTEGER PRIMARY KEY, note REFERENCES Note (_id));
      CREATE VIEW seen AS SELECT * FROM mine;
      INSERT INTO mine VALUES (4, 1), (5, 2), (6, NULL);
      """)
    #expect(
      try store.findings() == [
        Finding(.brokenForeignKey(table: "mine", parent: "Note"), count: 1, examples: [5])
      ])
  }

  @Test func `a schema file that differs from the version in the store is reported`() throws {
    let store = try TestStore(Self.notes)
    func findings(_ yaml: String) throws -> [Finding] {
      let history = SchemaHistory([try SchemaReader.read(text: yaml, name: "V1.yaml")])
      return try store.findings { $0.history = history }
    }
    #expect(try findings(Self.notes) == [])
    #expect(
      try findings(Self.notes.replacing("= 0", with: "= 1")) == [
        Finding(.editedVersion(Version(1)), at: .init(file: "V1.yaml", line: 2, column: 10))
      ])
    #expect(
      try findings(Self.notes.replacing("text: string", with: "text: string?")) == [
        Finding(.editedVersion(Version(1)), at: .init(file: "V1.yaml", line: 2, column: 10))
      ])
    #expect(
      try findings(Self.notes.replacing("1.0.0", with: "2.0.0")) == [
        Finding(.unknownVersion(Version(1)))
      ])
  }

  @Test func `a schema file with more demands is an edited one, unless objects do not meet them`()
    throws
  {
    let eased = Self.notes.replacing("text: string", with: "text: string?")
    func findings(_ content: String) throws -> [Finding] {
      let history = SchemaHistory([try SchemaReader.read(text: Self.notes, name: "V1.yaml")])
      return try TestStore(eased, content).findings { $0.history = history }
    }
    let place = SourceLocation(file: "V1.yaml", line: 2, column: 10)
    #expect(
      try findings("INSERT INTO Note (text) VALUES ('a')")
        == [Finding(.editedVersion(Version(1)), at: place)])
    #expect(
      try findings("INSERT INTO Note (text) VALUES (NULL)")
        == [Finding(.easedVersion(Version(1)))])
  }

  @Test func `a model that was edited in the store is reported`() throws {
    let store = try TestStore(
      Self.notes,
      "UPDATE _migrate_schema SET model = replace(model, 'stars: int = 0', 'stars: int = 1')")
    #expect(
      try store.findings().map(\.problem.code) == ["altered-model", "drift"])
  }

  @Test func `a checksum that was edited in the store is reported`() throws {
    let store = try TestStore(Self.notes, "UPDATE _migrate_schema SET checksum = 'abc'")
    #expect(try store.findings() == [Finding(.alteredModel)])
  }

  @Test(arguments: [
    ("DELETE FROM _migrate_schema", "unreadable-catalog"),
    ("UPDATE _migrate_schema SET version = 'one'", "unreadable-catalog"),
    ("UPDATE _migrate_schema SET model = 'entities: ['", "unreadable-model"),
  ])
  func `an inconsistent catalog is a finding`(script: String, code: String) throws {
    let store = try TestStore(Self.notes, script)
    #expect(try store.findings().map(\.problem.code) == [code])
  }

  @Test func `a database without a catalog is not a store`() throws {
    let store = try TestStore(Self.notes, "DROP TABLE _migrate_schema")
    #expect(throws: VerificationError.notAStore(path: store.path)) { try store.findings() }
  }
}
