import SQLite
import SchemaModel
import StoreVerification
import TestSupport
import Testing

/// A store whose rows are whole, but with an index that lacks some: rows looked up by it seem to be
/// missing.
struct DamagedIndexTests {
  private func store() throws -> TestStore {
    let store = try TestStore(
      """
      schema: Library
      version: 1.0.0
      entities:
        Author:
          attributes: {code: string, born: date?}
          relationships: {books: {toMany: Book, inverse: author, delete: cascade}}
          unique: [[code]]
        Book:
          attributes: {title: string}
          relationships: {author: {toOne: Author?, inverse: books, delete: nullify}}
      """, "INSERT INTO Author VALUES (1, 'a', 0.0), (2, 'b', 1e9)")
    let connection = try Connection(path: store.path, mode: .readWrite)
    try connection.execute(
      "INSERT INTO Book (_id, title, author) VALUES (1, 'x', 1), (2, 'y', 2)",
      behind: "Book_author_fk")
    return store
  }

  @Test func `nothing is repaired, pruned or merged by an index that is damaged`() throws {
    let store = try store()
    let before = try store.rows("SELECT * FROM Book NOT INDEXED")
    #expect(try isDamaged(StoreRepairer.plan(storeAt: store.path)))
    #expect(
      try isDamaged(StoreRepairer.apply(storeAt: store.path) { _ in "/backups/a.json" }))
    let old = PruneOptions(entity: "Author", attribute: "born", before: 1)
    #expect(try isDamaged(StorePruner.plan(storeAt: store.path, options: old)))
    #expect(try store.rows("SELECT * FROM Book NOT INDEXED") == before)
    #expect(before.count == 2)
  }

  private func isDamaged(_ work: @autoclosure () throws -> some Any) throws -> Bool {
    do {
      _ = try work()
      return false
    } catch RepairError.damaged(let detail) {
      return detail.contains("missing from index Book_author_fk")
    }
  }
}
