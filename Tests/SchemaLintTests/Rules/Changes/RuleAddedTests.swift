import SchemaLint
import Testing

struct RuleAddedTests {
  private static let library = """
    entities:
      Book:
        attributes: {title: string, pages: {type: int, min: 0, max: 9000}, isbn: string}
        rules:
          - {name: a title is not empty, check: title <> ''}
    """

  @Test func `new and changed rules and narrower bounds are flagged, wider ones are not`() throws {
    try expect(
      RuleAdded(), in: Self.library,
      """
      entities:
        Book:
          attributes:
            title:
              type: string
              max: 80
              # ! the maximum of 'Book.title' is new or stricter, and an existing 'Book' may break it
              # + say under 'migration: map: Book:' what such objects get ('using'), or which to leave
              #   behind ('where')
            pages:
              type: int
              min: 1
              # ! the minimum of 'Book.pages' is new or stricter, and an existing 'Book' may break it
              # + say under 'migration: map: Book:' what such objects get ('using'), or which to leave
              #   behind ('where')
              max: 9999
            isbn:
              type: string
              pattern: "[0-9]{13}"
              # ! the pattern of 'Book.isbn' is new or stricter, and an existing 'Book' may break it
              # + say under 'migration: map: Book:' what such objects get ('using'), or which to leave
              #   behind ('where')
          rules:
            - {name: a title is not empty, check: trim(title) <> ''}
            # ! rule 'a title is not empty' is new or stricter, and an existing 'Book' may break it
            # + say under 'migration: map: Book:' what such objects get ('using'), or which to leave
            #   behind ('where')
            - {name: a book has pages, check: pages > 0}
            # ! rule 'a book has pages' is new or stricter, and an existing 'Book' may break it
            # + say under 'migration: map: Book:' what such objects get ('using'), or which to leave
            #   behind ('where')
      """)
  }

  @Test func `a rule about a new property, or a decided rule, is not flagged`() throws {
    let rule = "rules: [{name: r, check: NOT isRead OR pages > 0}]"
    let properties = "title: string, pages: {type: int, min: 0, max: 9000}, isbn: string"
    for text in [
      "attributes: {\(properties), isRead: bool = false}\n    \(rule)",
      "attributes: {\(properties)}\n    rules: [{name: r, check: pages > 0}]\nmigration:\n  map: {Book: {where: pages > 0}}",
      "attributes: {\(properties)}\n    rules: [{name: r, check: pages > 0}]\nmigration:\n  map: {Book: {pages: {using: \"max(pages, 1)\"}}}",
    ] {
      try expect(RuleAdded(), in: Self.library, "entities:\n  Book:\n    \(text)")
    }
  }

  @Test func `a rule that follows a property to its new name is not`() throws {
    try expect(
      RuleAdded(), in: Self.library,
      """
      entities:
        Book:
          attributes:
            name: {type: string, renamedFrom: title}
            pages: {type: int, min: 0, max: 9000}
            isbn: string
          rules:
            - {name: a title is not empty, check: "name  <> ''"}
      """)
    try expect(
      RuleAdded(), in: Self.library,
      """
      entities:
        Book:
          attributes:
            name: {type: string, renamedFrom: title}
            pages: {type: int, min: 0, max: 9000}
            isbn: string
          rules:
            - {name: a title is not empty, check: isbn <> ''}
            # ! rule 'a title is not empty' is new or stricter, and an existing 'Book' may break it
            # + say under 'migration: map: Book:' what such objects get ('using'), or which to leave
            #   behind ('where')
      """)
  }

  @Test func `a condition about something else decides nothing`() throws {
    try expect(
      RuleAdded(), in: "entities: {Book: {attributes: {n: int?, t: string}}}",
      """
      entities:
        Book:
          attributes: {number: {type: int, optional: true, renamedFrom: n}, t: string}
          rules:
            - {name: r, check: number IS NULL OR number > 5}
            # ! rule 'r' is new or stricter, and an existing 'Book' may break it
            # + say under 'migration: map: Book:' what such objects get ('using'), or which to leave
            #   behind ('where')
      migration:
        map: {Book: {where: "_id > 0 AND t <> ''"}}
      """)
    try expect(
      RuleAdded(), in: "entities: {Book: {attributes: {n: int?}}}",
      """
      entities:
        Book:
          attributes: {number: {type: int, optional: true, renamedFrom: n}}
          rules: [{name: r, check: number IS NULL OR number > 5}]
      migration:
        map: {Book: {where: n IS NULL OR n > 5}}
      """)
  }

  @Test func `a store is asked for the objects that break the rule`() throws {
    let versions = [
      "entities: {Book: {attributes: {n: int, t: string}}}",
      "entities: {Book: {attributes: {n: {type: int, min: 1}, t: {type: string, max: 3}}}}",
    ]
    #expect(
      try StoreOf.one(.breaking(check: "n IS NULL OR n >= 1", entity: "Book"), count: 0)
        .judges(RuleAdded(), in: versions).first
        == "note: no object in 'library.store' is affected")
    #expect(
      try StoreOf.one(.breaking(check: "t IS NULL OR length(t) <= 3", entity: "Book"), count: 2)
        .judges(RuleAdded(), in: versions).last
        == "error: 2 objects in 'library.store' are affected")
  }
}
