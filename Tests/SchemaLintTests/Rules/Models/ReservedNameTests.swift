import SQLite
import SQLText
import SchemaLint
import SchemaModel
import SchemaYAML
import Testing

struct ReservedNameTests {
  @Test func `names of the platform, of SQL and of the store are flagged`() throws {
    try expect(
      ReservedName(),
      in: """
        entities:
          Order:
            attributes:
              description: string?
              # ! the attribute 'description' is named like something that every object of the
              #   platform has
              # + choose another name, such as 'orderDescription', with 'renamedFrom: description'
              #   where a released version has 'description'
              # > unsafe: rename entities.Order.attributes.description to orderDescription
              Z_PK: int?
              # ! the attribute 'Z_PK' is named like a part of Core Data's own bookkeeping
              # + choose another name, such as 'orderPk', with 'renamedFrom: Z_PK' where a released
              #   version has 'Z_PK'
              # > unsafe: rename entities.Order.attributes.Z_PK to orderPk
            relationships:
              zone: {toOne: Order?, inverse: zone, delete: nullify}
              # ! the relationship 'zone' is named like something that every object of the platform
              #   has
              # + choose another name, such as 'orderZone', with 'renamedFrom: zone' where a
              #   released version has 'zone'
              # > unsafe: set inverse to orderZone in entities.Order.relationships.zone; rename
              #   entities.Order.relationships.zone to orderZone
        """)
  }

  @Test func `the fix is for the newest version and says what an earlier one calls it`() throws {
    try expect(
      ReservedName(),
      in: """
        entities:
          Book:
            attributes:
              hash: int?
              # ! the attribute 'hash' is named like something that every object of the platform has
              # + choose another name, such as 'bookHash', with 'renamedFrom: hash' where a released
              #   version has 'hash'
        """,
      """
      entities:
        Book:
          attributes:
            hash: int?
            # ! the attribute 'hash' is named like something that every object of the platform has
            # + choose another name, such as 'bookHash', with 'renamedFrom: hash' where a released
            #   version has 'hash'
            # > unsafe: set renamedFrom to hash in entities.Book.attributes.hash; rename
            #   entities.Book.attributes.hash to bookHash
            zone: {type: string, optional: true, renamedFrom: area}
            # ! the attribute 'zone' is named like something that every object of the platform has
            # + choose another name, such as 'bookZone', with 'renamedFrom: zone' where a released
            #   version has 'zone'
            # > unsafe: rename entities.Book.attributes.zone to bookZone
      """)
  }

  @Test func `no fix is made in a released version`() throws {
    let text = """
      schema: Library
      version: 1.0.0
      entities: {Book: {attributes: {hash: int?}}}
      """
    let released = try ReleasedVersion(
      releasing: SchemaReader.read(text: text, name: "V1.yaml"))
    try expect(
      ReservedName(),
      in: """
        entities: {Book: {attributes: {hash: int?}}}
        # ! the attribute 'hash' is named like something that every object of the platform has
        # + '1.0.0' is released: in a later version, choose another name, such as 'bookHash', with
        #   'renamedFrom: hash' where a released version has 'hash'
        """, context: LintContext(released: ["Library": [released]]))
  }

  /// Models in which `hash` of `Book` is spoken of elsewhere, or has no other name to take.
  static let entangled =
    [
      "unique: [[hash]]",
      "indexes: [[title, hash]]",
      "initializer: [title, hash]",
      "rules: [{name: positive, check: hash > 0}]",
      "attributes: {bookhash: int?}",
    ].map { part in
      """
      entities:
        Book:
          attributes: {hash: int?, title: string}
          \(part)
      """.replacing("title: string}\n    attributes: {", with: "title: string, ")
    } + [
      """
      entities:
        Book: {attributes: {hash: int?}}
        Novel: {parent: Book, indexes: [[hash]]}
      """,
      """
      entities:
        Book: {attributes: {hash: int?}}
      queries:
        odd: {from: Book, where: "hash % 2"}
      """,
      """
      entities:
        Book: {attributes: {hash: int?}}
      migration:
        after: [{expect: SELECT count(hash) FROM Book, equals: 0}]
      """,
      """
      entities:
        Book: {attributes: {hash: int?}}
      migration:
        map: {Book: {hash: {using: "1"}}}
      """,
    ]

  @Test(arguments: entangled)
  func `no fix is made where something else has the old or the new name`(text: String) throws {
    let model = try MarkedModel([text])
    let fixes = model.report().findings.filter { $0.finding.rule == ReservedName.id }
      .map(\.finding.fix)
    #expect(fixes == [nil])
  }

  @Test func `keywords of SQL are flagged where SQL alone reads the names`() throws {
    try expect(
      ReservedName(),
      in: """
        platform: none
        entities:
          Order:
            # ! the entity 'Order' is named like a keyword of SQL, which has to be quoted everywhere
            # + choose another name, with 'renamedFrom: Order' where a released version has 'Order'
            attributes: {hash: int?}
        """)
  }

  @Test func `names that merely contain such words are not flagged`() throws {
    try expect(
      ReservedName(),
      in: """
        entities:
          Description:
            attributes: {bookDescription: string?, orderDate: date?, key: string?, date: date?, hashes: int?, zone_: int?}
        """)
  }

  @Test(arguments: SQLTokens.keywords.sorted())
  func `SQLite accepts none of these words as a name`(word: String) throws {
    let connection = try Connection.inMemory()
    #expect(throws: SQLiteError.self) {
      try connection.executeScript("CREATE TABLE t (\(word) INTEGER)")
    }
  }

  @Test(arguments: ["key", "date", "replace", "action", "end", "desc", "type", "abort", "rename"])
  func `SQLite accepts these words as names`(word: String) throws {
    try Connection.inMemory().executeScript("CREATE TABLE t (\(word) INTEGER)")
    #expect(!SQLTokens.keywords.contains(word.uppercased()))
  }
}
