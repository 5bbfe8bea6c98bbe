import SchemaLint
import Testing

struct CastAsConversionTests {
  private static func integer(_ operand: String) -> String {
    "  + look first: CASE WHEN CAST(CAST(\(operand) AS INTEGER) AS TEXT) = \(operand) THEN "
      + "CAST(\(operand) AS INTEGER) ELSE … END, or leave the conversion to the migration, which "
      + "refuses what does not fit"
  }

  private static func number(_ operand: String) -> String {
    "  + look first whether all of '\(operand)' is a number, or leave the conversion to the "
      + "migration, which refuses what does not fit"
  }

  @Test func `a value that may be text is flagged, for every type with the affinity of a number`() {
    expect(
      CastAsConversion(),
      inScript: "SELECT cast(a AS INT),\n CAST(trim(b, '.') AS DECIMAL(10, 2)), CAST(t.c AS REAL)",
      finds: [
        "1:8 a CAST of 'a' to INT never fails: a text without a number becomes 0",
        Self.integer("a"),
        "2:2 a CAST of 'trim(b, '.')' to DECIMAL(10, 2) never fails: a text without a number becomes 0",
        Self.number("trim(b, '.')"),
        "2:40 a CAST of 't.c' to REAL never fails: a text without a number becomes 0",
        Self.number("t.c"),
      ])
  }

  @Test(arguments: ["a + 0", "0 + a", "a - 0", "a * 1", "1 * a", "a / 1", "a+0"])
  func `arithmetic that can only be meant to convert is flagged`(sum: String) {
    let column = sum.hasPrefix("a") ? 8 : sum.hasPrefix("0") || sum.hasPrefix("1") ? 12 : 8
    expect(
      CastAsConversion(), inScript: "SELECT \(sum)",
      finds: [
        "1:\(column) '\(sum)' takes 'a' for a number and never fails: a text without one becomes 0",
        Self.integer("a"),
      ])
  }

  @Test(arguments: [
    "a GLOB '[0-9]*'", "a GLOB '*[0-9]'", "a NOT GLOB '[^0-9]*'", "a NOT GLOB '*[^a-z]*'",
    "a REGEXP '[0-9]+'", "b NOT GLOB '*[^0-9]*'", "typeof(b) = 'integer'",
    "CAST(CAST(b AS INTEGER) AS TEXT) = b",
  ])
  func `a look at the first character alone, or at something else, guards nothing`(look: String) {
    let script = "SELECT CASE WHEN \(look) THEN CAST(a AS INTEGER) END"
    let column = script.count - "CAST(a AS INTEGER) END".count + 1
    expect(
      CastAsConversion(), inScript: script,
      finds: [
        "1:\(column) a CAST of 'a' to INTEGER never fails: a text without a number becomes 0",
        Self.integer("a"),
      ])
  }

  @Test(arguments: [
    "SELECT CAST(a AS TEXT), CAST(a AS VARCHAR(10)), CAST(a AS BLOB)",
    "SELECT CAST(1.5 AS INTEGER), CAST('7' AS REAL), CAST(upper('x') AS INTEGER)",
    "SELECT CAST(strftime('%Y', d) AS INTEGER), CAST(round(x) AS INTEGER), CAST(_id AS REAL)",
    "SELECT CASE WHEN a NOT GLOB '*[^0-9]*' THEN CAST(a AS INTEGER) END",
    "SELECT CASE WHEN a GLOB '[12][0-9][0-9][0-9]' THEN CAST(a AS INTEGER) END",
    "SELECT CASE WHEN glob('[0-9][0-9]', a) THEN CAST(a AS INTEGER) END",
    "SELECT CASE WHEN a REGEXP '^-?[0-9]+$' THEN CAST(a AS INTEGER) END",
    "SELECT CASE WHEN t.a GLOB ?1 THEN CAST(a AS INTEGER) END",
    "SELECT CASE WHEN trim(a) NOT GLOB '*[^0-9]*' THEN CAST(trim(a) AS INTEGER) END",
    "SELECT CASE WHEN CAST(CAST(a AS INTEGER) AS TEXT) = a THEN a + 0 END",
    "SELECT count(*) FROM t WHERE a <> CAST(CAST(a AS INTEGER) AS TEXT)",
    "SELECT iif(typeof(a) = 'integer', CAST(a AS INTEGER), 0)", "SELECT 'CAST(a AS INTEGER)'",
    "SELECT a + 1, a * 1.5, 2 * a, a % 2, -a, +a, _id + 0, length(a) + 0, (SELECT b) + 0, count(*)",
    "SELECT a -> '$.b', a ->> 0, t.*, CASE WHEN a THEN b END + 0",
  ])
  func `other types, numbers and guarded ones are not`(script: String) {
    expect(CastAsConversion(), inScript: script, finds: [])
  }

  @Test func `a text that is rewritten and not compared is not flagged`() {
    expect(
      CastAsConversion(), inScript: "SELECT CAST(CAST(a AS INTEGER) AS TEXT)",
      finds: [
        "1:13 a CAST of 'a' to INTEGER never fails: a text without a number becomes 0",
        Self.integer("a"),
      ])
  }

  @Test func `in a migration, arithmetic on text is flagged, and arithmetic on numbers is not`()
    throws
  {
    try expect(
      CastAsConversion(),
      in: """
        enums: {Size: {raw: int, cases: {small: 1, large: 2}}}
        entities:
          Book:
            attributes: {year: string, pages: int, price: decimal, size: Size, read: double}
        """,
      """
      enums: {Size: {raw: int, cases: {small: 1, large: 2}}}
      entities:
        Book:
          attributes: {year: int, pages: int, price: decimal, size: int, read: double}
      migration:
        map:
          Book:
            year:
              using: 2000 + coalesce(year, '')
              # ! '2000 + coalesce(year, '')' takes 'coalesce(year, '')' for a number and never fails:
              #   a text without one becomes 0
              # + look first: CASE WHEN CAST(CAST(coalesce(year, '') AS INTEGER) AS TEXT) =
              #   coalesce(year, '') THEN CAST(coalesce(year, '') AS INTEGER) ELSE … END, or leave the
              #   conversion to the migration, which refuses what does not fit
            pages:
              using: -year
              # ! '-year' takes 'year' for a number and never fails: a text without one becomes 0
              # + look first: CASE WHEN CAST(CAST(year AS INTEGER) AS TEXT) = year THEN CAST(year AS
              #   INTEGER) ELSE … END, or leave the conversion to the migration, which refuses what
              #   does not fit
            price: {using: price * 2}
            size: {using: CAST(size AS INTEGER) + 0}
            read: {using: read + pages * 1}
      """)
  }

  @Test func `a migration knows the types of what it casts`() throws {
    try expect(
      CastAsConversion(),
      in:
        "entities: {Book: {attributes: {price: double, year: string}}, Note: {attributes: {year: int}}}",
      """
      entities: {Book: {attributes: {price: int, year: int}}, Note: {attributes: {year: int16}}}
      migration:
        map:
          Book:
            price: {using: CAST(price AS INTEGER)}
            year:
              using: CAST(year AS INTEGER)
              # ! a CAST of 'year' to INTEGER never fails: a text without a number becomes 0
              # + look first: CASE WHEN CAST(CAST(year AS INTEGER) AS TEXT) = year THEN CAST(year AS
              #   INTEGER) ELSE … END, or leave the conversion to the migration, which refuses what
              #   does not fit
          Note:
            year: {using: CAST(year AS INTEGER)}
      """)
  }
}
