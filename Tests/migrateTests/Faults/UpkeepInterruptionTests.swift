import Foundation
import TestSupport
import Testing

/// Ctrl-C while a store is repaired, pruned, completed or added to: all of it is undone, and the
/// last line says what the store is.
@Suite(.timeLimit(.minutes(60)))
struct UpkeepInterruptionTests {
  init() {
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
  }

  private static let commands = [
    "prune library.store --entity Book --by added --before 2026-01-01",
    "repair library.store --orphans Note.book=delete",
    "recover library.store --from full.json",
    "import-data library.store books.json --mapping books.yaml",
  ]

  /// A folder with a store in which there is something to do for each command, and where what each
  /// would do never ends.
  private static func workshop() throws -> Workshop {
    let workshop = try Workshop()
    try workshop.write(
      """
      schema: Library
      version: 1.0.0
      entities:
        Book:
          attributes: {title: string, added: date?}
          relationships: {notes: {toMany: Note, inverse: book, delete: cascade}}
        Note:
          attributes: {text: string = ""}
          relationships: {book: {toOne: Book?, inverse: notes, delete: nullify}}
      """, to: "Schemas/V1.yaml")
    try workshop.write(#"[{"title": "new"}]"#, to: "books.json")
    try workshop.write(
      "entity: Book\nkey: [title]\nattributes: {title: title}\n", to: "books.yaml")
    try workshop.migrate("create", "library.store", "--version", "1")
    _ = try workshop.sqlite(
      "library.store",
      """
      INSERT INTO Book (_id, title, added) VALUES (1, 'a', 0), (2, 'b', 0);
      INSERT INTO Note (_id, book) VALUES (1, 1), (2, 2)
      """)
    try workshop.migrate("backup", "library.store", "-o", "full.json")
    let endless = """
      SELECT max(n) FROM \
      (WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c)
      """
    _ = try workshop.sqlite(
      "library.store",
      """
      DELETE FROM Book WHERE _id = 2;
      CREATE TRIGGER slow1 BEFORE DELETE ON Book BEGIN \(endless); END;
      CREATE TRIGGER slow2 BEFORE DELETE ON Note BEGIN \(endless); END;
      CREATE TRIGGER slow3 BEFORE INSERT ON Book BEGIN \(endless); END;
      """)
    return workshop
  }

  @Test(arguments: commands, [SIGINT, SIGTERM])
  func `an interrupted change leaves the store unchanged`(line: String, signal: Int32) throws {
    let workshop = try Self.workshop()
    let before = try workshop.dump("library.store")
    let command = try workshop.start(["sh", "-c", "exec '\(Workshop.tool)' \(line) --apply"])
    #expect(command.wait { workshop.has("library.store.v1.0.0.backup.json") })
    Thread.sleep(forTimeInterval: 0.5)
    #expect(command.process.isRunning)
    command.send(signal)
    #expect(
      try command.finish()
        == Self.stopped(line + " --apply", backup: "library.store.v1.0.0.backup.json"))
    #expect(try workshop.dump("library.store") == before)
  }

  @Test func `a finished backup is not suggested again`() throws {
    let workshop = try Self.workshop()
    let line = Self.commands[0] + " --apply"
    let command = try workshop.start(
      ["sh", "-c", "exec '\(Workshop.tool)' \(line) --backup 'my own.json'"])
    #expect(command.wait { workshop.has("my own.json") })
    Thread.sleep(forTimeInterval: 0.5)
    command.send(SIGINT)
    #expect(try command.finish() == Self.stopped(line, backup: "my own.json"))
  }

  @Test(arguments: commands)
  func `an interrupted plan says so too`(line: String) throws {
    let workshop = try Self.workshop()
    let command = try workshop.start(["sh", "-c", "exec '\(Workshop.tool)' \(line)"])
    Thread.sleep(forTimeInterval: 2)
    #expect(command.process.isRunning)
    command.send(SIGINT)
    #expect(try command.finish() == Self.stopped(line))
  }

  private static func stopped(_ line: String, backup: String? = nil) -> Run {
    let backup = backup.map { ", and '\($0)' is its backup" } ?? ""
    return Run(
      output: "",
      error: """
        warning: stopped before the end [cancelled]
        'library.store' is unchanged\(backup); next: migrate \(line)

        """, status: 130)
  }
}
