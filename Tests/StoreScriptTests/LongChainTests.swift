import MigrationPlanner
import SQLite
import StoreLayout
import StoreScript
import SchemaModel
import SchemaYAML
import TestSupport
import Testing

/// Stores that are many versions behind, where something is computed in each of them.
struct LongChainTests {
  /// A model of which each version computes values of the one before.
  struct Chain: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// The text of a version, without its head.
    var body: @Sendable (_ version: Int) -> String
    /// The rows of the first version.
    var content: String
    /// How many bytes the statement that copies the rows has for each version, at most.
    var bytesPerVersion = 160
  }

  static let chains = [
    Chain(
      testDescription: "an expression that names its value once",
      body: { "\(numbers)\(using("p + \($0)"))" }, content: "(1, 5, 'a'), (2, NULL, 'b')"),
    Chain(
      testDescription: "an expression that names its value three times",
      body: { "\(numbers)\(using("CASE WHEN p > \($0) THEN p + 1 ELSE p - 1 END"))" },
      content: "(1, 5, 'a'), (2, 500, 'b'), (3, NULL, NULL)", bytesPerVersion: 200),
    Chain(
      testDescription: "a condition",
      body: { "\(numbers)migration: {kind: custom, map: {E: {where: \"p <> \($0)\"}}}\n" },
      content: "(1, 5, 'a'), (2, 500, 'b'), (3, NULL, 'c')"),
    Chain(
      testDescription: "numbers and texts by turns",
      body: {
        "entities: {E: {attributes: {p: \($0.isMultiple(of: 2) ? "string" : "int")?, q: string?}}}\n"
      },
      content: "(1, 5, 'a'), (2, NULL, 'b')"),
    Chain(
      testDescription: "an enumeration with other numbers",
      body: { "\(cases($0))entities: {E: {attributes: {p: P?, q: string?}}}\n" },
      content: "(1, 1, 'a'), (2, 3, 'b'), (3, NULL, 'c')", bytesPerVersion: 20),
    Chain(
      testDescription: "an enumeration with other numbers, optional and required by turns",
      body: {
        "\(cases($0))entities: {E: {attributes: {p: P\($0.isMultiple(of: 2) ? " = a" : "?"), q: string?}}}\n"
      }, content: "(1, 1, 'a'), (2, 3, 'b'), (3, NULL, 'c')", bytesPerVersion: 1000),
    Chain(
      testDescription: "a composite whose elements are called otherwise",
      body: { parts($0) },
      content: #"(1, '{"a_1":1,"b_1":2,"c_1":3,"d_1":null}', 'a'), (2, NULL, 'b')"#,
      bytesPerVersion: 20),
    Chain(
      testDescription: "bytes in a file",
      body: {
        "entities: {E: {attributes: {p: {type: data, optional: true, storage: external}, q: string?}}}\n"
          + using("CAST(p || '\($0)' AS BLOB)")
      }, content: "(1, 'x', 'a'), (2, NULL, 'b')"),
  ]

  private static let numbers = "entities: {E: {attributes: {p: int?, q: string?}}}\n"

  private static func using(_ expression: String) -> String {
    "migration: {kind: custom, map: {E: {p: {using: \"\(expression)\"}}}}\n"
  }

  private static func cases(_ version: Int) -> String {
    "enums: {P: {raw: int, cases: {a: \(version), b: \(version + 1), c: \(version + 2)}}}\n"
  }

  private static func parts(_ version: Int) -> String {
    let parts = ["a", "b", "c", "d"].map { name in
      version == 1
        ? "\(name)_1: int?"
        : "\(name)_\(version): {type: int, optional: true, renamedFrom: \(name)_\(version - 1)}"
    }
    return "composites: {P: {attributes: {\(parts.joined(separator: ", "))}}}\n"
      + "entities: {E: {attributes: {p: P?, q: string?}}}\n"
  }

  @Test(arguments: chains)
  func `forty versions at once give what they give one by one, in one rewrite that stays small`(
    chain: Chain
  ) throws {
    let versions = try documents(chain, 40)
    let direct = try plan(versions)
    #expect(direct.count == 1)
    let statements = try StoreScript(direct[0]).statements
    let copies = statements.map(\.sql).filter { $0.hasPrefix("INSERT") }
    #expect(copies.count == 1)
    #expect((copies.first?.utf8.count ?? 0) < 40 * chain.bytesPerVersion)
    let steps = try zip(versions, versions.dropFirst()).flatMap { try plan([$0, $1]) }
    #expect(
      try rows(chain, versions[0], through: direct) == rows(chain, versions[0], through: steps))
  }

  @Test func `a row is passed from version to version, and no version keeps all rows`() throws {
    let versions = try documents(Self.chains[1], 6)
    let script = try StoreScript(try plan(versions)[0])
    let store = try store(of: versions[0])
    try store.register(MigrationFunctions(seed: "", now: 0))
    let copy = script.statements.map(\.sql).first { $0.hasPrefix("INSERT") } ?? ""
    let query = copy.replacing("INSERT INTO \"_migrate_new_E\" (\"_id\", \"p\", \"q\") ", with: "")
    let plan = try store.rows(SQL(raw: "EXPLAIN QUERY PLAN \(query)")).map { $0[3] }
    #expect(plan.filter { "\($0)".contains("CO-ROUTINE") }.count == 4)
    #expect(!plan.contains { "\($0)".contains("MATERIALIZE") })
  }

  @Test func `where no version computes anything, no query is in between`() throws {
    let chain = Chain(
      testDescription: "",
      body: {
        "entities: {E: {attributes: {p\($0): {type: int, optional: true, renamedFrom: p\($0 - 1)}}}}\n"
      },
      content: "")
    let versions =
      [
        try document("entities: {E: {attributes: {p1: int?}}}\n", 1)
      ] + (try (2...40).map { try document(chain.body($0), $0) })
    let mappings = try plan(versions)
    #expect(mappings.map { $0.entities[0].layers.count } == [1])
  }

  @Test func `more versions than can be computed at once are computed in a few runs`() throws {
    let limit = Mapping.stepLimit
    let versions = try documents(Self.chains[0], 2 * limit + 11)
    let mappings = try plan(versions)
    #expect(mappings.map { $0.entities[0].layers.count } == [limit, limit, 10])
    let sum = (2...2 * limit + 11).reduce(5, +)
    #expect(
      try rows(Self.chains[0], versions[0], through: mappings) == [
        [.integer(1), .integer(Int64(sum)), .text("a")], [.integer(2), .null, .text("b")],
      ])
  }

  @Test func `links of an ordered relationship that are given anew in each version`() throws {
    let versions = try (1...6).map { version in
      try document(
        """
        entities:
          P: {relationships: {items: {toMany: I, inverse: p, ordered: true, delete: nullify}}}
          I: {attributes: {n: int}, relationships: {p: {toOne: P?, inverse: items, delete: nullify}}}
        \(version == 1 ? "" : "migration: {kind: custom, map: {I: {p: {using: \"coalesce(p, 1)\"}}}}")

        """, version)
    }
    let (direct, steps) = (
      try plan(versions), try zip(versions, versions.dropFirst()).flatMap { try plan([$0, $1]) }
    )
    func links(_ mappings: [Mapping]) throws -> [[SQLValue]] {
      let store = try store(of: versions[0])
      try store.fill(StoreLayout(of: versions[0].schema), seed: 3)
      try migrate(store, mappings)
      return try store.rows("SELECT * FROM I ORDER BY _id")
    }
    #expect(try links(direct) == links(steps))
    let largest = try direct.flatMap { try StoreScript($0).statements.map(\.sql.utf8.count) }.max()
    #expect((largest ?? 0) < 2000)
  }

  // MARK: Stores

  private func document(_ body: String, _ version: Int) throws -> SchemaDocument {
    try SchemaReader.read(
      text: "schema: X\nversion: \(version).0.0\n\(body)", name: "V\(version).yaml")
  }

  /// Versions of a chain, the first without its migration.
  private func documents(_ chain: Chain, _ count: Int) throws -> [SchemaDocument] {
    try (1...count).map { version in
      var document = try document(chain.body(version), version)
      if version == 1 { document.migration = nil }
      return document
    }
  }

  private func plan(_ versions: [SchemaDocument]) throws -> [Mapping] {
    try Planner.plan(from: versions[0], through: Array(versions.dropFirst())).stages.map(\.mapping)
  }

  private func store(of document: SchemaDocument) throws -> Connection {
    let connection = try Connection.inMemory()
    for statement in StoreLayout(of: document.schema).definition.statements {
      try connection.execute(SQL(raw: statement))
    }
    return connection
  }

  private func migrate(_ store: Connection, _ mappings: [Mapping]) throws {
    try store.register(
      MigrationFunctions(
        seed: "s", now: 1, storeFile: { String(decoding: $0, as: UTF8.self) },
        loadFile: { Array($0.utf8) }))
    for mapping in mappings {
      for statement in try StoreScript(mapping).statements {
        try store.execute(SQL(raw: statement.sql))
      }
    }
  }

  private func rows(
    _ chain: Chain, _ first: SchemaDocument, through mappings: [Mapping]
  ) throws -> [[SQLValue]] {
    let store = try store(of: first)
    try store.execute("INSERT INTO E VALUES \(raw: chain.content)")
    try migrate(store, mappings)
    return try store.rows("SELECT * FROM E ORDER BY _id")
  }
}
