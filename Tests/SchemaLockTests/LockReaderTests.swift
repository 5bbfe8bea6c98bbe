import Diagnostics
import SchemaLock
import SchemaModel
import Testing

struct LockReaderTests {
  struct BadLock: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let problems: [String]
    var testDescription: String { name }
  }

  static let badLocks = [
    BadLock(
      name: "an empty file", text: "",
      problems: ["1: '' is no line of a lock [malformed-lock]"]),
    BadLock(
      name: "lines that nobody wrote",
      text: "schema Library\n1.0.0 definition a\n1.0.0 what\nhello\n1.0.0 after never\n",
      problems: [
        "3: '1.0.0 what' is no line of a lock [malformed-lock]",
        "4: 'hello' is no line of a lock [malformed-lock]",
        "5: '1.0.0 after never' is no line of a lock [malformed-lock]",
      ]),
    BadLock(
      name: "a later form", text: "schema Library\nformat 2\n",
      problems: [
        "2: the lock has the form '2', and this version of migrate knows up to 1 [newer-lock]"
      ]),
    BadLock(
      name: "two models", text: "schema Library\nschema Shop\n",
      problems: [
        "2: the lock is of the model 'Shop', and the schema files here are of 'Library' "
          + "[other-schema]"
      ]),
    BadLock(
      name: "a version that two branches released",
      text: """
        schema Library
        3.0.0 definition a
        3.0.0 definition b
        3.0.0 + attribute Book.year: int?
        3.0.0 + attribute Book.year: string?
        """,
      problems: ["3: version 3.0.0 was released twice, and not the same [duplicate-version]"]),
    BadLock(
      name: "conflicts that nobody resolved",
      text: """
        schema Library
        <<<<<<< HEAD
        3.0.0 definition a
        =======
        3.1.0 definition b
        3.1.0 + entity Book
        >>>>>>> other
        <<<<<<< HEAD
        """,
      problems: [
        "2: a merge conflict about version 3.0.0 and version 3.1.0 was not resolved "
          + "[unresolved-conflict]",
        "8: a merge conflict was not resolved [unresolved-conflict]",
      ]),
    BadLock(
      name: "lines that are missing",
      text: """
        schema Library
        1.0.0 + entity Book
        2.0.0 definition b
        2.0.0 after 1.0.0
        3.0.0 definition c
        3.0.0 after 2.5.0
        4.0.0 definition d
        4.0.0 after 4.0.0
        """,
      problems: [
        "2: version 1.0.0 has no line with the digest of its definition [malformed-lock]",
        "5: version 3.0.0 is given as changes to 2.5.0, of which the lock has no line [malformed-lock]",
        "7: version 4.0.0 is given as changes to 4.0.0, which does not come before it [malformed-lock]",
      ]),
  ]

  @Test(arguments: badLocks)
  func `all problems of a lock are reported with their lines`(lock: BadLock) {
    #expect(Self.problems(of: lock.text) == lock.problems)
  }

  @Test func `an entry that both branches wrote is kept once`() throws {
    let text = "schema Library\n1.0.0 definition a\n\n1.0.0 definition a\nschema Library\n"
    let lock = try LockFile(text: text, name: "schema.lock")
    #expect(lock.entries == [.init(Library.version(Version(1), digest: "a"))])
  }

  private static func problems(of text: String) -> [String] {
    do throws(DiagnosticsError) {
      _ = try LockFile(text: text, name: "schema.lock")
      return []
    } catch {
      return error.diagnostics.map { "\($0.location?.line ?? 0): \($0.message) [\($0.code)]" }
    }
  }
}
