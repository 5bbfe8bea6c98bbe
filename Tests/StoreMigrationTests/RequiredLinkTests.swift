import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreMigration
import Testing

/// A to-one that becomes required while its links stand in the rows at its other end.
struct RequiredLinkTests {
  private func version(_ number: Int, book: String, note: String) -> String {
    """
    schema: Library
    version: \(number)
    entities:
      Book:
        attributes: {title: string\(number > 1 ? ", pages: int = 0" : "")}
        relationships:
          note: {toOne: \(note), inverse: book, delete: cascade}
      Note:
        attributes: {text: string}
        relationships:
          book: {toOne: \(book), inverse: note, delete: nullify}
    """
  }

  @Test func `objects without a link are reported by the plan, over several versions`() throws {
    let history = try SchemaHistory(
      version(1, book: "Book?", note: "Note?"), version(2, book: "Book?", note: "Note?"),
      version(3, book: "Book", note: "Note"))
    let store = try TestStore(
      history.oldest,
      filledBy: """
        INSERT INTO Book (_id, title) VALUES (1, 'Emma'), (2, 'Persuasion');
        INSERT INTO Note (_id, text, book) VALUES (1, 'witty', 1);
        """)
    let error = try #require(failure(of: store, history))
    #expect(error.exitStatus == 2)
    #expect(
      error.diagnostics(of: store.path).map(\.rendered) == [
        "V3.yaml:7:7: to-one 'Book.note' becomes required (1 object: _id 2) [unmet-requirement]"
      ])
    try store.execute("INSERT INTO Note (_id, text, book) VALUES (2, 'late', 2)")
    #expect(try migrated(store, history).target == Version(3))
  }
}
