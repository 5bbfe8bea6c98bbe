import MigrationPlanner
import SchemaModel
import StoreMigration
import Testing

/// The remedy that a requirement names changes only the properties that must change.
struct RequirementRemedyTests {
  private static let first = """
    schema: Heirs
    version: 1.0.0
    entities:
      C: {attributes: {x: string}}
      D: {attributes: {n: string?}}
      E: {parent: D, attributes: {x: string}}
      F: {parent: E}

    """

  private static let content = """
    INSERT INTO C (_id, x) VALUES (1, 'c');
    INSERT INTO D (_id, _entity, x) VALUES (2, 'D', NULL), (3, 'E', 'e'), (4, 'F', 'f');
    """

  private static func second(_ migration: String = "") -> String {
    """
    schema: Heirs
    version: 2.0.0
    entities:
      C: {attributes: {x: string}}
      D: {parent: C, attributes: {n: string?}}
      E: {parent: D}
      F: {parent: E}
    \(migration)

    """
  }

  @Test func `a new attribute of one entity is required there, and other entities keep theirs`()
    throws
  {
    let history = try SchemaHistory(Self.first, Self.second())
    let store = try TestStore(history.oldest, filledBy: Self.content)
    guard case .refused(let reasons)? = failure(of: store, history),
      case .unmetRequirements(let unmet)? = reasons.first
    else {
      Issue.record("not refused for its requirements")
      return
    }
    #expect(
      unmet.map(\.requirement.remedy) == [
        #"write 'x: {using: "…"}' under 'migration: map: D:', and "#
          + #"'x: {using: "x"}' under 'migration: map: E:'"#
      ])
    let mended = try SchemaHistory(
      Self.first,
      Self.second(#"migration: {map: {D: {x: {using: "'new'"}}, E: {x: {using: "x"}}}}"#))
    _ = try migrated(store, mended)
    #expect(
      try store.lines("SELECT _id, _entity, x FROM C ORDER BY _id") == [
        "1 C c", "2 D new", "3 E e", "4 F f",
      ])
  }

  @Test func `an attribute that is new to all entities is required where it is declared`() throws {
    let history = try SchemaHistory(
      Self.first, Self.second().replacing("{x: string}}", with: "{x: string, y: string}}"))
    let store = try TestStore(history.oldest, filledBy: Self.content)
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    let remedies = plan.migration.stages.flatMap(\.requirements).compactMap(\.remedy)
    #expect(
      Set(remedies.filter { $0.contains("'y:") }) == [
        #"write 'y: {using: "…"}' under 'migration: map: C:'"#
      ])
  }
}
