import MigrationPlanner
import SchemaModel
import Testing

/// The table of Core Data's inference, row by row; the numbers are the rows'.
struct ClassificationTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var old: Schema
    var new: Schema
    var migration: MigrationDeclaration?
    var verdicts: [String]

    init(
      _ name: String, _ old: Schema, _ new: Schema, _ migration: MigrationDeclaration? = nil,
      _ verdicts: String...
    ) {
      (testDescription, self.old, self.new, self.migration) = (name, old, new, migration)
      self.verdicts = verdicts
    }

    /// A row about the attributes of one entity.
    init(_ name: String, _ old: [Attribute], _ new: [Attribute], _ verdicts: String...) {
      self.init(
        name, schema(1, Entity("Book", attributes: old)),
        schema(2, Entity("Book", attributes: new)))
      self.verdicts = verdicts
    }

    /// A row about a relationship from books to notes.
    init(_ name: String, _ old: Relationship?, _ new: Relationship?, _ verdicts: String...) {
      self.init(
        name, schema(1, Entity("Book", relationships: old.map { [$0] } ?? []), Entity("Note")),
        schema(2, Entity("Book", relationships: new.map { [$0] } ?? []), Entity("Note")))
      self.verdicts = verdicts
    }
  }

  static let year = Attribute("year", .int64)
  static let optionalYear = Attribute("year", .int64, isOptional: true)
  static let defaultedYear = Attribute("year", .int64, defaultValue: .literal(.int(0)))

  static let attributeRows = [
    Row("1 add optional attribute", [], [optionalYear], "add-attribute lightweight none seen"),
    Row(
      "2 add required attribute with default", [], [defaultedYear],
      "add-attribute lightweight none seen"),
    Row("3 add required attribute without default", [], [year], "add-attribute custom none seen"),
    Row("4 remove attribute", [year], [], "drop-attribute lightweight certain seen"),
    Row(
      "5 rename attribute", [year], [Attribute("published", .int64, renamedFrom: "year")],
      "rename-attribute lightweight none seen"),
    Row(
      "7 required to optional", [year], [optionalYear],
      "make-attribute-optional lightweight none seen"),
    Row(
      "8 optional to required with default",
      [Attribute("year", .int64, isOptional: true, defaultValue: .literal(.int(0)))],
      [defaultedYear], "make-attribute-required lightweight none seen"),
    Row(
      "8 optional to required without default", [optionalYear], [year],
      "make-attribute-required custom none seen"),
    Row(
      "9 change attribute type", [year], [Attribute("year", .string)],
      "change-attribute-type custom none seen"),
    Row(
      "9 widen an integer", [Attribute("year", .int16)], [Attribute("year", .int32)],
      "change-attribute-type lightweight none seen"),
    Row(
      "9 narrow a number", [Attribute("year", .double)], [Attribute("year", .int16)],
      "change-attribute-type lightweight none seen"),
    Row(
      "9 change a number to a decimal", [year], [Attribute("year", .decimal)],
      "change-attribute-type custom none seen"),
    Row(
      "10 change default", [defaultedYear],
      [Attribute("year", .int64, defaultValue: .literal(.int(1)))],
      "change-default lightweight none unseen"),
    Row(
      "11 external storage on", [Attribute("cover", .data)],
      [Attribute("cover", .data, storage: .external)], "change-storage custom none seen"),
    Row(
      "11 external storage off", [Attribute("cover", .data, storage: .external)],
      [Attribute("cover", .data)], "change-storage custom none seen"),
    Row(
      "12 preserve value on deletion", [year],
      [Attribute("year", .int64, preservesValueOnDeletion: true)],
      "change-preservation lightweight none seen"),
    Row(
      "35 derived otherwise", [year], [Attribute("year", .int64, derivation: "month")],
      "change-derivation custom none seen"),
    Row(
      "35 rename a derived attribute", [Attribute("year", .int64, derivation: "month")],
      [Attribute("years", .int64, derivation: "month", renamedFrom: "year")],
      "rename-attribute lightweight none unseen"),
    Row(
      "35 change the type of a derived attribute", [Attribute("year", .int64, derivation: "month")],
      [Attribute("year", .string, derivation: "month")],
      "change-attribute-type lightweight none unseen"),
    Row(
      "15 bounds and pattern", [year], [Attribute("year", .int64, minimum: .int(0))],
      "change-bounds lightweight none unseen"),
    Row(
      "18 add transient attribute", [], [Attribute("year", .int64, isTransient: true)],
      "add-attribute lightweight none unseen"),
    Row(
      "18 remove transient attribute", [Attribute("year", .int64, isTransient: true)], [],
      "drop-attribute lightweight none unseen"),
    Row(
      "18 a stored attribute becomes transient", [year],
      [Attribute("year", .int64, isTransient: true)], "change-transience lightweight certain seen"),
    Row(
      "32 hash modifier of an attribute", [year], [Attribute("year", .int64, hashModifier: "2")],
      "change-attribute-hash-modifier lightweight none seen"),
  ]

  static let relationshipRows = [
    Row(
      "19 add optional relationship", nil, Relationship("note", .toOne, "Note", isOptional: true),
      "add-relationship lightweight none seen"),
    Row(
      "20 add required to-one", nil, Relationship("note", .toOne, "Note"),
      "add-relationship custom none seen"),
    Row(
      "21 remove relationship", Relationship("note", .toOne, "Note"), nil,
      "drop-relationship lightweight certain seen"),
    Row(
      "21 rename relationship", Relationship("note", .toOne, "Note"),
      Relationship("remark", .toOne, "Note", renamedFrom: "note"),
      "rename-relationship lightweight none seen"),
    Row(
      "22 to-one to to-many", Relationship("note", .toOne, "Note"),
      Relationship("note", .toMany, "Note"), "change-cardinality lightweight none seen"),
    Row(
      "23 to-many to to-one", Relationship("note", .toMany, "Note"),
      Relationship("note", .toOne, "Note"), "change-cardinality custom none seen"),
    Row(
      "24 unordered to ordered", Relationship("note", .toMany, "Note"),
      Relationship("note", .toMany, "Note", isOrdered: true),
      "change-ordering lightweight none seen"),
    Row(
      "24 ordered to unordered", Relationship("note", .toMany, "Note", isOrdered: true),
      Relationship("note", .toMany, "Note"), "change-ordering lightweight possible seen"),
    Row(
      "25 delete rule", Relationship("note", .toMany, "Note"),
      Relationship("note", .toMany, "Note", deleteRule: .deny),
      "change-delete-rule lightweight none unseen"),
    Row(
      "26 counts", Relationship("note", .toMany, "Note"),
      Relationship("note", .toMany, "Note", minimumCount: 1),
      "change-counts lightweight none seen"),
    Row(
      "26 destination entity", Relationship("note", .toOne, "Note"),
      Relationship("note", .toOne, "Book"), "change-destination custom certain seen"),
    Row(
      "32 hash modifier of a relationship", Relationship("note", .toMany, "Note"),
      Relationship("note", .toMany, "Note", hashModifier: "2"),
      "change-relationship-hash-modifier lightweight none seen"),
    Row(
      "a relationship becomes required", Relationship("note", .toOne, "Note", isOptional: true),
      Relationship("note", .toOne, "Note"), "make-relationship-required custom none seen"),
    Row(
      "a to-many becomes required", Relationship("note", .toMany, "Note", isOptional: true),
      Relationship("note", .toMany, "Note"), "make-relationship-required lightweight none seen"),
    Row(
      "a relationship becomes optional", Relationship("note", .toOne, "Note"),
      Relationship("note", .toOne, "Note", isOptional: true),
      "make-relationship-optional lightweight none seen"),
  ]

  static let book = Relationship("book", .toOne, "Book", isOptional: true)
  static let bookWithInverse = Relationship(
    "book", .toOne, "Book", isOptional: true, inverse: "notes")
  static let notes = Relationship("notes", .toMany, "Note")
  static let notesWithInverse = Relationship("notes", .toMany, "Note", inverse: "book")

  static let inverseRows = [
    Row(
      "26 a new relationship becomes the inverse",
      schema(1, Entity("Book"), Entity("Note", relationships: [book])),
      schema(
        2, Entity("Book", relationships: [notesWithInverse]),
        Entity("Note", relationships: [bookWithInverse])), nil,
      "add-relationship lightweight none seen", "change-inverse lightweight none seen"),
    Row(
      "26 two relationships become inverse to each other",
      schema(
        1, Entity("Book", relationships: [notes]), Entity("Note", relationships: [book])),
      schema(
        2, Entity("Book", relationships: [notesWithInverse]),
        Entity("Note", relationships: [bookWithInverse])), nil,
      "change-inverse lightweight none seen", "change-inverse lightweight none seen"),
    Row(
      "26 a relationship gets another inverse",
      schema(
        1, Entity("Book", relationships: [notesWithInverse]),
        Entity("Note", relationships: [bookWithInverse])),
      schema(
        2,
        Entity(
          "Book",
          relationships: [
            Relationship("remark", .toOne, "Note", isOptional: true, inverse: "book")
          ]),
        Entity(
          "Note",
          relationships: [
            Relationship("book", .toOne, "Book", isOptional: true, inverse: "remark")
          ])), nil,
      "drop-relationship lightweight none seen",
      "add-relationship lightweight none seen", "change-inverse lightweight none seen"),
    Row(
      "26 two become inverse, and an expression decides",
      schema(
        1, Entity("Book", relationships: [notes]), Entity("Note", relationships: [book])),
      schema(
        2, Entity("Book", relationships: [notesWithInverse]),
        Entity("Note", relationships: [bookWithInverse])),
      MigrationDeclaration(maps: [.init("Note", properties: ["book": "book"])]),
      "change-inverse custom possible seen", "change-inverse custom none seen"),
    Row(
      "21 a relationship goes, and its inverse keeps the links",
      schema(
        1, Entity("Book", relationships: [notesWithInverse]),
        Entity("Note", relationships: [bookWithInverse])),
      schema(2, Entity("Book"), Entity("Note", relationships: [book])), nil,
      "drop-relationship lightweight none seen", "change-inverse lightweight none seen"),
    Row(
      "21 a relationship goes at both ends, of which one tells of its links",
      schema(
        1, Entity("Book", relationships: [notesWithInverse]),
        Entity("Note", relationships: [bookWithInverse])),
      schema(2, Entity("Book"), Entity("Note")), nil,
      "drop-relationship lightweight none seen", "drop-relationship lightweight certain seen"),
  ]

  static let entityRows = [
    Row(
      "5 rename entity", schema(1, Entity("Book")),
      schema(2, Entity("Volume", renamedFrom: "Book")), nil,
      "rename-entity lightweight none seen"),
    Row(
      "5 rename a class of SwiftData",
      Schema(
        name: "Library", version: Version(1), entities: [Entity("Book")],
        declaredPlatform: .swiftData),
      Schema(
        name: "Library", version: Version(2), entities: [Entity("Volume", renamedFrom: "Book")],
        declaredPlatform: .swiftData), nil, "rename-entity custom none seen"),
    Row(
      "16 add and remove an index",
      schema(1, Entity("Book", attributes: [year], indexes: [Index(on: "year")])),
      schema(
        2, Entity("Book", attributes: [year], indexes: [Index([.init("year", isAscending: false)])])
      ), nil, "drop-index lightweight none unseen", "add-index lightweight none unseen"),
    Row(
      "17 add and remove a unique key",
      schema(
        1,
        Entity("Book", attributes: [year, Attribute("a", .bool)], uniquenessConstraints: [["a"]])),
      schema(
        2,
        Entity(
          "Book", attributes: [year, Attribute("a", .bool)], uniquenessConstraints: [["year"]])),
      nil, "drop-uniqueness lightweight none seen", "add-uniqueness lightweight none seen"),
    Row(
      "15 rules",
      schema(
        1, Entity("Book", rules: [.init(name: "a", check: "1"), .init(name: "b", check: "1")])),
      schema(
        2, Entity("Book", rules: [.init(name: "a", check: "2"), .init(name: "c", check: "1")])),
      nil, "change-rule lightweight none unseen", "drop-rule lightweight none unseen",
      "add-rule lightweight none unseen"),
    Row(
      "27 add and remove an entity", schema(1, Entity("Shelf", attributes: [year])),
      schema(2, Entity("Book")), nil, "add-entity lightweight none seen",
      "drop-entity lightweight certain seen"),
    Row(
      "28 a new parent", schema(1, Entity("Book")),
      schema(2, Entity("Medium"), Entity("Book", parent: "Medium")), nil,
      "change-parent lightweight none seen", "add-entity lightweight none seen"),
    Row(
      "28 an entity moves into a hierarchy", schema(1, Entity("Medium"), Entity("Book")),
      schema(2, Entity("Medium"), Entity("Book", parent: "Medium")), nil,
      "change-parent lightweight none seen"),
    Row(
      "28 an entity leaves a hierarchy that links lead to",
      schema(
        1, Entity("Medium"), Entity("Book", parent: "Medium"),
        Entity("Shelf", relationships: [Relationship("media", .toMany, "Medium")])),
      schema(
        2, Entity("Medium"), Entity("Book"),
        Entity("Shelf", relationships: [Relationship("media", .toMany, "Medium")])), nil,
      "change-parent lightweight possible seen"),
    Row(
      "28 an attribute moves up",
      schema(
        1, Entity("Medium", isAbstract: true), Entity("Book", parent: "Medium", attributes: [year])),
      schema(
        2, Entity("Medium", isAbstract: true, attributes: [year]), Entity("Book", parent: "Medium")),
      nil,
      "move-attribute lightweight none seen"),
    Row(
      "29 two hierarchies are merged", schema(1, Entity("Book"), Entity("Film")),
      schema(
        2, Entity("Book", parent: "Medium"), Entity("Film", parent: "Medium"), Entity("Medium")),
      nil, "change-parent custom none seen", "change-parent custom none seen",
      "add-entity lightweight none seen"),
    Row(
      "30 concrete to abstract", schema(1, Entity("Book")),
      schema(2, Entity("Book", isAbstract: true)),
      nil, "change-abstractness custom none seen"),
    Row(
      "30 abstract to concrete", schema(1, Entity("Book", isAbstract: true)),
      schema(2, Entity("Book")),
      nil, "change-abstractness custom none seen"),
    Row(
      "31 an attribute is made of another one", schema(1, Entity("Book", attributes: [year])),
      schema(2, Entity("Book", attributes: [Attribute("text", .string)])),
      MigrationDeclaration(maps: [.init("Book", properties: ["text": "CAST(year AS TEXT)"])]),
      "add-attribute custom none seen", "drop-attribute lightweight possible seen"),
    Row(
      "32 hash modifier of an entity", schema(1, Entity("Book")),
      schema(2, Entity("Book", hashModifier: "2")),
      nil, "change-entity-hash-modifier lightweight none seen"),
    Row(
      "an existing table, key and column", schema(1, Entity("Book", attributes: [year])),
      schema(
        2,
        Entity(
          "Book", attributes: [Attribute("year", .int64, column: "y", sqlType: "INT")], table: "b",
          primaryKey: ["id"])), nil, "change-primary-key lightweight none unknown",
      "change-table lightweight none unknown", "change-column-type lightweight none unknown",
      "change-column lightweight none unknown"),
  ]

  /// A row about an expression for the year of a book, and for the book of a note.
  private static func declared(
    _ name: String, _ attribute: Attribute, using expression: String, _ verdicts: String...
  ) -> Row {
    var row = Row(
      name, schema(1, Entity("Book", attributes: [year])),
      schema(2, Entity("Book", attributes: [attribute])),
      MigrationDeclaration(maps: [.init("Book", properties: ["year": expression])]))
    row.verdicts = verdicts
    return row
  }

  private static let tagged = Relationship("tags", .toMany, "Tag")

  static let declaredRows = [
    declared(
      "an expression may give no value", optionalYear, using: "nullif(year, 0)",
      "make-attribute-optional lightweight none seen", "rewrite-attribute custom possible unseen"),
    declared(
      "an expression always gives a value, though not that one", optionalYear,
      using: "coalesce(nullif(year, 0), 1900)",
      "make-attribute-optional lightweight none seen", "rewrite-attribute custom possible unseen"),
    declared(
      "an expression gives the value, or else another", optionalYear, using: "coalesce(year, 1900)",
      "make-attribute-optional lightweight none seen", "rewrite-attribute custom none unseen"),
    declared(
      "what is behind a call may make nothing of it", optionalYear,
      using: "ifnull(year, 0) + nullif(0, 0)",
      "make-attribute-optional lightweight none seen", "rewrite-attribute custom possible unseen"),
    declared(
      "a literal takes the place of a value", optionalYear, using: " 1900 ",
      "make-attribute-optional lightweight none seen", "rewrite-attribute custom possible unseen"),
    declared(
      "a required attribute never loses its value", year, using: "nullif(year, 0)",
      "rewrite-attribute custom none unseen"),
    declared("an expression that names the attribute alone changes nothing", year, using: "year"),
    declared(
      "a change of type has its own verdict", Attribute("year", .string), using: "NULL",
      "change-attribute-type custom possible seen"),
    Row(
      "a condition takes links of other objects along",
      schema(1, Entity("Book", relationships: [tagged]), Entity("Tag", attributes: [year])),
      schema(2, Entity("Book", relationships: [tagged]), Entity("Tag", attributes: [year])),
      MigrationDeclaration(maps: [.init("Tag", filter: "year > 0")]),
      "drop-links custom possible unseen"),
    Row(
      "a condition on what nothing leads to takes its own links along",
      schema(1, Entity("Book", attributes: [year], relationships: [tagged]), Entity("Tag")),
      schema(2, Entity("Book", attributes: [year], relationships: [tagged]), Entity("Tag")),
      MigrationDeclaration(maps: [.init("Book", filter: "year > 0")])),
  ]

  static func states(_ rawType: Enumeration.RawType, _ names: String...) -> Schema {
    let version = names.contains("new") || names.count == 1 ? 2 : 1
    return schema(
      version, Entity("Book", attributes: [Attribute("state", .enumeration(.named("State")))]),
      enumerations: [
        Enumeration(
          "State", rawType: rawType,
          cases: names.map { .init($0, rawValue: .string($0)) })
      ])
  }

  static func places(_ version: Int, _ elements: Attribute...) -> Schema {
    schema(
      version, Entity("Book", attributes: [Attribute("place", .composite("Place"))]),
      composites: [Composite("Place", elements: elements)])
  }

  static let sharedTypeRows = [
    Row(
      "a case is added to an enumeration with raw values", states(.string, "a", "b"),
      states(.string, "a", "b", "new"), nil, "change-enumeration lightweight none unseen"),
    Row(
      "a case is added to an enumeration without raw values", states(.none, "a", "b"),
      states(.none, "a", "b", "new"), nil, "change-enumeration lightweight none seen"),
    Row(
      "a case is removed", states(.string, "a", "b"), states(.string, "a"), nil,
      "change-enumeration custom none unseen"),
    Row(
      "a case has another name and the same text as raw value", states(.string, "a", "b"),
      {
        var new = states(.string, "a", "b")
        new.version = Version(2)
        new.enumerations[0].cases[1].name = "c"
        return new
      }(), nil, "change-enumeration lightweight none unseen"),
    Row(
      "33 rename a composite attribute", places(1, year),
      {
        var new = places(2, year)
        new.entities[0].attributes[0].name = "site"
        new.entities[0].attributes[0].renamedFrom = "place"
        return new
      }(), nil, "rename-attribute lightweight none unseen"),
    Row(
      "34 an optional element is added", places(1, year),
      places(2, year, Attribute("x", .bool, isOptional: true)), nil,
      "change-composite lightweight none seen"),
    Row(
      "34 a required element is added without default", places(1, year),
      places(2, year, Attribute("x", .bool)), nil, "change-composite custom none seen"),
    Row(
      "34 a required element is added with a default", places(1, year),
      places(2, year, Attribute("x", .bool, defaultValue: .literal(.bool(false)))), nil,
      "change-composite custom none seen"),
    Row(
      "34 a number of an element is converted", places(1, year),
      places(2, Attribute("year", .double)), nil, "change-composite lightweight none seen"),
    Row(
      "34 an element is removed", places(1, year, Attribute("x", .bool)), places(2, year), nil,
      "change-composite lightweight certain seen"),
  ]

  private static let allRows =
    attributeRows + relationshipRows + inverseRows + entityRows + declaredRows

  @Test(arguments: allRows + sharedTypeRows)
  func `a change is judged as the platform judges it`(row: Row) throws {
    let hop = try plan(row.old, row.new, row.migration).hops[0]
    let verdicts = hop.changes.map { planned in
      let seen = planned.isHashNeutral.map { $0 ? "unseen" : "seen" } ?? "unknown"
      return "\(planned.change.code) \(planned.classification.rawValue) \(planned.risk.rawValue)"
        + " \(seen)"
    }
    #expect(verdicts == row.verdicts, "\(verdicts)")
    #expect(hop.changes.allSatisfy { !$0.reason.isEmpty && !$0.reason.hasSuffix(".") })
    let isCustom = row.migration != nil || hop.changes.contains { $0.classification == .custom }
    #expect(hop.classification == (isCustom ? .custom : .lightweight))
  }

  @Test(arguments: allRows)
  func `whether the platform sees a change agrees with the version hashes`(row: Row) throws {
    let hop = try plan(row.old, row.new, row.migration).hops[0]
    guard let keeps = hop.keepsVersionHashes, hop.changes.allSatisfy({ $0.isHashNeutral != nil })
    else { return }
    #expect(keeps == hop.changes.allSatisfy { $0.isHashNeutral == true })
  }

  private static let numbers: [AttributeType] = [.int16, .int32, .int64, .float, .double, .bool]

  @Test(arguments: numbers, numbers)
  func `the platform converts every number, and changes what does not fit`(
    old: AttributeType, new: AttributeType
  ) {
    guard old != new else { return }
    let inference = PlatformInference(
      from: schema(1, Entity("Book", attributes: [Attribute("year", old)])),
      to: schema(2, Entity("Book", attributes: [Attribute("year", new)])))
    #expect(inference.changes.map(\.classification) == [.lightweight])
    let isExact = TypeConversion(from: old, to: new) == .exact
    #expect(inference.losses.isEmpty == isExact)
  }

  @Test(arguments: [
    (AttributeType.int16, AttributeType.string), (.string, .int64), (.int64, .date),
    (.date, .double),
    (.int64, .decimal), (.decimal, .double), (.string, .data), (.string, .transformable),
    (.int64, .enumeration(.named("Rank"))), (.uuid, .string),
  ])
  func `the platform converts nothing else`(old: AttributeType, new: AttributeType) {
    let ranks = [Enumeration("Rank", rawType: .int, cases: [.init("a", rawValue: .int(1))])]
    let inference = PlatformInference(
      from: schema(
        1, Entity("Book", attributes: [Attribute("year", old)]), enumerations: ranks),
      to: schema(2, Entity("Book", attributes: [Attribute("year", new)]), enumerations: ranks))
    #expect(inference.changes.map(\.obstacle) == [.notInferred])
  }

  @Test func `relationships that become a single to-one keep one link on the platform`() {
    let row = Self.inverseRows[1]
    let inference = PlatformInference(from: row.old, to: row.new)
    #expect(inference.obstacles == [])
    #expect(inference.losses.map(\.change.code) == ["change-inverse", "change-inverse"])
  }

  @Test func `possible losses are approved by name`() throws {
    let hop = try plan(
      schema(1, Entity("Book", attributes: [Self.year, Attribute("a", .bool)])),
      schema(2, Entity("Book", attributes: [Attribute("a", .bool, isOptional: true)]))
    ).hops[0]
    #expect(hop.changes.map(\.approval) == [nil, "drop-attribute:Book.year"])
    #expect(
      hop.changes.map(\.description) == [
        "~ attribute Book.a: now optional", "- attribute Book.year: int",
      ])
  }
}
