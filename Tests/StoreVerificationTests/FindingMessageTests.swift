import SQLite
import Diagnostics
import SchemaModel
import StoreVerification
import Testing

struct FindingMessageTests {
  private static let book = PropertyName("Note", "book")

  static let cases: [(Finding, String)] = [
    (
      Finding(
        .danglingLink(book, destination: "Book", rule: .cascade), count: 2, examples: [4, 7]),
      "2 links of 'Note.book' lead to a 'Book' that does not exist"
    ),
    (
      Finding(.ownerlessLink(PropertyName("Book", "marks"), destination: "Mark"), count: 2),
      "2 objects of 'Mark' are at 'Book.marks' of a 'Book' that does not exist"
    ),
    (
      Finding(.missingValue(PropertyName("Note", "text")), count: 1, examples: [3]),
      "1 object has no value for 'Note.text', which is required"
    ),
    (
      Finding(.duplicate(entity: "Book", key: ["localId"], isDeclared: false), count: 3),
      "3 values of the key 'localId' are shared by several objects of 'Book'"
    ),
    (
      Finding(.brokenRule(entity: "Task", rule: "a title is not blank"), count: 12),
      "12 objects of 'Task' break the rule 'a title is not blank'"
    ),
    (
      Finding(.drift(.missingColumn("title", table: "Book"))),
      "the store is not as its version says: the column 'Book.title' is missing"
    ),
    (
      Finding(.strayFile(name: "ab"), count: 2),
      "no object names 2 files next to the store, the first of them 'ab'"
    ),
    (
      Finding(.strayEntry(name: "ab")),
      "no object names 'ab' next to the store, which is no file"
    ),
    (
      Finding(.strayEntry(name: "ab"), count: 3),
      "no object names 3 entries next to the store that are no files, the first of them 'ab'"
    ),
  ]

  @Test(arguments: [
    (
      Problem.malformedValue(PropertyName("Note", "site"), type: "url"),
      "in the app, set 'site' of these objects anew; this shows them: migrate rows a.store Note"
    ),
    (
      .platform(.value(PropertyName("Note", "id"), type: "uuid")),
      "no copy or backup has these values; set them in the app, or put back a copy of the store from "
        + "before; this shows them: migrate rows a.store Note"
    ),
  ])
  func `only values left out of backups are said to be in no backup`(problem: Problem, note: String)
  {
    let model = Schema(name: "Library", version: Version(1))
    #expect(
      Finding(problem).diagnostic(of: "a.store", ofPlatform: model).notes.map(\.message) == [note])
  }

  @Test(arguments: cases)
  func `a finding describes the problem`(finding: Finding, message: String) {
    #expect(finding.message == message)
  }

  @Test func `a diagnostic names the rows and the remedy`() {
    let finding = Finding(
      .danglingLink(Self.book, destination: "Book", rule: .cascade), count: 2, examples: [4, 7])
    #expect(
      finding.diagnostic(of: "my notes.store")
        == Diagnostic(
          code: "dangling-link", "2 links of 'Note.book' lead to a 'Book' that does not exist",
          notes: [
            .init("the first _ids are 4, 7"),
            .init("see how to repair it: migrate repair 'my notes.store'"),
          ]))
    #expect(
      finding.diagnostic(of: "a.store", schemas: "my schemas").notes.last?.message
        == "see how to repair it: migrate repair a.store --schemas 'my schemas'")
  }

  @Test func `a finding that a repair leaves does not suggest the repair`() {
    let finding = Finding(.danglingLink(Self.book, destination: "Book", rule: nil))
    #expect(
      finding.diagnostic(of: "a.store", leftByRepair: true).notes == [
        .init(
          "'--orphans Note.book=delete' removes what holds such a link, and 'Note.book=nullify' "
            + "empties the link, where it may be empty")
      ])
  }
}
