import SchemaModel
import SchemaYAML
import Testing

struct SchemaWriterTests {
  @Test func `a schema is written in the forms that people would choose`() {
    let schema = Schema(
      name: "Library", version: Version(1, 2),
      entities: [
        Entity(
          "Item", isAbstract: true, documentation: "Something to keep.\nOr to give away.",
          attributes: [
            Attribute("id", .uuid, defaultValue: .newUUID),
            Attribute("code", .string),
            Attribute("title", .string, defaultValue: .literal(.string("no: title"))),
            Attribute("subtitle", .string, isOptional: true, defaultValue: .literal(.string(""))),
            Attribute("tags", .array(.string), defaultValue: .literal(.array([]))),
            Attribute("state", .enumeration(.inline(["on", "off"])), isOptional: true),
            Attribute(
              "cover", .data, isOptional: true, storage: .external, documentation: "The picture."),
            Attribute("rating", .double, defaultValue: .literal(.double(2)), minimum: .double(0.5)),
            Attribute("since", .date, defaultValue: .literal(.date(1_769_817_600))),
            Attribute(
              "note", .string, renamedFrom: "remark", hashModifier: "2",
              documentation: "What somebody thought of it after having read all of it, or a part.",
              pattern: "[a-z]+"),
          ],
          uniquenessConstraints: [["code"], ["code", "title"]],
          indexes: [
            Index([.init("title"), .init("since", isAscending: false)]),
            Index([.init("code")], name: "byCode"),
          ],
          rules: [ValidationRule(name: "rated", check: "rating >= 0.5")],
          initializer: ["code", "title"]),
        Entity(
          "Book", parent: "Item",
          relationships: [
            Relationship(
              "next", .toOne, "Book", isOptional: true, inverse: "previous", deleteRule: .nullify),
            Relationship("previous", .toMany, "Book", inverse: "next", isOrdered: true),
          ], table: "BOOKS", primaryKey: ["id"]),
        Entity("Shelf"),
      ],
      enumerations: [
        Enumeration("Colour", cases: [.init("red", rawValue: .string("red"))]),
        Enumeration(
          "Level", rawType: .int,
          cases: [.init("low", rawValue: .int(0)), .init("high", rawValue: .int(9))],
          documentation: "How much."),
      ],
      composites: [Composite("Size", elements: [Attribute("width", .int32)])],
      queries: [Query(name: "rated", entity: "Item", filter: "rating > ?", limit: 5)])
    let migration = MigrationDeclaration(
      kind: .custom, before: [.count(entity: "Item", equals: nil)],
      maps: [
        .init(
          "Item", properties: ["title": "upper(title)"], filter: "code <> ''",
          origins: [
            .init(
              "Shelf", properties: ["code": "lower(name)"], filter: "name <> ''",
              link: "Item.shelf")
          ],
          deduplication: Deduplication(
            by: ["code", "title"], keep: [.prefer("rating > 0"), .newest("rating")]))
      ],
      after: [.expect(sql: "SELECT count(*) FROM Item", equals: .int(3))])
    #expect(
      SchemaWriter.yaml(of: schema, migration: migration) == """
        schema: Library
        version: 1.2.0

        enums:
          Colour: [red]
          Level:
            doc: How much.
            raw: int
            cases: {low: 0, high: 9}

        composites:
          Size:
            attributes:
              width: int32

        entities:
          Item:
            doc: |-
              Something to keep.
              Or to give away.
            abstract: true
            attributes:
              id: uuid = uuid()
              code: {type: string, unique: true}
              title: {type: string, default: "no: title"}
              subtitle: string? = ""
              tags: "[string] = []"
              state: enum(on, off)?
              cover: {type: data, optional: true, storage: external, doc: The picture.}
              rating: {type: double, default: 2, min: 0.5}
              since: date = 2026-01-31
              note:
                type: string
                renamedFrom: remark
                hashModifier: "2"
                pattern: "[a-z]+"
                doc: What somebody thought of it after having read all of it, or a part.
            unique: [[code, title]]
            indexes: [[title, -since], {name: byCode, properties: [code]}]
            rules:
              - name: rated
                check: rating >= 0.5
            initializer: [code, title]

          Book:
            parent: Item
            table: BOOKS
            primaryKey: [id]
            relationships:
              next: {toOne: "Book?", inverse: previous, delete: nullify}
              previous: {toMany: Book, inverse: next, ordered: true}

          Shelf: {}

        queries:
          rated: {from: Item, where: "rating > ?", limit: 5}

        migration:
          kind: custom
          before:
            - {count: Item}
          map:
            Item:
              title: {using: upper(title)}
              where: code <> ''
              from:
                Shelf:
                  code: {using: lower(name)}
                  where: name <> ''
                  link: Item.shelf
              dedupe: {by: [code, title], keep: [prefer(rating > 0), newest(rating)]}
          after:
            - {expect: SELECT count(*) FROM Item, equals: 3}

        """)
  }

  @Test func `an empty schema is two lines`() {
    #expect(
      SchemaWriter.yaml(of: Schema(name: "S", version: Version(1)))
        == "schema: S\nversion: 1.0.0\n")
  }
}
