import SchemaLint
import Testing

struct UniqueAddedTests {
  private static let library = """
    entities:
      Book:
        attributes: {number: string, isbn: string?, format: string}
        unique: [[format]]
    """

  @Test func `a key over values that objects may share is flagged, and the merge scaffolded`()
    throws
  {
    try expect(
      UniqueAdded(), in: Self.library,
      """
      entities:
        Book:
          attributes: {code: {type: string, renamedFrom: number}, isbn: string?, format: string}
          unique:
            - [format]
            - [code, isbn]
            # ! 'Book(code, isbn)' is unique from now on, and nothing kept objects from being equal
            #   there until now
            # + say which of two equal ones stays: 'dedupe: {by: [code, isbn], keep: first}' under
            #   'migration: map: Book:'; links to the others lead to it then
            # > unsafe: set kind to custom in migration; set dedupe to {by: [code, isbn], keep: first}
            #   in migration.map.Book; append {expect: "SELECT count(*) FROM (SELECT 1 FROM Book WHERE code IS NOT NULL AND
            #   isbn IS NOT NULL GROUP BY code, isbn HAVING count(*) > 1)", equals: 0} to
            #   migration.after
      """)
  }

  @Test func `a new value that every object would share is flagged, and no merge can help`() throws
  {
    try expect(
      UniqueAdded(), in: "entities: {Book: {}}",
      """
      entities:
        Book:
          attributes:
            slug:
              type: string
              default: none
              unique: true
              # ! 'Book(slug)' is unique from now on, and nothing kept objects from being equal there
              #   until now
              # + all existing objects begin with the same value: give each a value of its own, with
              #   'slug: {using: …}' under 'migration: map: Book:'
      """)
  }

  @Test func `a count that the merge would break is reported, and nothing is scaffolded`() throws {
    try expect(
      UniqueAdded(), in: "entities: {Book: {attributes: {isbn: string}}, Shelf: {}}",
      """
      entities:
        Book:
          attributes: {isbn: string}
          unique:
            - [isbn]
            # ! 'Book(isbn)' is unique from now on, and nothing kept objects from being equal there
            #   until now
            # + say which of two equal ones stays: 'dedupe: {by: [isbn], keep: first}' under
            #   'migration: map: Book:'; links to the others lead to it then
            # + this count cannot hold where a 'Book' is merged into another: take it out then
        Shelf: {}
      migration:
        after: [{count: Shelf}, {count: Book}]
      """)
  }

  @Test func `where a store proves that no values are shared, no merge is scaffolded`() throws {
    let model = try MarkedModel([
      "entities: {Book: {attributes: {n: int}}}",
      "entities: {Book: {attributes: {n: {type: int, unique: true}}}}",
    ])
    func hasFix(whereShared count: Int) -> [Bool] {
      let store = StoreOf.one(.sharing(["n"], entity: "Book"), count: count)
      return model.report(context: LintContext(stores: [store])).findings
        .filter { $0.finding.rule == UniqueAdded.id }.map { $0.finding.fix != nil }
    }
    #expect(hasFix(whereShared: 2) == [true])
    #expect(hasFix(whereShared: 0) == [false])
  }

  @Test func `the object with the latest date stays, where a date exists`() throws {
    try expect(
      UniqueAdded(), in: "entities: {Book: {attributes: {isbn: string, read: date?}}}",
      """
      entities:
        Book:
          attributes: {seen: date?, isbn: string, read: date?}
          unique:
            - [isbn]
            # ! 'Book(isbn)' is unique from now on, and nothing kept objects from being equal there
            #   until now
            # + say which of two equal ones stays: 'dedupe: {by: [isbn], keep: newest(read)}' under
            #   'migration: map: Book:'; links to the others lead to it then
            # > unsafe: set kind to custom in migration; set dedupe to {by: [isbn], keep: newest(read)}
            #   in migration.map.Book; append {expect: "SELECT count(*) FROM (SELECT 1 FROM Book WHERE
            #   isbn IS NOT NULL GROUP BY isbn HAVING count(*) > 1)", equals: 0} to migration.after
      """)
  }

  @Test func `a condition about something else decides nothing`() throws {
    try expect(
      UniqueAdded(), in: "entities: {Book: {attributes: {isbn: string, year: int}}}",
      """
      entities:
        Book:
          attributes: {isbn: string, year: int}
          unique:
            - [isbn]
            # ! 'Book(isbn)' is unique from now on, and nothing kept objects from being equal there
            #   until now
            # + say which of two equal ones stays: 'dedupe: {by: [isbn], keep: first}' under
            #   'migration: map: Book:'; links to the others lead to it then
            # > unsafe: set kind to custom in migration; set dedupe to {by: [isbn], keep: first} in
            #   migration.map.Book; append {expect: "SELECT count(*) FROM (SELECT 1 FROM Book WHERE
            #   isbn IS NOT NULL GROUP BY isbn HAVING count(*) > 1)", equals: 0} to migration.after
      migration:
        map: {Book: {where: "_id > 0 AND year > 1900"}}
      """)
  }

  @Test func `a key that cannot be shared, or is decided, is not flagged`() throws {
    for text in [
      "attributes: {number: string, isbn: string?, format: string}\n    unique: [[format, isbn]]",
      "attributes: {number: string, isbn: string?, format: string, id: {type: uuid, default: uuid(), unique: true}}",
      "attributes: {number: string, isbn: string?, format: string, doi: string?}\n    unique: [[doi]]",
      "attributes: {number: string, isbn: string?, format: string}\n    unique: [[number]]\nmigration:\n  map: {Book: {where: number <> ''}}",
      "attributes: {number: string, isbn: string?, format: string}\n    unique: [[number]]\nmigration:\n  map: {Book: {number: {using: number || _id}}}",
    ] {
      try expect(UniqueAdded(), in: Self.library, "entities:\n  Book:\n    \(text)")
    }
    try expect(
      UniqueAdded(), in: Self.library,
      "entities: {Book: {}, Tag: {attributes: {n: {type: int, unique: true}}}}")
  }

  @Test func `an expression over the key alone leaves equal values equal`() throws {
    for sql in ["trim(number)", "iif(number IN ('a'), 'b', number)", "number || isbn", "'x'"] {
      try expect(
        UniqueAdded(), in: Self.library,
        """
        entities:
          Book:
            attributes: {number: string, isbn: string?, format: string}
            unique: [[number, isbn]]
            # ! 'Book(number, isbn)' is unique from now on, and nothing kept objects from being
            #   equal there until now
            # + say which of two equal ones stays: 'dedupe: {by: [number, isbn], keep: first}' under
            #   'migration: map: Book:'; links to the others lead to it then
            # > unsafe: set kind to custom in migration; set dedupe to {by: [number, isbn], keep: first}
            #   in migration.map.Book; append {expect: "SELECT count(*) FROM (SELECT 1 FROM Book WHERE
            #   number IS NOT NULL AND isbn IS NOT NULL GROUP BY number, isbn HAVING count(*) > 1)",
            #   equals: 0} to migration.after
        migration:
          map: {Book: {number: {using: "\(sql)"}}}
        """)
    }
  }

  @Test(arguments: [
    "nullif(number, '')", "number || isbn", "CASE WHEN number > '' THEN number END",
    "(SELECT max(isbn) FROM Book)", "hex(randomblob(8))", "number || rowid",
  ])
  func `an expression that can make equal values differ is a decision`(sql: String) throws {
    try expect(
      UniqueAdded(), in: Self.library,
      """
      entities:
        Book:
          attributes: {number: string, isbn: string?, format: string}
          unique: [[number]]
      migration:
        map: {Book: {number: {using: "\(sql)"}}}
      """)
  }

  @Test func `a store names the values that are shared`() throws {
    let versions = [
      "entities: {Book: {attributes: {n: int}}}",
      "entities: {Book: {attributes: {n: {type: int, unique: true}}}}",
    ]
    let store = StoreOf.one(
      .sharing(["n"], entity: "Book"), count: 5, examples: ["7 (3 times)", "9 (2 times)"])
    #expect(
      try store.judges(UniqueAdded(), in: versions) == [
        "error: 5 objects in 'library.store' are affected, such as 7 (3 times), 9 (2 times)"
      ])
  }
}
