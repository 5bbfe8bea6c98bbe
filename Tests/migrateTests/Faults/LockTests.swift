import SQLite
import TestSupport
import Testing

/// Stores that another process is using.
struct LockTests {
  @Test(arguments: ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
  func `a store that another process writes is refused at once and left alone`(
    _ begin: String
  ) throws {
    let workshop = try Workshop.library()
    let before = try workshop.dump("library.store")
    let other = try Connection(path: workshop.path("library.store"), mode: .readWrite)
    try other.executeScript(begin)
    let run = try workshop.migrate("apply", "library.store", "--wait", "0")
    try other.executeScript("ROLLBACK")
    #expect(run.status == 3)
    #expect(run.output == "")
    #expect(
      run.error == """
        error: 'library.store' is in use: another process holds a lock on it [busy-store]
        'library.store' is unchanged; next: let the other process finish, then migrate apply \
        library.store --wait 0

        """)
    #expect(try workshop.dump("library.store") == before)
    #expect(try workshop.files() == ["library.store"])
  }

  @Test func `a reader that blocks the migration is noticed before the work, not after it`() throws
  {
    let workshop = try Workshop.library()
    let other = try Connection(path: workshop.path("library.store"), mode: .readOnly)
    try other.executeScript("BEGIN; SELECT count(*) FROM Book")
    let run = try workshop.migrate("apply", "library.store", "--wait", "0")
    try other.executeScript("ROLLBACK")
    #expect(run.status == 3)
    #expect(
      run.error == """
        error: 'library.store' is in use: another process writes to it or keeps it locked [busy-store]
        'library.store' is unchanged; next: let the other process finish, then migrate apply \
        library.store --wait 0

        """)
    #expect(try workshop.files() == ["library.store"])
  }

  @Test func `a store that is released in time is waited for`() throws {
    let workshop = try Workshop.library()
    let other = try workshop.start([
      "sqlite3", "library.store", "BEGIN EXCLUSIVE", ".shell touch locked; sleep 1", "COMMIT",
    ])
    #expect(other.wait { workshop.has("locked") })
    #expect(try workshop.migrate("apply", "library.store", "--wait", "30").status == 0)
    #expect(try other.finish().status == 0)
  }
}
