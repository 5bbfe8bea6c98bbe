import SchemaModel
import StoreVerification
import Testing

/// A recovery of three times the rows takes three times the steps, and not nine times.
///
/// SQLite asks whether to stop after a certain number of its steps.
struct RecoveryGrowthTests {
  private static let lists = """
    schema: Lists
    version: 1.0.0
    entities:
      A: {table: a, primaryKey: [id], attributes: {id: int}}
      B: {table: b, primaryKey: [id], attributes: {id: int}}
      L:
        table: l
        primaryKey: [a, b]
        attributes: {v: string?}
        relationships:
          first: {toOne: A, column: a, delete: noAction}
          second: {toOne: B, column: b, delete: noAction}
          other: {toOne: B?, column: o, delete: noAction}
    """

  private struct Case {
    var definition: String
    var damage: String
  }

  private static let key = "a INTEGER NOT NULL, b INTEGER NOT NULL"
  private static let rest = """
    v TEXT, o INTEGER REFERENCES b (id), PRIMARY KEY (a, b),
    FOREIGN KEY (a) REFERENCES a (id), FOREIGN KEY (b) REFERENCES b (id)
    """

  private static let cases: [String: Case] = [
    "rows that all are there": .init(
      definition: "(\(key), \(rest))", damage: "DELETE FROM l WHERE rowid = 1"),
    "rows that all are lost": .init(definition: "(\(key), \(rest))", damage: "DELETE FROM l"),
    "rows without rowids": .init(
      definition: "(\(key), \(rest)) WITHOUT ROWID", damage: "DELETE FROM l WHERE b % 2"),
    "rows that are other ones": .init(
      definition: "(\(key), \(rest))",
      damage: "UPDATE l SET v = v || 'x'; DELETE FROM l WHERE b % 3 = 0"),
    "rows that have lost a link": .init(
      definition: "(\(key), \(rest))", damage: "UPDATE l SET o = NULL; DELETE FROM b WHERE id = 7"),
  ]

  @Test(arguments: cases.keys.sorted())
  func `rows with a key of several columns`(_ name: String) throws {
    let example = try #require(Self.cases[name])
    let counts = try [1500, 4500].map { try steps(of: example, rows: $0) }
    #expect(counts[0] > 5, "too few to tell")
    #expect(counts[1] < 5 * counts[0], "\(counts)")
  }

  @Test func `links of an ordered many-to-many relationship`() throws {
    let counts = try [4500, 13500].map { rows in
      try steps(
        of: RecoveryPair(
          """
          schema: Library
          version: 1.0.0
          entities:
            Book:
              relationships: {tags: {toMany: Tag, inverse: books, delete: nullify, ordered: true}}
            Tag: {relationships: {books: {toMany: Book, inverse: tags, delete: nullify}}}
          """,
          """
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
            INSERT INTO Book (_id) SELECT i FROM n;
          INSERT INTO Tag (_id) VALUES (1);
          INSERT INTO Book_tags (books, tags, _order_tags) SELECT _id, 1, 1 FROM Book;
          """,
          """
          DELETE FROM Book WHERE _id % 3 = 0; DELETE FROM Book_tags WHERE books % 3 < 2
          """))
    }
    #expect(counts[0] > 5, "too few to tell")
    #expect(counts[1] < 5 * counts[0], "\(counts)")
  }

  private func steps(of example: Case, rows: Int) throws -> Int {
    try steps(
      of: RecoveryPair(
        Self.lists,
        """
        DROP TABLE l; CREATE TABLE l \(example.definition);
        INSERT INTO a VALUES (1), (2), (3);
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
          INSERT INTO b SELECT i FROM n;
        INSERT INTO l SELECT id % 3 + 1, id, 'v' || id, id FROM b;
        """, example.damage))
  }

  /// How often SQLite asks while rows are recovered.
  private func steps(of pair: RecoveryPair) throws -> Int {
    var count = 0
    let outcome = try StoreRecoverer.apply(
      storeAt: pair.store.path, from: pair.donor.path,
      isCancelled: {
        count += 1
        return false
      }
    ) { _ in "/backups/a.json" }
    #expect(!outcome.plan.isEmpty)
    return count
  }
}
