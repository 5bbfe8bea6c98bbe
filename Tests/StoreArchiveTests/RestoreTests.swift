import Foundation
import SQLite
import StoreLayout
@testable import StoreArchive
import Testing

struct RestoreTests {
  private let bench: Workbench
  private let backup: String

  init() throws {
    bench = try Workbench()
    let store = try bench.makeStore(
      "new.db", "CREATE TABLE t (a); INSERT INTO t VALUES ('new')")
    try FileManager.default.createDirectory(
      atPath: store + ".external", withIntermediateDirectories: true)
    _ = try bench.write("new file".utf8, to: "new.db.external/new")
    _ = try bench.write("shared".utf8, to: "new.db.external/shared")
    backup = try bench.backUp(store, as: "b.json")
    try FileManager.default.removeItem(atPath: store)
    try FileManager.default.removeItem(atPath: store + ".external")
  }

  private func makeOldStore(_ pragmas: String = "") throws -> String {
    let store = try bench.makeStore(
      "s.db", "\(pragmas); CREATE TABLE t (a); INSERT INTO t VALUES ('old')")
    try FileManager.default.createDirectory(
      atPath: store + ".external", withIntermediateDirectories: true)
    _ = try bench.write("old file".utf8, to: "s.db.external/old")
    _ = try bench.write("shared".utf8, to: "s.db.external/shared")
    return store
  }

  private func values(of store: String) throws -> [String] {
    try StoreFile.open(path: store, for: .reading).texts("SELECT a FROM t")
  }

  private func files(of store: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: store + ".external").sorted()
  }

  @Test func `a table that SQLite's quick check takes for damaged is restored`() throws {
    let store = try bench.makeStore(
      "keyed.db",
      """
      CREATE TABLE t (a TEXT, b BLOB, PRIMARY KEY (b, a)) WITHOUT ROWID;
      INSERT INTO t VALUES ('old', x'01')
      """)
    let backup = try bench.backUp(store, as: "keyed.json")
    _ = try Restorer.restore(backup: backup, to: bench["again.db"])
    #expect(try values(of: bench["again.db"]) == ["old"])
  }

  @Test func `a store that exists is not replaced unasked`() throws {
    let store = try makeOldStore()
    #expect(throws: ArchiveError.exists(path: store)) {
      try Restorer.restore(backup: backup, to: store)
    }
    #expect(try values(of: store) == ["old"])
    #expect(try files(of: store) == ["old", "shared"])
    #expect(try bench.names == ["b.json", "s.db", "s.db.external"])
  }

  @Test(arguments: ["-wal", "-journal", ".external"])
  func `remains of a store without its database are not overwritten`(suffix: String) throws {
    let left = try bench.write("left".utf8, to: "s.db" + suffix)
    #expect(throws: ArchiveError.exists(path: left)) {
      try Restorer.restore(backup: backup, to: bench["s.db"])
    }
    #expect(try bench.text(left) == "left")
  }

  @Test(arguments: ["", "PRAGMA journal_mode = WAL"])
  func `a replaced store is kept whole under a name that is returned`(pragmas: String) throws {
    let store = try makeOldStore(pragmas)
    for number in 1...2 {
      let outcome = try Restorer.restore(backup: backup, to: store, isReplacing: true)
      #expect(outcome.keptStore == store + ".before-restore-\(number)")
    }
    #expect(try values(of: store) == ["new"])
    #expect(try files(of: store) == ["new", "shared"])
    #expect(try values(of: store + ".before-restore-1") == ["old"])
    #expect(try files(of: store + ".before-restore-1") == ["old", "shared"])
    #expect(
      try bench.names == [
        "b.json", "s.db", "s.db.before-restore-1", "s.db.before-restore-1.external",
        "s.db.before-restore-2", "s.db.before-restore-2.external", "s.db.external",
      ])
  }

  @Test func `rows that are only in the old store's log are kept`() throws {
    let store = bench["s.db"]
    // A copy made while a writer is at work: as after the death of a machine.
    let writer = try Connection(path: bench["live.db"], mode: .create)
    try writer.executeScript(
      "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (a)")
    try writer.execute("INSERT INTO t VALUES ('only in the log')")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: bench["live.db"] + suffix, toPath: store + suffix)
    }
    let outcome = try Restorer.restore(backup: backup, to: store, isReplacing: true)
    #expect(try values(of: try #require(outcome.keptStore)) == ["only in the log"])
    #expect(try values(of: store) == ["new"])
  }

  @Test(arguments: ["", "PRAGMA journal_mode = WAL"])
  func `a store that is in use is not replaced`(pragmas: String) throws {
    let store = try makeOldStore(pragmas)
    let other = try Connection(path: store, mode: .readWrite)
    try other.execute("BEGIN")
    _ = try other.rows("SELECT * FROM t")
    #expect(throws: ArchiveError.inUse(path: store)) {
      try Restorer.restore(backup: backup, to: store, isReplacing: true)
    }
    try other.execute("COMMIT")
    #expect(try other.texts("SELECT a FROM t") == ["old"])
    #expect(try files(of: store) == ["old", "shared"])
  }

  private static let pages = [
    "", "PRAGMA page_size = 512", "PRAGMA page_size = 65536", "PRAGMA auto_vacuum = FULL",
  ]

  @Test(arguments: pages, pages + ["PRAGMA journal_mode = WAL"])
  func `a connection to the replaced store sees the restored one and writes to it`(
    old: String, new: String
  ) throws {
    let fill = """
      WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 500)
      INSERT INTO t SELECT hex(zeroblob(i)) FROM n
      """
    let store = try makeOldStore(old)
    let app = try Connection(path: store, mode: .readWrite)
    try app.execute(SQL(raw: fill))
    let source = try bench.makeStore(
      "source.db", "\(new); CREATE TABLE t (a); INSERT INTO t VALUES ('new'); \(fill)")
    let backup = try bench.backUp(source, as: "source.json")
    let status = try FileManager.default.attributesOfItem(atPath: store)[.systemFileNumber] as? Int
    let outcome = try Restorer.restore(backup: backup, to: store, isReplacing: true)
    let again = try FileManager.default.attributesOfItem(atPath: store)[.systemFileNumber] as? Int
    #expect(status == again)
    #expect(try app.texts("SELECT a FROM t LIMIT 1") == ["new"])
    // Both write, and each sees what the other did.
    let other = try Connection(path: store, mode: .readWrite)
    try other.execute("BEGIN IMMEDIATE")
    try other.execute("INSERT INTO t VALUES ('by another')")
    #expect(try app.integer("SELECT count(*) FROM t WHERE a = 'by another'") == 0)
    try other.execute("COMMIT")
    try app.execute("UPDATE t SET a = 'by the app' WHERE a = 'by another'")
    #expect(try other.integer("SELECT count(*) FROM t WHERE a = 'by the app'") == 1)
    #expect(try app.texts("PRAGMA integrity_check") == ["ok"])
    let kept = try #require(outcome.keptStore)
    #expect(try values(of: kept).first == "old")
    #expect(try values(of: kept).count == 501)
    #expect(try !bench.names.contains { $0.hasSuffix("-journal") || $0.hasSuffix(".restoring") })
  }

  private static let kinds =
    pages + ["PRAGMA encoding = 'UTF-16le'", "PRAGMA journal_mode = WAL"]

  @Test(arguments: kinds, kinds)
  func `a store of any kind can be replaced by one of any kind`(old: String, new: String) throws {
    let store = try makeOldStore(old)
    let source = try bench.makeStore(
      "source.db", "\(new); CREATE TABLE t (a); INSERT INTO t VALUES ('new')")
    let backup = try bench.backUp(source, as: "source.json")
    let outcome = try Restorer.restore(backup: backup, to: store, isReplacing: true)
    #expect(try values(of: try #require(outcome.keptStore)) == ["old"])
    let restored = try StoreFile.open(path: store, for: .reading)
    #expect(try restored.texts("SELECT a FROM t") == ["new"])
    let original = try StoreFile.open(path: source, for: .reading)
    for pragma in ["page_size", "auto_vacuum", "encoding", "journal_mode", "user_version"] {
      let question = SQL(raw: "PRAGMA \(pragma)")
      #expect(try restored.rows(question) == original.rows(question))
    }
  }

  @Test func `a replaced store with a second name is kept under that name`() throws {
    let store = try makeOldStore("")
    let other = bench["other.db"]
    try FileManager.default.linkItem(atPath: store, toPath: other)
    let outcome = try Restorer.restore(backup: backup, to: store, isReplacing: true)
    #expect(try values(of: other) == ["old"])
    #expect(try values(of: try #require(outcome.keptStore)) == ["old"])
    #expect(try values(of: store) == ["new"])
  }

  @Test func `a store that is damaged beyond reading can be replaced, and is kept`() throws {
    let ruins = "SQLite format 3\0ruins"
    let store = try bench.write(ruins.utf8, to: "s.db")
    let outcome = try Restorer.restore(backup: backup, to: store, isReplacing: true)
    #expect(try bench.text(try #require(outcome.keptStore)) == ruins)
    #expect(try values(of: store) == ["new"])
  }

  @Test func `an empty file is replaced as an empty store is`() throws {
    let store = try bench.write([], to: "s.db")
    let outcome = try Restorer.restore(backup: backup, to: store, isReplacing: true)
    #expect(outcome.keptStore == store + ".before-restore-1")
    #expect(try values(of: store) == ["new"])
  }

  @Test func `a file that is not a store is never replaced`() throws {
    let other = try bench.write(try bench.bytes(backup), to: "o.json")
    let text = try bench.write("text".utf8, to: "s.txt")
    let link = bench["l.db"]
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "b.json")
    let names = try bench.names
    for (path, occupant) in [
      (bench["."], ArchiveError.Occupant.folder), ("/dev/null", .noFile), (backup, .sameBackup),
      (link, .sameBackup), (other, .otherBackup), (text, .otherFile),
    ] {
      for isReplacing in [true, false] {
        #expect(throws: ArchiveError.irreplaceable(path: path, occupant)) {
          try Restorer.restore(backup: backup, to: path, isReplacing: isReplacing)
        }
      }
    }
    #expect(try bench.names == names)
    #expect(try bench.text(text) == "text")
  }

  @Test func `remains of a store without its database are kept, and are not a store`() throws {
    let store = bench["s.db"]
    _ = try bench.write("log".utf8, to: "s.db-wal")
    let outcome = try Restorer.restore(backup: backup, to: store, isReplacing: true)
    #expect(outcome.keptStore == nil)
    #expect(outcome.keptLeftovers == [store + ".before-restore-1-wal"])
    #expect(try bench.text(store + ".before-restore-1-wal") == "log")
    #expect(try values(of: store) == ["new"])
  }

  @Test func `a damaged backup replaces nothing and leaves nothing`() throws {
    let store = try makeOldStore()
    let bytes = try bench.bytes(backup)
    let names = try bench.names
    for length in stride(from: 0, to: bytes.count, by: 7) {
      let cut = try bench.write(bytes.prefix(length), to: "cut.json")
      #expect(throws: ArchiveError.self) {
        try Restorer.restore(backup: cut, to: store, isReplacing: true)
      }
    }
    try FileManager.default.removeItem(atPath: bench["cut.json"])
    #expect(try bench.names == names)
    #expect(try values(of: store) == ["old"])
    #expect(try files(of: store) == ["old", "shared"])
  }

  @Test func `rows that refer to nothing are restored and counted`() throws {
    let store = try bench.makeStore(
      "s.db",
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (p REFERENCES p);
      INSERT INTO c VALUES (1), (2), (NULL);
      CREATE TABLE q (code TEXT); CREATE TABLE d (q TEXT REFERENCES q(code));
      CREATE UNIQUE INDEX q_code ON q (code);
      INSERT INTO q VALUES ('a'); INSERT INTO d VALUES ('a'), ('b'), ('c'), ('d');
      CREATE TABLE e (q REFERENCES q(missing), p REFERENCES p);
      INSERT INTO e VALUES (1, 1);
      """)
    let outcome = try Restorer.restore(
      backup: try bench.backUp(store, as: "c.json"), to: bench["r.db"])
    // SQLite checks no key of a table of which one leads to a column that nothing keeps unique.
    #expect(outcome.foreignKeyViolations == 5)
    #expect(try content(of: bench["r.db"]) == content(of: store))
  }

  @Test func `a store whose values its own columns would change is refused, not changed`() throws {
    let store = try bench.makeStore(
      "s.db",
      """
      CREATE TABLE t (a TEXT); INSERT INTO t VALUES ('007');
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = 'CREATE TABLE t (a INTEGER)' WHERE name = 't';
      """)
    let path = try bench.backUp(store, as: "c.json")
    #expect(throws: ArchiveError.restoredDiffers(.table("t"))) {
      try Restorer.restore(backup: path, to: bench["r.db"])
    }
    #expect(!FileManager.default.fileExists(atPath: bench["r.db"]))
  }

  @Test func `a row that its table does not accept is reported with its line`() throws {
    let store = try bench.makeStore(
      "s.db",
      """
      CREATE TABLE t (a); INSERT INTO t VALUES (1), (NULL);
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = 'CREATE TABLE t (a NOT NULL)' WHERE name = 't';
      """)
    let path = try bench.backUp(store, as: "c.json")
    let error = #expect(throws: ArchiveError.self) {
      try Restorer.restore(backup: path, to: bench["r.db"])
    }
    #expect(
      error?.message
        == "\(path):11: table 't' does not take this row: NOT NULL constraint failed: t.a")
  }

  @Test func `an index on an unknown function is reported by its name`() throws {
    let store = try bench.makeStore(
      "s.db",
      """
      CREATE TABLE t (a); CREATE INDEX i ON t (lower(a));
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = 'CREATE INDEX i ON t (lowest(a))' WHERE name = 'i';
      """)
    let path = try bench.backUp(store, as: "c.json")
    let error = #expect(throws: ArchiveError.self) {
      try Restorer.restore(backup: path, to: bench["r.db"])
    }
    #expect(
      error?.message
        == "\(path): 'i' cannot be made again: it needs the function 'lowest', which only the app has"
    )
    #expect(try bench.names == ["b.json", "c.json", "s.db"])
  }

  @Test func `a restore reports its progress and can be cancelled`() throws {
    struct Ended: Error {}
    #expect(throws: Ended.self) {
      try Restorer.restore(backup: backup, to: bench["r.db"]) { progress in
        #expect(progress == ArchiveProgress(rows: 1, totalRows: 1))
        throw Ended()
      }
    }
    #expect(try bench.names == ["b.json"])
  }
}
