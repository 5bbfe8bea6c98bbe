import SchemaModel
import StoreMigration

extension TortureCase {
  /// Every case; those of one kind stand together.
  static let all = children + attached + constraints + identities + names + values

  /// A table whose second column becomes required.
  fileprivate static let base = """
    CREATE TABLE p (id INTEGER PRIMARY KEY, a TEXT); INSERT INTO p VALUES (1, 'x'), (2, NULL);
    """

  /// The rebuild of that table as the manuals of many tools have it.
  fileprivate static let rebuild = """
    CREATE TABLE new_p (id INTEGER PRIMARY KEY, a TEXT NOT NULL DEFAULT '?');
    INSERT INTO new_p SELECT id, coalesce(a, '?') FROM p; DROP TABLE p;
    ALTER TABLE new_p RENAME TO p;
    """

  @Sendable fileprivate static func requireA(_ document: inout SchemaDocument) {
    document.require("p", "a")
  }
}

// MARK: - Rows of other tables

extension TortureCase {
  private static let cascading = """
    CREATE TABLE c (id INTEGER PRIMARY KEY, p INTEGER REFERENCES p(id) ON DELETE CASCADE);
    INSERT INTO c VALUES (1, 1), (2, 2);
    """

  private static let children = [
    TortureCase(
      name: "children that a rebuild deletes, as foreign keys are on", database: base + cascading,
      change: requireA, naive: "PRAGMA foreign_keys = ON; BEGIN; \(rebuild) COMMIT",
      question: "SELECT * FROM c"),
    TortureCase(
      name: "children that a rebuild deletes, as the pragma comes within the transaction",
      database: base + cascading, change: requireA,
      naive: "PRAGMA foreign_keys = ON; BEGIN; PRAGMA foreign_keys = OFF; \(rebuild) COMMIT",
      question: "SELECT * FROM c"),
    TortureCase(
      name: "children that a rebuild deletes, although foreign keys are deferred",
      database: base + cascading, change: requireA,
      naive: "PRAGMA foreign_keys = ON; BEGIN; PRAGMA defer_foreign_keys = ON; \(rebuild) COMMIT",
      question: "SELECT * FROM c"),
    TortureCase(
      name: "children whose reference a rebuild empties",
      database: base + """
        CREATE TABLE c (id INTEGER PRIMARY KEY, p INTEGER REFERENCES p ON DELETE SET NULL);
        INSERT INTO c VALUES (1, 1), (2, 2);
        """, change: requireA, naive: "PRAGMA foreign_keys = ON; \(rebuild)",
      question: "SELECT * FROM c"),
    TortureCase(
      name: "a table that refers to itself",
      database: """
        CREATE TABLE p (id INTEGER PRIMARY KEY, a TEXT, up INTEGER REFERENCES p ON DELETE CASCADE);
        INSERT INTO p VALUES (1, 'x', NULL), (2, 'y', 1), (3, 'z', 2);
        """, change: requireA,
      naive: """
        PRAGMA foreign_keys = ON; BEGIN; CREATE TABLE new_p (
          id INTEGER PRIMARY KEY, a TEXT NOT NULL, up INTEGER REFERENCES p ON DELETE CASCADE);
        INSERT INTO new_p SELECT * FROM p; DROP TABLE p; ALTER TABLE new_p RENAME TO p; COMMIT;
        """, question: "SELECT id, up FROM p"),
    TortureCase(
      name: "the links of a many-to-many of one entity with itself",
      database: base + """
        CREATE TABLE friends (a INTEGER NOT NULL REFERENCES p(id) ON DELETE CASCADE,
          b INTEGER NOT NULL REFERENCES p(id) ON DELETE CASCADE, PRIMARY KEY (a, b));
        INSERT INTO friends VALUES (1, 2), (2, 1), (1, 1);
        """, change: requireA, naive: "PRAGMA foreign_keys = ON; \(rebuild)",
      question: "SELECT * FROM friends ORDER BY a, b"),
    TortureCase(
      name: "the name that references lead to, where the old table steps aside",
      database: base + cascading, change: requireA,
      naive: """
        ALTER TABLE p RENAME TO old_p; CREATE TABLE p (id INTEGER PRIMARY KEY, a TEXT NOT NULL);
        INSERT INTO p SELECT id, coalesce(a, '?') FROM old_p; DROP TABLE old_p;
        """, question: "SELECT sql FROM sqlite_schema WHERE name = 'c'"),
    TortureCase(
      name: "what a deletion does to children",
      database: base + """
        CREATE TABLE c (id INTEGER PRIMARY KEY, a TEXT,
          p INTEGER REFERENCES p(id) ON DELETE CASCADE ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED);
        INSERT INTO c VALUES (1, 'x', 1);
        """, change: { $0.require("c", "a") },
      naive: """
        CREATE TABLE new_c (id INTEGER PRIMARY KEY, a TEXT NOT NULL, p INTEGER REFERENCES p(id));
        INSERT INTO new_c SELECT * FROM c; DROP TABLE c; ALTER TABLE new_c RENAME TO c;
        """,
      question: """
        SELECT "table", on_delete, on_update, (SELECT sql FROM sqlite_schema WHERE name = 'c')
          LIKE '%DEFERRABLE INITIALLY DEFERRED%' FROM pragma_foreign_key_list('c')
        """),
    TortureCase(
      name: "references that led nowhere before, and nobody decided about",
      database: base + cascading + "INSERT INTO c VALUES (3, 99);", change: requireA,
      naive: "PRAGMA foreign_keys = ON; \(rebuild)", question: "SELECT * FROM c",
      outcome: .refused(
        "1 row of 'c' (id 3) refers by 'p' to rows of 'p' that are not there")),
    TortureCase(
      name: "references that led nowhere before, and are carried as they are",
      database: base + cascading + "INSERT INTO c VALUES (3, 99);", change: requireA,
      naive: "PRAGMA foreign_keys = ON; \(rebuild)", question: "SELECT * FROM c",
      options: { $0.carriesBrokenReferences = true }),
  ]
}

// MARK: - What is attached to a table

extension TortureCase {
  private static let attached = [
    TortureCase(
      name: "triggers",
      database: base + """
        CREATE TABLE log (line TEXT);
        CREATE TRIGGER t AFTER DELETE ON p WHEN OLD.a <> '' BEGIN INSERT INTO log VALUES (OLD.a); END;
        """, change: requireA, naive: rebuild,
      question: "SELECT sql FROM sqlite_schema WHERE type = 'trigger'"),
    TortureCase(
      name: "a trigger of another table, which writes to this one",
      database: base + """
        CREATE TABLE q (id INTEGER PRIMARY KEY);
        CREATE TRIGGER t AFTER INSERT ON q BEGIN UPDATE p SET a = 'seen'; END;
        """, change: requireA,
      naive: """
        ALTER TABLE p RENAME TO old_p; CREATE TABLE p (id INTEGER PRIMARY KEY, a TEXT NOT NULL);
        INSERT INTO p SELECT id, coalesce(a, '?') FROM old_p; DROP TABLE old_p;
        """, question: "SELECT sql FROM sqlite_schema WHERE name = 't'"),
    TortureCase(
      name: "views, which keep a new table from its name",
      database: base + "CREATE VIEW v AS SELECT id FROM p WHERE id > 1;", change: requireA,
      naive: "BEGIN; \(rebuild) COMMIT", question: "SELECT * FROM v"),
    TortureCase(
      name: "a trigger on a view",
      database: base + """
        CREATE VIEW v AS SELECT id, a FROM p;
        CREATE TRIGGER t INSTEAD OF INSERT ON v BEGIN INSERT INTO p VALUES (NEW.id, NEW.a); END;
        """, change: requireA,
      naive: "DROP VIEW v; \(rebuild) CREATE VIEW v AS SELECT id, a FROM p;",
      question: "SELECT name, sql FROM sqlite_schema WHERE name IN ('v', 't') ORDER BY 1"),
    index("a partial index", "CREATE INDEX i ON p (a) WHERE a <> ''"),
    index("an index over an expression", "CREATE INDEX i ON p (lower(a))"),
    index("an index with a collation", "CREATE INDEX i ON p (a COLLATE NOCASE DESC)"),
    index("a unique index", "CREATE UNIQUE INDEX i ON p (a)"),
    TortureCase(
      name: "a view of a column that is dropped",
      database: base + "CREATE VIEW v AS SELECT a FROM p;",
      change: { $0.change("p") { $0.attributes.removeAll { $0.name == "a" } } },
      naive: """
        CREATE TABLE new_p (id INTEGER PRIMARY KEY); INSERT INTO new_p SELECT id FROM p;
        PRAGMA legacy_alter_table = ON; DROP TABLE p; ALTER TABLE new_p RENAME TO p;
        """, question: "SELECT * FROM v",
      outcome: .refused("view 'v' would no longer work: no such column: a"),
      options: { $0.allowedLosses = ["drop-attribute:p.a"] }),
    TortureCase(
      name: "a trigger that reads a column that is dropped",
      database: base + """
        CREATE TABLE log (line TEXT);
        CREATE TRIGGER t AFTER DELETE ON p BEGIN INSERT INTO log VALUES (OLD.a); END;
        """, change: { $0.change("p") { $0.attributes.removeAll { $0.name == "a" } } },
      naive: """
        CREATE TABLE new_p (id INTEGER PRIMARY KEY); INSERT INTO new_p SELECT id FROM p;
        DROP TABLE p; ALTER TABLE new_p RENAME TO p;
        """, question: "SELECT sql FROM sqlite_schema WHERE name = 't'",
      outcome: .refused("trigger 't' would no longer work: no such column: OLD.a"),
      options: { $0.allowedLosses = ["drop-attribute:p.a"] }),
  ]

  private static func index(_ name: String, _ sql: String) -> TortureCase {
    TortureCase(
      name: name, database: base + sql, change: requireA, naive: rebuild,
      question: "SELECT sql FROM sqlite_schema WHERE name = 'i'")
  }
}

// MARK: - What a statement says and no pragma reports

extension TortureCase {
  private static let constraints = [
    clause("a check without a name", "CHECK (length(a) < 9)"),
    clause("a check with a name", "CONSTRAINT short CHECK (length(a) < 9)"),
    TortureCase(
      name: "a check that names its own table",
      database: """
        CREATE TABLE p (id INTEGER PRIMARY KEY, a TEXT CHECK (p.a <> 'z' AND main."P".a <> 'y'));
        INSERT INTO p (id, a) VALUES (1, 'x'), (2, NULL);
        """, change: requireA, naive: rebuild,
      question: """
        SELECT sql LIKE '%CHECK (%a <> ''z'' AND %a <> ''y'')%' FROM sqlite_schema WHERE name = 'p'
        """),
    clause("a collation", "COLLATE NOCASE"),
    clause("what happens to duplicates", "UNIQUE ON CONFLICT REPLACE"),
    clause("a default that is computed", "b TEXT DEFAULT (lower('X'))", isColumn: true),
    clause(
      "a column that is generated", "b TEXT GENERATED ALWAYS AS (upper(a)) STORED", isColumn: true,
      allowing: ["recomputed-values:p.b"]),
    TortureCase(
      name: "a table without rowids",
      database: """
        CREATE TABLE p (id TEXT PRIMARY KEY, a TEXT) WITHOUT ROWID; INSERT INTO p VALUES ('k', 'x');
        """, change: requireA,
      naive: """
        CREATE TABLE new_p (id TEXT PRIMARY KEY, a TEXT NOT NULL); INSERT INTO new_p SELECT * FROM p;
        DROP TABLE p; ALTER TABLE new_p RENAME TO p;
        """, question: "SELECT wr FROM pragma_table_list('p')"),
    TortureCase(
      name: "a strict table",
      database: "CREATE TABLE p (id INTEGER PRIMARY KEY, a TEXT, n ANY) STRICT;", change: requireA,
      naive: """
        CREATE TABLE new_p (id INTEGER PRIMARY KEY, a TEXT NOT NULL, n ANY);
        INSERT INTO new_p SELECT * FROM p; DROP TABLE p; ALTER TABLE new_p RENAME TO p;
        """, question: "SELECT strict FROM pragma_table_list('p')"),
    TortureCase(
      name: "a check that reads a column that is dropped",
      database: """
        CREATE TABLE p (id INTEGER PRIMARY KEY, a INT, b INT, CHECK (a < b)); INSERT INTO p VALUES (1, 2, 3);
        """, change: { $0.change("p") { $0.attributes.removeAll { $0.name == "b" } } },
      naive: """
        CREATE TABLE new_p (id INTEGER PRIMARY KEY, a INT); INSERT INTO new_p SELECT id, a FROM p;
        DROP TABLE p; ALTER TABLE new_p RENAME TO p;
        """, question: "SELECT sql LIKE '%CHECK%' FROM sqlite_schema WHERE name = 'p'",
      outcome: .refused(
        "the table 'p' keeps 'b' from being dropped: its clause 'CHECK (a < b)' reads it; keep 'b'"),
      options: { $0.allowedLosses = ["drop-attribute:p.b"] }),
    TortureCase(
      name: "the only column of a table",
      database: "CREATE TABLE p (a REAL); INSERT INTO p VALUES (1);",
      change: { $0.change("p") { $0.attributes.removeAll { $0.name == "a" } } },
      naive: "ALTER TABLE p DROP COLUMN a", question: "SELECT a FROM p",
      outcome: .refused(
        "the table 'p' would have no column left: keep one, or let the entity itself go"),
      options: { $0.allowedLosses = ["drop-attribute:p.a"] }),
    TortureCase(
      name: "a table that takes the name of a view",
      database: "CREATE TABLE p (id INTEGER PRIMARY KEY, a TEXT); CREATE VIEW q AS SELECT 1 AS x;",
      change: { $0.change("p") { $0.table = "Q" } },
      naive: "ALTER TABLE p RENAME TO Q", question: "SELECT x FROM q",
      outcome: .refused("view 'q' is in the way: the new version makes a table of that name")),
  ]

  private static func clause(
    _ name: String, _ sql: String, isColumn: Bool = false, allowing losses: Set<String> = []
  ) -> TortureCase {
    TortureCase(
      name: name,
      database: """
        CREATE TABLE p (id INTEGER PRIMARY KEY, a TEXT\(isColumn ? "," : "") \(sql));
        INSERT INTO p (id, a) VALUES (1, 'x'), (2, NULL);
        """, change: requireA, naive: rebuild,
      question: """
        SELECT instr(sql, '\(sql.replacing("'", with: "''"))') > 0 FROM sqlite_schema
          WHERE name = 'p'
        """, options: { $0.allowedLosses = losses })
  }
}

// MARK: - What tells rows apart

extension TortureCase {
  private static let identities = [
    TortureCase(
      name: "ids that are never used again",
      database: """
        CREATE TABLE p (id INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT);
        INSERT INTO p VALUES (1, 'x'), (50, 'y'); DELETE FROM p WHERE id = 50;
        """, change: requireA,
      naive: """
        CREATE TABLE new_p (id INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT NOT NULL);
        INSERT INTO new_p SELECT * FROM p; DROP TABLE p; ALTER TABLE new_p RENAME TO p;
        """, question: "SELECT * FROM sqlite_sequence"),
    TortureCase(
      name: "rowids, which a search index knows its texts by",
      database: """
        CREATE TABLE p (name TEXT PRIMARY KEY, a TEXT, body TEXT);
        INSERT INTO p VALUES ('z', 'x', 'gone'), ('y', 'x', 'apple'), ('b', NULL, 'pear');
        DELETE FROM p WHERE name = 'z';
        CREATE VIRTUAL TABLE search USING fts4(content="p", body);
        INSERT INTO search (docid, body) SELECT rowid, body FROM p;
        """, change: requireA,
      naive: """
        CREATE TABLE new_p (name TEXT PRIMARY KEY, a TEXT NOT NULL DEFAULT '?', body TEXT);
        INSERT INTO new_p SELECT name, coalesce(a, '?'), body FROM p; DROP TABLE p;
        ALTER TABLE new_p RENAME TO p;
        """, question: "SELECT name FROM search JOIN p ON p.rowid = docid WHERE search MATCH 'pear'"
    ),
    TortureCase(
      name: "a search index of a table that gets another name",
      database: """
        CREATE TABLE p (id INTEGER PRIMARY KEY, a TEXT, body TEXT);
        INSERT INTO p VALUES (1, 'x', 'apple');
        CREATE VIRTUAL TABLE search USING fts4(content="p", body);
        INSERT INTO search (docid, body) SELECT id, body FROM p;
        """, change: { $0.change("p") { $0.table = "papers" } },
      naive: "ALTER TABLE p RENAME TO papers", question: "SELECT body FROM search",
      outcome: .refused("table 'search' is in the way: it names 'p', which gets another name")),
  ]
}

// MARK: - Names

extension TortureCase {
  private static let names = [
    TortureCase(
      name: "names with spaces, quotes and keywords",
      database: #"""
        CREATE TABLE "order ""x""" (id INTEGER PRIMARY KEY, "select" TEXT, "a b" TEXT, [c'd] INT);
        INSERT INTO "order ""x""" VALUES (1, NULL, 'k', 2);
        """#, change: { $0.require("orderX", "select") },
      naive: "ALTER TABLE order RENAME COLUMN select TO selected",
      question: #"SELECT id, "a b", [c'd] FROM "order ""x""""#),
    TortureCase(
      name: "columns that exchange their names",
      database:
        "CREATE TABLE p (id INTEGER PRIMARY KEY, a TEXT, b TEXT); INSERT INTO p VALUES (1, 'x', 'y');",
      change: { document in
        document.change("p", "a") { $0.column = "b" }
        document.change("p", "b") { $0.column = "a" }
      }, naive: "ALTER TABLE p RENAME COLUMN a TO b; ALTER TABLE p RENAME COLUMN b TO a",
      question: "SELECT id, a, b FROM p", questionAfterwards: "SELECT id, b, a FROM p",
      options: { $0.source = Version(1) }),
    TortureCase(
      name: "columns that pass their names on",
      database:
        "CREATE TABLE p (id INTEGER PRIMARY KEY, a TEXT, b TEXT); INSERT INTO p VALUES (1, 'x', 'y');",
      change: { document in
        document.rename("p", "b", to: "c")
        document.rename("p", "a", to: "b")
      }, naive: "ALTER TABLE p RENAME COLUMN a TO b; ALTER TABLE p RENAME COLUMN b TO c",
      question: "SELECT id, a, b FROM p", questionAfterwards: "SELECT id, b, c FROM p"),
    TortureCase(
      name: "a table of which only the case changes",
      database: base + "CREATE VIEW v AS SELECT a FROM p;",
      change: { $0.change("p") { $0.table = "P" } }, naive: "ALTER TABLE p RENAME TO P",
      question: "SELECT * FROM v"),
    TortureCase(
      name: "a column of which only the case changes, and a new one takes the old spelling's place",
      database: base + "CREATE INDEX i ON p (lower(a));",
      change: { $0.rename("p", "a", to: "A") },
      naive: "ALTER TABLE p DROP COLUMN a; ALTER TABLE p ADD COLUMN A TEXT",
      question: "SELECT id, a FROM p"),
    TortureCase(
      name: "tables that exchange their names",
      database: base + """
        CREATE TABLE q (id INTEGER PRIMARY KEY, a TEXT); INSERT INTO q VALUES (7, 'q');
        CREATE VIEW v AS SELECT p.id AS p, q.id AS q FROM p, q;
        """,
      change: { document in
        document.change("p") { $0.table = "q" }
        document.change("q") { $0.table = "p" }
      }, naive: "ALTER TABLE p RENAME TO q; ALTER TABLE q RENAME TO p",
      question: "SELECT * FROM v", options: { $0.source = Version(1) }),
  ]
}

// MARK: - Values

extension TortureCase {
  private static func value(
    _ name: String, _ type: String, _ values: String, as new: AttributeType,
    naive: String, refusal: String
  ) -> TortureCase {
    TortureCase(
      name: name,
      database:
        "CREATE TABLE p (id INTEGER PRIMARY KEY, a \(type)); INSERT INTO p VALUES \(values);",
      change: { document in
        document.change("p", "a") { ($0.type, $0.sqlType) = (new, nil) }
      },
      naive: """
        CREATE TABLE new_p (id INTEGER PRIMARY KEY, a \(naive));
        DROP TABLE p; ALTER TABLE new_p RENAME TO p;
        """, question: "SELECT id, typeof(a), a FROM p", outcome: .refused(refusal),
      options: { $0.allowedLosses = ["change-attribute-type:p.a"] })
  }

  private static let values = [
    TortureCase(
      name: "a column that is added with the time of day",
      database: base,
      change: { document in
        document.change("p") {
          $0.attributes.append(Attribute("added", .date, defaultValue: .now))
        }
      }, naive: "ALTER TABLE p ADD COLUMN added TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP",
      question: "SELECT id, a FROM p"),
    value(
      "texts that a column of integers takes by its affinity", "TEXT", "(1, '007'), (2, 'abc')",
      as: .int64, naive: "INTEGER); INSERT INTO new_p SELECT * FROM p; SELECT (1",
      refusal:
        "the value of 2 objects for 'p.a' cannot be converted: string cannot be held exactly as int"
    ),
    value(
      "texts that CAST makes numbers of", "TEXT", "(1, '1e3'), (2, '')", as: .int64,
      naive: "INTEGER); INSERT INTO new_p SELECT id, CAST(a AS INTEGER) FROM p; SELECT (1",
      refusal:
        "the value of 2 objects for 'p.a' cannot be converted: string cannot be held exactly as int"
    ),
    value(
      "integers beyond what a real number holds", "INTEGER", "(1, 9007199254740993)", as: .double,
      naive: "REAL); INSERT INTO new_p SELECT * FROM p; SELECT (1",
      refusal:
        "the value of 1 object for 'p.a' cannot be converted: int cannot be held exactly as double"
    ),
  ]
}
