import Digests

/// Stores to try things on.
enum Samples {
  /// One object of every kind, and each form in which a table keeps its rows.
  static let everyKindOfObject = """
    PRAGMA page_size = 8192; PRAGMA auto_vacuum = 2; PRAGMA application_id = 1835496052;
    CREATE TABLE early (id INTEGER PRIMARY KEY AUTOINCREMENT, a UNIQUE);
    INSERT INTO early VALUES (5, 'x'), (90, 'y'); DELETE FROM early WHERE id = 90;
    CREATE VIRTUAL TABLE found USING fts5 (title, content='', tokenize='unicode61');
    INSERT INTO found (rowid, title) VALUES (5, 'the quick fox');
    CREATE TABLE "no rowid" (b TEXT COLLATE NOCASE, a, c, PRIMARY KEY (a DESC, b)) WITHOUT ROWID;
    INSERT INTO "no rowid" VALUES ('b', 1, 1), ('A', 1, 2), ('a', 2, 3);
    CREATE INDEX covering ON "no rowid" (c, a, b);
    CREATE TABLE strict (id INTEGER PRIMARY KEY, anything ANY, number REAL NOT NULL DEFAULT 1.5)
      STRICT;
    INSERT INTO strict VALUES (1, '007', 2), (2, 7, -0.0), (3, x'07', 1e-300);
    CREATE TABLE sparse (a); INSERT INTO sparse (rowid, a) VALUES (-9, 1), (3, 2), (1 << 40, 3);
    CREATE TABLE shadowed (rowid, oid, a); INSERT INTO shadowed VALUES (4, 5, 6), (1, 2, 3);
    CREATE TABLE hidden (rowid, oid, _rowid_); INSERT INTO hidden VALUES (4, 5, 6), (1, 2, 3);
    CREATE TABLE descending (id INTEGER PRIMARY KEY DESC, a);
    INSERT INTO descending VALUES (3, 'c'), (1, 'a');
    CREATE TABLE computed (a, v AS (a * 2), s AS (a * 3) STORED, z);
    INSERT INTO computed (a, z) VALUES (2, 'z'), (NULL, NULL);
    CREATE TABLE legacy (a TEXT DEFAULT "double quoted", CHECK (a <> "never"));
    INSERT INTO legacy DEFAULT VALUES;
    CREATE TABLE child (parent REFERENCES early (id) DEFERRABLE INITIALLY DEFERRED);
    INSERT INTO child VALUES (5), (404);
    CREATE TABLE affinity (i INTEGER, r REAL, n NUMERIC, t TEXT, b BLOB);
    INSERT INTO affinity VALUES ('007', '5', '1e3', 12, '12'), ('abc', 7, 'x', 1.5, 1.0),
      (9223372036854775807, 9223372036854775807, 1.0, NULL, x''), (x'31', x'31', x'31', x'31', '');
    CREATE INDEX by_expression ON early (lower(a), id DESC) WHERE a IS NOT NULL;
    CREATE UNIQUE INDEX "a ""quoted"" index" ON sparse (a COLLATE NOCASE);
    CREATE VIEW seen (x, y) AS SELECT a, "text" FROM early;
    CREATE TRIGGER watch AFTER INSERT ON early BEGIN DELETE FROM sparse; END;
    CREATE TRIGGER instead INSTEAD OF INSERT ON seen BEGIN SELECT 1; END;
    CREATE VIEW broken AS SELECT * FROM early JOIN gone;
    ANALYZE; PRAGMA user_version = -1;
    """
}

/// SHA-256, in hexadecimal digits.
enum Sha256 {
  static func of(_ bytes: ArraySlice<UInt8>) -> String { Digest.of(Array(bytes)).hexadecimal }
}
