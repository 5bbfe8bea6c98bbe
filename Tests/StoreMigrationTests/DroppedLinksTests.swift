import SQLite
import MigrateKit
import Diagnostics
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreLayout
import StoreMigration
import StoreVerification
import TestSupport
import Testing

/// Links between two to-many relationships that are lost with an object that is left behind.
struct DroppedLinksTests {
  private static func shelf(_ version: Int, inverse: Bool = true, maps: String = "") -> String {
    """
    schema: Shelf
    version: \(version).0.0
    entities:
      Book:
        attributes: {title: string}
        relationships: {tags: {toMany: Tag\(inverse ? ", inverse: books" : "")}}
      Tag:
        attributes: {name: string}
    \(inverse ? "    relationships: {books: {toMany: Book, inverse: tags}}" : "")
    \(maps.isEmpty ? "" : "migration: {map: {\(maps)}}")

    """
  }

  private static let content = """
    INSERT INTO Book (_id, title) VALUES (1, 'a'), (2, 'b'), (3, 'c');
    INSERT INTO Tag (_id, name) VALUES (1, 'red'), (2, 'old'), (3, 'new');
    INSERT INTO Book_tags (tags_owner, tags) VALUES (1, 1), (1, 2), (2, 2), (3, 3);
    """

  private func losses(_ store: TestStore, _ history: SchemaHistory) throws -> [String] {
    try Migrator(history: history, options: .testing()).plan(for: store.path).losses.map {
      "\($0.version) \($0.approval ?? "") \($0.count ?? 0) \($0.kind.unit.rawValue) \($0.numbers)"
    }
  }

  private func store(_ history: SchemaHistory) throws -> TestStore {
    let store = try TestStore(history.oldest)
    let columns = try store.rows("SELECT name FROM pragma_table_info('Book_tags')")
    guard columns.count > 1, case .text(let owner) = columns[0][0],
      case .text(let tag) = columns[1][0]
    else {
      Issue.record("the table of links has other columns: \(columns)")
      return store
    }
    try store.execute(
      Self.content.replacing("(tags_owner, tags)", with: "(\(owner), \(tag))"))
    return store
  }

  @Test func `links to objects left behind are refused, with the objects that lose them`() throws {
    let history = try SchemaHistory(
      Self.shelf(1), Self.shelf(2, maps: "Tag: {where: \"name <> 'old'\"}"))
    let store = try store(history)
    let before = try store.dump()
    let error = try #require(failure(of: store, history))
    #expect(error.exitStatus == 3)
    #expect(
      error.diagnostics(of: store.path).map { [$0.message] + $0.notes.map(\.message) } == [
        [
          "version 2.0.0 loses 2 links: relationship Book.tags: the links of objects of 'Tag' that"
            + " 'where' leaves behind are dropped",
          "a link goes with the object that is left behind, also where the other one stays",
          "of the objects with _id 1, 2", "if that is meant, add '--allow drop-links:Book.tags'",
        ]
      ])
    #expect(try store.dump() == before)
    let summary = try migrated(
      store, history, .testing { $0.allowedLosses = ["drop-links:Book.tags"] })
    #expect(
      summary.losses.map(\.message) == ["lost: 2 links of Book.tags, of the objects with _id 1, 2"])
    #expect(
      try store.rows("SELECT outcome FROM _migrate_history") == [
        [
          .text(
            "migrated; lost: 2 links of Book.tags, of the objects with _id 1, 2; "
              + "1 object of 'Tag' is left behind by 'where'")
        ]
      ])
    #expect(try store.rows("SELECT count(*) FROM Book_tags") == [[.integer(2)]])
  }

  @Test func `the objects at either end lose links`() throws {
    let history = try SchemaHistory(
      Self.shelf(1), Self.shelf(2, maps: "Book: {where: \"title <> 'a'\"}"))
    #expect(
      try losses(store(history), history) == ["2.0.0 drop-links:Book.tags 2 links [1]"])
  }

  @Test func `links of objects left behind are no loss where they have no inverse`() throws {
    let history = try SchemaHistory(
      Self.shelf(1, inverse: false),
      Self.shelf(2, inverse: false, maps: "Book: {where: \"title <> 'a'\"}"))
    let store = try store(history)
    #expect(try losses(store, history) == [])
    #expect(
      try migrated(store, history).effects.named("left-behind").counts == ["Book 1"])
  }

  @Test func `a link whose both objects are left behind is no loss`() throws {
    let history = try SchemaHistory(
      Self.shelf(1),
      Self.shelf(2, maps: "Book: {where: \"title <> 'a'\"}, Tag: {where: \"name <> 'old'\"}"))
    #expect(
      try losses(store(history), history) == ["2.0.0 drop-links:Book.tags 2 links [1, 2]"])
  }

  @Test func `where every object passes, no link is lost`() throws {
    let history = try SchemaHistory(
      Self.shelf(1), Self.shelf(2, maps: "Tag: {where: \"name <> ''\"}"))
    let store = try store(history)
    #expect(try losses(store, history) == [])
    #expect(try migrated(store, history).losses == [])
  }

  @Test func `links lost at one version are not counted at the next`() throws {
    let history = try SchemaHistory(
      Self.shelf(1), Self.shelf(2, maps: "Tag: {where: \"name <> 'old'\"}"),
      Self.shelf(3, maps: "Tag: {where: \"name <> 'red'\"}"))
    #expect(
      try losses(store(history), history) == [
        "2.0.0 drop-links:Book.tags 2 links [1, 2]", "3.0.0 drop-links:Book.tags 1 links [1]",
      ])
  }
}
