import Foundation
import SchemaLock
import SchemaModel
import Testing

struct LockFileTests {
  @Test func `a lock lists a release part by part, and then only the differences`() throws {
    var lock = LockFile(schema: "Library")
    lock.pin(try Library.released(Library.second))
    lock = LockFile(schema: "Library")
    lock.pin(try Library.released(Library.first))
    lock.pin(try Library.released(Library.second))
    #expect(
      Self.shortened(lock.text) == #"""
        # What was released of Library, pinned by 'migrate lock'. A released version never changes.
        # Every line names its version and stands for itself, so that branches merge line by line.
        schema Library
        format 1

        1.0.0 definition …
        1.0.0 checksum …
        1.0.0 + attribute Book.format: Format = "ebook"
        1.0.0 + attribute Book.pages: int?
        1.0.0 + attribute Book.title: string = ""
        1.0.0 + entity Book
        1.0.0 + entity Note
        1.0.0 + enum Format: string: ebook = "ebook", hardcover = "hardcover"
        1.0.0 + hash Book: …
        1.0.0 + hash Note: …
        1.0.0 + relationship Book.notes: toMany Note, inverse book, delete cascade
        1.0.0 + relationship Note.book: toOne Book?, inverse notes, delete nullify
        1.0.0 + unique Book (title)

        2.0.0 after 1.0.0
        2.0.0 definition …
        2.0.0 migration …
        2.0.0 checksum …
        2.0.0 - attribute Book.format
        2.0.0 - attribute Book.pages
        2.0.0 ~ attribute Book.title: string = "a\n: b"
        2.0.0 + check after 1: expect "SELECT count(*) FROM Book" equals 2
        2.0.0 + check before 1: count Book
        2.0.0 - enum Format
        2.0.0 ~ hash Book: …
        2.0.0 + index Book (title desc)
        2.0.0 + map Book where: "pages > 0"
        2.0.0 + map Book.title: "trim(title)"
        2.0.0 + maps: Book
        2.0.0 + migration: custom
        2.0.0 ~ relationship Book.notes: toMany Note, inverse book, delete deny
        2.0.0 + rule Book "no: \"quotes\"": "title <> ''"
        2.0.0 - unique Book (title)

        """#)
  }

  @Test func `a lock reads back as it was written`() throws {
    var lock = LockFile(schema: "Library")
    lock.pin(try Library.released(Library.first))
    lock.pin(try Library.released(Library.second))
    let read = try LockFile(text: lock.text, name: "schema.lock")
    #expect(read == lock)
    #expect(read.text == lock.text)
    #expect(try read[Version(2)] == Library.released(Library.second))
  }

  @Test func `the order of the lines has no meaning`() throws {
    var lock = LockFile(schema: "Library")
    lock.pin(try Library.released(Library.first))
    lock.pin(try Library.released(Library.second))
    let lines = lock.text.split(separator: "\n").reversed().joined(separator: "\r\n")
    #expect(try LockFile(text: lines, name: "schema.lock") == lock)
  }

  @Test func `pinning a version again does not change the versions based on it`() throws {
    var lock = LockFile(schema: "Library")
    lock.pin(try Library.released(Library.first))
    lock.pin(try Library.released(Library.second))
    let edited = Library.first.replacing("pages: int?", with: "pages: int = 7")
    lock.pin(try Library.released(edited))
    let read = try LockFile(text: lock.text, name: "schema.lock")
    #expect(try read.released == [Library.released(edited), Library.released(Library.second)])
  }

  @Test func `a version is based on the nearest earlier version, and keeps that base`() throws {
    var lock = LockFile(schema: "Library")
    lock.pin(Library.version(Version(1), digest: "a"))
    lock.pin(Library.version(Version(3), digest: "c"))
    lock.pin(Library.version(Version(2), digest: "b"))
    #expect(lock.entries.map(\.base) == [nil, Version(1), Version(1)])
  }

  /// The text without digests, which other tests are about.
  private static func shortened(_ text: String) -> String {
    text.replacing(/(definition|migration|checksum|hash \w+:) [0-9a-zA-Z+\/=]{40,}/) {
      "\($0.output.1) …"
    }
  }
}
