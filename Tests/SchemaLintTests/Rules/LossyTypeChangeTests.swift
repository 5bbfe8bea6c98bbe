import SchemaLint
import SchemaModel
import Testing

struct LossyTypeChangeTests {
  @Test func `what does not fit everywhere, or has no one way, is flagged`() throws {
    try expect(
      LossyTypeChange(),
      in:
        "entities: {Book: {attributes: {year: string, price: double, size: int, cover: data, id: uuid}}}",
      """
      entities:
        Book:
          attributes:
            published: {type: int, renamedFrom: year}
            # ! 'Book.published' was string and is int: not every value fits
            # + say how, for values that do not fit too: 'migration.map.Book.published: {using: "CASE
            #   WHEN year GLOB '[0-9]*' AND year NOT GLOB '*[^0-9]*' THEN CAST(year AS INTEGER) ELSE 0
            #   END"}'
            # > unsafe: set kind to custom in migration; set using to "CASE WHEN year GLOB '[0-9]*' AND
            #   year NOT GLOB '*[^0-9]*' THEN CAST(year AS INTEGER) ELSE 0 END" in
            #   migration.map.Book.published; append {count: Book} to migration.after
            price: int
            # ! 'Book.price' was double and is int: not every value fits
            # + say how, for values that do not fit too: 'migration.map.Book.price: {using:
            #   "CAST(round(price) AS INTEGER)"}'
            # > unsafe: set kind to custom in migration; set using to "CAST(round(price) AS INTEGER)"
            #   in migration.map.Book.price; append {count: Book} to migration.after
            size: double
            # ! 'Book.size' was int and is double: not every value fits
            # + say how, for values that do not fit too: 'migration.map.Book.size: {using: …}'
            cover: string
            # ! 'Book.cover' was data and is string: there is no one way to convert it
            # + say how, for values that do not fit too: 'migration.map.Book.cover: {using: …}'
            id: uuid
      """)
  }

  @Test func `what every value survives, and what an expression decides, is not`() throws {
    try expect(
      LossyTypeChange(),
      in:
        "entities: {Book: {attributes: {a: int16, b: uuid, c: string, d: {type: int, transient: true}}}}",
      """
      entities:
        Book:
          attributes: {a: int, b: string, c: int, d: {type: string, transient: true}}
      migration:
        map:
          Book: {c: {using: length(c)}}
      """)
  }

  @Test func `a store tells the values that do not fit`() throws {
    let versions = [
      "entities: {Book: {attributes: {year: string}}}",
      "entities: {Book: {attributes: {year: int}}}",
    ]
    let condition = StoreCondition.unconvertible(property: "year", entity: "Book", to: .int64)
    #expect(
      try StoreOf.one(condition, count: 2, examples: ["'MCMXC'", "'circa 1990'"])
        .judges(LossyTypeChange(), in: versions) == [
          "error: 2 objects in 'library.store' are affected, such as 'MCMXC', 'circa 1990'"
        ])
  }
}
