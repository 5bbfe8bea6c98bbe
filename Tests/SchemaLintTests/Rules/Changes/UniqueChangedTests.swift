import SchemaLint
import Testing

struct UniqueChangedTests {
  private static let library = """
    entities:
      Edition:
        attributes: {isbn: string, format: string, year: int}
        unique: [[isbn, format]]
    """

  @Test func `a key with fewer or other properties is flagged`() throws {
    try expect(
      UniqueChanged(), in: Self.library,
      """
      entities:
        Edition:
          attributes: {isbn: string, format: string, year: int}
          unique:
            - [isbn, year]
            # ! 'Edition(isbn, year)' replaces the key over 'isbn, format', and objects that differed
            #   may be equal now
            # + say which of two equal ones stays: 'dedupe: {by: [isbn, year], keep: first}' under
            #   'migration: map: Edition:'; links to the others lead to it then
            # > unsafe: set kind to custom in migration; set dedupe to {by: [isbn, year], keep: first} in
            #   migration.map.Edition; append {expect: "SELECT count(*) FROM (SELECT 1 FROM Edition WHERE isbn IS NOT NULL AND
            #   year IS NOT NULL GROUP BY isbn, year HAVING count(*) > 1)", equals: 0} to
            #   migration.after
      """)
  }

  @Test func `a key with more properties, or a removed key, is not flagged`() throws {
    for key in ["[[isbn, format, year]]", "[[format, isbn]]", "[]"] {
      try expect(
        UniqueChanged(), in: Self.library,
        "entities: {Edition: {attributes: {isbn: string, format: string, year: int}, unique: \(key)}}"
      )
    }
  }

  @Test func `a store without equal objects makes the finding a note`() throws {
    let versions = [
      Self.library,
      "entities: {Edition: {attributes: {isbn: string, format: string, year: int}, unique: [[isbn]]}}",
    ]
    #expect(
      try StoreOf.one(.sharing(["isbn"], entity: "Edition"), count: 0)
        .judges(UniqueChanged(), in: versions)
        == ["note: no object in 'library.store' is affected"])
  }
}
