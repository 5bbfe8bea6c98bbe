import MigrationPlanner
import StoreScript
import SchemaModel
import SchemaYAML
import Testing

/// Changes of more tables than a script tries at once, and than are planned one after the other.
struct ManyTablesTests {
  private static let count = 120

  /// Entities in a ring, each of which leads to the next.
  ///
  /// In the second version every fourth has another name, every fourth is written anew, and every
  /// fourth gets a column.
  private func document(_ version: Int) throws -> SchemaDocument {
    var lines = ["schema: Ring", "version: \(version).0.0", "entities:"]
    for number in 0..<Self.count {
      let (previous, next) = ((number + Self.count - 1) % Self.count, (number + 1) % Self.count)
      let isChanged = version == 2
      lines += [
        "  \(name(number, version)):",
        isChanged && number % 4 == 0 ? "    renamedFrom: \(name(number, 1))" : "",
        "    attributes:",
        "      title: string = \"\(isChanged && number % 4 == 1 ? "new" : "old")\"",
        isChanged && number % 4 == 2 ? "      added: int = \(number)" : "",
        "    relationships:",
        "      next: {toOne: \(name(next, version))?, inverse: previous, delete: nullify}",
        "      previous: {toMany: \(name(previous, version)), inverse: next, delete: cascade}",
      ]
    }
    let text = lines.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
    return try SchemaReader.read(text: text, name: "V\(version).yaml")
  }

  private func name(_ number: Int, _ version: Int) -> String {
    version == 2 && number % 4 == 0 ? "Renamed\(number)" : "Entity\(number)"
  }

  private func mapping(_ first: SchemaDocument, _ second: SchemaDocument) throws -> Mapping {
    try #require(try Planner.plan(from: first, through: [second]).stages.first?.mapping)
  }

  @Test func `tables that refer to each other change together as one by one`() throws {
    let (first, second) = (try document(1), try document(2))
    let rows = (0..<Self.count).map { number in
      """
      INSERT INTO Entity\(number) (_id, title, next) VALUES (1, 'one', 2), (2, 'two', NULL);
      """
    }
    let migrated = try Migrated(
      try mapping(first, second), filledBy: rows.joined(separator: "\n"))
    #expect(
      (0..<8).map { migrated.ways[name($0, 2), default: .drop] } == [
        .alter, .rebuild, .alter, .none, .alter, .rebuild, .alter, .none,
      ])
    #expect(try migrated.rows("SELECT * FROM Renamed4") == ["1 'one' 2", "2 'two' NULL"])
    #expect(try migrated.rows("SELECT * FROM Entity6") == ["1 'one' 2 6", "2 'two' NULL 6"])
  }

  @Test func `each statement is listed once, in the order in which it runs`() throws {
    let script = try StoreScript(try mapping(try document(1), try document(2)))
    let rename = script.statements.filter { $0.sql.hasPrefix("ALTER TABLE \"Entity") }
    #expect(
      rename.map(\.table) == script.steps.filter { $0.way == .alter }.map(\.table))
    #expect(Set(script.statements).count == script.statements.count)
  }
}
