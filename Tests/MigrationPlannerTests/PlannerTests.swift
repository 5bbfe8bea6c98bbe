import MigrationPlanner
import SchemaModel
import Testing

struct PlannerTests {
  private let title = Attribute("title", .string)
  private var history: SchemaHistory {
    SchemaHistory([
      document(schema(1, Entity("Book", attributes: [title]))),
      document(
        schema(2, Entity("Book", attributes: [title, Attribute("a", .bool, isOptional: true)]))),
      document(
        schema(3, Entity("Book", attributes: [title, Attribute("a", .int64, isOptional: true)]))),
    ])
  }

  @Test func `every hop is listed, and carried out in as few stages as possible`() throws {
    let plan = try Planner.plan(history: history, from: Version(1), to: Version(3))
    #expect(plan.source.version == Version(1))
    #expect(plan.target.version == Version(3))
    #expect(
      plan.hops.map { "\($0.source) \($0.target) \($0.classification)" } == [
        "1.0.0 2.0.0 lightweight", "2.0.0 3.0.0 lightweight",
      ])
    #expect(plan.hops.map(\.keepsVersionHashes) == [false, false])
    #expect(plan.stages.count == 1)
  }

  @Test func `a composite that changes changes the hashes of its entities, which stay as they are`()
    throws
  {
    func version(_ number: Int, _ elements: [Attribute]) -> SchemaDocument {
      var schema = schema(
        number,
        Entity("Dog", attributes: [Attribute("weight", .composite("Weight"), isOptional: true)]))
      schema.composites = [Composite("Weight", elements: elements)]
      return document(schema)
    }
    let kilograms = Attribute("kilograms", .double)
    let history = SchemaHistory([
      version(1, [kilograms]),
      version(2, [kilograms, Attribute("note", .string, isOptional: true)]),
    ])
    let plan = try Planner.plan(history: history, from: Version(1), to: Version(2))
    #expect(plan.hops.map(\.keepsVersionHashes) == [false])
  }

  @Test func `a store that is at the target has nothing to do`() throws {
    let plan = try Planner.plan(history: history, from: Version(2), to: Version(2))
    #expect(plan.hops == [])
    #expect(plan.stages == [])
  }

  @Test func `an older version and unknown versions are refused`() {
    #expect(
      problems { _ = try Planner.plan(history: history, from: Version(3), to: Version(1)) } == [
        """
        downgrade: version 1.0.0 is older than the store's version 3.0.0
          a store is never migrated backwards; restore the backup of version 1.0.0
        """
      ])
    #expect(
      problems { _ = try Planner.plan(history: history, from: Version(4), to: Version(3)) } == [
        """
        unknown-version: there is no version 4.0.0 of this schema
          known versions are 1.0.0, 2.0.0, 3.0.0
        """
      ])
    #expect(
      problems {
        _ = try Planner.plan(history: SchemaHistory([]), from: Version(4), to: Version(3))
      } == [
        """
        unknown-version: there is no version 4.0.0 of this schema
          no version is known
        """
      ])
  }

  @Test func `versions out of order and of another schema are refused`() {
    var other = schema(1)
    other.name = "Other"
    #expect(
      problems {
        _ = try Planner.plan(
          from: document(schema(2)), through: [document(schema(1)), document(other)])
      } == [
        "different-schema: 'Other' is another schema than 'Library'",
        "version-order: version 1.0.0 does not come after 2.0.0\n  write a higher number than 2.0.0 here",
      ])
  }

  @Test func `a thousand related entities are planned in one stage`()
    throws
  {
    let versions = (1...3).map { version in
      let entities = (0..<1_000).map { number in
        Entity(
          "E\(number)", parent: number > 0 && number < 500 ? "E0" : nil,
          attributes: [
            Attribute("a\(number)x\(version)", .string, renamedFrom: "a\(number)x\(version - 1)")
          ],
          relationships: [
            Relationship("next\(number)", .toOne, "E\((number + 1) % 1_000)", isOptional: true)
          ])
      }
      return document(Schema(name: "Large", version: Version(version), entities: entities))
    }
    let plan = try Planner.plan(from: versions[0], through: Array(versions.dropFirst()))
    #expect(plan.hops.map(\.changes.count) == [1_000, 1_000])
    #expect(plan.stages.count == 1)
  }

  @Test func `the problems of all hops are reported at once`() {
    let documents = [
      document(schema(1, Entity("Book", attributes: [title]))),
      document(schema(2, Entity("Book", attributes: [Attribute("b", .bool, renamedFrom: "x")]))),
      document(schema(3, Entity("Book", attributes: [Attribute("c", .bool)]))),
    ]
    let found = problems {
      _ = try Planner.plan(from: documents[0], through: Array(documents.dropFirst()))
    }
    #expect(found.map { $0.prefix { $0 != ":" } } == ["probable-rename", "rename-source-missing"])
  }
}

struct KindAssertionTests {
  private let old = schema(1, Entity("Book"))
  private let lightweight = schema(
    2, Entity("Book", attributes: [Attribute("a", .bool, isOptional: true)]))
  private let custom = schema(2, Entity("Book", attributes: [Attribute("a", .bool)]))
  private let count = MigrationDeclaration.Check.count(entity: "Book", equals: nil)

  private func outcome(_ new: Schema, _ migration: MigrationDeclaration) -> [String] {
    let places: [SchemaPath: Int] = [
      SchemaPath(["migration"]): 8, SchemaPath(["migration", "kind"]): 9,
      .property("a", of: "Book", .attributes): 4,
    ]
    return problems {
      _ = try Planner.plan(
        from: document(old), through: [document(new, migration: migration, places: places)])
    }
  }

  @Test func `an assertion that holds is no problem`() {
    #expect(outcome(lightweight, .init(kind: .lightweight)) == [])
    #expect(outcome(lightweight, .init(kind: .custom, after: [count])) == [])
    #expect(outcome(lightweight, .init(after: [count])) == [])
    #expect(outcome(custom, .init(kind: .custom)) == [])
  }

  @Test func `lightweight is refused with the reasons why it is custom`() {
    #expect(
      outcome(custom, .init(kind: .lightweight, after: [count])) == [
        """
        V2.yaml:9:3: asserted-lightweight: the migration to 2.0.0 is asserted to be lightweight, \
        but is custom
          attribute Book.a: bool: a new required attribute without a default has no value for \
        existing objects
          checks and maps are declared, which an inferred migration does not carry out
          write 'kind: custom' if a stage of the app or this file does the rest, or undo the changes
        """
      ])
  }

  @Test func `custom holds where every change can be inferred, as code of the app may do more`()
    throws
  {
    #expect(outcome(lightweight, .init(kind: .custom)) == [])
    let plan = try Planner.plan(
      from: document(old), through: [document(lightweight, migration: .init(kind: .custom))])
    #expect(plan.hops.map(\.classification) == [.custom])
  }
}

struct DeclarationProblemTests {
  @Test func `names that do not exist are reported with the nearest one, at their place`() {
    let old = schema(1, Entity("Book", attributes: [Attribute("title", .string)]))
    let new = schema(
      2,
      Entity(
        "Book",
        attributes: [Attribute("title", .string), Attribute("mood", .string, isTransient: true)],
        relationships: [
          Relationship("notes", .toMany, "Note", inverse: "book"),
          Relationship("links", .toMany, "Note"),
          Relationship("sleeve", .toOne, "Sleeve", isOptional: true, inverse: "book"),
        ]),
      Entity(
        "Note",
        relationships: [
          Relationship("book", .toOne, "Book", isOptional: true, inverse: "notes")
        ]),
      Entity("Sleeve", relationships: [Relationship("book", .toOne, "Book", inverse: "sleeve")]))
    let migration = MigrationDeclaration(
      before: [.count(entity: "Boook", equals: nil), .count(entity: "Note", equals: nil)],
      maps: [
        .init(
          "Book",
          properties: [
            "titel": "1", "mood": "1", "notes": "1", "links": "1", "sleeve": "1", "title": "1",
          ]), .init("Nite"), .init("Note", properties: ["book": "1"]),
      ],
      after: [.count(entity: "Note", equals: nil), .count(entity: "Quote", equals: nil)])
    let map = SchemaPath(["migration", "map"])
    let places: [SchemaPath: Int] = [
      SchemaPath(["migration"]): 1, map.appending("Book", "titel"): 12, map.appending("Nite"): 14,
    ]
    #expect(
      problems {
        _ = try Planner.plan(
          from: document(old),
          through: [document(new, migration: migration, places: places, isRead: false)])
      } == [
        """
        V2.yaml:1:3: inverse-expression: the links of 'Book.sleeve' are stored from its inverse
          give 'Sleeve.book' an expression instead
        """,
        """
        V2.yaml:1:3: to-many-expression: to-many 'Book.links' is not stored with its object and \
        takes no expression
        """,
        """
        V2.yaml:1:3: to-many-expression: to-many 'Book.notes' is not stored with its object and \
        takes no expression
          give 'Note.book' an expression instead
        """,
        """
        V2.yaml:1:3: transient-expression: attribute 'Book.mood' is not stored and takes no \
        expression
        """,
        """
        V2.yaml:1:3: unknown-entity: version 1.0.0 has no entity 'Boook'
          did you mean 'Book'?
        """,
        """
        V2.yaml:1:3: unknown-entity: version 1.0.0 has no entity 'Note'
          version 1.0.0 has: Book
        """,
        """
        V2.yaml:1:3: unknown-entity: version 2.0.0 has no entity 'Quote'
          did you mean 'Note'?
        """,
        """
        V2.yaml:12:3: unknown-property: entity 'Book' has no property 'titel'
          did you mean 'title'?
        """,
        """
        V2.yaml:14:3: unknown-entity: version 2.0.0 has no entity 'Nite'
          did you mean 'Note'?
        """,
      ])
  }
}

struct PlanDigestTests {
  private let old = schema(1, Entity("Book", attributes: [Attribute("title", .string)]))
  private let new = schema(
    2,
    Entity(
      "Book",
      attributes: [Attribute("title", .string), Attribute("a", .bool, isOptional: true)]))

  @Test func `the same versions give the same digest, wherever they stand`() throws {
    let here = try Planner.plan(from: document(old), through: [document(new)])
    let there = try Planner.plan(
      from: document(old), through: [document(new, places: [.entity("Book"): 9])])
    #expect(here.digest == there.digest)
    #expect(here.digest.count == 64)
  }

  @Test func `different work, checks or assertions give another digest`() throws {
    var other = new
    other.entities[0].attributes[1].defaultValue = .literal(.bool(true))
    let digests = [
      try plan(old, new), try plan(old, other),
      try plan(old, new, .init(after: [.count(entity: "Book", equals: nil)])),
      try plan(old, new, .init(after: [.count(entity: "Book", equals: 1)])),
      try plan(old, new, .init(maps: [.init("Book", properties: ["a": "1"])])),
      try plan(old, new, .init(maps: [.init("Book", filter: "1")])), try plan(old, old.next),
    ].map(\.digest)
    #expect(Set(digests).count == digests.count)
  }
}

extension Schema {
  /// The same schema as the next version.
  fileprivate var next: Schema {
    var copy = self
    copy.version = Version(version.major + 1)
    return copy
  }
}
