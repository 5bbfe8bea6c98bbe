import MigrationPlanner
import SchemaModel
import Testing

struct SchemaDiffTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var old: Schema
    var new: Schema
    var changes: [String]

    init(_ name: String, _ old: Schema, _ new: Schema, _ changes: String...) {
      (testDescription, self.old, self.new, self.changes) = (name, old, new, changes)
    }

    /// A case about one attribute of an entity that has it alone.
    init(_ name: String, _ old: Attribute, _ new: Attribute, _ changes: String...) {
      self.init(
        name, schema(1, Entity("Book", attributes: [old])),
        schema(2, Entity("Book", attributes: [new])))
      self.changes = changes
    }

    /// A case about one relationship of an entity that has it alone.
    init(_ name: String, _ old: Relationship, _ new: Relationship, _ changes: String...) {
      self.init(
        name, schema(1, Entity("Book", relationships: [old]), Entity("Note")),
        schema(2, Entity("Book", relationships: [new]), Entity("Note")))
      self.changes = changes
    }
  }

  static let attributes = [
    Case(
      "an attribute that is the same makes no difference",
      Attribute("year", .int64, documentation: "then"),
      Attribute("year", .int64, renamedFrom: "published", documentation: "now")),
    Case(
      "type, optionality and default", Attribute("year", .string),
      Attribute("year", .int64, isOptional: true, defaultValue: .literal(.int(0))),
      "~ attribute Book.year: string to int", "~ attribute Book.year: now optional",
      "~ attribute Book.year: default none to '0'"),
    Case(
      "storage, transience and preservation", Attribute("cover", .data),
      Attribute(
        "cover", .data, storage: .external, isTransient: true, preservesValueOnDeletion: true),
      "~ attribute Book.cover: no longer stored", "~ attribute Book.cover: storage now external",
      "~ attribute Book.cover: now preserved on deletion"),
    Case(
      "bounds, hash modifier and column", Attribute("year", .int64, minimum: .int(0)),
      Attribute(
        "year", .int64, hashModifier: "2", maximum: .int(9), pattern: "x", column: "y",
        sqlType: "INT"),
      "~ attribute Book.year: min 0 to max 9, pattern x",
      "~ attribute Book.year: hash modifier none to '2'",
      "~ attribute Book.year: SQL type none to 'INT'", "~ attribute Book.year: column none to 'y'"
    ),
    Case(
      "a declared rename, with another type", Attribute("year", .string),
      Attribute("published", .int64, renamedFrom: "year"),
      "> attribute Book.published, until now 'year'",
      "~ attribute Book.published: string to int"),
    Case(
      "another shape under another name is a drop and an addition", Attribute("year", .string),
      Attribute("published", .int64), "+ attribute Book.published: int",
      "- attribute Book.year: string"),
  ]

  static let relationships = [
    Case(
      "cardinality, optionality and order", Relationship("notes", .toOne, "Note"),
      Relationship("notes", .toMany, "Note", isOptional: true, isOrdered: true),
      "~ relationship Book.notes: to-one to to-many", "~ relationship Book.notes: may be empty now",
      "~ relationship Book.notes: now ordered"),
    Case(
      "a delete rule that is spelt out is the same rule", Relationship("notes", .toMany, "Note"),
      Relationship("notes", .toMany, "Note", deleteRule: .nullify)),
    Case(
      "delete rule, counts, hash modifier and column", Relationship("notes", .toMany, "Note"),
      Relationship(
        "notes", .toMany, "Note", deleteRule: .cascade, minimumCount: 1, maximumCount: 3,
        hashModifier: "2", column: "n"),
      "~ relationship Book.notes: delete rule 'nullify' to 'cascade'",
      "~ relationship Book.notes: no counts to min 1, max 3",
      "~ relationship Book.notes: hash modifier none to '2'",
      "~ relationship Book.notes: column none to 'n'"),
    Case(
      "destination", Relationship("notes", .toMany, "Note"),
      Relationship("notes", .toMany, "Book"),
      "~ relationship Book.notes: leads to 'Book' instead of 'Note'"),
    Case(
      "inverse", Relationship("notes", .toMany, "Note"),
      Relationship("notes", .toMany, "Note", inverse: "book"),
      "~ relationship Book.notes: inverse none to 'book'"),
    Case(
      "a declared rename", Relationship("notes", .toMany, "Note"),
      Relationship("remarks", .toMany, "Note", renamedFrom: "notes"),
      "> relationship Book.remarks, until now 'notes'"),
  ]

  static let entities = [
    Case(
      "an entity comes and another one goes, and the order of declaration does not count",
      schema(1, Entity("Shelf", attributes: [Attribute("room", .string)]), Entity("Book")),
      schema(2, Entity("Book"), Entity("Author", attributes: [Attribute("name", .string)])),
      "+ entity Author", "- entity Shelf"),
    Case(
      "who leads to a renamed entity still leads to the same one",
      schema(
        1, Entity("Book", relationships: [Relationship("notes", .toMany, "Note", inverse: "book")]),
        Entity("Note", relationships: [Relationship("book", .toOne, "Book", inverse: "notes")])),
      schema(
        2,
        Entity(
          "Volume", renamedFrom: "Book",
          relationships: [
            Relationship("notes", .toMany, "Note", inverse: "volume")
          ]),
        Entity(
          "Note",
          relationships: [
            Relationship("volume", .toOne, "Volume", inverse: "notes", renamedFrom: "book")
          ])),
      "> relationship Note.volume, until now 'book'", "> entity Volume, until now 'Book'"),
    Case(
      "parent, abstractness, hash modifier, table and key",
      schema(1, Entity("Medium"), Entity("Book")),
      schema(
        2, Entity("Medium", isAbstract: true, hashModifier: "2"),
        Entity("Book", parent: "Medium", table: "books", primaryKey: ["id"])),
      "~ entity Book: parent none to 'Medium'", "~ entity Book: primary key none to 'id'",
      "~ entity Book: table none to 'books'", "~ entity Medium: now abstract",
      "~ entity Medium: hash modifier none to '2'"),
    Case(
      "keys, indexes and rules, of which those over a renamed property are the same",
      schema(
        1,
        Entity(
          "Book", attributes: [Attribute("isbn", .string), Attribute("year", .int64)],
          uniquenessConstraints: [["isbn"], ["year"]], indexes: [Index(on: "isbn")],
          rules: [.init(name: "a", check: "year > 0"), .init(name: "b", check: "year < 9")])),
      schema(
        2,
        Entity(
          "Book",
          attributes: [Attribute("code", .string, renamedFrom: "isbn"), Attribute("year", .int64)],
          uniquenessConstraints: [["code"], ["year", "code"]],
          indexes: [Index(on: "code"), Index([.init("year", isAscending: false)])],
          rules: [.init(name: "a", check: "year > 1"), .init(name: "c", check: "year < 9")])),
      "> attribute Book.code, until now 'isbn'", "- unique key Book(year)",
      "+ unique key Book(year, code)", "+ index Book(year desc)",
      "~ rule Book(a): year > 0 to year > 1", "- rule Book(b)", "+ rule Book(c): year < 9"),
    Case(
      "an attribute that moves to the parent moves, and is new to a sibling",
      schema(
        1, Entity("Medium"), Entity("Book", parent: "Medium", attributes: [Attribute("a", .bool)]),
        Entity("Film", parent: "Medium")),
      schema(
        2, Entity("Medium", attributes: [Attribute("a", .bool)]), Entity("Book", parent: "Medium"),
        Entity("Film", parent: "Medium")),
      "+ attribute Medium.a: bool", "> attribute Medium.a, until now of 'Book'"),
    Case(
      "an attribute that moves to every sub-entity of an abstract one is not lost",
      schema(
        1, Entity("Medium", isAbstract: true, attributes: [Attribute("a", .bool)]),
        Entity("Book", parent: "Medium"), Entity("Film", parent: "Medium")),
      schema(
        2, Entity("Medium", isAbstract: true),
        Entity("Book", parent: "Medium", attributes: [Attribute("a", .bool)]),
        Entity("Film", parent: "Medium", attributes: [Attribute("a", .bool)])),
      "> attribute Book.a, until now of 'Medium'", "> attribute Film.a, until now of 'Medium'"),
    Case(
      "an entity that leaves its parent loses what it inherited, and gains from a new one",
      schema(
        1, Entity("Medium", attributes: [Attribute("a", .bool)]), Entity("Book", parent: "Medium")),
      schema(
        2, Entity("Medium", attributes: [Attribute("a", .bool)]),
        Entity("Thing", attributes: [Attribute("b", .string)]), Entity("Book", parent: "Thing")),
      "~ entity Book: parent 'Medium' to 'Thing'", "- attribute Book.a: bool",
      "+ attribute Book.b: string", "+ entity Thing"),
  ]

  static func book(_ type: AttributeType) -> Entity {
    Entity("Book", attributes: [Attribute("state", type)])
  }

  static let sharedTypes = [
    Case(
      "a shared type that only gets another name is the same type",
      schema(
        1, book(.enumeration(.named("State"))),
        enumerations: [Enumeration("State", cases: [.init("a", rawValue: .string("a"))])]),
      schema(2, book(.enumeration(.inline(["a"]))))),
    Case(
      "cases that come, go and are stored otherwise",
      schema(
        1, book(.enumeration(.named("State"))),
        enumerations: [
          Enumeration(
            "State", rawType: .int,
            cases: [.init("a", rawValue: .int(0)), .init("b", rawValue: .int(1))])
        ]),
      schema(
        2, book(.enumeration(.named("State"))),
        enumerations: [
          Enumeration(
            "State", rawType: .int,
            cases: [.init("c", rawValue: .int(0)), .init("b", rawValue: .int(2))])
        ]),
      "~ attribute Book.state: gains c, loses a, stores other values for its cases"),
    Case(
      "a case that keeps its text has another name, and one that keeps its number is another one",
      schema(
        1, book(.enumeration(.named("State"))),
        enumerations: [
          Enumeration(
            "State",
            cases: [.init("a", rawValue: .string("x")), .init("b", rawValue: .string("y"))])
        ]),
      schema(
        2, book(.enumeration(.named("State"))),
        enumerations: [
          Enumeration(
            "State",
            cases: [.init("c", rawValue: .string("x")), .init("d", rawValue: .string("z"))])
        ]),
      "~ attribute Book.state: gains d, loses b, calls a c"),
    Case(
      "a composite is compared once, for all that use it",
      schema(
        1, book(.composite("Place")),
        composites: [Composite("Place", elements: [Attribute("x", .double)])]),
      schema(
        2, book(.composite("Place")),
        composites: [
          Composite(
            "Place", elements: [Attribute("x", .double), Attribute("y", .double, isOptional: true)])
        ]),
      "~ composite Place: (x: double) to (x: double, y: double?)"),
  ]

  @Test(arguments: attributes + relationships + entities + sharedTypes)
  func `every difference is a change, in a fixed order`(test: Case) throws {
    let changes = try differences(test.old, test.new)
    #expect(changes == test.changes, "\(changes)")
    #expect(try differences(test.old, test.old) == [])
  }

  @Test func `a change knows its code, its subject and its place`() throws {
    let old = schema(1, Entity("Book", attributes: [Attribute("year", .string)]))
    let new = schema(
      2, Entity("Book", attributes: [Attribute("title", .int64)], indexes: [Index(on: "title")]))
    let changes = try SchemaDiff(from: document(old), to: document(new)).changes
    #expect(
      changes.map { "\($0.code) \($0.subject) \($0.path)" } == [
        "add-attribute Book.title entities.Book.attributes.title",
        "drop-attribute Book.year entities.Book.attributes.year",
        "add-index Book(title) entities.Book.indexes",
      ])
  }

  @Test func `two thousand entities in another order are compared by their names`() throws {
    let entities = (0..<2_000).map { number in
      Entity("E\(number)", attributes: [Attribute("id", .uuid), Attribute("a\(number)", .string)])
    }
    var changed = entities
    for position in changed.indices where position.isMultiple(of: 2) {
      changed[position].name = "N\(position)"
      changed[position].renamedFrom = "E\(position)"
    }
    let old = Schema(name: "Large", version: Version(1), entities: entities)
    let new = Schema(name: "Large", version: Version(2), entities: changed.reversed())
    let changes = try SchemaDiff(from: document(old), to: document(new)).changes
    #expect(changes.count == 1_000)
  }
}
