import SQLite
import SchemaModel
import StoreVerification
import Testing

/// Existing tables: their primary key identifies rows, and never changes.
struct ForeignTableRecoveryTests {
  private static let keyless = """
    schema: Old
    version: 1.0.0
    entities:
      Q: {table: q, attributes: {name: string?, v: int?}}
      O: {table: o, primaryKey: [id], attributes: {id: int}}
    """

  private static let rows = """
    DROP TABLE q; CREATE TABLE q (name TEXT, v INTEGER); INSERT INTO o VALUES (1), (2);
    INSERT INTO q VALUES ('a', 1), ('b', 2), ('b' || char(0) || 'x', 2), ('c', 3), ('c', 3);
    """

  private static func unnamed(_ count: String, _ entity: String) -> String {
    "unclear: the backup has \(count) of '\(entity)' that the store has not, and no key shows whether "
      + "that is a loss or a change"
  }

  @Test func `rows without a key are no obstacle while all of them exist`() throws {
    let pair = try RecoveryPair(
      Self.keyless, Self.rows, "INSERT INTO q VALUES ('new', 1); DELETE FROM o WHERE id = 2; VACUUM"
    )
    #expect(try pair.apply().returning == ["1 O"])
  }

  @Test(arguments: [
    ("DELETE FROM q WHERE name = 'a'", "1 row"), ("UPDATE q SET v = 9 WHERE name = 'b'", "1 row"),
    ("DELETE FROM q WHERE rowid IN (3, 5)", "2 rows"),
  ])
  func `rows without a key that are missing are lost or were changed`(
    _ damage: String, _ count: String
  ) throws {
    let pair = try RecoveryPair(Self.keyless, Self.rows, damage)
    #expect(try pair.problems() == [Self.unnamed(count, "Q")])
  }

  @Test func `a row without a key comes back by the given key`() throws {
    let pair = try RecoveryPair(
      Self.keyless, Self.rows + "DELETE FROM q WHERE rowid = 5;",
      "DELETE FROM q WHERE name = 'b'; VACUUM")
    #expect(try pair.apply("Q:name").returning == ["1 Q (1)"])
    #expect(try pair.areEqual("q"))
  }

  private static let open = """
    schema: Old
    version: 1.0.0
    entities:
      P: {table: p, primaryKey: [a, b], attributes: {a: int?, b: string?, v: int?}}
    """

  @Test func `rows with an incomplete key count as rows without a key`() throws {
    let pair = try RecoveryPair(
      Self.open,
      """
      DROP TABLE p; CREATE TABLE p (a INTEGER, b TEXT, v INTEGER, PRIMARY KEY (a, b));
      INSERT INTO p VALUES (1, 'x', 1), (1, NULL, 2), (1, NULL, 3), (1, 'y', 4);
      """, "DELETE FROM p WHERE b = 'x'")
    #expect(try pair.apply().returning == ["1 P"])
    #expect(try pair.areEqual("p"))
    try pair.store.execute("DELETE FROM p WHERE b IS NULL")
    #expect(try pair.problems() == [Self.unnamed("2 rows", "P")])
  }

  private static let keyed = """
    schema: Old
    version: 1.0.0
    entities:
      P: {table: p, primaryKey: [id], attributes: {id: int, code: {type: string, unique: true}}}
      R: {table: r, primaryKey: [a, b], attributes: {a: string, b: double, v: int?}}
      T:
        table: t
        primaryKey: [id]
        attributes: {id: int, a: string?, b: double?}
        relationships: {p: {toOne: P?, column: f, delete: noAction}}
    """

  private static let tables = """
    DROP TABLE r; DROP TABLE t;
    CREATE TABLE r (a TEXT NOT NULL COLLATE NOCASE, b NOT NULL, v INTEGER, PRIMARY KEY (a, b));
    CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b REAL, f INTEGER REFERENCES p (id),
      FOREIGN KEY (a, b) REFERENCES r);
    INSERT INTO p VALUES (1, 'a'), (2, 'b'), (3, 'c');
    INSERT INTO r VALUES ('x', 1, 1), ('y', 2, 2), ('z' || char(0) || 'z', 3, 3);
    INSERT INTO t (id, f, a, b) VALUES (1, 1, 'X', 1), (2, 2, 'y', 2), (3, NULL, NULL, NULL);
    """

  @Test(arguments: [
    ("DELETE FROM t; DELETE FROM r; DELETE FROM p", ["3 P", "3 R", "3 T"]),
    (
      "DELETE FROM t WHERE id = 2; DELETE FROM r WHERE v > 1; DELETE FROM p WHERE id = 2",
      ["1 P", "2 R", "1 T"]
    ),
    ("UPDATE r SET a = upper(a); DELETE FROM r WHERE v = 3", ["1 R"]),
  ])
  func `rows come back by their primary key`(_ damage: String, _ returning: [String]) throws {
    let pair = try RecoveryPair(Self.keyed, Self.tables, damage)
    let plan = try pair.apply()
    #expect(plan.returning == returning)
    #expect(plan.lostLinks == 0)
    let isChanged = damage.hasPrefix("UPDATE")
    #expect(
      plan.differences.map { "\($0.count) \($0.columns)" } == (isChanged ? [#"2 ["a"]"#] : []))
    #expect(try pair.areEqual("p", "t"))
    if !isChanged { #expect(try pair.areEqual("r")) }
    #expect(try pair.apply().isEmpty)
  }

  @Test(arguments: [
    (
      "DELETE FROM p WHERE id = 3; INSERT INTO p VALUES (3, 'new')", [],
      "unclear: the backup has 1 object of 'P' that the store has by 'id' or by 'code', "
        + "and not by both: id 3"
    ),
    (
      "DELETE FROM p WHERE id = 3; INSERT INTO p VALUES (7, 'c')", [],
      "unclear: the backup has 1 object of 'P' that the store has by 'id' or by 'code', "
        + "and not by both: id 3"
    ),
    (
      "DELETE FROM p WHERE id = 3; INSERT INTO p VALUES (7, 'c')", ["P:_id"],
      "undone: 1 object of 'P' cannot come back: UNIQUE constraint failed: p.code: id 3"
    ),
  ])
  func `a primary key that another row now has is not replaced`(
    _ damage: String, _ keys: [String], _ problem: String
  ) throws {
    let pair = try RecoveryPair(Self.keyed, Self.tables, damage)
    #expect(try pair.problems(keys) == [problem])
  }

  @Test func `a broken foreign key outside the model prevents the recovery`() throws {
    let pair = try RecoveryPair(
      Self.keyed, Self.tables + "PRAGMA foreign_keys = OFF; DELETE FROM r WHERE v = 2;",
      "DELETE FROM t WHERE id > 1")
    #expect(
      try pair.problems() == [
        "undone: what comes back would lead to nothing by a foreign key that is no relationship of the "
          + "model"
      ])
  }

  @Test func `a primary key with a link to a renumbered object is not followed`() throws {
    let pair = try RecoveryPair(
      """
      schema: Mixed
      version: 1.0.0
      entities:
        Book: {attributes: {code: string}}
        Page:
          table: page
          primaryKey: [book]
          attributes: {v: int?}
          relationships: {book: {toOne: Book, column: book, delete: noAction}}
      """,
      "INSERT INTO Book (_id, code) VALUES (1, 'a'); INSERT INTO page (book, v) VALUES (1, 1);",
      "PRAGMA foreign_keys = OFF; UPDATE Book SET code = 'new'")
    let key = try #require(UniqueKey("Book:code"))
    #expect(
      throws: RecoveryError.unusableKey(
        key, reason: "'page' has a link to 'Book' in its primary key")
    ) { try pair.plan("Book:code") }
  }

  @Test func `a chosen key does not replace a primary key`() throws {
    let key = try #require(UniqueKey("P:code"))
    let pair = try RecoveryPair(Self.keyed, Self.tables, "")
    #expect(
      throws: RecoveryError.unusableKey(
        key, reason: "rows of 'p' are found by their primary key")
    ) { try pair.plan("P:code") }
  }
}
