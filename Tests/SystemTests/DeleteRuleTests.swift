import SQLite
import SchemaModel
import StoreCreation
import TestSupport
import Testing

/// The delete rules of the apps, in stores that were made in a version and in stores that migrated
/// to it from an earlier one; tested with plain SQL.
struct DeleteRuleTests {
  /// How a store comes to its version.
  enum Origin: CaseIterable, Sendable { case created, migrated }

  /// An empty store of the newest version of an app.
  private struct Store {
    private let stores: Stores
    let connection: Connection

    init(_ system: String, _ origin: Origin, filledBy script: String) throws {
      stores = try Stores(
        RepositorySchemas.history(of: system),
        losses: Set(System.all.filter { $0.name == system }.flatMap(\.losses)))
      let newest = stores.history.versions.count - 1
      let path = stores.path("app")
      try StoreCreator.create(
        at: path, of: stores.history.versions[origin == .created ? newest : 0])
      try stores.migrate("app")
      connection = try Connection(path: path, mode: .readWrite)
      try connection.execute("PRAGMA foreign_keys = ON")
      try connection.executeScript(script)
    }

    /// The ids of the rows that a table has.
    func ids(_ tables: String...) throws -> [[Int64]] {
      try tables.map { table in
        try connection.rows("SELECT _id FROM \(name: table) ORDER BY _id").map {
          if case .integer(let id) = $0[0] { id } else { -1 }
        }
      }
    }
  }

  /// Two books with one object of each kind that a book can have; the objects captured from the
  /// first belong to a session of the second one too.
  private static let books = """
    INSERT INTO BookModel (_id, localId, dateAdded) VALUES (1, 'A', 0), (2, 'B', 0);
    INSERT INTO AmbientSession (_id, bookModel) VALUES (1, 1), (2, 2);
    INSERT INTO CapturedNote (_id, book, ambientSession) VALUES (1, 1, 1), (2, 2, 2), (3, 1, 2);
    INSERT INTO CapturedQuote (_id, book, ambientSession) VALUES (1, 1, 1), (2, 2, 2);
    INSERT INTO CapturedQuestion (_id, book, ambientSession) VALUES (1, 1, 1), (2, 2, 2);
    INSERT INTO ReadingSession (_id, bookModel) VALUES (1, 1), (2, 2), (3, NULL);
    """

  @Test(arguments: Origin.allCases)
  func `deleting a book deletes everything captured from it`(origin: Origin) throws {
    let store = try Store("Epilogue", origin, filledBy: Self.books)
    try store.connection.execute("DELETE FROM BookModel WHERE _id = 1")
    #expect(
      try store.ids(
        "CapturedNote", "CapturedQuote", "CapturedQuestion", "AmbientSession", "ReadingSession")
        == [[2], [2], [2], [2], [2, 3]])
  }

  @Test(arguments: Origin.allCases)
  func `captured objects stay when their session is deleted`(origin: Origin) throws {
    let store = try Store("Epilogue", origin, filledBy: Self.books)
    try store.connection.execute("DELETE FROM AmbientSession WHERE _id = 2")
    for table in ["CapturedNote", "CapturedQuote", "CapturedQuestion"] {
      let rows = try store.connection.rows(
        "SELECT _id, book, ambientSession FROM \(name: table) ORDER BY _id LIMIT 2")
      #expect(
        rows == [[.integer(1), .integer(1), .integer(1)], [.integer(2), .integer(2), .null]])
    }
    #expect(try store.ids("BookModel") == [[1, 2]])
  }

  @Test(arguments: Origin.allCases)
  func `an edition in use is not deleted, and an unused edition is`(origin: Origin) throws {
    let store = try Store(
      "BooksTracker", origin,
      filledBy: """
        INSERT INTO Work (_id, title, subjectTags, dateCreated, lastModified)
          VALUES (1, 'Emma', '[]', 0, 0);
        INSERT INTO Edition (_id, contributors, dateCreated, lastModified, work)
          VALUES (1, '[]', 0, 0, 1), (2, '[]', 0, 0, 1);
        INSERT INTO UserLibraryEntry (_id, readingStatus, dateAdded, lastModified, work, edition)
          VALUES (1, 'reading', 0, 0, 1, 1);
        """)
    let error = try #require(throws: SQLiteError.self) {
      try store.connection.execute("DELETE FROM Edition WHERE _id = 1")
    }
    #expect(error.primaryCode == .constraint)
    try store.connection.execute("DELETE FROM Edition WHERE _id = 2")
    #expect(try store.ids("Edition", "UserLibraryEntry") == [[1], [1]])
    // A work takes its entries and its editions along.
    try store.connection.execute("DELETE FROM UserLibraryEntry")
    try store.connection.execute("DELETE FROM Work")
    #expect(try store.ids("Edition", "Work") == [[], []])
  }

  @Test(arguments: Origin.allCases)
  func `deleting a recording deletes its segments and their transcriptions`(origin: Origin) throws {
    let store = try Store(
      "TwinMind", origin,
      filledBy: """
        INSERT INTO RecordingSession
          (_id, id, title, createdAt, duration, audioFilePath, sampleRate, bitDepth, format)
          VALUES (1, 'A', '', 0, 0, '', 0, 0, ''), (2, 'B', '', 0, 0, '', 0, 0, '');
        INSERT INTO AudioSegment
          (_id, id, startTime, endTime, segmentFilePath, status, retryCount, session)
          VALUES (1, 'A', 0, 0, '', 'pending', 0, 1), (2, 'B', 0, 0, '', 'pending', 0, 2);
        INSERT INTO Transcription (_id, id, text, confidence, source, segment)
          VALUES (1, 'A', '', 1, 'remote', 1), (2, 'B', '', 1, 'remote', 2);
        """)
    try store.connection.execute("DELETE FROM RecordingSession WHERE _id = 1")
    #expect(try store.ids("AudioSegment", "Transcription") == [[2], [2]])
  }

  @Test func `a mind map's branch is deleted with its node, and a task stays without its material`()
    throws
  {
    let store = try Store(
      "Study", .migrated,
      filledBy: """
        INSERT INTO Material (_id, title, subject, createdAt, processingStatus)
          VALUES (1, 'Optics', 'physics', 0, 'pending');
        INSERT INTO Task (_id, title, createdAt, material) VALUES (1, 'read', 0, 1);
        INSERT INTO MindMap (_id, title, createdAt, material) VALUES (1, 'Light', 0, 1);
        INSERT INTO MindMapNode (_id, label, mindMap, parent)
          VALUES (1, 'root', 1, NULL), (2, 'branch', 1, 1), (3, 'leaf', 1, 2), (4, 'other', 1, 1);
        """)
    try store.connection.execute("DELETE FROM MindMapNode WHERE _id = 2")
    #expect(try store.ids("MindMapNode") == [[1, 4]])
    try store.connection.execute("DELETE FROM Material")
    #expect(try store.ids("MindMap", "MindMapNode", "Task") == [[], [], [1]])
  }

  @Test func `deleting a recipe deletes its media and notes, and keeps its books`() throws {
    let store = try Store(
      "NowThatIKnowMore", .created,
      filledBy: """
        INSERT INTO RecipeModel (_id, uuid, title, cuisines, dishTypes, vegetarian, glutenFree,
          servings, createdAt, modifiedAt) VALUES
          (1, 'A', 'Dal', '[]', '[]', 1, 1, 2, 0, 0), (2, 'B', 'Rice', '[]', '[]', 1, 1, 2, 0, 0);
        INSERT INTO RecipeBookModel (_id, uuid, name, createdAt, modifiedAt)
          VALUES (1, 'C', 'Weekdays', 0, 0);
        INSERT INTO RecipeBookModel_recipes VALUES (1, 1), (1, 2);
        INSERT INTO RecipeMediaModel (_id, uuid, filePath, createdAt, recipe)
          VALUES (1, 'D', 'a.jpg', 0, 1);
        INSERT INTO RecipeNoteModel (_id, uuid, tags, createdAt, modifiedAt, recipe)
          VALUES (1, 'E', '[]', 0, 0, 1);
        """)
    try store.connection.execute("DELETE FROM RecipeModel WHERE _id = 1")
    #expect(
      try store.ids("RecipeModel", "RecipeBookModel", "RecipeMediaModel", "RecipeNoteModel")
        == [[2], [1], [], []])
    #expect(
      try store.connection.rows("SELECT * FROM RecipeBookModel_recipes")
        == [[.integer(1), .integer(2)]])
    try store.connection.execute("DELETE FROM RecipeBookModel")
    #expect(try store.ids("RecipeModel") == [[2]])
    #expect(try store.connection.rows("SELECT * FROM RecipeBookModel_recipes") == [])
  }
}
