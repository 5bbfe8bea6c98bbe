import SchemaLint
import Testing

struct CustomWithoutAssertionTests {
  private static let library = "entities: {Book: {attributes: {title: string}}, Shelf: {}}"

  @Test func `a declared custom migration is flagged, with a count for every map keeping objects`()
    throws
  {
    try expect(
      CustomWithoutAssertion(), in: Self.library,
      """
      entities: {Book: {attributes: {title: string}}, Shelf: {}}
      migration:
      # ! the migration from 1.0.0 to 2.0.0 is custom and checks nothing afterwards
      # + add under 'migration': 'after: [{count: Book}, {expect: "SELECT …", equals: …}]'
      # > unsafe: append {count: Book} to migration.after
        kind: custom
        before: [{count: Book}]
        map:
          Book: {title: {using: trim(title)}}
          Shelf: {where: _id > 1}
      """)
  }

  @Test func `an undeclared custom migration is flagged at the version`() throws {
    try expect(
      CustomWithoutAssertion(), in: "entities: {Book: {attributes: {cover: data}}, Shelf: {}}",
      """
      version: 2.0.0
      # ! the migration from 1.0.0 to 2.0.0 is custom and checks nothing afterwards
      # + add under 'migration': 'after: [{count: Book}, {expect: "SELECT …", equals: …}]'
      # > unsafe: append {count: Book} to migration.after
      entities: {Book: {attributes: {cover: {type: data, storage: external}}}, Shelf: {}}
      """)
  }

  @Test func `objects that a new key may leave behind are not counted`() throws {
    try expect(
      CustomWithoutAssertion(),
      in: """
        entities:
          Book: {attributes: {title: string}}
          Atlas: {parent: Book, attributes: {scale: string}}
          Shelf: {attributes: {name: string}}
        """,
      """
      entities:
        Book: {attributes: {title: string}, unique: [[title]]}
        Atlas: {parent: Book, attributes: {scale: string}}
        Shelf: {attributes: {name: string}}
      migration:
      # ! the migration from 1.0.0 to 2.0.0 is custom and checks nothing afterwards
      # + add under 'migration': 'after: [{count: Shelf}, {expect: "SELECT …", equals: …}]'
      # > unsafe: append {count: Shelf} to migration.after
        kind: custom
        map:
          Atlas: {scale: {using: trim(scale)}}
          Shelf: {name: {using: trim(name)}}
      """)
  }

  @Test func `no check is required where the answer to another rule contains one`() throws {
    for attributes in ["{title: int}", "{title: string, pages: int}", "{title: uuid}"] {
      try expect(
        CustomWithoutAssertion(), in: Self.library,
        "entities: {Book: {attributes: \(attributes)}, Shelf: {}}")
    }
  }

  @Test func `a custom migration with a check, and a lightweight migration, are not flagged`()
    throws
  {
    for text in [
      "entities: {Book: {attributes: {title: string}}, Shelf: {}}\nmigration: {after: [{count: Book}]}",
      "entities: {Book: {attributes: {title: string?}}, Shelf: {}}\nmigration: {kind: lightweight}",
    ] {
      try expect(CustomWithoutAssertion(), in: Self.library, text)
    }
    // That it is not lightweight is what another rule says.
    try expect(
      CustomWithoutAssertion(), in: "entities: {Book: {attributes: {pages: int}}, Shelf: {}}",
      "entities: {Book: {attributes: {pages: string}}, Shelf: {}}\nmigration: {kind: lightweight}")
  }
}
