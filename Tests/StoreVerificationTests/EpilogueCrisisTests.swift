import SQLiteStore
import SchemaModel
import StoreVerification
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The two crises of Epilogue that verification finds and a repair mends.
struct EpilogueCrisisTests {
  private func store(_ script: String) throws -> TestStore {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Schemas/Epilogue/V1.yaml")
    let text = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    return try TestStore(text, script)
  }

  private static let books = """
    INSERT INTO BookModel (_id, localId, title, dateAdded) VALUES
      (1, 'L1', 'Emma', 100), (2, 'L2', 'Persuasion', 100);
    INSERT INTO CapturedNote (_id, content, book, source) VALUES
      (1, 'kept', 1, 'typed'), (2, 'lost', 2, 'typed');
    INSERT INTO AmbientSession (_id, bookModel) VALUES (1, 1), (2, 2);
    INSERT INTO CapturedQuote (_id, text, book, ambientSession, source) VALUES
      (1, 'kept', 1, 2, 'typed');
    """

  @Test func `orphans that crash the app are found, and a repair leaves none`() throws {
    let store = try store(Self.books + "DELETE FROM BookModel WHERE _id = 2")
    #expect(
      try store.findings() == [
        Finding(
          .danglingLink(
            PropertyName("CapturedNote", "book"), destination: "BookModel", rule: .cascade),
          examples: [2]),
        Finding(
          .danglingLink(
            PropertyName("AmbientSession", "bookModel"), destination: "BookModel", rule: .cascade),
          examples: [2]),
      ])
    _ = try StoreRepairer.apply(storeAt: store.path) { _ in "backup.json" }
    #expect(try store.findings() == [])
    #expect(try store.rows("SELECT _id FROM CapturedNote") == [[.integer(1)]])
    // Deleting a session keeps what was captured in it.
    #expect(
      try store.rows("SELECT _id, book, ambientSession FROM CapturedQuote") == [
        [.integer(1), .integer(1), .null]
      ])
  }

  @Test func `what sync duplicated is found by its key, and becomes one record again`() throws {
    let store = try store(
      Self.books + """
        INSERT INTO BookModel (_id, localId, title, dateAdded) VALUES
          (3, 'L1', 'Emma, with notes', 200), (4, 'L1', 'Emma', 150);
        INSERT INTO CapturedNote (_id, content, book, source) VALUES (3, 'later', 4, 'typed');
        """)
    let key = UniqueKey(entity: "BookModel", properties: ["localId"])
    #expect(try store.findings() == [])
    #expect(
      try store.findings { $0.uniqueKeys = [key] } == [
        Finding(
          .duplicate(entity: "BookModel", key: ["localId"], isDeclared: false), examples: [1])
      ])
    var options = RepairOptions()
    options.merges = [DuplicateMerge(key: key, newestBy: "dateAdded")]
    _ = try StoreRepairer.apply(storeAt: store.path, options: options) { _ in "backup.json" }
    #expect(try store.findings { $0.uniqueKeys = [key] } == [])
    #expect(
      try store.rows("SELECT _id, title FROM BookModel ORDER BY _id") == [
        [.integer(2), .text("Persuasion")], [.integer(3), .text("Emma, with notes")],
      ])
    #expect(
      try store.rows("SELECT _id, book FROM CapturedNote ORDER BY _id") == [
        [.integer(1), .integer(3)], [.integer(2), .integer(2)], [.integer(3), .integer(3)],
      ])
  }
}
