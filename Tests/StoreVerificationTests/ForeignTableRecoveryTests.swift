import SQLite
import StoreVerification
import Testing

/// Tables that were there first, without a key or with foreign keys that are no relationships.
struct ForeignTableRecoveryTests {
  private static let keyless = """
    schema: Old
    version: 1.0.0
    entities:
      Q: {table: q, attributes: {name: string?, v: int?}}
    """

  private static let rows = """
    DROP TABLE q; CREATE TABLE q (name TEXT, v INTEGER);
    INSERT INTO q VALUES ('a', 1), ('b', 2), ('b', 2), ('b', 2), ('c', 0), ('c' || char(0) || 'x', NULL),
      ('c' || char(0) || 'y', NULL), ('z', 1);
    """

  private static let all = "SELECT name, v, typeof(v) FROM q ORDER BY 1, 2"

  @Test func `rows without a key are found by what is in them, as often as it is there`() throws {
    for vacuum in ["", "VACUUM"] {
      let pair = try RecoveryPair(
        Self.keyless, Self.rows,
        "DELETE FROM q WHERE rowid IN (1, 3, 4, 6, 8); \(vacuum)"
      )
      let plan = try pair.apply()
      #expect(plan.returning == ["5 Q"])
      #expect(plan.differences == [])
      #expect(try pair.store.rows(Self.all) == pair.donor.rows(Self.all))
      #expect(try pair.apply().isEmpty)
    }
  }

  @Test func `a row that was changed since stays beside the one that it was`() throws {
    let pair = try RecoveryPair(Self.keyless, Self.rows, "UPDATE q SET v = 5 WHERE name = 'a'")
    #expect(try pair.apply().returning == ["1 Q"])
    #expect(
      try pair.store.rows("SELECT v FROM q WHERE name = 'a' ORDER BY 1") == [
        [.integer(1)], [.integer(5)],
      ])
  }

  @Test func `a row without a key whose number is taken comes back by the key that is said`() throws
  {
    let rows =
      "DROP TABLE q; CREATE TABLE q (name TEXT, v INTEGER); INSERT INTO q VALUES ('a', 1), ('b', 2), ('c', 3);"
    let pair = try RecoveryPair(Self.keyless, rows, "DELETE FROM q WHERE name = 'b'; VACUUM")
    let plan = try pair.apply("Q:name")
    #expect(plan.returning == ["1 Q"])
    #expect(plan.remaining == [])
    #expect(try pair.store.rows(Self.all) == pair.donor.rows(Self.all))
  }

  @Test func `where another row has the key by now, no other key is advised`() throws {
    let pair = try RecoveryPair(
      """
      schema: Old
      version: 1.0.0
      entities:
        P: {table: p, primaryKey: [id], attributes: {id: int, code: {type: string, unique: true}}}
      """, "INSERT INTO p VALUES (1, 'a'), (2, 'b');",
      "DELETE FROM p WHERE id = 2; INSERT INTO p VALUES (2, 'new');")
    #expect(try pair.apply("P:code").remaining == [#"1 P ["2"], key"#])
  }

  private static let referring = """
    schema: Old
    version: 1.0.0
    entities:
      R: {table: r, primaryKey: [a, b], attributes: {a: int, b: int, v: int?}, unique: [[v]]}
      T: {table: t, primaryKey: [id], attributes: {id: int, a: int?, b: int?, v: int?}}
      Q: {table: q, primaryKey: [id], attributes: {id: int}}
    """

  @Test func `what a foreign key of its own leads nowhere with stays behind for itself`() throws {
    let pair = try RecoveryPair(
      Self.referring,
      """
      DROP TABLE r; DROP TABLE t;
      CREATE TABLE r (a INTEGER NOT NULL, b INTEGER NOT NULL, v INTEGER UNIQUE, PRIMARY KEY (a, b));
      CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, v INTEGER REFERENCES r (v),
        FOREIGN KEY (a, b) REFERENCES r);
      INSERT INTO r VALUES (1, 1, 1), (1, 2, 2); INSERT INTO q VALUES (1), (2);
      INSERT INTO t VALUES (1, 1, 2, NULL), (2, 1, 1, 1), (3, NULL, 2, 2), (4, NULL, NULL, 8);
      """,
      """
      DELETE FROM t; DELETE FROM q; DELETE FROM r WHERE b = 2; INSERT INTO r VALUES (7, 7, 2);
      """)
    let plan = try pair.apply("R:a,b")
    #expect(plan.returning == ["2 Q", "1 T"])
    #expect(
      plan.remaining == [
        #"1 R ["\'1, 2\'"], taken: v"#,
        #"1 T ["3"], another of 'r' for v"#,
        #"1 T ["1"], refused: 'a', 'b' lead to nothing in 'r'"#,
        #"1 T ["4"], refused: 'v' leads to nothing in 'r'"#,
      ])
    #expect(try pair.numbers("SELECT id FROM t ORDER BY 1") == [[2]])
  }

  @Test func `what a foreign key of its own would lead to a stranger with stays behind`() throws {
    let pair = try RecoveryPair(
      """
      schema: Old
      version: 1.0.0
      entities:
        P: {table: p, primaryKey: [id], attributes: {id: int, code: string, v: int}, unique: [[code], [id, v]]}
        T: {table: t, primaryKey: [id], attributes: {id: int, f: int?, v: int?}}
      """,
      """
      DROP TABLE p; DROP TABLE t;
      CREATE TABLE p (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, v INTEGER NOT NULL, UNIQUE (id, v));
      CREATE TABLE t (id INTEGER PRIMARY KEY, f INTEGER, v INTEGER, FOREIGN KEY (f, v) REFERENCES p (id, v));
      INSERT INTO p VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 3); INSERT INTO t VALUES (1, 1, 1), (2, 2, 2), (3, 3, 3);
      """,
      """
      DELETE FROM t; DELETE FROM p WHERE id > 1; INSERT INTO p VALUES (2, 'new', 2);
      """)
    let plan = try pair.apply("P:code")
    #expect(plan.returning == ["1 P", "2 T"])
    #expect(plan.remaining == [#"1 P ["2"], key"#, #"1 T ["2"], another of 'p' for f, v"#])
    #expect(try pair.numbers("SELECT id, f FROM t ORDER BY 1") == [[1, 1], [3, 3]])
  }

  @Test func `a key that is a link is another row's where it leads to another object`() throws {
    let pair = try RecoveryPair(
      """
      schema: Old
      version: 1.0.0
      entities:
        P: {table: p, primaryKey: [id], attributes: {id: int, code: {type: string, unique: true}}}
        C:
          table: c
          primaryKey: [id]
          attributes: {w: string?}
          relationships: {p: {toOne: P, column: id, delete: noAction}}
        G:
          table: g
          primaryKey: [id]
          attributes: {id: int}
          relationships: {c: {toOne: C?, column: f, delete: noAction}}
      """,
      """
      INSERT INTO p VALUES (1, 'a'), (2, 'b'), (3, 'c'); INSERT INTO c (id, w) VALUES (1, '1'), (2, '2'), (3, '3');
      INSERT INTO g (id, f) VALUES (1, 1), (2, 2), (3, 3);
      """,
      """
      DELETE FROM g WHERE id > 1; DELETE FROM c WHERE id > 1; DELETE FROM p WHERE id > 1;
      INSERT INTO p VALUES (2, 'new'), (7, 'c'); INSERT INTO c (id, w) VALUES (2, 'newc'), (7, '3');
      """)
    let plan = try pair.apply("P:code")
    #expect(plan.returning == ["2 G"])
    #expect(plan.differences.map { "\($0.entity) \($0.columns)" } == [#"P ["id"]"#])
    #expect(
      plan.remaining == [
        #"1 C ["2"], key"#, #"1 P ["2"], key"#, #"1 G.c ["2"], leftBehind"#,
      ])
    #expect(try pair.numbers("SELECT id, f FROM g ORDER BY 1") == [[1, 1], [2, nil], [3, 7]])
  }

  private static let linked = """
    schema: Old
    version: 1.0.0
    entities:
      P: {table: p, primaryKey: [id], attributes: {id: int, v: {type: int, unique: true}}}
      K:
        table: k
        attributes: {x: string?}
        relationships: {p: {toOne: P?, column: f, delete: noAction}}
    """

  @Test(arguments: [
    "UPDATE k SET f = 77 WHERE x = 'b'",  // leads nowhere in the backup already
    "SELECT 1",
  ])
  func `a row without a key that comes back without its link comes once`(_ before: String) throws {
    let pair = try RecoveryPair(
      Self.linked,
      """
      PRAGMA foreign_keys = OFF;
      INSERT INTO p VALUES (1, 1), (2, 2), (3, 3);
      INSERT INTO k (x, f) VALUES ('a', 1), ('b', 2), ('b', 2), ('c', 3); \(before);
      """,
      """
      DELETE FROM k WHERE f <> 1; DELETE FROM p WHERE id > 1; INSERT INTO p VALUES (9, 2), (8, 3);
      """)
    let first = try pair.apply("P:id")
    #expect(first.returning == ["3 K"])
    #expect(try pair.apply("P:id").returning == [])
    #expect(try pair.apply("P:v").returning == [])
    #expect(try pair.apply("P:v", relinking: true).returning == [])
    #expect(try pair.apply("P:v").isEmpty)
    #expect(try pair.numbers("SELECT count(*) FROM k") == [[4]])
  }

  private static let open = """
    schema: Old
    version: 1.0.0
    entities:
      P: {table: p, primaryKey: [a, b], attributes: {a: int?, b: string?, v: int?}}
      S: {table: s, primaryKey: [id], attributes: {id: string?, v: int?}}
      O: {table: o, primaryKey: [id], attributes: {id: int}}
    """

  @Test(arguments: [
    ("SELECT 1", 0, 0), ("DELETE FROM p WHERE v = 2", 1, 0),
    ("DELETE FROM p WHERE v = 3", 2, 0), ("DELETE FROM p WHERE b IS NULL; DELETE FROM s", 3, 2),
    ("DELETE FROM p WHERE rowid = 4; UPDATE s SET v = 9 WHERE id IS NULL", 1, 1),
  ])
  func `rows whose key is not all there come back as often as they are not there`(
    _ damage: String, _ ofP: Int, _ ofS: Int
  ) throws {
    let pair = try RecoveryPair(
      Self.open,
      """
      DROP TABLE p; DROP TABLE s;
      CREATE TABLE p (a INTEGER, b TEXT, v INTEGER, PRIMARY KEY (a, b));
      CREATE TABLE s (id TEXT PRIMARY KEY, v INTEGER);
      INSERT INTO p VALUES (1, 'x', 1), (1, NULL, 2), (1, NULL, 3), (1, NULL, 3);
      INSERT INTO s VALUES (NULL, 1), ('a', 2); INSERT INTO o VALUES (1), (2);
      """, "\(damage); DELETE FROM o WHERE id = 2; DELETE FROM p WHERE b = 'x'")
    let plan = try pair.apply()
    #expect(plan.returning == ["1 O", "\(1 + ofP) P"] + (ofS > 0 ? ["\(ofS) S"] : []))
    #expect(plan.differences == [])
    #expect(plan.remaining == [])
    #expect(
      try pair.store.rows("SELECT a, b, v FROM p ORDER BY 1, 2, 3")
        == pair.donor.rows("SELECT a, b, v FROM p ORDER BY 1, 2, 3"))
    #expect(try pair.apply().isEmpty)
  }

  @Test(arguments: [
    ("BEFORE INSERT ON s WHEN NEW.v = 2 BEGIN SELECT RAISE(ABORT, 'no two')", "no two"),
    (
      "BEFORE INSERT ON s WHEN NEW.v = 2 BEGIN SELECT RAISE(IGNORE)",
      "a trigger or an ON CONFLICT of its own passes it over"
    ),
  ])
  func `rows whose key is not all there stay behind where they are refused`(
    _ trigger: String, _ reason: String
  ) throws {
    let pair = try RecoveryPair(
      Self.open,
      """
      DROP TABLE s; CREATE TABLE s (id TEXT PRIMARY KEY, v INTEGER);
      INSERT INTO s VALUES (NULL, 1), (NULL, 2), ('a', 3);
      """, "DELETE FROM s; CREATE TRIGGER own \(trigger); END")
    let plan = try pair.apply()
    let isIgnored = reason.hasPrefix("a trigger")
    #expect(plan.returning == [isIgnored ? "1 S" : "2 S"])
    #expect(plan.remaining == ["\(isIgnored ? 2 : 1) S [], refused: \(reason)"])
  }

  @Test(arguments: [
    "DELETE FROM p WHERE v = 1", "DELETE FROM p",
    "DELETE FROM p WHERE v = 0; INSERT INTO p VALUES ('a' || char(0) || 'd', 1, 9)",
  ])
  func `keys of several columns may have NUL in them`(_ damage: String) throws {
    let pair = try RecoveryPair(
      """
      schema: Old
      version: 1.0.0
      entities:
        P: {table: p, primaryKey: [a, b], attributes: {a: string, b: int, v: int?}}
      """,
      """
      DROP TABLE p; CREATE TABLE p (a TEXT NOT NULL, b INTEGER NOT NULL, v INTEGER, PRIMARY KEY (a, b));
      INSERT INTO p VALUES ('a' || char(0) || 'b', 1, 0), ('a' || char(0) || 'c', 1, 1), ('a', 1, 2);
      """, damage)
    let plan = try pair.apply()
    #expect(plan.differences == [])
    #expect(plan.remaining == [])
    #expect(
      try pair.store.rows("SELECT * FROM p WHERE v < 9 ORDER BY v")
        == pair.donor.rows("SELECT * FROM p ORDER BY v"))
    #expect(try pair.apply().isEmpty)
  }

  @Test(arguments: ["a = upper(a)", "b = b + 0.0"])
  func `a key of several columns that is spelt otherwise is the same`(_ change: String) throws {
    let pair = try RecoveryPair(
      """
      schema: Old
      version: 1.0.0
      entities:
        P: {table: p, primaryKey: [a, b], attributes: {a: string, b: double, v: int?}, unique: [[v]]}
      """,
      """
      DROP TABLE p; CREATE TABLE p (a TEXT NOT NULL COLLATE NOCASE, b NOT NULL, v INTEGER UNIQUE,
        PRIMARY KEY (a, b));
      INSERT INTO p VALUES ('a', 1, 1), ('b', 2, 2), ('c', 3, 3);
      """, "UPDATE p SET \(change); DELETE FROM p WHERE v = 3")
    let plan = try pair.apply()
    #expect(plan.returning == ["1 P"])
    #expect(plan.differences.map(\.count) == [2])
    #expect(plan.remaining == [])
    #expect(try pair.apply().isEmpty)
  }

  private static let openLinks = """
    schema: Old
    version: 1.0.0
    entities:
      P: {table: p, primaryKey: [id], attributes: {id: int, v: {type: int, unique: true}}}
      L:
        table: l
        primaryKey: [a, b]
        attributes: {a: int?, b: int?, f: int?, g: int?}
        relationships: {p: {toOne: P?, column: p, delete: noAction}}
      R: {table: r, primaryKey: [f, g], attributes: {f: int, g: int}}
    """

  @Test func `rows whose key is not all there have their links, and come once`() throws {
    let pair = try RecoveryPair(
      Self.openLinks,
      """
      DROP TABLE l; DROP TABLE r;
      CREATE TABLE r (f INTEGER NOT NULL, g INTEGER NOT NULL, PRIMARY KEY (f, g));
      CREATE TABLE l (a INTEGER, b INTEGER, f INTEGER, g INTEGER, p INTEGER REFERENCES p (id),
        PRIMARY KEY (a, b), FOREIGN KEY (f, g) REFERENCES r);
      INSERT INTO p VALUES (1, 1), (2, 2), (3, 3); INSERT INTO r VALUES (1, 1), (1, 2);
      INSERT INTO l VALUES (1, NULL, NULL, NULL, 1), (1, NULL, NULL, NULL, 2), (2, NULL, 1, 1, 3),
        (NULL, NULL, 1, 2, NULL), (4, NULL, NULL, NULL, 1);
      """,
      """
      DELETE FROM l WHERE a < 4 OR a IS NULL; DELETE FROM r WHERE g = 2; UPDATE l SET p = 2;
      DELETE FROM p WHERE id > 1; INSERT INTO p VALUES (7, 2), (8, 3), (3, 9);
      CREATE TRIGGER own BEFORE INSERT ON r BEGIN SELECT RAISE(ABORT, 'no r'); END;
      PRAGMA foreign_keys = OFF; UPDATE l SET p = 8 WHERE a = 4;
      """)
    let plan = try pair.apply("P:v")
    #expect(plan.returning == ["3 L"])
    #expect(
      plan.remaining == [
        "1 L [], nameless", "1 L [], refused: 'f', 'g' lead to nothing in 'r'",
        #"1 R ["\'1, 2\'"], refused: no r"#,
      ])
    #expect(
      try pair.numbers("SELECT a, f, p FROM l ORDER BY 1, 3") == [
        [1, nil, 1], [1, nil, 7], [2, 1, 8], [4, nil, 8],
      ])
    #expect(try pair.apply("P:v").returning == [])
  }

  @Test func `rows of a table whose columns hide the number of a row come back`()
    throws
  {
    let pair = try RecoveryPair(
      """
      schema: Old
      version: 1.0.0
      entities:
        K: {table: k, attributes: {rowid: string?, oid: int?, _rowid_: {type: int, optional: true}}}
        O: {table: o, primaryKey: [id], attributes: {id: int}}
      """,
      """
      DROP TABLE k; CREATE TABLE k (rowid TEXT, oid INTEGER, _rowid_ INTEGER);
      INSERT INTO k VALUES ('a', 1, 1), ('a', 1, 1), ('b', 3, 3); INSERT INTO o VALUES (1), (2);
      """, "DELETE FROM k WHERE rowid = 'a'; INSERT INTO k VALUES ('a', 1, 1); DELETE FROM o")
    let plan = try pair.apply()
    #expect(plan.returning == ["1 K", "2 O"])
    #expect(plan.remaining == [])
    #expect(plan.differences == [])
    #expect(
      try pair.store.rows("SELECT * FROM k ORDER BY 1, 2")
        == pair.donor.rows("SELECT * FROM k ORDER BY 1, 2"))
    #expect(try pair.apply().isEmpty)
  }
}
