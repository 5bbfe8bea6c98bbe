import SchemaModel
import Testing

struct MigrationDigestTests {
  static let migration = MigrationDeclaration(
    kind: .custom, before: [.count(entity: "Book", equals: nil)],
    maps: [
      .init("Book", properties: ["a": "1", "b": "2"], filter: "x"), .init("Shelf"),
    ],
    after: [.expect(sql: "SELECT 1", equals: .int(1))])

  @Test func `the digest of a migration never changes from one release of the tool to the next`() {
    #expect(
      Self.migration.digest == "6aaa4391d7915218ae29bb19196e1c2525268a64bc700715c9521587a2daf70f")
  }

  @Test func `every part of a migration changes its digest`() {
    var edits = Array(repeating: Self.migration, count: 19)
    edits[1].kind = nil
    edits[2].kind = .lightweight
    edits[3].before = []
    edits[4].before = [.count(entity: "Book", equals: 0)]
    edits[5].before = [.expect(sql: "Book", equals: nil)]
    edits[6].maps[0].properties["a"] = "12"
    edits[7].maps[0].properties = ["a": "1"]
    edits[8].maps[0].filter = nil
    edits[9].maps.reverse()
    edits[10].after = [.expect(sql: "SELECT 1", equals: nil)]
    edits[11].after = [.expect(sql: "SELECT 1", equals: .string("1"))]
    edits[12].after += edits[12].after
    edits[13].steps = [.init(.sql("x"), touches: ["Book"])]
    edits[14].steps = [.init(.sql("x"), touches: ["Book.a"])]
    edits[15].steps = [.init(.closure("x", on: "Book", reads: []), touches: ["Book.a"])]
    edits[16].steps = [.init(.closure("x", on: "Book", reads: ["Book"]), touches: ["Book.a"])]
    edits[17].maps[0].keptLinks = ["c": [.first]]
    edits[18].maps[0].keptLinks = ["c": [.newest("d")]]
    #expect(Set(edits.map(\.digest)).count == edits.count)
  }
}
