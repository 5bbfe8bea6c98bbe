import Foundation
import TestSupport
import Testing

/// The reports of commands on a platform store that is damaged, or that another program changed.
struct PlatformDamageTests {
  private let library = Result { try LibraryStore() }

  private func migrate(_ words: String...) throws -> Run { try library.get().migrate(words) }

  private func change(_ sql: String) throws {
    _ = try library.get().workshop.sqlite("default.store", sql)
  }

  @Test func `links to an object that is left out are not to be emptied`() throws {
    try change("UPDATE ZBOOK SET Z_ENT = 99 WHERE Z_PK = 1; DELETE FROM Z_2TAGS")
    let left = """
      error: 1 row of 'ZBOOK' has a number in Z_ENT that no entity of the table has [platform-row]
        note: its _id is 1
        note: no copy or backup has these rows; do not save to this store: put back a copy of it from before
      warning: 2 links of 'Note.book' lead to a 'Book' that does not exist, or whose row is left out \
      [platform-link]
        note: the first _ids are 1, 2
        note: do not save to this store: put back a copy of it from before
      error: 2 links of 'Note.book' have the number of another entity than the object has, or of one where there \
      is no object [platform-link]
        note: the first _ids are 1, 2
        note: another program changed the store: put back a copy of it from before

      """
    let run = try migrate("verify", "default.store")
    #expect(run.output == left + "'default.store' is not sound: 2 errors, 1 warning\n")
    #expect(
      try migrate("repair", "default.store")
        == Run(
          output: left + "'default.store' has nothing that a repair could correct\n", error: "",
          status: 1))
  }

  @Test func `a table of objects without a column of the platform is an error of every command`()
    throws
  {
    try change("DELETE FROM Z_2TAGS; ALTER TABLE ZBOOK RENAME COLUMN Z_ENT TO kind")
    let line =
      "error: the table 'ZBOOK' has no column 'Z_ENT', so no object of 'Book' can be read "
      + "[unreadable-property]"
    for command in ["verify", "backup", "repair", "rehearse"] {
      let run = try migrate(command, "default.store")
      #expect(run.status == 1)
      #expect((run.output + run.error).split(separator: "\n").first ?? "" == line)
    }
  }

  @Test(arguments: [
    ("UPDATE sqlite_schema SET sql = replace(sql, 'ZTEXT VARCHAR', 'ztext BLOB')", nil),
    (
      "UPDATE sqlite_schema SET sql = replace(sql, 'Z_OPT', 'version') WHERE name = 'ZTAG'",
      "a Z_PK or Z_OPT that is missing or below 1 [platform-row]"
    ),
  ])
  func `objects are read where the table differs from what the platform writes`(
    sql: String, line: String?
  ) throws {
    let whole = try migrate("rows", "default.store", "Note").output
    let tags = try migrate("rows", "default.store", "Tag").output
    try change("PRAGMA writable_schema = ON; \(sql)")
    #expect(try migrate("rows", "default.store", "Note").output == whole)
    #expect(try migrate("rows", "default.store", "Tag").output == tags)
    let run = try migrate("verify", "default.store")
    #expect(run.status == (line == nil ? 0 : 1))
    #expect(line.map(run.output.contains) ?? true)
  }

  @Test(arguments: [
    ("UPDATE ZBOOK SET Z_ENT = 99 WHERE Z_PK = 1", 1, 2),
    (
      "UPDATE Z_PRIMARYKEY SET Z_NAME = CASE Z_NAME WHEN 'Tag' THEN 'Author' ELSE 'Tag' END "
        + "WHERE Z_NAME IN ('Author', 'Tag')", 1, 2
    ),
    ("UPDATE ZTAG SET Z_ENT = 99", 0, 1),
  ])
  func `a backup that lacks something, or may have it as another entity's, removes no older one`(
    sql: String, status: Int32, left: Int
  ) throws {
    let backup = ["backup", "default.store", "-o", "backups/", "--keep", "1"]
    let workshop = try library.get().workshop
    #expect(try workshop.start([Workshop.tool] + backup).finish().status == 0)
    try change(sql)
    let run = try workshop.start([Workshop.tool] + backup).finish()
    #expect(run.status == status)
    #expect(
      (run.output + run.error).contains(
        "no older backup is removed, as this one does not have all that the store had")
        == (left == 2))
    let files = try FileManager.default.contentsOfDirectory(atPath: workshop.path("backups"))
    #expect(files.count { $0.hasSuffix(".json") } == left)
  }

  @Test(arguments: [
    ("DROP TABLE Z_PRIMARYKEY", "it does not exist"),
    ("ALTER TABLE Z_PRIMARYKEY RENAME COLUMN Z_NAME TO name", "it has no column 'Z_NAME'"),
    ("DELETE FROM Z_PRIMARYKEY", "it has no row"),
    ("UPDATE Z_PRIMARYKEY SET Z_NAME = CAST(Z_NAME AS BLOB)", "it has no text in 'Z_NAME'"),
    ("INSERT INTO Z_PRIMARYKEY VALUES (6, 'Tag', 0, 1)", "it has 'Tag' more than once in 'Z_NAME'"),
    (
      """
      CREATE TABLE numbers AS SELECT * FROM Z_PRIMARYKEY; DROP TABLE Z_PRIMARYKEY;
      UPDATE numbers SET Z_ENT = 2 WHERE Z_NAME = 'Tag'; ALTER TABLE numbers RENAME TO Z_PRIMARYKEY
      """, "it has 2 more than once in 'Z_ENT'"
    ),
  ])
  func `a store without the numbers of its entities is not read`(sql: String, reason: String) throws
  {
    try change(sql)
    for command in ["verify", "backup", "repair", "plan"] {
      #expect(
        try migrate(command, "default.store")
          == Run(
            output: "",
            error: """
              error: the table 'Z_PRIMARYKEY' of 'default.store' is not as the platform writes it: \
              \(reason) [malformed-file]
                note: put back a copy of the store from before

              """, status: 2))
    }
  }

  @Test(arguments: [
    ("DROP TABLE ZTAG", "the store has no table 'ZTAG', so no object of 'Tag' can be read"),
    (
      "DROP TABLE Z_2TAGS",
      "the store has no table with the links of 'Book.tags', so they cannot be read"
    ),
  ])
  func `status reports the tables that a store lacks`(sql: String, message: String) throws {
    #expect(try migrate("status", "default.store").status == 0)
    try change(sql)
    let run = try migrate("status", "default.store")
    #expect(
      (run.output + run.error).hasPrefix("error: \(message) [unreadable-property]\n"), "\(run)")
    #expect(run.status == 1)
  }

  @Test func `'rows' ends with status 1 where a table is missing`() throws {
    try change("DROP TABLE ZTAG")
    let run = try migrate("rows", "default.store", "Tag")
    #expect(run.status == 1)
    #expect(
      run.output.split(separator: "\n").first
        == "error: the store has no table 'ZTAG', so no object of 'Tag' can be read [unreadable-property]"
    )
  }

  @Test func `every command that reads a store warns of a damaged log`() throws {
    let workshop = try library.get().workshop
    workshop.remove("default.store-shm")
    let log = URL(fileURLWithPath: workshop.path("default.store-wal"))
    try (Data(contentsOf: log) + Data(count: 4120)).write(to: log)
    let warning = """
      warning: 'default.store-wal' is cut short or damaged: what was written last may be missing [missing-log]
        note: if the store is a copy, copy all of its '-wal' again

      """
    for command in ["status", "verify", "plan", "rehearse", "repair", "history", "identify"] {
      let run = try migrate(command, "default.store")
      #expect((run.error + run.output).contains(warning), "\(command): \(run)")
    }
    let rows = try migrate("rows", "default.store", "Book")
    #expect((rows.error + rows.output).contains(warning))
    let check = try workshop.start(
      [Workshop.tool, "check", "--only", "fixtures", "--fixtures", ".", "--schemas", "Schemas"]
    ).finish()
    #expect((check.error + check.output).contains(warning))
  }

  @Test func `'rows' counts problems beyond the objects that it shows`() throws {
    try change("UPDATE ZNOTE SET ZTEXT = x'00'")
    let run = try migrate("rows", "default.store", "Note", "--limit", "1")
    #expect(
      run.output.split(separator: "\n").prefix(2) == [
        "warning: 3 objects have a value for 'Note.text' that is no string [malformed-value]",
        "  note: the first _ids are 1, 2, 3",
      ])
  }

  @Test func `a repair that leaves only warnings ends as a verification does`() throws {
    try change("UPDATE ZNOTE SET Z_FOK_BOOK = 2048 WHERE Z_PK IN (1, 2)")
    #expect(try migrate("verify", "default.store").status == 0)
    #expect(try migrate("repair", "default.store").status == 0)
  }

  @Test func `a store that is cut short is asked for again, and no other is put in its place`()
    throws
  {
    let workshop = try Workshop()
    try workshop.write(LibraryStore.plain, to: "Schemas/V1.yaml")
    let create = ["create", "lib.store", "--version", "1", "--layout", "coredata"]
    #expect(try workshop.start([Workshop.tool] + create).finish().status == 0)
    let file = workshop.path("lib.store")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    try bytes.prefix(bytes.count / 8192 * 4096).write(to: URL(fileURLWithPath: file))
    let run = try workshop.start([Workshop.tool, "backup", "lib.store"]).finish()
    #expect(
      run.error.replacing(/it has .* says [\d,]+/, with: "…") == """
        error: 'lib.store' is cut short: … [damaged-store]
          note: get the file from the device again, with its '-wal' and its folder '.lib_SUPPORT'; a backup \
        becomes a store of 'migrate' elsewhere: migrate restore BACKUP NEWSTORE
          note: no backup lies next to it; SQLite's shell copies what can be read, with an error for each part that \
        cannot: mkdir salvage && cp lib.store salvage/ && sqlite3 salvage/lib.store .dump \
        | sed '$s/^ROLLBACK/COMMIT/' | sqlite3 saved.store
          note: 'migrate verify saved.store' then counts what was copied; how much there was is not known
        'lib.store' is unchanged; next: get the file from the device again, with its '-wal' and its folder \
        '.lib_SUPPORT', then migrate status lib.store

        """)
    try workshop.write("a cover", to: ".lib_SUPPORT/_EXTERNAL_DATA/\(UUID())")
    let copying = "| sqlite3 saved.store && cp -R .lib_SUPPORT .saved_SUPPORT\n"
    let again = try workshop.start([Workshop.tool, "backup", "lib.store"]).finish()
    #expect(again.error.contains(copying))
  }

  @Test func `a store that is missing in the project of an app is copied there, and not created`()
    throws
  {
    let workshop = try Workshop()
    try workshop.write(LibraryStore.plain, to: "Schemas/V1.yaml")
    #expect(
      try workshop.start([Workshop.tool, "plan", "lib.store"]).finish()
        == Run(
          output: "",
          error: """
            error: there is no store at 'lib.store' [missing-store]
            nothing was written; next: copy the app's store there, with its '-wal' and its folder \
            '.lib_SUPPORT', then migrate status lib.store

            """, status: 2))
  }

  @Test func `a plan to an older version says that no app migrates back`() throws {
    try library.get().workshop.write(
      LibraryStore.model.replacing("1.0.0", with: "0.9.0")
        .replacing("{name: string}", with: "{label: string}"), to: "Schemas/V0.yaml")
    for command in ["plan", "rehearse"] {
      #expect(
        try migrate(command, "default.store", "--to", "0.9.0")
          == Run(
            output: "",
            error: """
              error: 'default.store' is version 1.0.0, and no app makes a store of 0.9.0 of it [older-target]
                note: a version from 1.0.0 on can be named by '--to'

              """, status: 2))
    }
  }
}

extension LibraryStore {
  /// A schema file of which a store can be made as the platform makes it.
  static let plain = """
    schema: Library
    version: 1.0.0
    platform: coredata
    entities:
      Book: {attributes: {title: string}}

    """
}
