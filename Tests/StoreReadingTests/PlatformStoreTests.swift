import SchemaModel
import SQLite
import StoreLayout
import StoreReading
import TestSupport
import Testing

@Suite(.enabled(if: Corpora.folder != nil, "\(Corpora.absence)"))
struct PlatformStoreTests {
  /// Every store of the corpora, by its path.
  static let stores = Corpora.stores

  @Test(arguments: stores)
  func `every entity, property and link of a store has its place`(_ path: String) throws {
    let store = try PlatformStore(at: Corpora.path(path))
    #expect(store.objects.problems.map(\.explanation) == [])
  }

  @Test(arguments: stores)
  func `the views have as many objects and links as the tables`(_ path: String) throws {
    let store = try PlatformStore(at: Corpora.path(path))
    try store.read { connection in
      for entity in store.model.entities {
        let rows = try #require(ObjectRows(of: entity.name, in: store.objects.layout))
        var count: Int64 = 0
        try rows.forEach(on: connection) { _ in count += 1 }
        let numbers = try store.model.family(of: entity.name).map { member in
          // Where an entity was renamed, the file may still have its old name.
          try #require(
            try connection.integer(
              """
              SELECT Z_ENT FROM Z_PRIMARYKEY \
              WHERE Z_NAME IN (\(member.name), \(SQLValue(member.renamedFrom)))
              """))
        }
        let root = try #require(store.model.root(of: entity.name))
        let list = numbers.map { "\($0)" }.joined(separator: ", ")
        let expected = try connection.integer(
          SQL(
            raw: "SELECT count(*) FROM Z\(root.name.uppercased()) WHERE Z_ENT IN (\(list))"))
        #expect(count == expected, "\(entity.name)")
      }
    }
  }
}
