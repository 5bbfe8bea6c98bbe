import SchemaLint
import SchemaModel
import Testing

struct InsertBeforeRelateTests {
  static let lookUp = MigrationDeclaration.EntityMap(
    "Edition", properties: ["work": "(SELECT _id FROM Work WHERE Work.title = workTitle)"])
  static let works = MigrationDeclaration.EntityMap("Work", properties: ["title": "trim(title)"])

  static let example = RuleExample(bad: tracker([lookUp, works]), good: tracker([works, lookUp]))

  private static func tracker(_ maps: [MigrationDeclaration.EntityMap]) -> SchemaDocument {
    document(
      [
        Entity(
          "Work", attributes: [Attribute("title", .string)],
          relationships: [Relationship("best", .toOne, "Edition", isOptional: true)]),
        Entity(
          "Edition", relationships: [Relationship("work", .toOne, "Work", isOptional: true)]),
      ], migration: MigrationDeclaration(maps: maps))
  }

  @Test func `the look-up is named, and what to move`() {
    #expect(
      findings(of: InsertBeforeRelate(), in: Self.example.bad) == """
        migration.map.Edition.work: 'Edition.work' is looked up in 'Work', whose objects come \
        only after those of 'Edition'
          migration.map.Work: move 'Work' above 'Edition' under 'map'
        """)
  }

  @Test func `the fix moves the later map up`() {
    #expect(
      InsertBeforeRelate().findings(in: Self.example.bad).map(\.fix) == [
        Fix(
          .safe,
          [.move(key: "Work", before: "Edition", in: SchemaPath(["migration", "map"]))])
      ])
  }

  @Test func `two maps that look each other up have no order to propose`() {
    let back = MigrationDeclaration.EntityMap(
      "Work", properties: ["best": "(SELECT _id FROM Edition LIMIT 1)"])
    let found = InsertBeforeRelate().findings(in: Self.tracker([Self.lookUp, back]))
    #expect(found.map(\.fix) == [nil])
    #expect(
      found.flatMap(\.notes).map(\.message.description) == [
        "'Work' looks up objects that come later, too: give one of the links in the next version"
      ])
  }

  @Test func `an attribute, a name in a string and an entity without a map are not flagged`() {
    let innocent: [[MigrationDeclaration.EntityMap]] = [
      [.init("Work", properties: ["title": "(SELECT 1 FROM Edition)"]), Self.lookUp],
      [.init("Edition", properties: ["work": "iif(kind = 'Work', 1, 2)"]), Self.works],
      [Self.lookUp],
    ]
    for maps in innocent {
      #expect(findings(of: InsertBeforeRelate(), in: Self.tracker(maps)) == "")
    }
  }
}
