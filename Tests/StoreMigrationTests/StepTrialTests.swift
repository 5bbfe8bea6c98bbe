import Diagnostics
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreMigration
import Testing

/// Problems that a plan finds on a copy where declared steps change a part of the data.
struct StepTrialTests {
  private static let first = """
    schema: T
    version: 1.0.0
    enums: {K: [a, b]}
    entities:
      P: {attributes: {name: string, k: K?}}
      Note: {attributes: {text: string}, relationships: {p: {toOne: P?}}}
      Other: {attributes: {t: string?}}

    """
  private static let content = """
    INSERT INTO P (_id, name, k) VALUES (1, 'a', 'a'), (2, 'a', 'b');
    INSERT INTO Note (_id, text, p) VALUES (1, 'x', 2);
    INSERT INTO Other (_id, t) VALUES (1, 'o'), (2, 'o');
    """
  private static let onOther = "{sql: \"UPDATE Other SET t = upper(t)\", touches: [Other.t]}"

  private static func next(
    _ version: Int, _ change: (of: String, to: String), _ migration: String = "", steps: String = ""
  ) -> String {
    first.replacing("version: 1.0.0", with: "version: \(version).0.0")
      .replacing(change.of, with: change.to)
      + "migration: {kind: custom, steps: [\(steps)]\(migration.isEmpty ? "" : ", ")\(migration)}\n"
  }

  private func told(_ history: SchemaHistory, _ store: TestStore) throws -> [String] {
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    return plan.obstacles.flatMap { MigrationError.refused([$0]).diagnostics(of: store.path) }
      .map { "\($0.code): \($0.message)" } + plan.warnings.map { "\($0.code): \($0.message)" }
  }

  private static let uniqueName = (
    of: "name: string, k: K?}", to: "name: string, k: K?}, unique: [[name]]"
  )
  private static let none = (of: "", to: "")

  @Test(arguments: [
    (uniqueName, "", "duplicates"), ((of: "{K: [a, b]}", to: "{K: [a]}"), "", "unknown-case"),
    (
      (
        of: "name: string, k: K?}",
        to: "name: string, k: K?}, rules: [{name: r, check: \"k <> name\"}]"
      ),
      "", "broken-rule"
    ),
    ((of: "name: string,", to: "name: {type: string, min: 3},"), "", "out-of-bounds"),
    (none, "map: {P: {where: \"_id = 1\"}}", "broken-reference"),
    (none, "after: [{expect: SELECT count(*) FROM P, equals: 5}]", "failed-check"),
  ])
  func `a problem that a step does not touch is found as without the step`(
    _ change: (of: String, to: String), _ migration: String, _ code: String
  ) throws {
    func history(_ steps: String) throws -> SchemaHistory {
      try SchemaHistory(Self.first, Self.next(2, change, migration, steps: steps))
    }
    let without = try history("")
    let store = try TestStore(without.oldest, filledBy: Self.content)
    let expected = try told(without, store)
    #expect(expected.count == 1)
    #expect(expected.first?.hasPrefix("\(code): ") == true)
    let with = try history(Self.onOther)
    #expect(try told(with, store) == expected)
    #expect(failure(of: store, with) != nil)
  }

  @Test func `values that a step changes are checked as the step leaves them`() throws {
    let rename = "{sql: \"UPDATE P SET name = name || _id\", touches: [P.name]}"
    let history = try SchemaHistory(Self.first, Self.next(2, Self.uniqueName, steps: rename))
    let store = try TestStore(history.oldest, filledBy: Self.content)
    #expect(try told(history, store) == [])
    _ = try migrated(store, history)
    #expect(try store.lines("SELECT name FROM P") == ["a1", "a2"])
  }

  @Test func `an unchanged column is checked next to one that a step changes`() throws {
    let step = "{sql: \"UPDATE P SET k = 'a'\", touches: [P.k]}"
    let history = try SchemaHistory(Self.first, Self.next(2, Self.uniqueName, steps: step))
    let store = try TestStore(history.oldest, filledBy: Self.content)
    let codes = try told(history, store).map { $0.prefix { $0 != ":" } }
    #expect(codes.first == "duplicates")
  }

  @Test func `values that a later version makes of a step are checked, too`() throws {
    let second = Self.next(2, Self.none, steps: Self.onOther)
    let third = Self.next(3, Self.uniqueName)
    let made = Self.next(3, (of: "{t: string?}", to: "{t: string?}, unique: [[t]]"))
    for (version, codes) in [(third, ["duplicates"]), (made, ["duplicates"])] {
      let history = try SchemaHistory(Self.first, second, version)
      let store = try TestStore(history.oldest, filledBy: Self.content)
      let told = try told(history, store)
      #expect(told.map { String($0.prefix { $0 != ":" }) } == codes)
    }
  }

  @Test func `objects are merged by their new values where no step affects them`() throws {
    let merge = "map: {P: {dedupe: {by: [name], keep: first}}}"
    let history = try SchemaHistory(
      Self.first, Self.next(2, Self.uniqueName, merge, steps: Self.onOther))
    let store = try TestStore(history.oldest, filledBy: Self.content)
    #expect(try told(history, store) == [])
    _ = try migrated(store, history)
    #expect(try store.lines("SELECT _id, name FROM P") == ["1 a"])
  }
}
