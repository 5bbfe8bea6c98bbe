import MigrateKit
import SQLite
import StoreLayout
import MigrationPlanner
import SchemaModel
import StoreCreation
import StoreMigration
import StoreVerification
import Testing
import TestSupport

/// The pages of a file that a migration leaves alone.
@Suite(.enabled(if: StorePages.areKnown, "this SQLite cannot tell whose a page is"))
struct UntouchedPageTests {
  /// 2,000 books, each with five notes, a quote, a question, a session; and reading sessions.
  private static let books = """
    CREATE TEMP TABLE n AS
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) SELECT i FROM n;
    INSERT INTO BookModel (_id, id, localId, title, author, dateAdded, bookDescription)
      SELECT i, 'id ' || i, 'local ' || i, 'Title ' || i, 'Author', i, hex(randomblob(100)) FROM n;
    INSERT INTO AmbientSession (_id, bookModel, transcript) SELECT i, i, 'said ' || i FROM n;
    INSERT INTO CapturedNote (content, book, ambientSession)
      SELECT 'note ' || i || ' ' || value, i, i FROM n, json_each('[1,2,3,4,5]');
    INSERT INTO CapturedQuote (text, book) SELECT 'quote ' || i, i FROM n;
    INSERT INTO CapturedQuestion (text, book) SELECT 'question ' || i, i FROM n;
    INSERT INTO ReadingSession (pagesRead, comment) SELECT i, 'comment ' || i FROM n;
    INSERT INTO QueuedQuestion (text, createdAt) SELECT 'queued ' || i, i FROM n;
    """

  private func epilogue(_ history: SchemaHistory) throws -> Stores {
    let stores = try Stores(history)
    try StoreCreator.create(at: stores.path("library"), of: history.versions[0])
    let connection = try Connection(path: stores.path("library"), mode: .readWrite)
    try connection.transaction { try connection.executeScript(Self.books) }
    return stores
  }

  @Test func `three versions of Epilogue are one pass that writes no page of any table`() throws {
    let stores = try epilogue(RepositorySchemas.history(of: "Epilogue"))
    let before = try StorePages(ofStoreAt: stores.path("library"))
    guard case .migrated(let summary) = try stores.migrate("library") else {
      Issue.record("not migrated")
      return
    }
    #expect(summary.rowsRewritten == 0)
    let after = try StorePages(ofStoreAt: stores.path("library"))

    // Only what the store says of itself; not a page of the 2,000 books or of what is theirs.
    #expect(
      after.changed(since: before).keys.sorted() == [
        "_migrate_history", "_migrate_schema", "sqlite_schema",
      ])
    // The new link from a reading session to its book has an index.
    #expect(
      Set(after.added(since: before).keys).subtracting(["_migrate_schema", "sqlite_schema"])
        == ["ReadingSession_bookModel_fk"])
    let tables = before.counts.filter { !$0.key.hasPrefix("_migrate") && $0.key != "sqlite_schema" }
    #expect(after.counts.filter { tables[$0.key] != nil } == tables)
    #expect(tables["BookModel"] ?? 0 > 100)

    let connection = try Connection(path: stores.path("library"), mode: .readOnly)
    let hops = try connection.readHistory().map { "\($0.source) to \($0.target)" }
    #expect(hops == ["1.0.0 to 4.0.0"])
    #expect(try stores.findings("library") == [])
  }

  @Test func `a rewritten table is the only table whose pages change`() throws {
    // A required text out of an optional one takes new rows.
    var history = try RepositorySchemas.history(of: "Epilogue")
    var document = history.versions[0]
    document.schema.version = Version(1, 1)
    let question = try #require(
      document.schema.entities.firstIndex { $0.name == "QueuedQuestion" })
    let attribute = try #require(
      document.schema.entities[question].attributes.firstIndex { $0.name == "lastError" })
    document.schema.entities[question].attributes[attribute].isOptional = false
    document.schema.entities[question].attributes[attribute].defaultValue = .literal(.string(""))
    history = SchemaHistory([history.versions[0], document])

    let stores = try epilogue(history)
    let before = try StorePages(ofStoreAt: stores.path("library"))
    try stores.migrate("library")
    let after = try StorePages(ofStoreAt: stores.path("library"))
    #expect(
      after.changed(since: before).keys.sorted() == [
        "QueuedQuestion", "_migrate_history", "_migrate_schema", "sqlite_schema",
      ])
    #expect(try stores.findings("library") == [])
  }
}
