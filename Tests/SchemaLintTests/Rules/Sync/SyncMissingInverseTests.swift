import Diagnostics
import SchemaLint
import Testing

struct SyncMissingInverseTests {
  private static let library = """
    profile: cloudkit
    entities:
      Book:
        relationships:
          notes: {toMany: Note?, delete: cascade}
          # ! 'Book.notes' has no inverse, which CloudKit requires: the container does not load
          # + write 'inverse: …' here and on the relationship of 'Note'
      Note: {}
    """

  @Test func `a relationship without inverse is flagged`() throws {
    try expect(SyncMissingInverse(), in: Self.library)
  }

  @Test func `it is silent where missing-inverse speaks`() throws {
    let codes = try MarkedModel([Self.library]).report().diagnostics.map(\.code)
    #expect(codes == ["missing-inverse"])
    let without = try MarkedModel([Self.library]).report(
      settings: RuleSettings(overrides: ["missing-inverse": .off]))
    #expect(without.diagnostics.map(\.code) == ["sync-missing-inverse"])
  }
}
