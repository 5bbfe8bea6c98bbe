import SchemaModel
import Testing

struct DefinitionDigestTests {
  static let schema = Schema(
    name: "Library", version: Version(1),
    entities: [
      Entity(
        "Book",
        attributes: [
          Attribute("title", .string), Attribute("pages", .int64, isOptional: true),
          Attribute("state", .enumeration(.named("State"))),
          Attribute("place", .composite("Place"), isOptional: true),
        ],
        relationships: [
          Relationship("shelf", .toOne, "Shelf", isOptional: true, inverse: "books")
        ],
        uniquenessConstraints: [["title"], ["title", "pages"]],
        indexes: [Index(on: "title", "pages"), Index(on: "pages")],
        rules: [ValidationRule(name: "titled", check: "title <> ''")], initializer: ["title"]),
      Entity("Shelf", relationships: [Relationship("books", .toMany, "Book", inverse: "shelf")]),
    ],
    enumerations: [
      Enumeration("State", cases: [.init("new", rawValue: .string("new"))])
    ],
    composites: [
      Composite("Place", elements: [Attribute("row", .int16), Attribute("column", .int16)])
    ],
    queries: [Query(name: "all", entity: "Book")])

  @Test func `the digest of a schema never changes from one release of the tool to the next`() {
    #expect(
      Self.schema.definitionDigest
        == "aa72dda4edf417a49b80e30f36569cb4193fc9f2358201cce4fb8ddfafac893b")
  }

  struct Edit: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var apply: @Sendable (inout Schema) -> Void
    init(_ description: String, _ apply: @escaping @Sendable (inout Schema) -> Void) {
      testDescription = description
      self.apply = apply
    }
  }

  static let neutral: [Edit] = [
    Edit("documentation") {
      $0.documentation = "The first"
      $0.entities[0].documentation = "A book"
      $0.entities[0].attributes[0].documentation = "Its title"
      $0.entities[0].relationships[0].documentation = "Where it stands"
      $0.enumerations[0].documentation = "How far"
      $0.composites[0].documentation = "Where"
    },
    Edit("platform") { $0.declaredPlatform = .swiftData },
    Edit("initializer") { $0.entities[0].initializer = nil },
    Edit("queries") { $0.queries = [] },
    Edit("order of entities") { $0.entities.reverse() },
    Edit("order of attributes") { $0.entities[0].attributes.reverse() },
    Edit("order of unique keys") { $0.entities[0].uniquenessConstraints.reverse() },
    Edit("order of indexes") { $0.entities[0].indexes.reverse() },
    Edit("order of elements") { $0.composites[0].elements.reverse() },
    Edit("the default delete rule, written out") {
      $0.entities[0].relationships[0].declaredDeleteRule = .nullify
    },
  ]

  @Test(arguments: neutral)
  func `an edit that decides nothing about a store does not change the digest`(edit: Edit) {
    var schema = Self.schema
    edit.apply(&schema)
    #expect(schema != Self.schema)
    #expect(schema.definitionDigest == Self.schema.definitionDigest)
  }

  static let meaningful: [Edit] = [
    Edit("name") { $0.name = "Archive" },
    Edit("version") { $0.version = Version(1, 1) },
    Edit("entity added") { $0.entities.append(Entity("Reader")) },
    Edit("entity name") { $0.entities[0].name = "Volume" },
    Edit("parent") { $0.entities[0].parent = "Shelf" },
    Edit("abstract") { $0.entities[0].isAbstract = true },
    Edit("entity renamedFrom") { $0.entities[0].renamedFrom = "Volume" },
    Edit("entity hashModifier") { $0.entities[0].hashModifier = "2" },
    Edit("table") { $0.entities[0].table = "books" },
    Edit("primaryKey") { $0.entities[0].primaryKey = ["title"] },
    Edit("primaryKey, empty") { $0.entities[0].primaryKey = [] },
    Edit("attribute removed") { $0.entities[0].attributes.removeLast() },
    Edit("type") { $0.entities[0].attributes[1].type = .int32 },
    Edit("array type") { $0.entities[0].attributes[1].type = .array(.int64) },
    Edit("inline cases") { $0.entities[0].attributes[2].type = .enumeration(.inline(["State"])) },
    Edit("optionality") { $0.entities[0].attributes[1].isOptional = false },
    Edit("default") { $0.entities[0].attributes[0].defaultValue = .literal(.string("")) },
    Edit("fresh default") { $0.entities[0].attributes[0].defaultValue = .newUUID },
    Edit("storage") { $0.entities[0].attributes[0].storage = .external },
    Edit("transience") { $0.entities[0].attributes[0].isTransient = true },
    Edit("preservation") { $0.entities[0].attributes[0].preservesValueOnDeletion = true },
    Edit("attribute renamedFrom") { $0.entities[0].attributes[0].renamedFrom = "name" },
    Edit("attribute hashModifier") { $0.entities[0].attributes[0].hashModifier = "1" },
    Edit("minimum") { $0.entities[0].attributes[1].minimum = .int(1) },
    Edit("maximum") { $0.entities[0].attributes[1].maximum = .int(1) },
    Edit("pattern") { $0.entities[0].attributes[0].pattern = ".+" },
    Edit("column") { $0.entities[0].attributes[0].column = "t" },
    Edit("sqlType") { $0.entities[0].attributes[0].sqlType = "TEXT" },
    Edit("cardinality") { $0.entities[0].relationships[0].cardinality = .toMany },
    Edit("destination") { $0.entities[0].relationships[0].destination = "Book" },
    Edit("relationship optionality") { $0.entities[0].relationships[0].isOptional = false },
    Edit("inverse") { $0.entities[0].relationships[0].inverse = nil },
    Edit("delete rule") { $0.entities[0].relationships[0].declaredDeleteRule = .deny },
    Edit("ordering") { $0.entities[1].relationships[0].isOrdered = true },
    Edit("derivation") { $0.entities[0].attributes[0].derivation = "now()" },
    Edit("fewest") { $0.entities[1].relationships[0].minimumCount = 1 },
    Edit("most") { $0.entities[1].relationships[0].maximumCount = 1 },
    Edit("relationship renamedFrom") { $0.entities[1].relationships[0].renamedFrom = "all" },
    Edit("relationship hashModifier") { $0.entities[1].relationships[0].hashModifier = "1" },
    Edit("relationship column") { $0.entities[0].relationships[0].column = "s" },
    Edit("unique key") { $0.entities[0].uniquenessConstraints[1] = ["pages", "title"] },
    Edit("index") { $0.entities[0].indexes[0] = Index(on: "pages", "title") },
    Edit("index direction") { $0.entities[0].indexes[0].elements[0].isAscending = false },
    Edit("rule") { $0.entities[0].rules[0].check = "title <> ' '" },
    Edit("raw type") { $0.enumerations[0].rawType = .none },
    Edit("raw value") { $0.enumerations[0].cases[0].rawValue = .string("NEW") },
    Edit("composite element") { $0.composites[0].elements[0].type = .int32 },
  ]

  @Test(arguments: meaningful)
  func `an edit that decides something about a store changes the digest`(edit: Edit) {
    var schema = Self.schema
    edit.apply(&schema)
    #expect(schema.definitionDigest != Self.schema.definitionDigest)
  }

  @Test func `no two of the edits have the same digest`() {
    let digests = Self.meaningful.map { edit in
      var schema = Self.schema
      edit.apply(&schema)
      return schema.definitionDigest
    }
    #expect(Set(digests).count == digests.count)
  }
}
