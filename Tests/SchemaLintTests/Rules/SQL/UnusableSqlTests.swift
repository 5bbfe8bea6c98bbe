import SchemaLint
import StoreLint
import Testing

struct UnusableSqlTests {
  private static var context: LintContext { LintContext(queryPlans: EmptyStorePlans()) }

  @Test func `queries, rules, expressions, conditions and checks are checked with SQLite`() throws {
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
          # + the previous version has: Thing, Book
        map:
          Volume:
            name:
              using: leaves || 1
              # ! SQLite cannot read the expression: no such column: leaves
              # + the previous version has: name, pages
            leaves: {using: "Book.pages / (SELECT count(*) FROM Thing) -- half"}
            where: pages >
            # ! SQLite cannot read the condition: near ")": syntax error
          Note:
            text: {using: whatever}
        after:
          - {expect: "SELECT count(*) FROM Note", equals: 0}
          - {expect: "SELECT max(pages) FROM Thing", equals: 0}
          # ! SQLite cannot read the check: no such column: pages
          # + this version has: name
      """, context: Self.context)
  }

  @Test func `paths, steps and preferences are checked, too, and reported with a suggestion`()
    throws
  {
    try expect(
      UnusableSql(),
      in: """
        entities:
          Author: {attributes: {name: string}, relationships: {books: {toMany: Book, inverse: author}}}
          Book:
            attributes: {title: string}
            relationships:
              author: {toOne: Author?, inverse: books}
              tags: {toMany: Tag, inverse: books}
          Tag: {attributes: {word: string}, relationships: {books: {toMany: Book, inverse: tags}}}
        """,
      """
      entities:
        Author: {attributes: {name: string}, relationships: {books: {toMany: Book, inverse: author}}}
        Book:
          attributes: {title: string}
          relationships:
            author: {toOne: Author?, inverse: books}
            tag: {toOne: Tag?, inverse: books, renamedFrom: tags}
        Tag: {attributes: {word: string}, relationships: {books: {toMany: Book, inverse: tag}}}
      migration:
        before:
          - {expect: "SELECT count(*) FROM Book WHERE author.name = ''", equals: 0}
          - {expect: "SELECT count(*) FROM Book WHERE author.nmae = ''", equals: 0}
          # ! SQLite cannot read the check: no such column: author.nmae
          # + did you mean 'author.name'?
        map:
          Book:
            tag:
              keep: [prefer(wrod = 'a'), prefer(word = 'b')]
              # ! SQLite cannot read the preference: no such column: wrod
              # + did you mean 'word'?
            dedupe:
              by: [title]
              keep: [prefer(author.name <> ''), prefer(titel <> ''), first]
              # ! SQLite cannot read the preference: no such column: titel
              # + did you mean 'title'?
        steps:
          - {sql: "UPDATE Book SET title = title || '!'", touches: [Book.title]}
          - {sql: "UPDATE Boook SET title = 1", touches: [Book.title]}
          # ! SQLite cannot read the statement: no such table: Boook
          # + did you mean 'Book'?
      """, context: Self.context)
  }

  @Test func `inherited SQL that a version breaks is reported in its own file`() throws {
    try expect(
      UnusableSql(),
      in: """
        schema: Library
        version: 1.0.0
        entities:
          Book:
            attributes: {title: string, pages: int}
            rules:
              - {name: named, check: trim(title) <> ''}
              - {name: odd, check: leaves % 2 = 1}
              # ! SQLite cannot read the rule 'odd': no such column: leaves
        queries:
          long: {from: Book, where: pages > 1}
        """,
      """
      schema: Library
      version: 2.0.0
      extends: V1.yaml
      entities:
        Book:
          attributes: {subtitle: string?}
      removed:
        attributes:
          - Book.title
          # ! SQLite cannot read the rule 'named': no such column: title
          # + it stands here: take it out under 'removed', or write it anew in this version
      """,
      """
      schema: Library
      version: 3.0.0
      extends: V2.yaml
      entities:
        Book:
          attributes:
            leafs: {type: int, renamedFrom: pages}
            # ! SQLite cannot read the query 'long': no such column: pages
            # + it stands here: take it out under 'removed', or write it anew in this version
      """, context: Self.context)
  }

  @Test func `nothing is reported where SQLite cannot be asked`() throws {
    try expect(
      UnusableSql(), in: "entities: {Book: {}}\nqueries: {bad: {from: Book, where: titel = 1}}")
  }
}
