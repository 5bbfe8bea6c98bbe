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
          # + add to 'Note', or its like: 'book: {toOne: Book?, inverse: notes, delete: nullify}'; and here 'inverse: book'
      Note: {}
    """

  @Test func `a relationship without inverse is flagged`() throws {
    try expect(SyncMissingInverse(), in: Self.library)
  }

  @Test func `missing-inverse is silent where sync-missing-inverse reports`() throws {
    let codes = try MarkedModel([Self.library]).report().diagnostics.map(\.code)
    #expect(codes == ["sync-missing-inverse"])
  }
}
