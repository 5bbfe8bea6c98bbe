import SchemaLint
import SchemaModel
import Testing

struct LossyTypeChangeTests {
  @Test func `a change that may not fit every value, or is ambiguous, is flagged`() throws {
    try expect(
      LossyTypeChange(),
      in: """
        entities:
          Book:
            attributes: {year: string, group: string, price: double, size: int, n: int, cover: data}
        """,
      """
      entities:
        Book:
          attributes:
            published: {type: int, renamedFrom: year}
            # ! 'Book.published' was string and is int: not every value fits
            # + a store with a value that does not fit is refused, and left as it is
            # + to say what becomes of such values: 'published: {using: "CASE WHEN
            #   CAST(CAST(year AS INTEGER) AS TEXT) = year THEN CAST(year AS INTEGER) ELSE … END"}' under 'migration: map: Book:'
            group: int16?
            # ! 'Book.group' was string and is int16: not every value fits
            # + a store with a value that does not fit is refused, and left as it is
            # + to say what becomes of such values: 'group: {using: "CASE WHEN
            #   CAST(CAST(\\"group\\" AS INTEGER) AS TEXT) = \\"group\\" AND CAST(\\"group\\" AS
            #   INTEGER) BETWEEN -32768 AND 32767 THEN CAST(\\"group\\" AS INTEGER) ELSE … END"}' under 'migration: map: Book:'
            price: int
            # ! 'Book.price' was double and is int: not every value fits
            # + the platform converts numbers, and changes one that does not fit without a word
            # + to say what becomes of such values: 'price: {using: "CASE WHEN CAST(price AS
            #   INTEGER) = price THEN CAST(price AS INTEGER) ELSE … END"}' under 'migration: map: Book:'
            # + if no object has such a value: '# migrate:ignore lossy-type-change -- reason' at the end
            #   of the line
            size: double
            # ! 'Book.size' was int and is double: an integer beyond 2^53 may lose its last digits
            # + the platform converts numbers, and changes one that does not fit without a word
            # + to say what becomes of such values: 'size: {using: …}' under 'migration: map: Book:'
            # + if no object has such a value: '# migrate:ignore lossy-type-change -- reason' at the end
            #   of the line
            n: int32
            # ! 'Book.n' was int and is int32: not every value fits
            # + the platform converts numbers, and changes one that does not fit without a word
            # + to say what becomes of such values: 'n: {using: "CASE WHEN CAST(n AS INTEGER)
            #   BETWEEN -2147483648 AND 2147483647 THEN CAST(n AS INTEGER) ELSE … END"}' under 'migration: map: Book:'
            # + if no object has such a value: '# migrate:ignore lossy-type-change -- reason' at the end
            #   of the line
            cover: string
            # ! 'Book.cover' was data and is string: there is no one way to convert it
            # + say how: 'cover: {using: …}' under 'migration: map: Book:'
      """)
  }

  @Test func `the proposed expression keeps NULL`() throws {
    try expect(
      LossyTypeChange(), in: "entities: {Book: {attributes: {size: double?, n: double?}}}",
      """
      entities:
        Book:
          attributes:
            size: int?
            # ! 'Book.size' was double and is int: not every value fits
            # + the platform converts numbers, and changes one that does not fit without a word
            # + to say what becomes of such values: 'size: {using: "CASE WHEN size IS NULL
            #   THEN NULL WHEN CAST(size AS INTEGER) = size THEN CAST(size AS INTEGER) ELSE … END"}' under 'migration: map: Book:'
            # + if no object has such a value: '# migrate:ignore lossy-type-change -- reason' at the end
            #   of the line
            n: int = 0
            # ! 'Book.n' was double and is int: not every value fits
            # + the platform converts numbers, and changes one that does not fit without a word
            # + to say what becomes of such values: 'n: {using: "CASE WHEN CAST(n AS INTEGER)
            #   = n THEN CAST(n AS INTEGER) ELSE … END"}' under 'migration: map: Book:'
            # + if no object has such a value: '# migrate:ignore lossy-type-change -- reason' at the end
            #   of the line
      """)
  }

  @Test func `a change that every value survives, or that an expression decides, is not flagged`()
    throws
  {
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

  @Test func `a store shows the values that do not fit`() throws {
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
