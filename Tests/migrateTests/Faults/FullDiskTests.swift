import Foundation
import TestSupport
import Testing

/// A disk that is full, by the system's limit for the size of a file.
struct FullDiskTests {
  /// Runs the command where no file may become larger than a number of blocks of 512 bytes.
  private func apply(_ workshop: Workshop, blocks: Int, _ options: String) throws -> Run {
    // The signal for a file that is too large is ignored, so that the write fails instead.
    let script = "trap '' XFSZ; ulimit -f \(blocks); exec '\(Workshop.tool)' apply library.store"
    return try workshop.start(["sh", "-c", "\(script) \(options)"]).finish()
  }

  private static let rewriting = "migration: {map: {Book: {pages: {using: pages + 1}}}}"

  @Test func `without room for the backup no migration is begun`() throws {
    let workshop = try Workshop.library()
    let before = try workshop.bytes("library.store")
    let run = try apply(workshop, blocks: 64, "")
    #expect(run.status == 2)
    #expect(
      run.error == """
        error: the backup 'library.store.v1.0.0.backup.json' was not made: cannot write to \
        'library.store.v1.0.0.backup.json': file too large [backup-failed]
        'library.store' is unchanged; next: migrate apply library.store --backup FILE

        """)
    #expect(try workshop.bytes("library.store") == before)
    #expect(try workshop.files() == ["library.store"])
  }

  @Test func `without room for a model's first file its folder is not created either`() throws {
    let workshop = try Workshop()
    let script = "trap '' XFSZ; ulimit -f 0; exec '\(Workshop.tool)' init Library"
    let run = try workshop.start(["sh", "-c", "exec 2>/dev/null; \(script)"]).finish()
    #expect(run.status == 2)
    #expect(!workshop.has("Schemas"))
    #expect(try workshop.files() == [])
  }

  @Test func `without room for the tables the migration is undone`() throws {
    let workshop = try Workshop.library()
    try workshop.writeSecondVersion(changingBooks: "pages: int?", by: Self.rewriting)
    let before = try workshop.dump("library.store")
    let size = try workshop.bytes("library.store").count
    let run = try apply(workshop, blocks: size / 512 + 8, "--no-backup")
    #expect(run.status == 4)
    #expect(
      run.error == """
        error: disk I/O error: file too large (SQLite error 778) in: COMMIT [database-error]
        'library.store' is as it was before; next: migrate verify library.store

        """)
    #expect(try workshop.dump("library.store") == before)
    #expect(try workshop.files() == ["library.store"])
    #expect(try workshop.migrate("apply", "library.store").status == 0)
  }
}

/// A disk that is full, by its own size; it takes the right to mount one.
@Suite(.enabled(if: SmallDisk.isAvailable, "this user may not mount a small disk"))
struct SmallDiskTests {
  @Test func `a disk without room for the backup is refused with both numbers`() throws {
    let workshop = try Workshop.library()
    let size = try workshop.bytes("library.store").count
    let disk = try SmallDisk(bytes: size + 65_536)
    try workshop.link("disk", to: disk.path)
    try workshop.copy("library.store", to: "disk/library.store")
    let before = try workshop.bytes("disk/library.store")
    let run = try workshop.migrate("apply", "disk/library.store")
    #expect(run.status == 2)
    #expect(
      run.error == """
        error: the disk has 65 kB free, and up to 254 kB are to be written to it \
        [not-enough-space]
        'disk/library.store' is unchanged; next: make room on the disk, then migrate apply \
        disk/library.store

        """
    )
    #expect(try workshop.bytes("disk/library.store") == before)
  }

  @Test func `a copy is made where there is room, and a folder without room is named`() throws {
    let workshop = try Workshop.library(changingBooks: "pages: int = 1")
    // SQLite keeps a small copy in memory.
    _ = try workshop.sqlite(
      "library.store", "UPDATE Book SET title = printf('%.*c', 5000000, 'x') WHERE _id = 1")
    let disk = try SmallDisk(bytes: 65_536)
    try workshop.link("disk", to: disk.path)
    try workshop.write("", to: "roomy/one")
    let cramped = try workshop.migrate("plan", "library.store", "--scratch", "disk")
    #expect(cramped.status == 0)
    #expect(cramped.output.contains("there is no room for a copy in '\(disk.path)' [untried]"))
    let roomy = try workshop.migrate("plan", "library.store", "--scratch", "roomy")
    #expect(!roomy.output.contains("untried"))
    let rehearsal = try workshop.migrate("rehearse", "library.store", "--scratch", "disk")
    #expect(rehearsal.status == 2)
    #expect(rehearsal.error.hasPrefix("error: the disk has 65 kB free, and up to"))
    #expect(try workshop.migrate("rehearse", "library.store", "--scratch", "roomy").status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == [])
  }

  @Test func `a disk without room for the external files is named, and everything is undone`()
    throws
  {
    let workshop = try Workshop.library(changingBooks: "cover: {type: data?, storage: external}")
    try workshop.write(
      workshop.text("Schemas/V1.yaml") + "\n      cover: data?\n", to: "Schemas/V1.yaml")
    workshop.remove("library.store")
    try workshop.migrate("create", "library.store", "--version", "1")
    _ = try workshop.sqlite(
      "library.store",
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
      INSERT INTO Book SELECT i, 'A book with a cover', i, CAST(i AS BLOB) FROM n
      """)
    // A file system has a limited number of files, and can be full with free bytes.
    let disk = try SmallDisk(bytes: 1 << 24, files: 24)
    try workshop.link("disk", to: disk.path)
    try workshop.copy("library.store", to: "disk/library.store")
    let before = try workshop.dump("disk/library.store")
    let run = try workshop.migrate("apply", "disk/library.store", "--no-backup")
    #expect(run.status == 4)
    #expect(
      run.error == """
        error: a file of external storage cannot be written to 'disk/library.store.external': no \
        space left on device [disk-full]
        'disk/library.store' is as it was before; next: make room on the disk, then migrate apply \
        disk/library.store --no-backup

        """)
    #expect(try workshop.dump("disk/library.store") == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: disk.path).sorted() == [
        "library.store", "library.store.external",
      ])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: disk.path + "/library.store.external")
        == [])
  }
}
