import Foundation
import TestSupport
import Testing

/// Stores that this user may not write, or not even read.
///
/// Permissions bind everybody but root, so a root that runs the tests runs the command as another
/// user, by `setpriv`; where it cannot, there is nothing to test.
@Suite(.enabled(if: Unprivileged.isAvailable, "root needs setpriv to become somebody else"))
struct PermissionTests {
  @Test func `a store that may not be written is named, and stays unchanged`() throws {
    let workshop = try Workshop.library()
    let before = try workshop.bytes("library.store")
    try workshop.allow("a=r", "library.store")
    try workshop.allow("a=rwx", ".")
    let run = try workshop.migrate("apply", "library.store", behind: Unprivileged.words)
    #expect(run.status == 2)
    #expect(
      run.error == """
        error: 'library.store' cannot be written: its permissions do not allow it [not-writable]
        'library.store' is unchanged; next: make 'library.store' writable, then migrate apply \
        library.store

        """)
    #expect(try workshop.bytes("library.store") == before)
    #expect(try workshop.files() == ["library.store"])
  }

  @Test func `a folder that may not be written has no room for a journal`() throws {
    let workshop = try Workshop.library()
    let before = try workshop.bytes("library.store")
    try workshop.allow("a=rw", "library.store")
    try workshop.allow("a=rx", ".")
    let run = try workshop.migrate("apply", "library.store", behind: Unprivileged.words)
    #expect(run.status == 2)
    #expect(
      run.error == """
        error: '.' cannot be written: its permissions do not allow it [not-writable]
        'library.store' is unchanged; next: make '.' writable, then migrate apply library.store

        """)
    #expect(try workshop.bytes("library.store") == before)
  }

  @Test(arguments: [["lint"], ["check", "--schemas", "Schemas"]])
  func `a model that may not be read is reported, and does not pass`(_ words: [String]) throws {
    let workshop = try Workshop.library()
    try workshop.write("schema: Other\nversion: 1.0.0\n", to: "Schemas/Other/V1.yaml")
    try workshop.allow("a=", "Schemas/Other")
    let run = try workshop.start(Unprivileged.words + [Workshop.tool] + words).finish()
    #expect(run.status == 2)
    #expect(
      (run.output + run.error).contains(
        "error: the folder 'Schemas/Other' cannot be read: permission denied [unreadable-folder]"))
  }

  @Test func `commands that only read need no right to write`() throws {
    let workshop = try Workshop.library()
    try workshop.allow("a=r", "library.store")
    for command in ["status", "verify", "history"] {
      let own = try workshop.migrate(command, "library.store")
      let run = try workshop.migrate(command, "library.store", behind: Unprivileged.words)
      #expect([run.output, run.error] == [own.output, own.error])
      #expect(run.status == 0)
    }
    let plan = try workshop.migrate("plan", "library.store", behind: Unprivileged.words)
    #expect(plan.status == 1)
    #expect(
      plan.output + plan.error == """
        error: '.' cannot be written: its permissions do not allow it [not-writable]
        error: 'library.store' cannot be written: its permissions do not allow it [not-writable]
        Library 1.0.0 to 2.0.0: lightweight, 1 change

        1.0.0 to 2.0.0: lightweight
            + attribute Book.rating: double?

        Book: altered where it stands, no row is written
            ALTER TABLE "Book" ADD COLUMN "rating" REAL;

        rows to write: 0
        backup: library.store.v1.0.0.backup.json
        'library.store' is unchanged; next: make 'library.store' writable, then migrate apply \
        library.store

        """)
  }

  @Test func `a folder of schema files that may not be read is named`() throws {
    let workshop = try Workshop.library()
    try workshop.allow("a=x", "Schemas")
    let run = try workshop.migrate("plan", "library.store", behind: Unprivileged.words)
    #expect(run.status == 2)
    #expect(
      run.error == """
        error: the folder 'Schemas' cannot be read: permission denied [unreadable-folder]
          note: permit it, and the folders above: chmod +rx Schemas
        'library.store' is unchanged; next: migrate status library.store --schemas DIR

        """)
  }

  @Test func `schema files below a folder that may not be entered are not reported as missing`()
    throws
  {
    let workshop = try Workshop.library()
    try workshop.allow("a=", "Schemas")
    let run = try workshop.migrate(
      "status", "library.store", "--schemas", "Schemas/Library", behind: Unprivileged.words)
    #expect(run.status == 2)
    #expect(
      run.error == """
        error: the folder 'Schemas/Library' cannot be read: permission denied [unreadable-folder]
          note: permit it, and the folders above: chmod +rx Schemas/Library
        'library.store' is unchanged; next: migrate status library.store --schemas DIR

        """)
  }

  @Test(arguments: [
    ["repair", "closed/library.store", "--apply"], ["backup", "closed/library.store"],
    ["create", "closed/new.store", "--version", "1"],
    ["restore", "whole.json", "closed/new.store"],
  ])
  func `a folder that may not be written leads to the same command again`(_ words: [String]) throws
  {
    let workshop = try Workshop.library()
    try workshop.migrate("backup", "library.store", "-o", "whole.json")
    try workshop.allow("a=r", "whole.json")
    _ = try workshop.start(["mkdir", "closed"]).finish()
    try workshop.copy("library.store", to: "closed/library.store")
    try workshop.allow("a=rx", "closed")
    let before = try workshop.bytes("closed/library.store")
    let run = try workshop.start(Unprivileged.words + [Workshop.tool] + words).finish()
    #expect([2, 3].contains(run.status))
    #expect(run.error.contains("permission denied"))
    #expect(
      run.error.hasSuffix(" writable, then migrate \(words.joined(separator: " "))\n"))
    #expect(try workshop.bytes("closed/library.store") == before)
  }

  @Test func `a store that may not be read is named`() throws {
    let workshop = try Workshop.library()
    try workshop.allow("a=", "library.store")
    let run = try workshop.migrate("apply", "library.store", behind: Unprivileged.words)
    #expect(run.status == 2)
    #expect(
      run.error == """
        error: 'library.store' may not be read by this user [unreadable-store]
        'library.store' is unchanged; next: make 'library.store' readable, then migrate apply \
        library.store

        """)
  }
}

extension Workshop {
  /// Sets the permissions of a file, in the words of `chmod`.
  fileprivate func allow(_ mode: String, _ name: String) throws {
    let run = try start(["chmod", mode, path(name)]).finish()
    guard run.status == 0 else { throw Unexpected(run) }
  }
}

/// How to run a command without the rights of root.
enum Unprivileged {
  /// The words to put in front of a command.
  static let words =
    getuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []

  /// Whether the command can be run as another user.
  static let isAvailable: Bool = {
    let run = try? Workshop().migrate("--version", behind: words)
    return run?.status == 0
  }()
}
