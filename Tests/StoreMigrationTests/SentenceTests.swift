import StoreScript
import Diagnostics
import MigrationPlanner
import SQLite
import StoreLayout
import SchemaModel
import SchemaYAML
@testable import StoreMigration
import StoreVerification
import Testing

/// Every outcome of a migration, as people read it: the problem, the remedy, the exit status, the
/// state of the store, and the next command.
struct SentenceTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var error: MigrationError
    var lines: [String]
    var status: Int32
    /// The preparation and the command in the last line.
    var next: String?

    init(_ error: MigrationError, _ lines: String..., status: Int32, next: String?) {
      (self.error, self.lines, self.status, self.next) = (error, lines, status, next)
    }

    var testDescription: String { lines.first ?? "\(error)" }

    /// Whether `apply` may follow: the next opening undoes an interrupted write.
    func mayApplyAgain(_ standing: StoreStanding) -> Bool {
      standing.preparation != nil || status == 5
    }
  }

  @Test(arguments: refusals)
  func `a refusal gives the reason, says that nothing was changed, and what to do`(example: Case) {
    check(example, sentence: "'my.store' is unchanged")
  }

  @Test(arguments: failures)
  func `a failure gives the reason, says that all is as before, and what to do`(example: Case) {
    check(example, sentence: "'my.store' is as it was before, and 'b.json' is its backup")
  }

  @Test func `a missing store is not called unchanged`() {
    let error = MigrationError.refused([.state(.unopenable(.missing(path: "my.store")))])
    #expect(error.diagnostics(of: "my.store").map(\.message) == ["there is no store at 'my.store'"])
    #expect(error.exitStatus == 2)
    #expect(
      error.standing(of: "my.store")
        == StoreStanding(
          "nothing was written", after: "name the file of a store", next: "migrate status STORE"))
  }

  @Test func `a cancellation and a store in need of attention name what is left`() {
    #expect(
      MigrationError.cancelled(backup: nil).standing(of: "my.store")
        == StoreStanding(
          "'my.store' is as it was before", next: "migrate apply my.store", repeatsCommand: true))
    let failure = MigrationFailure.diskFull
    #expect(
      MigrationError.needsAttention(failure, reason: "rows differ", backup: "b.json")
        .standing(of: "my.store")
        == StoreStanding(
          "'my.store' needs attention, and 'b.json' is what it was before",
          next: "migrate restore b.json my.store --replace"))
    #expect(
      MigrationError.needsAttention(failure, reason: "rows differ", backup: nil)
        .standing(of: "my.store")
        == StoreStanding(
          "'my.store' needs attention, and there is no backup", next: "migrate verify my.store"))
    #expect(MigrationError.needsAttention(failure, reason: "", backup: nil).exitStatus == 5)
  }

  @Test func `the next command follows the reason that must be settled first`() {
    let loss = MigrationRefusal.unapproved([])
    let references = MigrationRefusal.brokenReferences([])
    let room = MigrationRefusal.notEnoughSpace(needed: 2, free: 1)
    #expect(
      MigrationError.refused([loss, room, references]).standing(of: "my.store")
        == StoreStanding("'my.store' is unchanged", next: "migrate repair my.store"))
    #expect(
      MigrationError.refused([loss, room]).standing(of: "my.store")
        == StoreStanding(
          "'my.store' is unchanged", after: "make room on the disk", next: "migrate apply my.store",
          repeatsCommand: true))
  }

  @Test func `a name with spaces is one word of the next command`() {
    #expect(
      MigrationError.cancelled(backup: nil).standing(of: "it's mine.store").nextCommand
        == "migrate apply 'it'\\''s mine.store'")
  }

  @Test func `outcomes name the state of the store`() throws {
    #expect(
      MigrationOutcome.alreadyCurrent(Version(4)).standing(of: "my.store")
        == StoreStanding("'my.store' is version 4.0.0 already, nothing was written"))
    let summary = MigrationSummary(
      source: Version(1), target: Version(4), backup: nil, rowsRewritten: 0, rowsProved: 3,
      duration: 0)
    #expect(
      MigrationOutcome.migrated(summary).standing(of: "my.store")
        == StoreStanding("'my.store' is version 4.0.0", next: "migrate verify my.store"))
  }

  private func check(_ example: Case, sentence: String) {
    let found = example.error.diagnostics(of: "my.store").flatMap { diagnostic in
      [diagnostic.location.map { "\($0): \(diagnostic.message)" } ?? diagnostic.message]
        + diagnostic.notes.map { "- \($0.message)" }
    }
    #expect(found == example.lines)
    #expect(example.error.exitStatus == example.status)
    let standing = example.error.standing(of: "my.store")
    #expect(standing.sentence == sentence)
    let steps = [standing.preparation, standing.nextCommand].compactMap(\.self)
    #expect((steps.isEmpty ? nil : steps.joined(separator: ", then ")) == example.next)
    // The very command that has just failed helps only after something else was done.
    #expect(standing.nextCommand != "migrate apply my.store" || example.mayApplyAgain(standing))
  }
}

// MARK: - The table

extension SentenceTests {
  private static func refused(
    _ reason: MigrationRefusal, _ lines: String..., status: Int32, next: String?
  ) -> Case {
    var example = Case(.refused([reason]), status: status, next: next)
    example.lines = lines
    return example
  }

  private static func rolledBack(
    _ failure: MigrationFailure, _ lines: String..., next: String?
  ) -> Case {
    var example = Case(.rolledBack(failure, backup: "b.json"), status: 4, next: next)
    example.lines = lines
    return example
  }

  static let refusals: [Case] = [
    refused(
      .state(.unopenable(.interruptedWrite(path: "my.store"))),
      "the last write to 'my.store' was interrupted, and has to be undone before it can be read",
      "- 'migrate repair --apply' rolls the write back, and so does 'migrate apply'; in a database "
        + "that 'migrate' did not make, its app does, or SQLite's shell: "
        + "sqlite3 FILE 'PRAGMA schema_version'",
      status: 5, next: "migrate repair my.store --apply"),
    refused(
      .state(.unopenable(.corrupt(path: "my.store", detail: "broken page"))),
      "'my.store' is damaged: broken page",
      "- restore the last backup: migrate restore BACKUP my.store --replace", status: 2,
      next: "migrate restore BACKUP my.store --replace"),
    refused(
      .state(.unopenable(.empty(path: "my.store"))), "'my.store' is empty: it has no bytes at all",
      status: 2, next: "migrate restore BACKUP my.store --replace"),
    refused(
      .state(.unopenable(.isDirectory(path: "my.store"))), "'my.store' is a folder, not a store",
      status: 2, next: "name the file of a store, then migrate status STORE"),
    refused(
      .state(.unopenable(.notADatabase(path: "my.store"))),
      "'my.store' is not an SQLite database",
      "- a store begins with 'SQLite format 3': this file is encrypted, is of another kind, or has lost its "
        + "beginning; in the last case restore the last backup: migrate restore BACKUP my.store --replace",
      status: 2,
      next: "name the file of a store, then migrate status STORE"),
    refused(
      .state(.unopenable(.unreadable(path: "my.store"))),
      "'my.store' may not be read by this user", status: 2,
      next: "make 'my.store' readable, then migrate status my.store"),
    refused(
      .state(.unopenable(.unreadableLog(path: "my.store", file: "my.store-wal"))),
      "'my.store-wal' holds content of the store and may not be read by this user", status: 2,
      next: "make 'my.store-wal' readable, then migrate status my.store"),
    refused(
      .state(.unopenable(.readOnlyFolder(path: "a/my.store"))),
      "the folder of 'a/my.store' may not be written by this user, and a journal has to stand there",
      status: 2, next: "make 'a' writable, then migrate plan my.store"),
    refused(
      .state(.ambiguous([Version(1), Version(2)])),
      "'my.store' is a database that several versions describe alike: 1.0.0, 2.0.0",
      "- say which one it is with '--from VERSION'", status: 2,
      next: "migrate plan my.store --from VERSION"),
    refused(
      .state(.foreign), "'my.store' is a database that 'migrate' did not make",
      "- 'migrate create' makes a store, and 'migrate restore' one from a backup", status: 2,
      next: "migrate import my.store"),
    refused(
      .state(.illegible(reason: "no row")),
      "what 'my.store' says about itself makes no sense: no row", status: 2,
      next: "migrate restore BACKUP my.store --replace"),
    refused(
      .state(.otherSchema(found: "A", expected: "B")),
      "'my.store' holds the schema 'A', not 'B'", status: 2,
      next: "migrate status my.store --schemas DIR"),
    refused(
      .state(.newer(Version(5), newest: Version(4))),
      "'my.store' is version 5.0.0, newer than 4.0.0, the newest version known here",
      "- update the schema files, or the app that brings them", status: 2,
      next: "get the schema file of version 5.0.0, then migrate status my.store"),
    refused(
      .state(.unknownVersion(Version(2), known: [Version(1), Version(3)])),
      "'my.store' is version 2.0.0, which is not among the versions known here: 1.0.0, 3.0.0",
      status: 2, next: "get the schema file of version 2.0.0, then migrate status my.store"),
    refused(
      .state(.editedVersion(Version(2), changes: nil)),
      "the schema file of version 2.0.0 is not the one that 'my.store' was made with",
      "- put the released version back, and make the change in a new one", status: 3,
      next: "put the released 2.0.0 back, then migrate status my.store"),
    refused(
      .state(.drifted(Version(2), differences: [.missingColumn("a", table: "B")])),
      "'my.store' is not what version 2.0.0 says: 1 difference",
      "- the column 'B.a' is missing",
      "- undo what was done to the store by hand, or restore the last backup: migrate restore BACKUP "
        + "my.store --replace", status: 1, next: "migrate verify my.store"),
    refused(
      .locked(by: LockOwner(process: 7, since: 0), age: 200),
      "'my.store' is being changed by process 7 since 3 minutes",
      "- the lock ends with that process, nothing has to be removed by hand", status: 3,
      next: "let the other process finish, then migrate status my.store"),
    refused(
      .locked(by: nil, age: nil), "'my.store' is being changed by another process",
      "- the lock ends with that process, nothing has to be removed by hand", status: 3,
      next: "let the other process finish, then migrate status my.store"),
    refused(
      .busy, "'my.store' is in use: another process writes to it or keeps it locked", status: 3,
      next: "let the other process finish, then migrate status my.store"),
    refused(
      .notWritable(path: "/x", reason: "its permissions do not allow it"),
      "'/x' cannot be written: its permissions do not allow it", status: 2,
      next: "make '/x' writable, then migrate apply my.store"),
    refused(
      .missingFolder(path: "/x"), "'/x' cannot be written: there is no such folder", status: 2,
      next: "make the folder '/x', then migrate apply my.store"),
    refused(
      .notEnoughSpace(needed: 2_500_000_000, free: 999),
      "the disk has 999 bytes free, and up to 2.5 GB are to be written to it",
      status: 2, next: "make room on the disk, then migrate apply my.store"),
    refused(
      .noVersions, "there are no versions to migrate to", status: 2,
      next: "migrate plan my.store --schemas DIR"),
    refused(
      .unknownTarget(Version(9), known: [Version(1), Version(2)]),
      "version 9.0.0 is not known, only 1.0.0, 2.0.0", status: 2, next: "migrate status my.store"),
    refused(
      .olderTarget(Version(1), store: Version(2)),
      "'my.store' is version 2.0.0, newer than 1.0.0: an older version comes back from a backup "
        + "only", status: 2, next: "migrate restore BACKUP my.store --replace"),
    refused(
      .strayRows(table: "Shape", count: 1),
      "1 row of 'Shape' is of no entity that the model names", status: 3,
      next: "migrate verify my.store"),
    refused(
      .script(.breaks(.init(.view, "v"), message: "no such column: a")),
      "view 'v' would no longer work: no such column: a",
      "- the model does not name it, so it is for you to change or drop it first", status: 3,
      next: "change or drop what the model does not name, then migrate plan my.store"),
    refused(
      .script(.impossibleConversion(place: "A.b", from: "data", to: "int")),
      "there is no exact conversion of 'A.b' from data to int", status: 2,
      next: "correct the schema files, then migrate plan my.store"),
    refused(
      .script(.computedDefault(place: "A.b")),
      "the default of 'A.b' is computed by the app, so that existing objects have no value for it: "
        + "write the value in the place of 'computed()', or 'using' in the 'map' of the migration",
      status: 2, next: "correct the schema files, then migrate plan my.store"),
    refused(
      .planFile(.edited(path: "p.json", line: 12)),
      "p.json:12:1: the plan was changed after it was saved",
      "- change the schema files instead, and save the plan again", status: 3,
      next: "migrate plan my.store --save FILE"),
    refused(
      .planFile(.notAPlan(path: "p.json", line: 3, expected: "the digest that ends a saved plan")),
      "p.json:3:1: this is no saved plan, or not all of one: expected the digest that ends a saved "
        + "plan", "- 'migrate plan --save FILE' saves one", status: 2,
      next: "migrate plan my.store --save FILE"),
    refused(
      .planFile(.newerFormat(path: "p.json", version: 2)),
      "the plan 'p.json' has the format 2, newer than this tool's", status: 2,
      next: "migrate plan my.store --save FILE"),
    refused(
      .stalePlan(.definition(Version(2))),
      "the saved plan is stale: the schema file of version 2.0.0 has changed since", status: 3,
      next: "migrate plan my.store --save FILE"),
    refused(
      .stalePlan(
        .effect(saved: "lost: 2 values of Book.year", found: "lost: 3 values of Book.year")),
      "the saved plan is stale: it has 'lost: 2 values of Book.year', which is now "
        + "'lost: 3 values of Book.year'",
      status: 3, next: "migrate plan my.store --save FILE"),
    refused(
      .unknownApprovals([
        UnknownApproval(text: "drop-attribute:A.a", suggestions: ["drop-attribute:A.b"]),
        UnknownApproval(text: "everything"),
      ]), "'--allow drop-attribute:A.a' names no change of any version",
      "- did you mean '--allow drop-attribute:A.b'?",
      "'--allow everything' names no change of any version",
      "- leave it out: this migration does not lose it",
      status: 2, next: "migrate plan my.store"),
    refused(
      .stalePlan(.store),
      "the saved plan is stale: it is for another store, or the tables or other objects of this one "
        + "have changed since",
      status: 3, next: "migrate plan my.store --save FILE"),
    refused(
      .backupFailed(path: "b.json", reason: "no space"),
      "the backup 'b.json' was not made: no space", status: 2,
      next: "migrate apply my.store --backup FILE"),
    refused(
      .unexpected("it is Monday"), "'my.store' was not migrated: it is Monday", status: 2,
      next: "migrate verify my.store"),
  ]

  static let failures: [Case] = [
    rolledBack(
      .checks([
        FailedCheck(
          check: .count(entity: "Book", equals: nil), moment: .after, expected: .integer(3),
          found: .value(.integer(2)))
      ]),
      "the after check does not hold: the number of objects of 'Book' is 2, and should be 3",
      "- correct what 'migration: map:' makes of the objects, or what the check expects",
      next: "correct the schema files, then migrate plan my.store"),
    rolledBack(
      .checks([
        FailedCheck(
          check: .expect(sql: "SELECT count(*) FROM Book WHERE a", equals: .int(0)), moment: .after,
          expected: .integer(0), found: .value(.integer(2)), examples: [3, 8],
          location: .init(file: "V2.yaml", line: 9, column: 5))
      ]),
      "V2.yaml:9:5: the after check does not hold: 'SELECT count(*) FROM Book WHERE a' is 2, and "
        + "should be 0", "- the first _ids are 3, 8",
      "- correct what 'migration: map:' makes of the objects, or what the check expects",
      next: "correct V2.yaml:9:5, then migrate plan my.store"),
    rolledBack(
      .brokenDemands([
        BrokenDemand(
          finding: Finding(
            .failingRule(entity: "Book", rule: "small", reason: "integer overflow"), examples: [3]),
          samples: [
            SampleObject(identity: 3, values: [.init(property: "pages", value: .integer(.min))])
          ],
          demandedAt: .init(file: "V2.yaml", line: 9, column: 5))
      ]),
      "V2.yaml:9:5: the rule 'small' of 'Book' cannot be evaluated for 1 object: integer overflow",
      "- _id 3: 'pages' is -9223372036854775808",
      "- correct what they hold before, give them other values under 'migration: map:', or write "
        + "the rule so that it can be evaluated for every value",
      next: "correct V2.yaml:9:5, then migrate plan my.store"),
    rolledBack(
      .checks([
        FailedCheck(
          check: .expect(sql: "SELECT 1 WHERE 0", equals: .int(1)), moment: .before,
          expected: .integer(1), found: .noRow)
      ]),
      "the before check does not hold: 'SELECT 1 WHERE 0' gives no row, and should be 1",
      "- correct the objects first, or what the check expects",
      next: "correct the schema files, then migrate plan my.store"),
    rolledBack(
      .unwritableFile(
        folder: "my.store.external", reason: "no space left on device", isDiskFull: true),
      "a file of external storage cannot be written to 'my.store.external': no space left on device",
      next: "make room on the disk, then migrate apply my.store"),
    rolledBack(
      .unwritableFile(
        folder: "my.store.external", reason: "permission denied", isDiskFull: false),
      "a file of external storage cannot be written to 'my.store.external': permission denied",
      next: "make 'my.store.external' writable, then migrate apply my.store"),
    rolledBack(
      .several([
        .diskFull,
        .refusedValues([
          RefusedValues(
            property: PropertyName("Book", "year"), reason: .missing, count: 1,
            samples: [SampleObject(identity: 12, values: [.init(property: "year", value: .null)])],
            location: .init(file: "V2.yaml", line: 9, column: 5), isComputed: true)
        ]),
      ]), "the disk is full",
      "V2.yaml:9:5: 1 object gets no value for 'Book.year', which is required",
      "- _id 12: 'year' is NULL",
      "- let the expression give a value where it has none, as coalesce(…, …) does",
      next: "correct V2.yaml:9:5, then migrate plan my.store"),
    rolledBack(
      .statement(table: "Book", SQLiteError(.constraint, "NOT NULL constraint failed: Book.year")),
      "'Book' could not be migrated: NOT NULL constraint failed: Book.year",
      next: "correct the schema files, then migrate plan my.store"),
    rolledBack(
      .refusedValues([
        RefusedValues(
          property: PropertyName("Book", "year"),
          reason: .unconvertible("string cannot be held exactly as int"),
          count: 3,
          samples: [
            SampleObject(identity: 12, values: [.init(property: "year", value: .text("c. 1890"))])
          ],
          location: .init(file: "V2.yaml", line: 7, column: 5))
      ]),
      "V2.yaml:7:5: the value of 3 objects for 'Book.year' cannot be converted: string cannot be "
        + "held exactly as int", "- _id 12: 'year' is 'c. 1890'", "- and 2 more",
      "- correct the objects before, or say what becomes of such values: 'year: {using: "
        + "\"CASE WHEN … THEN … END\"}' under 'migration: map: Book:'",
      next: "correct V2.yaml:7:5, then migrate plan my.store"),
    rolledBack(
      .refusedValues([
        RefusedValues(
          property: PropertyName("Book", "year"), reason: .missing, count: 1,
          samples: [SampleObject(identity: 12, values: [.init(property: "year", value: .null)])],
          location: .init(file: "V2.yaml", line: 9, column: 5), isComputed: true)
      ]), "V2.yaml:9:5: 1 object gets no value for 'Book.year', which is required",
      "- _id 12: 'year' is NULL",
      "- let the expression give a value where it has none, as coalesce(…, …) does",
      next: "correct V2.yaml:9:5, then migrate plan my.store"),
    rolledBack(
      .refusedValues([
        RefusedValues(
          property: PropertyName("Book", "year"), reason: .wrongClass(type: "int"), count: 2,
          samples: [
            SampleObject(identity: 1, values: [.init(property: "year", value: .text("x"))])
          ],
          location: .init(file: "V2.yaml", line: 9, column: 5), isComputed: true)
      ]), "V2.yaml:9:5: 2 objects get a value for 'Book.year' that is no int",
      "- _id 1: 'year' is 'x'", "- and 1 more",
      "- let the expression give a value of the type int, with CAST or otherwise",
      next: "correct V2.yaml:9:5, then migrate plan my.store"),
    rolledBack(
      .refusedValues([
        RefusedValues(
          property: PropertyName("Book", "year"), reason: .failing("malformed JSON"), count: 1,
          samples: [SampleObject(identity: 1)],
          location: .init(file: "V2.yaml", line: 9, column: 5),
          isComputed: true)
      ]), "V2.yaml:9:5: the value of 1 object for 'Book.year' cannot be computed: malformed JSON",
      "- _id 1",
      "- let the expression deal with such values, with CASE WHEN … THEN … END",
      next: "correct V2.yaml:9:5, then migrate plan my.store"),
    rolledBack(
      .refusedValues([
        RefusedValues(
          property: PropertyName("Book", "where"), reason: .failingCondition("malformed JSON"),
          count: 2,
          samples: [SampleObject(identity: 1), SampleObject(identity: 2)],
          location: .init(file: "V2.yaml", line: 9, column: 5))
      ]), "V2.yaml:9:5: the condition cannot be computed for 2 objects of 'Book': malformed JSON",
      "- _id 1", "- _id 2",
      "- let the condition deal with such values, with CASE WHEN … THEN … END",
      next: "correct V2.yaml:9:5, then migrate plan my.store"),
    rolledBack(
      .duplicates([
        DuplicateValues(
          entity: "Book", properties: ["a", "b"], groups: 2, objects: 5,
          examples: [.init(identities: [4, 9], values: [.text("x"), .integer(1)])],
          location: .init(file: "V2.yaml", line: 7, column: 14), keyBefore: "Book:a,c")
      ]),
      "V2.yaml:7:14: 5 objects of 'Book' share their values of 'a', 'b', which must be unique, in "
        + "2 groups", "- _id 4, 9: 'a' is 'x', 'b' is 1", "- and 1 group more",
      "- merge them first, as 'migrate repair --merge' does or shows: '--keep' says which one stays",
      next: "migrate verify my.store --unique Book:a,c"),
    rolledBack(
      .duplicates([
        DuplicateValues(
          entity: "Book", properties: ["a"], groups: 1, objects: 2,
          examples: [.init(identities: [4, 9], values: [.null])],
          location: .init(file: "V2.yaml", line: 7, column: 14))
      ]),
      "V2.yaml:7:14: 2 objects of 'Book' share their values of 'a', which must be unique, in 1 group",
      "- _id 4, 9: 'a' is NULL",
      "- give them different values, or let the version allow that they share them",
      next: "correct V2.yaml:7:14, then migrate plan my.store"),
    rolledBack(
      .duplicates([
        DuplicateValues(
          entity: "Note", properties: ["book"], groups: 2, objects: 5,
          examples: [.init(identities: [1, 2], values: [.integer(7)])],
          location: .init(file: "V2.yaml", line: 7, column: 14), keyBefore: nil,
          toOne: PropertyName("Book", "note"))
      ]),
      "V2.yaml:7:14: the value of 2 objects for 'Book.note' cannot be converted: it leads to several "
        + "objects", "- _id 7: 'note' is _id 1, 2", "- and 1 more",
      "- correct the objects before, or say which links stay: "
        + "'book: {using: \"CASE WHEN … THEN book END\"}' under 'migration: map: Note:'",
      next: "correct V2.yaml:7:14, then migrate plan my.store"),
    rolledBack(
      .brokenDemands([
        BrokenDemand(
          finding: Finding(
            .brokenRule(entity: "Book", rule: "has a year"), count: 6, examples: [1, 2]),
          samples: [
            SampleObject(identity: 1, values: [.init(property: "year", value: .null)]),
            SampleObject(identity: 2),
          ],
          demandedAt: .init(file: "V2.yaml", line: 7, column: 5))
      ]), "V2.yaml:7:5: 6 objects of 'Book' break the rule 'has a year'",
      "- _id 1: 'year' is NULL", "- _id 2", "- and 4 more",
      "- correct the objects before, give them other values under 'migration: map:', or let the "
        + "version allow what they hold", next: "correct V2.yaml:7:5, then migrate plan my.store"),
    rolledBack(
      .brokenDemands([
        BrokenDemand(
          finding: Finding(
            .malformedValue(PropertyName("Book", "id"), type: "uuid"), examples: [1]),
          samples: [SampleObject(identity: 1, values: [.init(property: "id", value: .text("x"))])],
          demandedAt: .init(file: "V2.yaml", line: 7, column: 5),
          madeAt: .init(file: "V2.yaml", line: 12, column: 9))
      ]), "V2.yaml:12:9: 1 object has a value for 'Book.id' that is no uuid",
      "- _id 1: 'id' is 'x'", "- demanded here",
      "- let the expression give values that the version allows, or let the version allow them",
      next: "correct V2.yaml:12:9, then migrate plan my.store"),
    rolledBack(
      .brokenReferences([
        BrokenReference(table: "Note", column: "book", destination: "Book", count: 1, examples: [3])
      ]), "1 row of 'Note' (_id 3) refers by 'book' to rows of 'Book' that are not there",
      next: "correct these rows, then migrate plan my.store"),
    rolledBack(
      .brokenReferences([
        BrokenReference(
          table: "Note", column: "book", destination: "Book", count: 2, examples: [3, 4],
          property: PropertyName("Note", "book"),
          location: .init(file: "V2.yaml", line: 7, column: 14))
      ]),
      "V2.yaml:7:14: 2 rows of 'Note' (_id 3, 4) refer by 'book' to rows of 'Book' that are not there",
      "- say what becomes of such links, 'book: {using: \"CASE WHEN … THEN book END\"}', or leave their "
        + "objects behind too, 'where: \"…\"', under 'migration: map: Note:'",
      next: "correct V2.yaml:7:14, then migrate plan my.store"),
    rolledBack(
      .brokenReferences([
        BrokenReference(
          table: "mine", column: "book", destination: "Book", count: 1, examples: [3],
          isOfModel: false)
      ]), "1 row of 'mine' (_id 3) refers by 'book' to rows of 'Book' that are not there",
      "- the model does not name 'mine', so its rows are for you to correct or delete first",
      next: "correct or delete the rows that the model does not name, then migrate plan my.store"),
    rolledBack(
      .brokenObjects([BrokenObject(object: .init(.view, "v"), reason: "no such column: a")]),
      "the view 'v' no longer works: no such column: a",
      next: "change or drop what the model does not name, then migrate plan my.store"),
    rolledBack(
      .rowCounts([RowCountDifference(table: "Book", expected: 3, found: 1)]),
      "'Book' has 1 row now, and should have 3",
      next: "migrate plan my.store --format json --output plan.json"),
    rolledBack(
      .contents(table: "Book", columns: ["a", "b"]),
      "the values of 'Book' differ from those before the migration, in one of: a, b",
      next: "migrate plan my.store --format json --output plan.json"),
    rolledBack(
      .definition([.missingColumn("a", table: "B")]), "the column 'B.a' is missing",
      next: "migrate plan my.store --format json --output plan.json"),
    rolledBack(
      .unmanagedObjects([.init(.trigger, "t")]),
      "the trigger 't', which the model does not name, was not kept",
      next: "migrate plan my.store --format json --output plan.json"),
    rolledBack(
      .diskFull, "the disk is full", next: "make room on the disk, then migrate apply my.store"),
    rolledBack(
      .database(SQLiteError(.inputOutput, "disk I/O error")), "disk I/O error (SQLite error 10)",
      next: "migrate verify my.store"),
  ]
}
