import Diagnostics
import Foundation
import MigrateKit
import SQLite
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreArchive
@testable import StoreMigration
import StoreVerification
import Testing

struct StoreLockTests {
  @Test func `a second run finds the lock taken at once, and by which process`() throws {
    let history = try Library.withPages()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let found = Found()
    let options = MigrationOptions.testing {
      $0.onProgress = { progress in
        guard progress.phase == .migrating, found.error == nil else { return }
        found.error = failure(of: store, history, .testing { $0.clock = { 1090 } })
      }
    }
    _ = try migrated(store, history, options)
    #expect(
      found.error == .refused([.locked(by: LockOwner(process: getpid(), since: 1000), age: 90)]))
  }

  @Test func `a lock that another process holds is refused with its number and age`() throws {
    let history = try Library.withPages()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let before = try store.dump()
    let holder = try LockHolder(store.path + ".migrate-lock", line: "4711 940\\n")
    let error = try #require(failure(of: store, history))
    #expect(
      error == .refused([.locked(by: LockOwner(process: 4711, since: 940), age: 60)]))
    #expect(error.exitStatus == 3)
    #expect(try store.dump() == before)
    holder.end()
    #expect(try migrated(store, history).target == Version(2))
  }

  @Test func `a lock file of a killed run is taken over and removed`() throws {
    let history = try Library.withPages()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    try Data("4711 5\n".utf8).write(to: URL(filePath: store.path + ".migrate-lock"))
    #expect(try migrated(store, history).target == Version(2))
    #expect(try store.files == ["library.store", "library.store.v1.0.0.backup.json"])
  }

  @Test func `a store that another connection writes to is busy`() throws {
    let history = try Library.withPages()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let writer = try Connection(path: store.path, mode: .readWrite)
    try writer.executeScript("BEGIN IMMEDIATE; INSERT INTO Book (_id, title) VALUES (77, 'x')")
    let error = try #require(failure(of: store, history))
    #expect(error == .refused([.state(.unopenable(.locked(path: store.path)))]))
    #expect(error.exitStatus == 3)
    try writer.execute("ROLLBACK")
    #expect(try migrated(store, history).target == Version(2))
  }

  @Test func `a store that another connection only reads is busy as well`() throws {
    let history = try Library.withPages()
    let store = try TestStore(history.oldest, filledBy: Library.content)
    let reader = try Connection(path: store.path, mode: .readOnly)
    try reader.executeScript("BEGIN; SELECT * FROM Book")
    #expect(failure(of: store, history) == .refused([.busy]))
    #expect(try store.files == ["library.store"])
  }

  /// The error that a progress handler caught.
  private final class Found: @unchecked Sendable {
    var error: MigrationError?
  }
}

/// Another process that holds the lock on a file.
private final class LockHolder {
  private let process = Process()
  private let input = Pipe()

  init(_ path: String, line: String) throws {
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c", "exec 9>\"$0\"; flock -x 9; printf '\(line)' >&9; echo ready; read answer", path,
    ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    _ = output.fileHandleForReading.availableData
  }

  func end() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
