import SchemaLint
import StoreLint
import Testing

struct UnusableSqlTests {
  private static var context: LintContext { LintContext(queryPlans: EmptyStorePlans()) }

  @Test func `SQLite is asked about queries, rules, expressions, conditions and checks`() throws {
    try expect(
      UnusableSql(),
      in: """
        entities:
          Thing: {abstract: true, attributes: {name: string}}
          Book:
            parent: Thing
            attributes: {pages: int}
        """,
      """
      entities:
        Thing: {abstract: true, attributes: {name: string}}
        Volume:
          parent: Thing
          renamedFrom: Book
          attributes: {leaves: {type: int, renamedFrom: pages}}
          rules:
            - {name: it has leaves, check: leaves > 0 AND name <> ''}
            - {name: it has pages, check: pages > 0}
            # ! SQLite cannot read the rule 'it has pages': no such column: pages
        Note: {attributes: {text: string}}
      queries:
        good: {from: Volume, where: "leaves > ?", order: name}
        bad:
          # ! SQLite cannot read the query 'bad': no such column: leafs
          from: Volume
          where: leafs > 1
      migration:
        before:
          - {expect: "SELECT count(*) FROM Thing WHERE pages < 0", equals: 0}
          - {expect: "SELECT count(*) FROM Note", equals: 0}
          # ! SQLite cannot read the check: no such table: Note
        map:
          Volume:
            name:
              using: leaves || 1
              # ! SQLite cannot read the expression: no such column: leaves
            leaves: {using: "Book.pages / (SELECT count(*) FROM Thing) -- half"}
            where: pages >
            # ! SQLite cannot read the condition: near ")": syntax error
          Note:
            text: {using: whatever}
        after:
          - {expect: "SELECT count(*) FROM Note", equals: 0}
          - {expect: "SELECT max(pages) FROM Thing", equals: 0}
          # ! SQLite cannot read the check: no such column: pages
      """, context: Self.context)
  }

  @Test func `nothing is said where nobody can be asked`() throws {
    try expect(
      UnusableSql(), in: "entities: {Book: {}}\nqueries: {bad: {from: Book, where: titel = 1}}")
  }
}
