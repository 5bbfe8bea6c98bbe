import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreLayout
import StoreMigration
import StoreVerification
import Testing

/// Objects that a plan names as losing values or links: they are named by their present identities.
struct LoserTests {
  private static func text(_ version: Int, _ entities: [String], _ rest: String = "") -> String {
    let all = entities.map { "\($0): {attributes: {n: string?}}" }.joined(separator: ", ")
    return "schema: G\nversion: \(version).0.0\nentities: {\(all)}\n\(rest)"
  }

  private static let content = """
    INSERT INTO A (_id, n) VALUES (1, 'a1'), (2, 'a2');
    INSERT INTO B (_id, n) VALUES (1, 'b1'), (2, 'b2');
    INSERT INTO C (_id, n) VALUES (1, 'c1'), (7, 'c7');
    """

  private static let together = "migration: {map: {W: {from: {A: {}, B: {}}}}}\n"

  private func told(_ texts: String...) throws -> [String] {
    let history = SchemaHistory(
      try texts.enumerated().map {
        try SchemaHistory($0.element).versions[0]
      })
    let store = try TestStore(history.oldest, filledBy: Self.content)
    return try Migrator(history: history, options: .testing()).plan(for: store.path).losses
      .map(\.message)
  }

  @Test func `an object that gets a new identity is named by its present identity`() throws {
    #expect(
      try told(
        Self.text(1, ["A", "B", "C"]),
        Self.text(
          2, ["W", "C"],
          "migration: {map: {W: {from: {A: {}, B: {n: {using: \"nullif(n, 'b2')\"}}}}}}\n")) == [
          "lost: 1 value of B.n, of the object with _id 2"
        ])
  }

  @Test func `no objects are named where objects came together before`() throws {
    #expect(
      try told(
        Self.text(1, ["A", "B", "C"]), Self.text(2, ["W", "C"], Self.together),
        Self.text(3, ["W", "C"], "migration: {map: {W: {n: {using: \"nullif(n, 'b2')\"}}}}\n")) == [
          "lost: 1 value of W.n"
        ])
  }

  @Test func `no objects are named that came together twice, but others are`() throws {
    #expect(
      try told(
        Self.text(1, ["A", "B", "C"]), Self.text(2, ["W", "C"], Self.together),
        Self.text(
          3, ["V"],
          """
          migration:
            map:
              V: {from: {W: {n: {using: "nullif(n, 'b2')"}}, C: {n: {using: "nullif(n, 'c7')"}}}}

          """))
        == [
          "lost: 1 value of W.n", "lost: 1 value of C.n, of the object with _id 7",
        ].sorted())
  }

  @Test(arguments: [5, 6])
  func `of five objects all are named, and of six the first five`(count: Int) throws {
    let store = try Library.history(
      replacing: [("year: string?", "year: string?")],
      migration: "  map: {Book: {year: {using: \"NULL\"}}}")
    let rows = (1...count).map { "(\($0), '', '1')" }.joined(separator: ", ")
    let books = try TestStore(
      store.oldest, filledBy: "INSERT INTO Book (_id, title, year) VALUES \(rows)")
    let losses = try Migrator(history: store, options: .testing()).plan(for: books.path).losses
    #expect(
      losses.map(\.message) == [
        "lost: \(count) values of Book.year, of the objects with _id 1, 2, 3, 4, 5"
          + (count == 6 ? ", …" : "")
      ])
  }

  @Test func `five objects that lose several links each are all named`() throws {
    let first = """
      schema: L
      version: 1.0.0
      entities: {A: {relationships: {bs: {toMany: B}}}, B: {attributes: {n: string?}}}
      """
    let history = try SchemaHistory(
      first,
      """
      schema: L
      version: 2.0.0
      entities:
        A: {relationships: {b: {toOne: B?, renamedFrom: bs}}}
        B: {attributes: {n: string?}}
      migration: {map: {A: {b: {using: "NULL"}}}}
      """)
    let objects = (1...5).map { "(\($0))" }.joined(separator: ", ")
    let links = (1...5).flatMap { ["(\($0), 1)", "(\($0), 2)"] }.joined(separator: ", ")
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO A (_id) VALUES \(objects); INSERT INTO B (_id) VALUES (1), (2);
        INSERT INTO A_bs (_owner, bs) VALUES \(links);
        """)
    let losses = try Migrator(history: history, options: .testing()).plan(for: store.path).losses
    #expect(
      losses.map(\.message) == ["lost: 10 links of A.b, of the objects with _id 1, 2, 3, 4, 5"])
  }
}
