import SQLite
import Diagnostics
import StoreImport
import Testing

/// Members that a file has twice, and values that differ from the store, are reported.
struct ImportDifferenceTests {
  private static let uuid = "6F9619FF-8B86-D011-B42D-00C04FC964FF"
  private static let other = "7F9619FF-8B86-D011-B42D-00C04FC964FF"

  @Test func `a duplicate member within a composite or on a source's path is reported`() throws {
    let store = try ImportStore(
      mapping: ImportStore.mapping.replacing("title: title", with: "title: names.main"))
    let data = """
      [{"uuid": "\(Self.uuid)", "names": {"main": "a", "main": "b"}},
       {"uuid": "\(Self.other)", "names": {"main": "a"}, "cover": {"place": {"x": 1, "x": 2}}}]
      """
    #expect(
      store.problems(data) == [
        "1:82 duplicate-member 'main' is there twice (in record 1)",
        "2:108 duplicate-member 'x' is there twice (in record 2)",
      ])
  }

  @Test func `a value that is the same as in the store is not reported`() throws {
    let store = try ImportStore()
    _ = try store.apply(ImportStore.records)
    #expect(try store.plan(ImportStore.records).differing == [])
  }

  @Test func `a value that has changed in the file is reported, and not imported`() throws {
    let store = try ImportStore()
    _ = try store.apply(ImportStore.records)
    let before = try store.rows("SELECT title, servings FROM Recipe")
    let files = try store.externalNames()
    let changed = ImportStore.records
      .replacing("Soup", with: "Stew").replacing("Bread", with: "Toast")
      .replacing(#""notes": ["b", "a"]"#, with: #""notes": ["a", "new", "b"]"#)
      .replacing("AQID", with: "AQIE").replacing(#""winter", "quick""#, with: #""winter", "slow""#)
    let outcome = try store.apply(changed)
    #expect((outcome.present, outcome.imported) == (2, []))
    #expect(
      outcome.differing.map(Self.told) == [
        "6 'Recipe.books' is not in the store as it is here, in 1 place",
        "5 'Recipe.cover' is not in the store as it is here, in 1 place",
        "4 'Recipe.notes' is not in the store as it is here, in 1 place",
        "2 'Recipe.title' is not in the store as it is here, in 2 places",
      ])
    #expect(try store.rows("SELECT title, servings FROM Recipe") == before)
    #expect(try store.externalNames() == files)
  }

  @Test func `a shared object with other values the second time is reported`() throws {
    let store = try ImportStore(
      mapping: """
        entity: Recipe
        key: [uuid]
        attributes: {uuid: uuid, title: title}
        relationships:
          books: {from: books, key: [name], attributes: {name: name, uuid: id}}
        """)
    let data = """
      [{"uuid": "\(Self.uuid)", "title": "a", "books": [{"name": "b", "id": "\(Self.uuid)"}]},
       {"uuid": "\(Self.other)", "title": "c", "books": [{"name": "b", "id": "\(Self.other)"}]}]
      """
    let outcome = try store.apply(data)
    #expect(
      outcome.differing.map(Self.told) == [
        "2 'Book.uuid' is not in the store as it is here, in 1 place"
      ])
    #expect(try store.rows("SELECT name, uuid FROM Book") == [[.text("b"), .text(Self.uuid)]])
    #expect(try store.plan(data).differing.count == 1)
  }

  private static func told(_ problem: Diagnostic) -> String {
    "\(problem.location?.line ?? 0) \(problem.message)"
  }
}
