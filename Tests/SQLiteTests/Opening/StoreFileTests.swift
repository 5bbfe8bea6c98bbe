import Foundation
import SQLite
import TestSupport
import Testing

struct StoreFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func makeStore(_ name: String, journalMode: String = "DELETE") throws -> Connection {
    let connection = try Connection(path: folder.path(name), mode: .create)
    try connection.execute("PRAGMA journal_mode = \(raw: journalMode)")
    try connection.executeScript(
      """
      PRAGMA wal_autocheckpoint = 0;
      CREATE TABLE t (a);
      WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
      INSERT INTO t SELECT 'text ' || i FROM n
      """)
    return connection
  }

  private func error(opening name: String, for mode: StoreFile.Mode = .reading) -> StoreOpenError? {
    do throws(StoreOpenError) {
      _ = try StoreFile.open(path: folder.path(name), for: mode, patience: 0.02)
      return nil
    } catch { return error }
  }

  // MARK: Locks

  /// Closing a file releases all locks that its process has on it, even those of other connections.
  @Test(arguments: ["DELETE", "WAL"])
  func `opening a store again releases no lock of this process`(mode: String) throws {
    let writer = try makeStore("x", journalMode: mode)
    try writer.execute("BEGIN IMMEDIATE")
    _ = try StoreFile.open(path: folder.path("x"), for: .reading)
    #expect(error(opening: "x", for: .writing) == .locked(path: folder.path("x")))
    #expect(try otherProcessWrites(to: "x") == false)
    try writer.execute("ROLLBACK")
    #expect(try otherProcessWrites(to: "x") == true)
  }

  private func otherProcessWrites(to name: String) throws -> Bool {
    let shell = Process()
    shell.executableURL = URL(filePath: "/usr/bin/env")
    shell.arguments = ["sqlite3", folder.path(name), "BEGIN IMMEDIATE; ROLLBACK"]
    shell.standardError = FileHandle.nullDevice
    try shell.run()
    shell.waitUntilExit()
    return shell.terminationStatus == 0
  }

  // MARK: What can be wrong

  @Test(arguments: [StoreFile.Mode.reading, .writing])
  func `names that only SQLite distinguishes are all reported`(mode: StoreFile.Mode) throws {
    let connection = try Connection(path: folder.path("x"), mode: .create)
    try connection.executeScript(
      """
      CREATE TABLE "caf\u{e9}" (a);
      CREATE TABLE "Cafe\u{301}" ("\u{e9}", "e\u{301}", b);
      CREATE TABLE "caf\u{e8}" (a);
      CREATE INDEX "\u{e9}" ON "caf\u{e9}" (a);
      CREATE INDEX "e\u{301}" ON "caf\u{e9}" (a);
      """)
    #expect(
      error(opening: "x", for: mode)?.message == """
        '\(folder.path("x"))' has names that read alike and are written otherwise: \
        'e\u{301}' (e\\u{0301}) and '\u{e9}' (\\u{00E9}); \
        'Cafe\u{301}' (Cafe\\u{0301}) and 'caf\u{e9}' (caf\\u{00E9}); \
        'e\u{301}' (e\\u{0301}) and '\u{e9}' (\\u{00E9}) in 'Cafe\u{301}'; \
        give all but one of them another name, with ALTER TABLE
        """)
  }

  @Test(arguments: [StoreFile.Mode.reading, .writing])
  func `a file that is not a store is refused, each kind by its own name`(mode: StoreFile.Mode)
    throws
  {
    let path = folder.path("x")
    #expect(error(opening: "x", for: mode) == .missing(path: path))
    #expect(error(opening: "no/x", for: mode) == .missing(path: folder.path("no/x")))
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(error(opening: "x", for: mode) == .isDirectory(path: path))
    try FileManager.default.removeItem(atPath: path)
    try folder.write([], to: "x")
    #expect(error(opening: "x", for: mode) == .empty(path: path))
    try folder.write(Array("{\"a\": 1}".utf8), to: "x")
    #expect(error(opening: "x", for: mode) == .notADatabase(path: path))
    #expect(
      StoreOpenError.notADatabase(path: path).message == "'\(path)' is not an SQLite database")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["x"])
  }

  @Test func `a device is not a store`() throws {
    do throws(StoreOpenError) {
      _ = try StoreFile.open(path: "/dev/null", for: .reading)
      Issue.record("it was opened")
    } catch { #expect(error == .isNoFile(path: "/dev/null")) }
  }

  @Test(arguments: [50, 100, 4096, 8191])
  func `a truncated store is distinguished from a damaged one`(length: Int) throws {
    _ = try makeStore("x")
    let whole = try folder.bytes(of: "x")
    try folder.write(Array(whole.prefix(length)), to: "x")
    let expected = length < 100 ? 100 : Int64(whole.count)
    #expect(
      error(opening: "x")
        == .truncated(path: folder.path("x"), expectedBytes: expected, actualBytes: Int64(length)))
  }

  @Test func `a single byte is counted in the singular`() {
    #expect(
      StoreOpenError.truncated(path: "x", expectedBytes: 100, actualBytes: 1).message
        == "'x' is cut short: it has 1 byte, and the header of a database alone has 100")
    #expect(
      StoreOpenError.truncated(path: "x", expectedBytes: 8192, actualBytes: 1).message
        == "'x' is cut short: it has 1 byte and its header says 8,192")
  }

  @Test func `a store whose schema is overwritten is damaged`() throws {
    _ = try makeStore("x")
    var bytes = try folder.bytes(of: "x")
    bytes.replaceSubrange(100..<4096, with: [UInt8](repeating: 0xa5, count: 3996))
    try folder.write(bytes, to: "x")
    #expect(
      error(opening: "x")
        == .corrupt(path: folder.path("x"), detail: "database disk image is malformed"))
  }

  @Test func `a locked store is refused when the time is up`() throws {
    let other = try makeStore("x")
    try other.execute("BEGIN IMMEDIATE")
    #expect(error(opening: "x", for: .writing) == .locked(path: folder.path("x")))
    #expect(error(opening: "x", for: .reading) == nil)
    try other.execute("COMMIT")
    try other.execute("BEGIN EXCLUSIVE")
    #expect(error(opening: "x", for: .reading) == .locked(path: folder.path("x")))
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may read and write everything"))
  func `missing permissions are named`() throws {
    _ = try makeStore("x")
    let path = folder.path("x")
    try FileManager.default.setAttributes([.posixPermissions: 0o000], ofItemAtPath: path)
    #expect(error(opening: "x") == .unreadable(path: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    #expect(error(opening: "x", for: .writing) == .readOnly(path: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    #expect(error(opening: "x", for: .writing) == .readOnlyFolder(path: path))
    #expect(error(opening: "x") == nil)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
  }

  @Test func `a store with an interrupted write is refused to readers and repaired for writers`()
    throws
  {
    // A cache of one page spills into the file in the middle of the transaction.
    let dying = try makeStore("dying")
    try dying.executeScript(
      "PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE t SET a = a || ' changed and made longer'")
    for name in ["", "-journal"] {
      try folder.write(try folder.bytes(of: "dying\(name)"), to: "x\(name)")
    }
    try dying.execute("ROLLBACK")
    let before = try folder.snapshot()
    #expect(error(opening: "x") == .interruptedWrite(path: folder.path("x")))
    #expect(try folder.snapshot() == before)
    let writer = try StoreFile.open(path: folder.path("x"), for: .writing)
    #expect(try writer.integer("SELECT count(*) FROM t WHERE a LIKE '%changed%'") == 0)
  }

  @Test func `a store of Core Data is never opened to write, not even to undo a write of the app`()
    throws
  {
    let app = try makeStore("dying")
    try app.execute("CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY)")
    let path = folder.path("dying")
    #expect(
      error(opening: "dying", for: .writing) == .ofPlatform(path: path, isInterrupted: false))
    try app.executeScript(
      "PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE t SET a = a || ' changed and made longer'")
    for name in ["", "-journal"] {
      try folder.write(try folder.bytes(of: "dying\(name)"), to: "x\(name)")
    }
    try app.execute("ROLLBACK")
    let before = try folder.snapshot()
    let copy = folder.path("x")
    #expect(error(opening: "x") == .ofPlatform(path: copy, isInterrupted: true))
    #expect(error(opening: "x", for: .writing) == .ofPlatform(path: copy, isInterrupted: false))
    #expect(try folder.snapshot() == before)
  }

  @Test func `a store behind a symbolic link is read with its log`() throws {
    let writer = try makeStore("x", journalMode: "WAL")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path("x"))
    let reader = try StoreFile.open(path: folder.path("link"), for: .reading)
    #expect(try reader.integer("SELECT count(*) FROM t") == 500)
    withExtendedLifetime(writer) {}
  }

  // MARK: Reading never writes

  /// A store in a log mode as a process leaves it that dies: with the files next to it that are
  /// named.
  private func leaveStore(_ files: [String], emptyLog: Bool = false) throws {
    let dying = try makeStore("dying", journalMode: "WAL")
    if emptyLog { try dying.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
    try dying.execute("PRAGMA mmap_size = 0")
    for name in [""] + files {
      try folder.write(try folder.bytes(of: "dying\(name)"), to: "x y%?#ü\(name)")
    }
    _ = consume dying
    for name in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: folder.path("dying\(name)"))
    }
  }

  @Test(arguments: [["-wal", "-shm"], ["-wal"], []], [false, true])
  func `a store with a log is read whole, and its folder stays as it was`(
    files: [String], emptyLog: Bool
  ) throws {
    try leaveStore(files, emptyLog: emptyLog)
    let before = try folder.snapshot()
    #expect(before.count == files.count + 1)
    do {
      // What is only in the log is lost where the log is.
      let reader = try StoreFile.open(path: folder.path("x y%?#ü"), for: .reading)
      let isWhole = emptyLog || !files.isEmpty
      #expect(try reader.integer("SELECT count(*) FROM sqlite_schema") == (isWhole ? 1 : 0))
      if isWhole { #expect(try reader.integer("SELECT count(a) FROM t") == 500) }
      #expect(throws: SQLiteError.self) { try reader.execute("CREATE TABLE u (a)") }
      #expect(try folder.snapshot() == before)
    }
    #expect(try folder.snapshot() == before)
  }

  @Test func `a store copied without its log is recognized by the index of the log`() throws {
    try leaveStore(["-shm"])
    let path = folder.path("x y%?#ü")
    #expect(throws: StoreOpenError.missingLog(path: path, pages: 6)) {
      try StoreFile.open(path: path, for: .reading)
    }
  }

  @Test(arguments: [1, 4120, 8000])
  func `a store copied with a part of its log is recognized by the index of the log`(
    bytes: Int
  ) throws {
    try leaveStore(["-wal", "-shm"])
    let (path, log) = (folder.path("x y%?#ü"), try folder.bytes(of: "x y%?#ü-wal"))
    try folder.write(Array(log.dropLast(bytes)), to: "x y%?#ü-wal")
    let before = try folder.snapshot()
    for mode in [StoreFile.Mode.reading, .writing] {
      #expect(throws: StoreOpenError.cutLog(path: path, pages: bytes > 4120 ? 2 : 1)) {
        try StoreFile.open(path: path, for: mode)
      }
    }
    #expect(try folder.snapshot() == before)
    try folder.write([], to: "x y%?#ü-wal")
    #expect(throws: StoreOpenError.cutLog(path: path, pages: 6)) {
      try StoreFile.open(path: path, for: .reading)
    }
  }

  /// The log of a store, with one byte changed.
  private func damageLog(at offset: Int) throws {
    var log = try folder.bytes(of: "x y%?#ü-wal")
    log[offset] ^= 1
    try folder.write(log, to: "x y%?#ü-wal")
  }

  @Test(arguments: zip([0, 20, 32, 100, 32 + 4120 * 5 + 30], [6, 6, 6, 6, 1]))
  func `a damaged log is recognized by the index of the log`(offset: Int, pages: Int64) throws {
    try leaveStore(["-wal", "-shm"])
    try damageLog(at: offset)
    let path = folder.path("x y%?#ü")
    #expect(throws: StoreOpenError.cutLog(path: path, pages: pages)) {
      try StoreFile.open(path: path, for: .reading)
    }
  }

  @Test(arguments: [0, 20, 32, 100, 32 + 4120 * 5 + 30])
  func `a log that is damaged up to the end of its last transaction is found without an index`(
    offset: Int
  ) throws {
    try leaveStore(["-wal"])
    try damageLog(at: offset)
    #expect(try StoreFile.hasCutLog(folder.path("x y%?#ü")))
  }

  @Test func `pages of a log that were never written are found without an index`() throws {
    try leaveStore(["-wal"])
    let log = try folder.bytes(of: "x y%?#ü-wal")
    try folder.write(log + [UInt8](repeating: 0, count: 4120), to: "x y%?#ü-wal")
    #expect(try StoreFile.hasCutLog(folder.path("x y%?#ü")))
  }

  @Test func `a log that ends within a page is found without an index`() throws {
    try leaveStore(["-wal"])
    let (path, log) = (folder.path("x y%?#ü"), try folder.bytes(of: "x y%?#ü-wal"))
    #expect(try !StoreFile.hasCutLog(path))
    try folder.write(log.dropLast(), to: "x y%?#ü-wal")
    #expect(try StoreFile.hasCutLog(path))
  }

  @Test func `pages that a transaction left in the log when it was rolled back are no damage`()
    throws
  {
    let dying = try makeStore("dying", journalMode: "WAL")
    try dying.execute("PRAGMA cache_size = 1")
    try dying.execute("BEGIN")
    try dying.execute(
      "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90) "
        + "INSERT INTO t SELECT randomblob(3000) FROM n")
    try dying.execute("ROLLBACK")
    let length = try folder.bytes(of: "dying-wal").count
    try dying.execute("CREATE TABLE later (a)")
    #expect(try folder.bytes(of: "dying-wal").count == length && length > 32 + 4120 * 20)
    for name in ["", "-wal"] {
      try folder.write(try folder.bytes(of: "dying\(name)"), to: "x\(name)")
    }
    #expect(try !StoreFile.hasCutLog(folder.path("x")))
    withExtendedLifetime(dying) {}
  }

  @Test(arguments: ["-wal", "-shm"])
  func `a log or an index that is a link is named`(suffix: String) throws {
    try leaveStore(["-wal", "-shm"])
    let (path, file) = (folder.path("x y%?#ü"), folder.path("x y%?#ü" + suffix))
    try FileManager.default.moveItem(atPath: file, toPath: folder.path("elsewhere"))
    try FileManager.default.createSymbolicLink(
      atPath: file, withDestinationPath: folder.path("elsewhere"))
    #expect(throws: StoreOpenError.irregularLog(path: path, file: file)) {
      try StoreFile.open(path: path, for: .reading)
    }
  }

  @Test func `an index without a log is no damage where all pages are in the file`() throws {
    try leaveStore(["-shm"], emptyLog: true)
    let reader = try StoreFile.open(path: folder.path("x y%?#ü"), for: .reading)
    #expect(try reader.integer("SELECT count(a) FROM t") == 500)
  }

  @Test func `a store whose writer died as it began the log anew is read whole`() throws {
    let dying = try makeStore("dying", journalMode: "WAL")
    try dying.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    let index = try folder.bytes(of: "dying-shm")
    try folder.write(try folder.bytes(of: "dying"), to: "x")
    try dying.execute("CREATE TABLE later (a)")
    // A new log with no page in it, of which the index does not know.
    try folder.write(Array(try folder.bytes(of: "dying-wal").prefix(32)), to: "x-wal")
    try folder.write(index, to: "x-shm")
    let before = try folder.snapshot()
    do {
      let reader = try StoreFile.open(path: folder.path("x"), for: .reading)
      #expect(try reader.integer("SELECT count(a) FROM t") == 500)
    }
    #expect(try folder.snapshot() == before)
  }

  @Test func `a store without a log is read, and its folder stays as it was`() throws {
    _ = try makeStore("x")
    let before = try folder.snapshot()
    do {
      let reader = try StoreFile.open(path: folder.path("x"), for: .reading)
      #expect(try reader.integer("SELECT count(*) FROM t") == 500)
    }
    #expect(try folder.snapshot() == before)
  }

  @Test func `a store that another connection has open with a log is read up to its last commit`()
    throws
  {
    let writer = try makeStore("x", journalMode: "WAL")
    let reader = try StoreFile.open(path: folder.path("x"), for: .reading)
    #expect(try reader.integer("SELECT count(*) FROM t") == 500)
    try writer.execute("DELETE FROM t WHERE a = 'text 1'")
    #expect(try reader.integer("SELECT count(*) FROM t") == 499)
  }
}
