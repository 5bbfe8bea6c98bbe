import SchemaModel
import Testing

struct CopyOnWriteTests {
  @Test func `a change of a copy leaves the original unchanged`() {
    let original = Self.library
    var copy = original
    copy.name = "Other"
    copy.entities[0].attributes[0].isOptional = true
    copy.entities[0].relationships[0].destination = "Shelf"
    copy.entities[1].name = "Remark"

    #expect(original == Self.library)
    #expect(copy.name == "Other")
    #expect(copy.entities[0].attributes[0].isOptional)
    #expect(copy.entities[0].relationships[0].destination == "Shelf")
    #expect(copy.entities[1].name == "Remark")
  }

  @Test func `a change of the original leaves a copy unchanged`() {
    var original = Self.library
    let copy = original
    original.entities[0].attributes[0].name = "heading"
    #expect(copy == Self.library)
    #expect(original != copy)
  }

  @Test func `an entity that is renamed in place is found by its new name alone`() {
    var schema = Self.library
    schema.entities[1].name = "Remark"
    #expect(schema.entity(named: "Remark") == schema.entities[1])
    #expect(schema.entity(named: "Note") == nil)
    #expect(Self.library.entity(named: "Note") == Self.library.entities[1])
  }

  @Test func `digests and hashes are computed again once a schema has changed`() {
    var schema = Self.library
    let (digest, hashes) = (schema.definitionDigest, schema.versionHashes())
    let copy = schema
    schema.entities[0].attributes[0].isOptional = true
    #expect(schema.definitionDigest != digest)
    #expect(schema.versionHashes() != hashes)
    #expect(copy.definitionDigest == digest)
    #expect(copy.versionHashes() == hashes)
    #expect(copy == Self.library)
  }

  @Test func `values of equal fields are equal, and hash alike`() {
    let (first, second) = (Self.library, Self.library)
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    #expect(Set(first.entities + second.entities).count == 2)
  }

  @Test func `a value shows its fields where it is printed`() throws {
    let fields = try #require(Mirror(reflecting: Entity("Book")).children.first).value
    let name = try #require(Mirror(reflecting: fields).children.first)
    #expect(name.label == "name")
    #expect(name.value as? String == "Book")
  }

  @Test(arguments: attributeFields)
  func `every field of an attribute can be set, and takes part in equality`(
    _ field: Field<Attribute>
  ) { field.check() }

  @Test(arguments: relationshipFields)
  func `every field of a relationship can be set, and takes part in equality`(
    _ field: Field<Relationship>
  ) { field.check() }

  @Test(arguments: entityFields)
  func `every field of an entity can be set, and takes part in equality`(
    _ field: Field<Entity>
  ) { field.check() }

  @Test(arguments: schemaFields)
  func `every field of a schema can be set, and takes part in equality`(
    _ field: Field<Schema>
  ) { field.check() }

  private static let library = Schema(
    name: "Library", version: Version(1),
    entities: [
      Entity(
        "Book", attributes: [Attribute("title", .string)],
        relationships: [Relationship("notes", .toMany, "Note", inverse: "book")]),
      Entity("Note", relationships: [Relationship("book", .toOne, "Book", inverse: "notes")]),
    ])
}

extension CopyOnWriteTests {
  /// One field of a value, with another value that has the field from its initializer.
  struct Field<Value: Hashable & Sendable>: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let check: @Sendable () -> Void

    init<Content: Equatable & Sendable>(
      _ name: String, _ path: any WritableKeyPath<Value, Content> & Sendable,
      _ content: Content, of original: Value, as made: Value
    ) {
      testDescription = name
      check = {
        var changed = original
        changed[keyPath: path] = content
        #expect(changed[keyPath: path] == content)
        #expect(changed == made)
        #expect(changed.hashValue == made.hashValue)
        #expect(changed != original)
        #expect(original[keyPath: path] != content)
      }
    }
  }

  private static let attributeFields: [Field<Attribute>] = {
    let title = Attribute("title", .string)
    return [
      Field("name", \.name, "x", of: title, as: Attribute("x", .string)),
      Field("type", \.type, .data, of: title, as: Attribute("title", .data)),
      Field(
        "isOptional", \.isOptional, true,
        of: title, as: Attribute("title", .string, isOptional: true)),
      Field(
        "defaultValue", \.defaultValue, .now,
        of: title, as: Attribute("title", .string, defaultValue: .now)),
      Field(
        "storage", \.storage, .external,
        of: title, as: Attribute("title", .string, storage: .external)),
      Field(
        "isTransient", \.isTransient, true,
        of: title, as: Attribute("title", .string, isTransient: true)),
      Field(
        "preservesValueOnDeletion", \.preservesValueOnDeletion, true,
        of: title, as: Attribute("title", .string, preservesValueOnDeletion: true)),
      Field(
        "derivation", \.derivation, "x",
        of: title, as: Attribute("title", .string, derivation: "x")),
      Field(
        "renamedFrom", \.renamedFrom, "x",
        of: title, as: Attribute("title", .string, renamedFrom: "x")),
      Field(
        "hashModifier", \.hashModifier, "x",
        of: title, as: Attribute("title", .string, hashModifier: "x")),
      Field(
        "documentation", \.documentation, "x",
        of: title, as: Attribute("title", .string, documentation: "x")),
      Field(
        "minimum", \.minimum, .int(1),
        of: title, as: Attribute("title", .string, minimum: .int(1))),
      Field(
        "maximum", \.maximum, .int(1),
        of: title, as: Attribute("title", .string, maximum: .int(1))),
      Field("pattern", \.pattern, "x", of: title, as: Attribute("title", .string, pattern: "x")),
      Field("column", \.column, "x", of: title, as: Attribute("title", .string, column: "x")),
      Field("sqlType", \.sqlType, "x", of: title, as: Attribute("title", .string, sqlType: "x")),
    ]
  }()

  private static let relationshipFields: [Field<Relationship>] = {
    let notes = Relationship("notes", .toMany, "Note")
    return [
      Field("name", \.name, "x", of: notes, as: Relationship("x", .toMany, "Note")),
      Field(
        "cardinality", \.cardinality, .toOne, of: notes, as: Relationship("notes", .toOne, "Note")),
      Field("destination", \.destination, "x", of: notes, as: Relationship("notes", .toMany, "x")),
      Field(
        "isOptional", \.isOptional, true,
        of: notes, as: Relationship("notes", .toMany, "Note", isOptional: true)),
      Field(
        "inverse", \.inverse, "x",
        of: notes, as: Relationship("notes", .toMany, "Note", inverse: "x")),
      Field(
        "declaredDeleteRule", \.declaredDeleteRule, .deny,
        of: notes, as: Relationship("notes", .toMany, "Note", deleteRule: .deny)),
      Field(
        "isOrdered", \.isOrdered, true,
        of: notes, as: Relationship("notes", .toMany, "Note", isOrdered: true)),
      Field(
        "minimumCount", \.minimumCount, 1,
        of: notes, as: Relationship("notes", .toMany, "Note", minimumCount: 1)),
      Field(
        "maximumCount", \.maximumCount, 1,
        of: notes, as: Relationship("notes", .toMany, "Note", maximumCount: 1)),
      Field(
        "renamedFrom", \.renamedFrom, "x",
        of: notes, as: Relationship("notes", .toMany, "Note", renamedFrom: "x")),
      Field(
        "hashModifier", \.hashModifier, "x",
        of: notes, as: Relationship("notes", .toMany, "Note", hashModifier: "x")),
      Field(
        "documentation", \.documentation, "x",
        of: notes, as: Relationship("notes", .toMany, "Note", documentation: "x")),
      Field(
        "column", \.column, "x",
        of: notes, as: Relationship("notes", .toMany, "Note", column: "x")),
    ]
  }()

  private static let entityFields: [Field<Entity>] = {
    let book = Entity("Book")
    let (title, notes) = (Attribute("title", .string), Relationship("notes", .toMany, "Note"))
    let rule = ValidationRule(name: "has a title", check: "title <> ''")
    return [
      Field("name", \.name, "x", of: book, as: Entity("x")),
      Field("parent", \.parent, "x", of: book, as: Entity("Book", parent: "x")),
      Field("isAbstract", \.isAbstract, true, of: book, as: Entity("Book", isAbstract: true)),
      Field("renamedFrom", \.renamedFrom, "x", of: book, as: Entity("Book", renamedFrom: "x")),
      Field("hashModifier", \.hashModifier, "x", of: book, as: Entity("Book", hashModifier: "x")),
      Field(
        "documentation", \.documentation, "x", of: book, as: Entity("Book", documentation: "x")),
      Field("attributes", \.attributes, [title], of: book, as: Entity("Book", attributes: [title])),
      Field(
        "relationships", \.relationships, [notes],
        of: book, as: Entity("Book", relationships: [notes])),
      Field(
        "uniquenessConstraints", \.uniquenessConstraints, [["x"]],
        of: book, as: Entity("Book", uniquenessConstraints: [["x"]])),
      Field(
        "indexes", \.indexes, [Index(on: "x")],
        of: book, as: Entity("Book", indexes: [Index(on: "x")])),
      Field("rules", \.rules, [rule], of: book, as: Entity("Book", rules: [rule])),
      Field("initializer", \.initializer, ["x"], of: book, as: Entity("Book", initializer: ["x"])),
      Field("table", \.table, "x", of: book, as: Entity("Book", table: "x")),
      Field("primaryKey", \.primaryKey, ["x"], of: book, as: Entity("Book", primaryKey: ["x"])),
    ]
  }()

  private static let schemaFields: [Field<Schema>] = {
    let (first, second) = (Version(1), Version(2))
    let empty = Schema(name: "Library", version: first)
    let mood = Enumeration("Mood", cases: [])
    let place = Composite("Place", elements: [])
    let query = Query(name: "all", entity: "Book")
    return [
      Field("name", \.name, "x", of: empty, as: Schema(name: "x", version: first)),
      Field("version", \.version, second, of: empty, as: Schema(name: "Library", version: second)),
      Field(
        "documentation", \.documentation, "x",
        of: empty, as: Schema(name: "Library", version: first, documentation: "x")),
      Field(
        "profile", \.profile, .cloudkit,
        of: empty, as: Schema(name: "Library", version: first, profile: .cloudkit)),
      Field(
        "declaredPlatform", \.declaredPlatform, .coreData,
        of: empty, as: Schema(name: "Library", version: first, declaredPlatform: .coreData)),
      Field(
        "entities", \.entities, [Entity("Book")],
        of: empty, as: Schema(name: "Library", version: first, entities: [Entity("Book")])),
      Field(
        "enumerations", \.enumerations, [mood],
        of: empty, as: Schema(name: "Library", version: first, enumerations: [mood])),
      Field(
        "composites", \.composites, [place],
        of: empty, as: Schema(name: "Library", version: first, composites: [place])),
      Field(
        "queries", \.queries, [query],
        of: empty, as: Schema(name: "Library", version: first, queries: [query])),
    ]
  }()
}
