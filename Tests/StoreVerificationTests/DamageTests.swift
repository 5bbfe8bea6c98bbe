import SQLite
import StoreLayout
import SchemaModel
import StoreVerification
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct DamageTests {
  private func store() throws -> TestStore {
    let rows = (1...2000).map { "INSERT INTO Note VALUES (\($0), 'text \($0)', \($0 % 5));" }
    return try TestStore(
      """
      schema: Notes
      version: 1.0.0
      entities:
        Note:
          attributes: {text: string, stars: int}
          indexes: [[stars]]
      """, "BEGIN;" + rows.joined() + "COMMIT")
  }

  private func bytes(of store: TestStore) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: store.path)))
  }

  @Test func `verification changes no byte, and leaves no file behind`() throws {
    let store = try store()
    let (before, files) = (try bytes(of: store), try names(in: store))
    _ = try store.findings { $0.includesChecksums = true }
    #expect(try bytes(of: store) == before)
    #expect(try names(in: store) == files)
  }

  @Test(arguments: 0..<24)
  func `a store with flipped bytes is reported, never a crash`(seed: Int) throws {
    let store = try store()
    var content = try bytes(of: store)
    // Whole pages, because a few flipped bytes of a text are no damage that SQLite could see.
    let page = (seed % 12 + (seed < 12 ? 0 : 1)) * 4096
    for offset in page..<min(page + 4096, content.count) where offset >= 100 || seed < 12 {
      if offset >= 100 { content[offset] ^= UInt8(truncatingIfNeeded: seed &* 31 &+ 0x5a) }
    }
    try Data(content).write(to: URL(filePath: store.path))
    let report = try StoreVerifier.verify(storeAt: store.path)
    #expect(!report.isSound)
  }

  @Test func `no page of a table without checks is read`() throws {
    let store = try TestStore(
      """
      schema: Notes
      version: 1.0.0
      entities:
        Note: {attributes: {stars: {type: int, max: 5}}}
        Other: {attributes: {stars: {type: int, max: 5}}}
      """, "INSERT INTO Note VALUES (1, 9), (2, 3); INSERT INTO Other VALUES (1, 9)")
    let root = try store.rows("SELECT rootpage FROM sqlite_schema WHERE name = 'Other'")
    guard case .integer(let page)? = root.first?.first else { throw CancellationError() }
    var content = try bytes(of: store)
    for offset in (Int(page) - 1) * 4096..<Int(page) * 4096 { content[offset] = 0xff }
    try Data(content).write(to: URL(filePath: store.path))
    let connection = try Connection(path: store.path, mode: .readOnly)
    let layout = StoreLayout(of: store.document.schema)
    let asked = try StoreVerifier.findings(in: layout, on: connection) { $0.table == "Note" }
    let tooMany = Problem.outOfBounds(PropertyName("Note", "stars"), bounds: "at most 5")
    #expect(asked == [Finding(tooMany, examples: [1])])
    let all = try StoreVerifier.findings(in: layout, on: connection) { _ in true }
    #expect(all.map(\.problem.code) == ["out-of-bounds", "unreadable-table"])
  }

  @Test func `an index that lacks rows is found, but not in a quick look`() throws {
    let store = try store()
    try store.execute(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, '("stars")', '("stars") WHERE stars > 1')
        WHERE type = 'index';
      """)
    try store.execute("DELETE FROM Note WHERE stars = 0; INSERT INTO Note VALUES (9999, 'x', 0)")
    try store.execute(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, ' WHERE stars > 1', '') WHERE type = 'index';
      """)
    #expect(try store.findings().map(\.problem.code).contains("damaged-store"))
    #expect(try store.findings { $0.isQuick = true }.isEmpty)
  }

  @Test func `a verification that is cancelled ends with an interruption`() throws {
    let store = try store()
    let error = try #require(throws: SQLiteError.self) {
      try store.findings { $0.isCancelled = { true } }
    }
    #expect(error.primaryCode == .interrupted)
  }

  @Test func `checksums are of every table, and change with a value`() throws {
    let store = try store()
    func checksums() throws -> [VerificationReport.TableChecksum] {
      var options = VerificationOptions()
      options.includesChecksums = true
      return try StoreVerifier.verify(storeAt: store.path, options: options).checksums
    }
    let before = try checksums()
    #expect(before.map(\.table) == ["Note", "_migrate_history", "_migrate_schema"])
    try store.execute("UPDATE Note SET text = 'text 1 ' WHERE _id = 1")
    let after = try checksums()
    #expect(zip(before, after).map { $0 == $1 } == [false, true, true])
  }

  private func names(in store: TestStore) throws -> [String] {
    try store.folder.names
  }
}
