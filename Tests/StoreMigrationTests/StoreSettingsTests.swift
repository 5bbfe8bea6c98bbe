import SQLite
import SchemaModel
import StoreMigration
import Testing

struct StoreSettingsTests {
  /// A store that only gets columns, and then is written anew.
  private static func history() throws -> SchemaHistory {
    try SchemaHistory(
      version(1, "title: string = '', pages: int?"),
      version(2, "title: string = '', pages: int?, stars: int = 0"),
      version(3, "title: string = '', pages: string?, stars: int = 0"))
  }

  private static func version(_ number: Int, _ attributes: String) -> String {
    """
    schema: Shelf
    version: \(number).0.0
    entities:
      Book:
        attributes: {\(attributes)}
    """
  }

  @Test(
    arguments: [
      "auto_vacuum = 1", "auto_vacuum = 2", "page_size = 512", "page_size = 65536",
      "application_id = 7", "user_version = 7", "journal_mode = WAL",
    ], [2, 3])
  func `objects are migrated whatever the layout of the file`(pragma: String, version: Int) throws {
    let history = try Self.history()
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Book (_id, title, pages) VALUES (1, 'Emma', 474), (7, '', NULL);
        """)
    try store.execute("PRAGMA \(pragma); VACUUM;")
    _ = try migrated(store, history, .testing { $0.target = Version(version) })
    #expect(
      try store.rows("SELECT _id, title, CAST(pages AS TEXT), stars FROM Book ORDER BY _id") == [
        [.integer(1), .text("Emma"), .text("474"), .integer(0)],
        [.integer(7), .text(""), .null, .integer(0)],
      ])
  }
}
