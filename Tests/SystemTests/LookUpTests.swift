import SQLite
import StoreLayout
import SchemaModel
import StoreCreation
import TestSupport
import Testing

/// The query plans of the apps' look-ups, in stores of the apps' size.
struct LookUpTests {
  private static let cachedQueries = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
    INSERT INTO CachedQuery (_id, queryHash, bookTitle, response, tokensUsed, responseTime,
      createdAt, lastAccessedAt, accessCount, confidence)
    SELECT i, 'hash ' || i, 'book ' || (i % 100), 'answer ' || i, 0, 0, i, i, 0, 1 FROM n;
    """

  private static let recordings = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
    INSERT INTO RecordingSession
      (_id, id, title, createdAt, duration, audioFilePath, sampleRate, bitDepth, format)
    SELECT i, 'S' || i, 'Session ' || i, 1000 - i, 60, i || '.caf', 44100, 16, 'caf' FROM n;
    INSERT INTO AudioSegment
      (id, startTime, endTime, segmentFilePath, status, retryCount, session)
    SELECT 'S' || _id || '.' || value, value, value + 1, 'x.caf', 'pending', 0, _id
    FROM RecordingSession, json_each('[9,8,7,6,5,4,3,2,1,0]');
    """

  private func store(_ system: String, filledBy script: String) throws -> Connection {
    let document = try #require(try RepositorySchemas.history(of: system).newest)
    let connection = try Connection.inMemory()
    for statement in StoreLayout(of: document.schema).definition.statements {
      try connection.execute(SQL(raw: statement))
    }
    try connection.executeScript(script)
    return connection
  }

  /// The query plan of SQLite, a line for each step.
  private func steps(_ connection: Connection, _ query: SQL) throws -> [String] {
    try connection.rows("EXPLAIN QUERY PLAN \(query)").map {
      if case .text(let step)? = $0.last { step } else { "?" }
    }
  }

  @Test func `a cached answer is found by its hash through an index`() throws {
    let store = try store("EpilogueCache", filledBy: Self.cachedQueries)
    let query: SQL = "SELECT response FROM CachedQuery WHERE queryHash = \("hash 77") LIMIT 1"
    #expect(
      try steps(store, query)
        == ["SEARCH CachedQuery USING INDEX CachedQuery_queryHash_index (queryHash=?)"])
    #expect(try store.texts(query) == ["answer 77"])
  }

  @Test func `the answers about a book are read newest first from an index, without sorting`()
    throws
  {
    let store = try store("EpilogueCache", filledBy: Self.cachedQueries)
    let query: SQL = """
      SELECT _id FROM CachedQuery WHERE bookTitle = \("book 7") ORDER BY createdAt DESC LIMIT 2
      """
    #expect(
      try steps(store, query) == [
        "SEARCH CachedQuery USING COVERING INDEX CachedQuery_bookTitle_createdAt_index (bookTitle=?)"
      ])
    #expect(try store.rows(query) == [[.integer(9907)], [.integer(9807)]])
  }

  @Test func `recordings by date, and their segments in order, are read from indexes`() throws {
    let store = try store("TwinMind", filledBy: Self.recordings)
    #expect(try store.integer("SELECT count(*) FROM AudioSegment") == 10_000)
    #expect(
      try steps(store, "SELECT * FROM RecordingSession ORDER BY createdAt DESC")
        == ["SCAN RecordingSession USING INDEX RecordingSession_createdAt_index"])
    let segments: SQL = "SELECT id FROM AudioSegment WHERE session = \(500) ORDER BY startTime"
    #expect(
      try steps(store, segments)
        == ["SEARCH AudioSegment USING INDEX AudioSegment_session_startTime_index (session=?)"])
    #expect(try store.texts(segments) == (0..<10).map { "S500.\($0)" })
  }

  @Test func `all recordings with all segments are one pass over two indexes`() throws {
    let store = try store("TwinMind", filledBy: Self.recordings)
    let query: SQL = """
      SELECT r.id, s.id FROM RecordingSession AS r JOIN AudioSegment AS s ON s.session = r._id
      ORDER BY r.createdAt, r._id, s.startTime
      """
    #expect(
      try steps(store, query).filter { $0.hasPrefix("SCAN") || $0.hasPrefix("SEARCH") } == [
        "SCAN r USING INDEX RecordingSession_createdAt_index",
        "SEARCH s USING INDEX AudioSegment_session_startTime_index (session=?)",
      ])
    #expect(try store.rows(query).count == 10_000)
  }
}
