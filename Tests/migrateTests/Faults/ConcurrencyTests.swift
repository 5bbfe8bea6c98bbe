import Foundation
import TestSupport
import Testing

/// Several processes at one store: one wins, the others report its number, and no process waits for
/// ever or must unlock anything.
@Suite(.timeLimit(.minutes(60)))
struct ConcurrencyTests {
  @Test func `one of several runs that start together migrates, and the others change nothing`()
    throws
  {
    for _ in 0..<(Torture.isAskedFor ? 50 : 4) {
      let workshop = try Workshop.library()
      let commands = try (0..<4).map { _ in
        try workshop.start([Workshop.tool, "apply", "library.store", "--wait", "0"])
      }
      let runs = try commands.map { try $0.finish() }
      let kinds = runs.map(Self.kind)
      #expect(kinds.filter { $0 == .migrated }.count == 1, "\(runs)")
      #expect(!kinds.contains(.other), "\(runs)")
      let pids = commands.map { "\($0.process.processIdentifier)" }
      let named = runs.compactMap { Self.owner(in: $0) }
      #expect(Set(named).isSubset(of: pids))
      #expect(try workshop.migrate("verify", "library.store").status == 0)
      #expect(try workshop.files() == ["library.store", "library.store.v1.0.0.backup.json"])
    }
  }

  @Test func `one of several runs that wait migrates, and the others find the store migrated`()
    throws
  {
    let workshop = try Workshop.library()
    let commands = try (0..<4).map { _ in
      try workshop.start([Workshop.tool, "apply", "library.store", "--wait", "60"])
    }
    let kinds = try commands.map { Self.kind(of: try $0.finish()) }
    #expect(kinds.filter { $0 == .migrated }.count == 1)
    #expect(kinds.filter { $0 == .foundDone }.count == 3)
  }

  @Test(arguments: ["delete", "wal"])
  func `a writer in another process is not disturbed`(_ journal: String) throws {
    let workshop = try Workshop.library()
    _ = try workshop.sqlite("library.store", "PRAGMA journal_mode = \(journal)")
    let other = try workshop.occupy(
      "BEGIN IMMEDIATE; UPDATE Book SET title = 'mine' WHERE _id = 7", ending: "COMMIT")
    for command in [["apply"], ["repair", "--apply"]] {
      let run = try workshop.start(
        [Workshop.tool, command[0], "library.store"] + command.dropFirst()
          + (command == ["apply"] ? ["--wait", "0"] : [])
      ).finish()
      #expect(run.status == 3, "\(command): \(run)")
    }
    try workshop.letGo(of: other)
    #expect(
      try workshop.sqlite("library.store", "SELECT title FROM Book WHERE _id = 7") == "mine\n")
    #expect(try workshop.migrate("apply", "library.store").status == 0)
    #expect(
      try workshop.sqlite("library.store", "SELECT title FROM Book WHERE _id = 7") == "mine\n")
  }

  @Test func `a reader of a log in another process keeps reading the old version`() throws {
    let workshop = try Workshop.library()
    _ = try workshop.sqlite("library.store", "PRAGMA journal_mode = wal")
    let columns = "SELECT count(*) FROM pragma_table_info('Book')"
    let other = try workshop.occupy("BEGIN; \(columns)", ending: "\(columns); COMMIT; \(columns)")
    #expect(try workshop.migrate("apply", "library.store", "--wait", "0").status == 0)
    let run = try workshop.letGo(of: other)
    // With its identity a book has three columns before, and four afterwards.
    #expect(run.output == "3\n3\n4\n")
    #expect(try workshop.migrate("verify", "library.store").status == 0)
  }

  @Test func `the lock of a killed run is no obstacle`() throws {
    let workshop = try Workshop.slowLibrary()
    let before = try workshop.dump("library.store")
    let killed = try workshop.start([Workshop.tool, "apply", "library.store"])
    #expect(killed.wait { workshop.has("library.store.v1.0.0.backup.json") })
    for command in [["repair", "--apply"], ["apply", "--wait", "0"]] {
      let run = try workshop.start(
        [Workshop.tool, command[0], "library.store"] + command.dropFirst()
      ).finish()
      #expect(run.status == 3)
      #expect(Self.owner(in: run) == "\(killed.process.processIdentifier)", "\(run)")
    }
    killed.send(SIGKILL)
    _ = try killed.finish()
    #expect(workshop.has("library.store.migrate-lock"))

    try workshop.writeSecondVersion(changingBooks: "score: int?")
    #expect(try workshop.migrate("status", "library.store").status == 0)
    let run = try workshop.migrate("apply", "library.store", "--wait", "0")
    #expect(run.status == 0, "\(run)")
    #expect(try workshop.files() == ["library.store", "library.store.v1.0.0.backup.json"])
    try workshop.migrate("restore", "library.store.v1.0.0.backup.json", "old.store")
    #expect(try workshop.dump("old.store") == before)
  }
}

// MARK: - What became of a run

extension ConcurrencyTests {
  private enum Kind: Hashable {
    case migrated, foundDone, refused, other
  }

  private static func kind(of run: Run) -> Kind {
    switch run.status {
    case 0 where run.output.hasPrefix("migrated from 1.0.0 to 2.0.0"): .migrated
    case 0: .foundDone
    case 3: .refused
    default: .other
    }
  }

  /// The process that a run found at work.
  private static func owner(in run: Run) -> String? {
    run.error.firstMatch(of: /is being changed by process (\d+) since \d+ seconds?/)
      .map { String($0.output.1) }
  }
}

extension Workshop {
  /// Begins work on the store in another process, which continues until ``letGo(of:)``.
  fileprivate func occupy(_ beginning: String, ending: String) throws -> RunningCommand {
    try write("", to: "occupied")
    let command = try start([
      "sqlite3", "-bail", "library.store", beginning,
      ".shell touch begun; while [ -e occupied ]; do sleep 0.02; done", ending,
    ])
    guard command.wait(until: { has("begun") }) else { throw Unexpected(try command.finish()) }
    return command
  }

  /// Lets the other process end.
  @discardableResult
  fileprivate func letGo(of command: RunningCommand) throws -> Run {
    remove("occupied")
    remove("begun")
    return try command.finish()
  }
}
