import MigrationPlanner
import StoreScript
import SchemaModel
import StoreVerification
import Testing

@testable import StoreMigration

/// Rows are checked only for requirements that a stage may have broken.
struct CarriedDemandsTests {
  @Test func `in a version that only adds an attribute, nothing else is checked`() throws {
    #expect(try asked(by: Library.withPages()) == ["Book value(of: \"pages\"): _value IS NULL"])
  }

  @Test func `in a version that differs only by its number, nothing is checked`() throws {
    #expect(try asked(by: Library.history()) == [])
    #expect(try asked(by: Library.withUniqueISBN()) == [])
  }

  @Test func `a converted value is checked, and the other values are not`() throws {
    let history = try Library.history(
      replacing: [("      year: string?", "      year: {type: int16, optional: true, min: 0}")],
      migration: "  kind: custom\n  map: {Book: {year: {using: \"CAST(year AS INTEGER)\"}}}")
    #expect(
      try asked(by: history) == [
        "Book value(of: \"year\"): _value NOT BETWEEN -32768 AND 32767",
        "Book value(of: \"year\"): _value < 0",
      ])
  }

  @Test func `links of objects left behind are checked at both ends`() throws {
    let history = try Library.history(
      replacing: [("{toMany: Note, inverse: book,", "{toMany: Note, inverse: book, max: 9,")],
      migration: "  kind: custom\n  map: {Book: {where: \"title <> ''\"}}")
    #expect(
      try asked(by: history) == [
        "Book count(at: \"notes\"): > 9", "Note presence(at: \"book\"): Book",
      ])
  }

  @Test func `a rule under new names of its properties is checked again`() throws {
    let rule = "    rules: [{name: named, check: \"title <> ''\"}]\n    relationships:\n      notes"
    let first = Library.first.replacing("    relationships:\n      notes", with: rule)
    let second = first.replacing("version: 1.0.0", with: "version: 2.0.0")
    let renamed = second.replacing(
      "      title: string", with: "      name: {type: string, renamedFrom: title}"
    ).replacing("title <> ''", with: "name <> ''")
    #expect(try asked(by: SchemaHistory(first, second)) == [])
    #expect(try asked(by: SchemaHistory(first, renamed)) == ["Book rule: name <> ''"])
  }

  /// The demands that are checked after the first stage of a history.
  private func asked(by history: SchemaHistory) throws -> [String] {
    let plan = try Planner.plan(
      history: history, from: Version(1), to: Version(2))
    let mapping = plan.stages[0].mapping
    let script = try StoreScript(mapping)
    let carried = CarriedDemands(of: script, mapping: mapping)
    return script.target.contentDemands.filter { !carried.contains($0) }.map {
      demand in
      if case .rule = demand.subject { return "\(demand.entity) rule: \(demand.text)" }
      return "\(demand.entity) \(demand.subject): \(demand.text)"
    }
  }
}
