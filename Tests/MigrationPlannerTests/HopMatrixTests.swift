import MigrationPlanner
import SchemaModel
import SchemaYAML
import Testing

struct HopMatrixTests {
  private static func history(_ attributes: String...) throws -> SchemaHistory {
    SchemaHistory(
      try attributes.enumerated().map { number, text in
        try SchemaReader.read(
          text: "schema: Library\nversion: \(number + 1)\nentities: {Book: \(text)}\n",
          name: "V\(number + 1).yaml")
      })
  }

  @Test func `a way is as the worst of its steps`() throws {
    let matrix = HopMatrix(
      of: try Self.history(
        "{attributes: {title: string}}", "{attributes: {title: string, year: int?}}",
        "{attributes: {title: string, year: int?}, indexes: [[title]]}",
        "{attributes: {title: string, year: string?}}"))
    #expect(
      matrix.ways.map { "\($0.source) \($0.target) \($0.verdict)" } == [
        "1.0.0 2.0.0 lightweight", "1.0.0 3.0.0 lightweight", "1.0.0 4.0.0 custom",
        "2.0.0 3.0.0 same", "2.0.0 4.0.0 custom", "3.0.0 4.0.0 custom",
      ])
    #expect(matrix[Version(2), Version(3)]?.verdict == .same)
    #expect(matrix[Version(3), Version(2)] == nil)
    #expect(matrix.problems == [:])
  }

  @Test func `stores of a version that comes back are taken for current`() throws {
    let matrix = HopMatrix(
      of: try Self.history(
        "{attributes: {title: string}}", "{attributes: {title: string, year: int?}}",
        "{attributes: {title: string}}"))
    #expect(matrix.ways.map(\.verdict) == [.lightweight, .same, .lightweight])
  }

  @Test func `a step that cannot be planned closes every way over it`() throws {
    let matrix = HopMatrix(
      of: try Self.history(
        "{attributes: {title: string}}", "{attributes: {name: string}}",
        "{attributes: {name: string, year: int?}}"))
    #expect(matrix.ways.map(\.verdict) == [.refused, .refused, .lightweight])
    #expect(Array(matrix.problems.keys) == [Version(2)])
    #expect(HopMatrix(of: try Self.history("{}")).ways == [])
  }
}
