import SchemaModel
import SchemaYAML

/// A small model with the parts that most tests need: values, a link, and a second version of the
/// test's own.
enum Library {
  static let first = """
    schema: Library
    version: 1.0.0
    entities:
      Book:
        attributes:
          title: string
          year: string?
          isbn: string?
        relationships:
          notes: {toMany: Note, inverse: book, delete: cascade}
      Note:
        attributes:
          text: string = ""
        relationships:
          book: {toOne: Book?, inverse: notes, delete: nullify}
    """

  /// Three books, the first with two notes, and a note without a book.
  static let content = """
    INSERT INTO Book (_id, title, year, isbn) VALUES
      (1, 'Emma', '1815', '978-1'), (5, 'O''Hara 🦊', NULL, NULL), (9, '', '1998', '978-2');
    INSERT INTO Note (_id, text, book) VALUES (1, 'slow', 1), (2, 'witty', 1), (7, 'lost', NULL);
    """

  /// The history whose second version has these lines in place of lines of the first.
  static func history(
    replacing replacements: [(String, String)] = [], migration: String = ""
  ) throws -> SchemaHistory {
    var text = first.replacing("version: 1.0.0", with: "version: 2.0.0")
    for (old, new) in replacements {
      precondition(text.contains(old), "the first version has no such lines: \(old)")
      text = text.replacing(old, with: new)
    }
    return try SchemaHistory(first, migration.isEmpty ? text : text + "\nmigration:\n" + migration)
  }

  /// The second version has one more attribute.
  static func withPages(migration: String = "") throws -> SchemaHistory {
    try history(
      replacing: [("      isbn: string?", "      isbn: string?\n      pages: int = 0")],
      migration: migration)
  }

  /// The second version has no year.
  static func withoutYear() throws -> SchemaHistory {
    try history(replacing: [("      year: string?\n", "")])
  }

  /// The second version's year is a number.
  static func withNumericYear() throws -> SchemaHistory {
    try history(replacing: [("      year: string?", "      year: int?")])
  }

  /// In the second version no two books share an ISBN.
  static func withUniqueISBN() throws -> SchemaHistory {
    try history(
      replacing: [
        (
          "    relationships:\n      notes",
          "    unique: [[isbn]]\n    relationships:\n      notes"
        )
      ])
  }
}

/// A model with bytes, in the rows or in files.
enum Covers {
  static let inline = """
    schema: Covers
    version: 1.0.0
    entities:
      Book:
        attributes:
          title: string
          cover: {type: data, optional: true}
    """
  static let external = inline.replacing(
    "optional: true", with: "optional: true, storage: external")
}
