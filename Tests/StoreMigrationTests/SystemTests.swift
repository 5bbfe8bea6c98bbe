import Foundation
import MigrateKit
import SQLiteStore
import SchemaModel
import StoreCreation
import StoreMigration
import StoreVerification
import Testing

/// The apps of the repository, with hostile sample data, from their first version to their last.
struct SystemTests {
  struct Way: CustomTestStringConvertible, Sendable {
    var system: String
    /// The tables whose rows or links the schema files change on purpose.
    var changed: [String] = []
    /// The losses that they mean.
    var losses: Set<String> = []

    var testDescription: String { system }
  }

  @Test(arguments: [
    Way(system: "Epilogue"), Way(system: "Study"),
    // A wishlist entry lets go of its edition, and an entry without a work is left behind.
    Way(system: "BooksTracker", changed: ["UserLibraryEntry"]),
    // Of two directions that may contradict each other, one counts.
    Way(
      system: "TwinMind",
      changed: ["RecordingSession_segments", "Transcription"],
      losses: [
        "change-inverse:AudioSegment.transcription", "change-inverse:RecordingSession.segments",
      ]),
  ])
  func `every value of a sample store is there after all versions`(way: Way) throws {
    let history = try SchemaHistory.system(way.system)
    let newest = try #require(history.newest)
    let store = try TestStore(history.oldest)
    try FileManager.default.removeItem(atPath: store.path)
    try SampleStore.create(at: store.path, of: history.oldest, objects: 20, seed: 7)
    let old = store.folder + "/old.store"
    try FileManager.default.copyItem(atPath: store.path, toPath: old)

    let summary = try migrated(store, history, .testing { $0.allowedLosses = way.losses })
    #expect(summary.target == newest.schema.version)
    let changed = try differences(between: old, and: store.path)
    #expect(changed == way.changed)
    let report = try StoreVerifier.verify(storeAt: store.path)
    #expect(report.findings.map(\.message) == [])
  }

  /// The tables of which a row is not in both stores, by the columns that both have; asked of
  /// SQLite alone.
  private func differences(between old: String, and new: String) throws -> [String] {
    let connection = try Connection(path: new, mode: .readOnly)
    try connection.execute("ATTACH \(old) AS old")
    var result: [String] = []
    let tables: SQL = """
      SELECT name FROM old.sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_migrate\\_%' \
      ESCAPE '\\' ORDER BY name
      """
    for table in try connection.texts(tables) {
      let columns = try connection.texts(
        """
        SELECT o.name FROM pragma_table_info(\(table), 'old') AS o
        JOIN pragma_table_info(\(table), 'main') AS n ON n.name = o.name AND n.type = o.type
        """)
      guard !columns.isEmpty else {
        result.append(table)
        continue
      }
      let list = SQL(raw: columns.map { "\"\($0)\"" }.joined(separator: ", "))
      let lost = try connection.integer(
        """
        SELECT count(*) FROM (SELECT \(list) FROM old.\(name: table) EXCEPT \
        SELECT \(list) FROM main.\(name: table))
        """)
      let counts = try connection.rows(
        """
        SELECT (SELECT count(*) FROM old.\(name: table)) - (SELECT count(*) FROM main.\(name: table))
        """)
      if lost != 0 || counts != [[.integer(0)]] { result.append(table) }
    }
    return result
  }
}
