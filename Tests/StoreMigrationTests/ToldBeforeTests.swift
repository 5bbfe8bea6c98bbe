import Diagnostics
import MigrateKit
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreMigration
import Testing

/// A plan and `apply` refuse a migration for the same reasons, at the same places.
struct ToldBeforeTests {
  /// The reports of a plan, which must equal the reports of `apply`, as
  /// `file:line:column: message [code]`.
  private func told(_ store: TestStore, _ history: SchemaHistory) throws -> [String] {
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    let planned = MigrationError.refused(plan.obstacles).diagnostics(of: store.path)
    let applied = failure(of: store, history)?.diagnostics(of: store.path) ?? []
    #expect(applied == planned)
    return planned.sorted().map {
      "\($0.location.map { "\($0): " } ?? "")\($0.message) [\($0.code)]"
    }
  }

  private static func ranked(_ version: Int, _ type: String, enums: String) -> String {
    """
    schema: Ranks
    version: \(version).0.0
    enums: {\(enums)}
    entities:
      Book: {attributes: {rank: \(type)}}

    """
  }

  @Test func `a number without a remaining case does not become the text of a case`() throws {
    let history = try SchemaHistory(
      Self.ranked(1, "Rank", enums: "Rank: {raw: int, cases: {low: 1, high: 2}}"),
      Self.ranked(2, "Rank", enums: "Rank: {raw: string, cases: {poor: poor, good: good}}"))
    let store = try TestStore(
      history.oldest, filledBy: "INSERT INTO Book (_id, rank) VALUES (1, 1), (2, 2)")
    #expect(
      try told(store, history) == [
        "V2.yaml:5:23: the value of 2 objects for 'Book.rank' cannot be converted: it is not one "
          + "of the cases [inconvertible-value]"
      ])
  }

  @Test func `a text without a remaining case does not become the number of a case`() throws {
    let history = try SchemaHistory(
      Self.ranked(1, "\"enum(a, b)\"", enums: ""),
      Self.ranked(2, "Rank", enums: "Rank: {raw: int, cases: {low: 1, high: 2}}"))
    let store = try TestStore(
      history.oldest, filledBy: "INSERT INTO Book (_id, rank) VALUES (1, 'a')")
    #expect(
      try told(store, history) == [
        "V2.yaml:5:23: the value of 1 object for 'Book.rank' cannot be converted: it is not one "
          + "of the cases [inconvertible-value]"
      ])
  }

  @Test func `a plan with an unmet requirement reports all conversions, too`() throws {
    let history = try Library.history(
      replacing: [
        ("      year: string?", "      year: int?"),
        ("      isbn: string?", "      isbn: int?\n      pages: int"),
      ])
    let store = try TestStore(
      history.oldest,
      filledBy: Library.content + "UPDATE Book SET year = 'c. 1900' WHERE _id = 5")
    #expect(
      try told(store, history) == [
        "V2.yaml:7:7: the value of 1 object for 'Book.year' cannot be converted: string cannot be"
          + " held exactly as int [inconvertible-value]",
        "V2.yaml:8:7: the value of 2 objects for 'Book.isbn' cannot be converted: string cannot be"
          + " held exactly as int [inconvertible-value]",
        "V2.yaml:9:7: new required attribute 'Book.pages' has no default and no expression"
          + " (3 objects: _id 1, 5, 9) [unmet-requirement]",
      ])
  }

  @Test func `a value is refused by the version that changes its type`() throws {
    let second = Library.first.replacing("version: 1.0.0", with: "version: 2.0.0")
      .replacing("year: string?", with: "year: int?")
    let third = Library.first.replacing("version: 1.0.0", with: "version: 3.0.0")
      .replacing(
        "year: string?", with: "published: {type: double, optional: true, renamedFrom: year}")
    let history = try SchemaHistory(Library.first, second, third)
    let store = try TestStore(
      history.oldest,
      filledBy: Library.content + "UPDATE Book SET year = 'c. 1900' WHERE _id = 5")
    #expect(
      try told(store, history) == [
        "V2.yaml:7:7: the value of 1 object for 'Book.published' cannot be converted: string cannot"
          + " be held exactly as int [inconvertible-value]"
      ])
  }
}
