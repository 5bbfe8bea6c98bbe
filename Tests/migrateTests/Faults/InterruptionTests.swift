import Foundation
import TestSupport
import Testing

/// Ctrl-C, a closed terminal, a request of the system: unfinished work is undone, and the exit
/// status shows the interruption.
@Suite(.timeLimit(.minutes(60)))
struct InterruptionTests {
  init() {
    // Where the tests themselves run in the background, the signal is ignored, and that is handed
    // down to every command.
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `an interrupted migration leaves the store unchanged`(signal: Int32) throws {
    let workshop = try Workshop.slowLibrary()
    let before = try workshop.dump("library.store")
    let backup = "library.store.v1.0.0.backup.json"
    let command = try workshop.start([Workshop.tool, "apply", "library.store"])
    #expect(command.wait { workshop.has(backup) })
    Thread.sleep(forTimeInterval: 0.5)
    #expect(command.process.isRunning)
    // A terminal that is closed says so twice, which is no second wish.
    for _ in 1...(signal == SIGHUP ? 2 : 1) { command.send(signal) }
    let run = try command.finish()
    #expect(run.status == 130)
    #expect(run.output == "")
    #expect(
      run.error == """
        warning: stopped before the end [cancelled]
        'library.store' is as it was before; next: migrate apply library.store

        """)
    #expect(try workshop.dump("library.store") == before)
    #expect(try workshop.files() == ["library.store", backup])

    try workshop.writeSecondVersion(changingBooks: "score: int?")
    #expect(try workshop.migrate("apply", "library.store").status == 0)
    #expect(try workshop.migrate("verify", "library.store").status == 0)
  }

  @Test func `a signal that is ignored stays so`() throws {
    let workshop = try Workshop.slowLibrary()
    let script = "trap '' HUP; exec '\(Workshop.tool)' apply library.store"
    let command = try workshop.start(["sh", "-c", script])
    #expect(command.wait { workshop.has("library.store.v1.0.0.backup.json") })
    command.send(SIGHUP)
    Thread.sleep(forTimeInterval: 0.5)
    #expect(command.process.isRunning)
    command.send(SIGTERM)
    #expect(try command.finish().status == 130)
  }

  @Test(arguments: ["backup", "repair", "identify", "status"])
  func `a command that finds the store locked names the process that locked it`(word: String) throws
  {
    let workshop = try Workshop.slowLibrary()
    let command = try workshop.start([Workshop.tool, "apply", "library.store"])
    defer { command.process.terminate() }
    #expect(command.wait { workshop.has("library.store.v1.0.0.backup.json") })
    let other = try workshop.migrate(word, "library.store")
    #expect(other.status == 3)
    #expect(other.error.contains("by process \(command.process.processIdentifier) since"))
  }

  @Test func `a second run is refused, and names the process that is at work`() throws {
    let workshop = try Workshop.slowLibrary()
    let command = try workshop.start([Workshop.tool, "apply", "library.store"])
    defer { command.process.terminate() }
    #expect(command.wait { workshop.has("library.store.v1.0.0.backup.json") })
    let second = try workshop.migrate("apply", "library.store", "--wait", "0")
    #expect(second.status == 3)
    let number = command.process.processIdentifier
    #expect(
      second.error.replacing(/since \d+ seconds?/, with: "since a moment") == """
        error: 'library.store' is being changed by process \(number) since a moment [locked-store]
          note: the lock ends with that process, nothing has to be removed by hand
        'library.store' is unchanged; next: let the other process finish, then migrate apply \
        library.store --wait 0

        """)
    command.send(SIGINT)
    #expect(try command.finish().status == 130)
  }

  /// A folder with `library.store` and enough books that work on all of them takes a while.
  private static func largeLibrary() throws -> Workshop {
    let workshop = try Workshop.library()
    _ = try workshop.sqlite(
      "library.store",
      """
      WITH RECURSIVE n(i) AS (SELECT 3000 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
      INSERT INTO Book SELECT i, 'A book of which there are many, number ' || i, i FROM n
      """)
    return workshop
  }

  /// Begins a command, sends it a Ctrl-C as soon as a file is there, with its end where one is
  /// given, and waits for the command's end.
  private static func interrupted(
    _ words: String..., in workshop: Workshop, once file: String, endsWith end: String = "",
    by signal: Int32 = SIGINT
  ) throws -> Run {
    let command = try workshop.start([Workshop.tool] + words)
    let url = workshop.folder.appending(path: file)
    #expect(command.wait { workshop.has(file) && Self.tail(of: url, end.utf8.count) == end })
    #expect(command.process.isRunning)
    command.send(signal)
    return try command.finish()
  }

  private static func tail(of file: URL, _ count: Int) -> String? {
    guard let handle = try? FileHandle(forReadingFrom: file), let size = try? handle.seekToEnd(),
      size >= count
    else { return nil }
    try? handle.seek(toOffset: size - UInt64(count))
    return (try? handle.readToEnd()).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `an interrupted backup leaves no file`(signal: Int32) throws {
    let workshop = try Self.largeLibrary()
    let run = try Self.interrupted(
      "backup", "library.store", "-o", "backup.json", in: workshop, once: "backup.json.partial",
      by: signal)
    #expect(run == Run(output: "", error: Self.stopped + Self.backupAgain, status: 130))
    #expect(try workshop.files() == ["library.store"])
  }

  @Test func `a backup that is interrupted while it is read back leaves no file`() throws {
    let workshop = try Self.largeLibrary()
    let run = try Self.interrupted(
      "backup", "library.store", "-o", "backup.json", in: workshop, once: "backup.json.partial",
      endsWith: "\"}}\n")
    #expect(run == Run(output: "", error: Self.stopped + Self.backupAgain, status: 130))
    #expect(try workshop.files() == ["library.store"])
  }

  @Test func `an interrupted restore creates no store and removes none`() throws {
    let workshop = try Self.largeLibrary()
    try workshop.migrate("backup", "library.store", "-o", "backup.json")
    let before = try workshop.bytes("library.store")
    for (store, option, signal) in [
      ("other.store", "--quiet", SIGTERM), ("library.store", "--replace", SIGINT),
    ] {
      let run = try Self.interrupted(
        "restore", "backup.json", store, option, in: workshop, once: "\(store).restoring",
        by: signal)
      let again = "migrate restore backup.json \(store) \(option)"
      let last = "nothing was restored to '\(store)'; next: \(again)\n"
      #expect(run == Run(output: "", error: Self.stopped + last, status: 130))
      #expect(try workshop.files() == ["backup.json", "library.store"])
      #expect(try workshop.bytes("library.store") == before)
    }
  }

  private static let stopped = "warning: stopped before the end [cancelled]\n"
  private static let backupAgain =
    "'library.store' is unchanged; next: migrate backup library.store -o backup.json\n"

  @Test func `an interrupted creation leaves no store`() throws {
    let workshop = try Workshop.library()
    let before = try workshop.entries()
    let command = try workshop.start(
      [Workshop.tool, "create", "large.store", "--version", "1", "--sample", "5000000"])
    // Two names: the folder in which the store is made, and its lock.
    #expect(command.wait { (try? workshop.entries().count) == before.count + 2 })
    #expect(!workshop.has("large.store"))
    Thread.sleep(forTimeInterval: 0.2)
    command.send(SIGINT)
    let run = try command.finish()
    #expect(run.status == 130)
    #expect(
      run.error == Self.stopped
        + "'large.store' was not made; next: migrate create large.store --version 1 "
        + "--sample 5000000\n")
    #expect(try workshop.entries() == before)
  }
}

extension Workshop {
  /// The names of all that is in the folder, sorted.
  fileprivate func entries() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path("")).sorted()
  }
}
