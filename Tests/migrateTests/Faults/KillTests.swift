import Foundation
import TestSupport
import Testing

/// Kill -9 at any instant: there is the old version or the new one, whole, and the next run works.
///
/// With `TORTURE=1` in the environment there are many times as many rounds.
@Suite(.timeLimit(.minutes(60)))
struct KillTests {
  private static let rounds = Torture.isAskedFor ? 250 : 10

  @Test(arguments: ["delete", "wal"])
  func `Epilogue is version 1 or version 4 after any kill, and the next apply succeeds`(
    _ journal: String
  ) throws {
    let schemas = BuiltProducts.repository.appending(path: "Schemas/Epilogue").path
    let workshop = try Workshop()
    try workshop.migrate(
      "create", "pristine.store", "--schemas", schemas, "--version", "1", "--sample", "40")
    #expect(
      try workshop.sqlite("pristine.store", "PRAGMA journal_mode = \(journal)") == journal + "\n")
    try Rounds(workshop: workshop, schemas: schemas, versions: ["1.0.0", "4.0.0"])
      .run(Self.rounds)
    Torture.report("kills with the journal '\(journal)'", tried: Self.rounds, failed: 0)
  }

  @Test func `a rewritten table is the old or the new one after any kill`() throws {
    let workshop = try Workshop.library()
    try workshop.writeSecondVersion(
      changingBooks: "year: int?", by: "migration: {map: {Book: {year: {using: pages + 1}}}}")
    try workshop.copy("library.store", to: "pristine.store")
    try Rounds(
      workshop: workshop, schemas: workshop.path("Schemas"), versions: ["1.0.0", "2.0.0"]
    ).run(Self.rounds)
  }
}

/// Rounds of a migration that is killed, each from the same store.
private struct Rounds {
  let workshop: Workshop
  let schemas: String
  /// The version before, and the one after.
  let versions: [String]

  func run(_ count: Int) throws {
    let question = try questions(of: "pristine.store")
    let content = try workshop.sqlite("pristine.store", question)
    let duration = try durationOfWholeRun()
    for round in 0..<count {
      try startAfresh()
      // The instants are spread over the whole run, each somewhere in its share.
      let share = (Double(round) + .random(in: 0..<1)) / Double(count)
      let delay = duration * 1.1 * share
      try kill(after: delay)
      let place: Comment = "round \(round), killed after \(delay) s"
      try lookAside(question, content, place)
      try lookOn(place)
      #expect(try apply().status == 0, place)
      #expect(try migrate("verify").status == 0, place)
      #expect(try workshop.sqlite("library.store", question) == content, place)
      #expect(try version(of: "library.store") == versions[1], place)
      let left = try workshop.files().filter { !$0.hasSuffix(".json") }
      #expect(left == ["library.store", "pristine.store"], place)
    }
  }

  /// Inspects copies, where SQLite itself undoes an unfinished transaction.
  private func lookAside(_ question: String, _ content: String, _ place: Comment) throws {
    try onCopy { (copy: String) throws in
      #expect(try versions.contains(version(of: copy)), place)
      #expect(try workshop.sqlite(copy, "PRAGMA integrity_check") == "ok\n", place)
      #expect(try workshop.sqlite(copy, question) == content, place)
    }
  }

  /// Reading writes nothing: either the store is sound, or the message names a command, and that
  /// command brings back the old content.
  private func lookOn(_ place: Comment) throws {
    let run = try migrate("verify")
    #expect([0, 5].contains(run.status), place)
    guard run.status == 5 else { return }
    #expect(
      run.lastLine
        == "'library.store' is unchanged; "
        + "next: migrate repair library.store --apply --schemas \(schemas)", place)
    try onCopy { (copy: String) throws in
      let repair = try workshop.migrate("repair", copy, "--apply", "--schemas", schemas)
      #expect(repair.status == 0, place)
      #expect(try workshop.migrate("verify", copy, "--schemas", schemas).status == 0, place)
    }
  }

  private func onCopy(_ look: (_ store: String) throws -> Void) throws {
    let copy = "aside.store"
    for suffix in Self.companions {
      workshop.remove(copy + suffix)
      if workshop.has("library.store" + suffix) {
        try workshop.copy("library.store" + suffix, to: copy + suffix)
      }
    }
    try look(copy)
    for suffix in Self.companions { workshop.remove(copy + suffix) }
  }

  /// The endings of a store's files; the index of a log belongs to the processes that have it open.
  private static let companions = ["", "-journal", "-wal"]

  private func apply() throws -> Run { try migrate("apply") }

  private func migrate(_ command: String) throws -> Run {
    try workshop.migrate(command, "library.store", "--schemas", schemas)
  }

  private func kill(after delay: Double) throws {
    let command = try workshop.start(
      [Workshop.tool, "apply", "library.store", "--schemas", schemas])
    Thread.sleep(forTimeInterval: delay)
    command.send(SIGKILL)
    _ = try command.finish()
  }

  private func durationOfWholeRun() throws -> Double {
    try startAfresh()
    let clock = ContinuousClock()
    var status: Int32 = -1
    let duration = try clock.measure { status = try apply().status }
    #expect(status == 0)
    return duration / .seconds(1)
  }

  private func startAfresh() throws {
    for name in try workshop.files() where name.hasPrefix("library.store") {
      workshop.remove(name)
    }
    try workshop.copy("pristine.store", to: "library.store")
  }

  private func version(of store: String) throws -> String {
    String(try workshop.sqlite(store, "SELECT version FROM _migrate_schema").dropLast())
  }

  /// A query for every value that the previous version had, in the names that both versions have.
  private func questions(of store: String) throws -> String {
    let tables = try workshop.sqlite(
      store,
      """
      SELECT 'SELECT ' || group_concat('quote("' || c.name || '")', ', ') || ' FROM "' || t.name
        || '" ORDER BY _id;'
      FROM sqlite_schema t, pragma_table_info(t.name) c
      WHERE t.type = 'table' AND t.name NOT LIKE '\\_%' ESCAPE '\\' AND t.name NOT LIKE 'sqlite%'
      GROUP BY t.name ORDER BY t.name
      """)
    return tables
  }
}
