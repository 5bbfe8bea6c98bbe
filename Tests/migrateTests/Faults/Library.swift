import TestSupport

/// A small model and its store, for tests of failures.
extension Workshop {
  /// A folder with `library.store` in version 1 of a library, and the schema files of both.
  static func library(changingBooks change: String = "rating: double?") throws -> Workshop {
    let workshop = try Workshop()
    try workshop.write(
      """
      schema: Library
      version: 1.0.0
      entities:
        Book:
          attributes:
            title: string = ""
            pages: int?
      """, to: "Schemas/V1.yaml")
    try workshop.writeSecondVersion(changingBooks: change)
    try workshop.migrate("create", "library.store", "--version", "1")
    _ = try workshop.sqlite(
      "library.store",
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO Book SELECT i, 'A book of which there are many, number ' || i, i FROM n
      """)
    return workshop
  }

  /// The same, with a migration that takes many seconds.
  static func slowLibrary() throws -> Workshop {
    let workshop = try library()
    let slow = """
      (WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c \
      WHERE n < 100000000 * length(Book.title)) SELECT max(n) + Book._id FROM c)
      """
    try workshop.writeSecondVersion(
      changingBooks: "score: int?",
      by: "migration: {map: {Book: {score: {using: \"\(slow)\"}}}}")
    return workshop
  }

  /// Writes the schema file of version 2, with other attributes of a book, and how they are filled.
  func writeSecondVersion(changingBooks change: String, by migration: String = "") throws {
    try write(
      """
      schema: Library
      version: 2.0.0
      extends: V1.yaml
      entities:
        Book:
          attributes:
            \(change)
      \(migration)
      """, to: "Schemas/V2.yaml")
  }

  /// Everything that a store holds, as SQL, by means that know nothing of this project.
  func dump(_ store: String) throws -> String { try sqlite(store, ".dump") }
}
