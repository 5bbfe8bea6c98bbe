import SchemaLint
import Testing

struct UnorderedLimitTests {
  @Test func `an order elsewhere does not count`() {
    expect(
      UnorderedLimit(),
      inScript: """
        SELECT a FROM (SELECT a FROM b ORDER BY a) LIMIT 1;
        SELECT (SELECT min(x), y FROM c GROUP BY y LIMIT 1) FROM d ORDER BY 1 LIMIT 3
        """,
      finds: [
        "1:44 without ORDER BY these are any rows, and other ones another time",
        "  + add an ORDER BY that decides between any two rows, such as one that ends with the key",
        "2:44 without ORDER BY these are any rows, and other ones another time",
        "  + add an ORDER BY that decides between any two rows, such as one that ends with the key",
      ])
  }

  @Test(arguments: [
    "SELECT a FROM b ORDER BY a LIMIT 1", "SELECT EXISTS (SELECT 1 FROM b LIMIT 1)",
    "SELECT count(*) FROM b LIMIT 1", "SELECT max(a) FROM b LIMIT 1", "SELECT 'LIMIT 1' FROM a",
    "SELECT a FROM b UNION SELECT c FROM d ORDER BY 1 LIMIT 2",
  ])
  func `an order, an existence and a single row are not flagged`(script: String) {
    expect(UnorderedLimit(), inScript: script, finds: [])
  }

  @Test func `a limit without an order is flagged in an expression of a migration`() throws {
    try expect(
      UnorderedLimit(), in: "entities: {Book: {attributes: {title: string}}, Note: {}}",
      """
      entities: {Book: {attributes: {title: string}}, Note: {}}
      migration:
        map:
          Book:
            title:
              using: (SELECT _id FROM Note LIMIT 1)
              # ! without ORDER BY these are any rows, and other ones another time
              # + add an ORDER BY that decides between any two rows, such as one that ends with the key
      """)
  }
}
