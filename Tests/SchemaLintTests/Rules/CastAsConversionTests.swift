import SchemaLint
import Testing

struct CastAsConversionTests {
  private static func notes(_ operand: String) -> String {
    """
      + look first: CASE WHEN \(operand) <> '' AND \(operand) NOT GLOB '*[^0-9]*' THEN CAST(…) END, or \
    leave the conversion to the migration, which refuses what does not fit
    """
  }

  @Test func `what may be text is flagged, to every type with the affinity of a number`() {
    expect(
      CastAsConversion(),
      inScript: "SELECT cast(a AS INT),\n CAST(trim(b, '.') AS DECIMAL(10, 2)), CAST('7' AS REAL)",
      finds: [
        "1:8 a CAST of 'a' to INT never fails: what is no number becomes 0", Self.notes("a"),
        "2:2 a CAST of 'trim(b, '.')' to DECIMAL(10, 2) never fails: what is no number becomes 0",
        Self.notes("trim(b, '.')"),
        "2:40 a CAST of ''7'' to REAL never fails: what is no number becomes 0",
        Self.notes("'7'"),
      ])
  }

  @Test(arguments: [
    "SELECT CAST(a AS TEXT), CAST(a AS VARCHAR(10)), CAST(a AS BLOB)",
    "SELECT CAST(1.5 AS INTEGER)",
    "SELECT CAST(strftime('%Y', d) AS INTEGER), CAST(round(x) AS INTEGER)",
    "SELECT CASE WHEN a NOT GLOB '*[^0-9]*' THEN CAST(a AS INTEGER) END",
    "SELECT iif(typeof(a) = 'integer', CAST(a AS INTEGER), 0)", "SELECT 'CAST(a AS INTEGER)'",
  ])
  func `other types, numbers and guarded ones are not`(script: String) {
    expect(CastAsConversion(), inScript: script, finds: [])
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
              # ! a CAST of 'year' to INTEGER never fails: what is no number becomes 0
              # + look first: CASE WHEN year <> '' AND year NOT GLOB '*[^0-9]*' THEN CAST(…) END, or
              #   leave the conversion to the migration, which refuses what does not fit
          Note:
            year: {using: CAST(year AS INTEGER)}
      """)
  }
}
