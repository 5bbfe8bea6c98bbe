import Diagnostics
import SchemaModel
import SchemaYAML
import StoreTesting
import TestSupport

/// A library in three versions: the second renames, the third drops and converts.
struct Library {
  let folder: TemporaryFolder
  let history: SchemaHistory

  init() throws {
    folder = try TemporaryFolder()
    for (name, text) in Self.files { try folder.write(text, to: "Library/\(name)") }
    history = try SchemaReader.history(inDirectory: folder.path("Library"))
  }

  /// The tests in a text next to the schema files.
  func suite(_ text: String) throws -> CaseSuite {
    let file = try folder.write(text, to: "Library/tests/cases.yaml")
    return try CaseSuite(file: file, of: history)
  }

  /// Why the only case of a text fails, each with its line and its code.
  func problems(_ text: String) throws -> [String] {
    let suite = try suite("cases:\n" + text)
    return try suite.cases.flatMap { try suite.result(of: $0).problems }.map { problem in
      let line = problem.location.map { "\($0.line): " } ?? ""
      return "\(line)\(shortened(problem.message)) [\(problem.code)]"
    }
  }

  /// A text without the names of folders that the test made.
  func shortened(_ text: String) -> String { text.replacing(folder.path + "/", with: "") }

  private static let files = [
    "V1.yaml": """
    schema: Library
    version: 1.0.0
    entities:
      Person: {attributes: {name: string}}
      Author:
        parent: Person
        attributes: {pseudonym: string?}
        relationships: {books: {toMany: Book, inverse: authors, delete: nullify}}
      Book:
        attributes:
          isbn: {type: string, unique: true}
          title: string = "untitled"
          added: date
          pages: string?
          cover: {type: data, optional: true, storage: external}
          tags: "[string] = []"
        relationships:
          authors: {toMany: Author, inverse: books, delete: nullify}
          notes: {toMany: Note, inverse: book, delete: cascade, ordered: true}
          sequel: {toOne: Book?, inverse: prequel, delete: nullify}
          prequel: {toOne: Book?, inverse: sequel, delete: nullify}
      Note:
        attributes: {text: string?}
        relationships: {book: {toOne: Book, inverse: notes, delete: nullify}}
    """,
    "V2.yaml": """
    schema: Library
    version: 2.0.0
    extends: V1.yaml
    entities:
      Book:
        attributes: {name: {type: string, default: untitled, renamedFrom: title}}
    removed:
      attributes: [Book.title]
    """,
    "V3.yaml": """
    schema: Library
    version: 3.0.0
    extends: V2.yaml
    entities:
      Book:
        attributes: {pages: int?}
    removed:
      attributes: [Book.tags]
    migration:
      map: {Book: {pages: {using: "CAST(pages AS INTEGER)"}, where: "isbn <> 'lost'"}}
      after: [{expect: "SELECT count(*) FROM Book WHERE pages > 5000", equals: 0}]
    """,
  ]
}
