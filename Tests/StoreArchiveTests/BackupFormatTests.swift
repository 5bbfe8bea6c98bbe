import Foundation
import SQLite
import StoreLayout
import StoreArchive
import Testing

struct BackupFormatTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  @Test func `a backup has a record a line and every value in its own form`() throws {
    let store = try bench.makeStore(
      "s.db",
      #"""
      PRAGMA user_version = 3;
      CREATE TABLE "Reader's \ ""books""" (_id INTEGER PRIMARY KEY, title TEXT, value);
      CREATE TABLE plain (a, twice AS (a || a));
      CREATE INDEX by_title ON "Reader's \ ""books""" (title);
      INSERT INTO "Reader's \ ""books""" VALUES
        (1, 'a' || char(0, 9, 31) || '"\é🦊', 9007199254740993), (2, '', 0.1), (-3, NULL, -0.0),
        (4, CAST(x'FF' AS TEXT), x'00FF10'), (5, 'inf', 9e999), (6, '-inf', -9e999),
        (7, 'whole', 5.0), (8, 'huge', 1e300), (9, 'tiny', 5e-324);
      INSERT INTO plain (rowid, a) VALUES (7, 'x'), (9, NULL);
      """#)
    let text = try bench.text(try bench.backUp(store, as: "b.json"))
    let proofs = text.split(separator: "\n").suffix(8)
    #expect(
      text == #"""
        {"format": "migrate-backup", "formatVersion": 1,
        "store": {"applicationID":0,"userVersion":3,"encoding":"UTF-8","journalMode":"delete","pageSize":4096,"autoVacuum":0},
        "objects": [
        {"type":"table","name":"Reader's \\ \"books\"","table":"Reader's \\ \"books\"","sql":"CREATE TABLE \"Reader's \\ \"\"books\"\"\" (_id INTEGER PRIMARY KEY, title TEXT, value)"},
        {"type":"table","name":"plain","table":"plain","sql":"CREATE TABLE plain (a, twice AS (a || a))"},
        {"type":"index","name":"by_title","table":"Reader's \\ \"books\"","sql":"CREATE INDEX by_title ON \"Reader's \\ \"\"books\"\"\" (title)"}
        ],
        "tables": [
        {"table":"Reader's \\ \"books\"","columns":["_id","title","value"],"rows":9},
        {"table":"plain","columns":["a"],"rowid":"rowid","rows":2}
        ],
        "records": [
        {"table":"Reader's \\ \"books\"","row":{"_id":-3,"value":-0.0}},
        {"table":"Reader's \\ \"books\"","row":{"_id":1,"title":"a\u0000\t\u001f\"\\é🦊","value":9007199254740993}},
        {"table":"Reader's \\ \"books\"","row":{"_id":2,"title":"","value":0.1}},
        {"table":"Reader's \\ \"books\"","row":{"_id":4,"title":{"$text":"/w=="},"value":{"$blob":"AP8Q"}}},
        {"table":"Reader's \\ \"books\"","row":{"_id":5,"title":"inf","value":{"$real":"inf"}}},
        {"table":"Reader's \\ \"books\"","row":{"_id":6,"title":"-inf","value":{"$real":"-inf"}}},
        {"table":"Reader's \\ \"books\"","row":{"_id":7,"title":"whole","value":5.0}},
        {"table":"Reader's \\ \"books\"","row":{"_id":8,"title":"huge","value":1e+300}},
        {"table":"Reader's \\ \"books\"","row":{"_id":9,"title":"tiny","value":5e-324}},
        {"table":"plain","rowid":7,"row":{"a":"x"}},
        {"table":"plain","rowid":9,"row":{}}
        ],
        "external": [
        ],

        """# + proofs.map { $0 + "\n" }.joined())
    #expect(proofs.first == #""checks": ["#)
  }

  @Test func `a backup is one JSON document`() throws {
    let store = try bench.makeStore("s.db", Samples.everyKindOfObject)
    try FileManager.default.createDirectory(
      atPath: store + ".external", withIntermediateDirectories: true)
    _ = try bench.write("cover".utf8, to: "s.db.external/abc")
    let backup = try bench.backUp(store, as: "b.json")
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(try bench.bytes(backup))) as? [String: Any])
    #expect(
      document.keys.sorted() == [
        "checks", "external", "footer", "format", "formatVersion", "objects", "records", "store",
        "sums", "tables",
      ])
    let contents = try BackupReader.verify(backup)
    #expect((document["records"] as? [Any])?.count == Int(contents.records))
    let piece = (document["external"] as? [[String: Any]])?.first
    #expect(piece?["file"] as? String == "abc")
    #expect(piece?["bytes"] as? Int == 5)
    #expect(piece?["base64"] as? String == "Y292ZXI=")
  }

  @Test func `the digest covers every byte before its first digit`() throws {
    let store = try bench.makeStore("s.db", "CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    let backup = try bench.backUp(store, as: "b.json")
    let bytes = try bench.bytes(backup)
    let contents = try BackupReader.verify(backup)
    #expect(String(decoding: bytes.suffix(68), as: UTF8.self) == contents.digest + "\"}}\n")
    #expect(Sha256.of(bytes.dropLast(68)) == contents.digest)
  }

  @Test func `the same store gives the same bytes, however it is opened`() throws {
    let store = try bench.makeStore(
      "s.db", "PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    let first = try bench.bytes(try bench.backUp(store, as: "1.json"))
    let writer = try Connection(path: store, mode: .readWrite)
    _ = try writer.rows("SELECT * FROM t")
    let second = try bench.bytes(try bench.backUp(store, as: "2.json"))
    #expect(first == second)
  }

  @Test func `rows that are only in the write-ahead log are in the backup`() throws {
    let store = bench["s.db"]
    let writer = try Connection(path: store, mode: .create)
    try writer.executeScript(
      "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (a)")
    try writer.execute("INSERT INTO t VALUES ('only in the log')")
    let log = try bench.bytes(store + "-wal")
    let backup = try bench.backUp(store, as: "b.json")
    try Restorer.restore(backup: backup, to: bench["r.db"])
    #expect(
      try StoreFile.open(path: bench["r.db"], for: .reading).rows("SELECT a FROM t")
        == [[.text("only in the log")]])
    #expect(try bench.bytes(store + "-wal") == log)
  }

  @Test func `a backup within a transaction sees what the transaction sees, and leaves it open`()
    throws
  {
    let store = try bench.makeStore("s.db", "CREATE TABLE t (a)")
    let connection = try Connection(path: store, mode: .readWrite)
    try connection.execute("BEGIN IMMEDIATE")
    try connection.execute("INSERT INTO t VALUES (1)")
    let contents = try BackupWriter.write(connection, to: bench["b.json"])
    #expect(contents.records == 1)
    #expect(connection.isInTransaction)
    #expect(throws: Never.self) { try BackupReader.verify(bench["b.json"], is: contents) }
  }

  @Test func `a backup names the model of a native store`() throws {
    let store = try bench.makeStore(
      "s.db",
      """
      CREATE TABLE _migrate_schema (schema TEXT, version TEXT, checksum TEXT, more TEXT);
      INSERT INTO _migrate_schema VALUES ('Epilogue', '1.0.0', 'abc=', 'x');
      """)
    let contents = try BackupReader.verify(try bench.backUp(store, as: "b.json"))
    #expect(
      contents.store.identity.map { [$0.schema, $0.version, $0.checksum] }
        == ["Epilogue", "1.0.0", "abc="])
  }

  @Test func `a backup that exists is not replaced unasked`() throws {
    let store = try bench.makeStore("s.db", "CREATE TABLE t (a)")
    let backup = try bench.write("precious".utf8, to: "b.json")
    #expect(throws: ArchiveError.exists(path: backup)) { try bench.backUp(store, as: "b.json") }
    let connection = try Connection(path: store, mode: .readOnly)
    let error = #expect(throws: ArchiveError.self) {
      try BackupWriter.write(connection, to: backup, isReplacing: true)
    }
    #expect(
      error?.message
        == "'\(backup)' is no backup, so that none takes its place, and is left as it is")
    #expect(try bench.text(backup) == "precious")
    #expect(try bench.names == ["b.json", "s.db"])
  }

  @Test func `a backup that cannot be read back does not replace another`() throws {
    struct Unread: Error {}
    let store = try bench.makeStore("s.db", "CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    let older = try bench.bytes(try bench.backUp(store, as: "b.json"))
    let connection = try Connection(path: store, mode: .readWrite)
    try connection.execute("INSERT INTO t VALUES (2)")
    var progress: [String] = []
    #expect(throws: Unread.self) {
      try BackupWriter.write(
        connection, to: bench["b.json"], isReplacing: true, writing: { _ in },
        readingBack: { _ in
          progress = try bench.names
          throw Unread()
        })
    }
    #expect(progress == ["b.json", "b.json.partial", "s.db"])
    #expect(try bench.bytes(bench["b.json"]) == older)
    #expect(try bench.names == ["b.json", "s.db"])
    try BackupWriter.write(connection, to: bench["b.json"], isReplacing: true)
    #expect(try BackupReader.verify(bench["b.json"]).records == 2)
  }

  @Test func `files with other content than their names say are known, on either side`() throws {
    let store = try bench.makeStore("s.db", "CREATE TABLE t (a)")
    let folder = ExternalFolder(ofStoreAt: store)
    let large = [UInt8](repeating: 7, count: 500_000)
    let names = [try folder.write(large), try folder.write([1]), try folder.write([])]
    _ = try bench.write(large.dropLast() + [8], to: "s.db.external/" + names[0])
    _ = try bench.write([1], to: "s.db.external/" + names[2])
    _ = try bench.write([1], to: "s.db.external/notes.txt")
    let connection = try StoreFile.open(path: store, for: .reading)
    let written = try BackupWriter.write(
      connection, to: bench["b.json.gz"], externalFolder: folder.path)
    #expect(written.externalFiles == 4)
    #expect(written.alteredFiles == [names[0], names[2]].sorted())
    let restored = try Restorer.restore(backup: bench["b.json.gz"], to: bench["r.db"])
    #expect(restored.contents == written)
  }

  @Test func `cancelled work leaves no file behind`() throws {
    struct Ended: Error {}
    let store = try bench.makeStore("s.db", "CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    let connection = try StoreFile.open(path: store, for: .reading)
    #expect(throws: Ended.self) {
      try BackupWriter.write(connection, to: bench["b.json"]) { _ in throw Ended() }
    }
    #expect(!connection.isInTransaction)
    #expect(try bench.names == ["s.db"])
  }

  @Test func `a run that is killed between the two names of a backup harms no finished backup`()
    throws
  {
    let store = try bench.makeStore("s.db", "CREATE TABLE t (a)")
    let finished = try bench.backUp(store, as: "1.json")
    let bytes = try bench.bytes(finished)
    try FileManager.default.linkItem(atPath: finished, toPath: bench["2.json.partial"])
    _ = try bench.backUp(store, as: "2.json")
    #expect(try bench.bytes(finished) == bytes)
    #expect(try bench.names == ["1.json", "2.json", "s.db"])
  }

  @Test func `the next backup removes drafts that already have their final name`() throws {
    let store = try bench.makeStore("s.db", "CREATE TABLE t (a)")
    let finished = try bench.backUp(store, as: "1.json")
    let bytes = try bench.bytes(finished)
    try FileManager.default.linkItem(atPath: finished, toPath: bench["1.json.partial"])
    let second = try bench.backUp(store, as: "2.json")
    #expect(try bench.names == ["1.json", "2.json", "s.db"])
    try FileManager.default.copyItem(atPath: second, toPath: bench["2.json.partial"])
    // A file that is not a copy may belong to another program.
    _ = try bench.write([1, 2, 3], to: "1.json.partial")
    _ = try bench.backUp(store, as: "3.json")
    #expect(try bench.bytes(finished) == bytes)
    #expect(try bench.names == ["1.json", "1.json.partial", "2.json", "3.json", "s.db"])
  }

  @Test func `files of a killed run are overwritten`() throws {
    let store = try bench.makeStore("s.db", "CREATE TABLE t (a)")
    _ = try bench.write(repeatElement(0x20, count: 100_000), to: "b.json.partial")
    let backup = try bench.backUp(store, as: "b.json")
    #expect(try BackupReader.verify(backup).records == 0)
    #expect(try bench.names == ["b.json", "s.db"])
  }
}
