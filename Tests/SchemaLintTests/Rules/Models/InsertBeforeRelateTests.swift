import Diagnostics
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

  @Test func `the look-up is named, with what to move`() {
    #expect(
      findings(of: InsertBeforeRelate(), in: Self.example.bad) == """
        migration.map.Edition.work: 'Edition.work' is looked up in 'Work', whose objects come \
        only after the objects of 'Edition'
          migration.map.Work: move 'Work' above 'Edition' under 'map'
        """)
  }

  @Test func `a row of a test that leads to a later one is moved, or its entity`() throws {
    let place = SourceLocation(file: "tests/a.yaml", line: 5, column: 7)
    func fixes(_ rows: TestRows.Row...) throws -> [[Fix.Edit]] {
      let rows = TestRows(
        file: "tests/a.yaml", path: SchemaPath(["cases", "0", "rows"]), rows: rows)
      let model = try MarkedModel(["entities: {Book: {}, Note: {}, Author: {}}"])
      var context = LintContext()
      context.testRows = ["Library": [rows]]
      return model.report(context: context).findings.map { judged in
        #expect(judged.finding.rule == InsertBeforeRelate.id)
        #expect(judged.diagnostic.location == place)
        return judged.finding.fix?.edits ?? []
      }
    }
    func row(_ name: String?, _ entity: String, to others: String...) -> TestRows.Row {
      TestRows.Row(name, of: entity, links: others.map { .init("link", to: $0, at: place) })
    }
    func moved(_ key: String, before other: String, below entity: String? = nil) -> Fix.Edit {
      let path = SchemaPath(["cases", "0", "rows"])
      return .move(key: key, before: other, in: entity.map { path.appending($0) } ?? path)
    }
    #expect(try fixes(row("a", "Book"), row(nil, "Note", to: "a", "missing")) == [])
    #expect(
      try fixes(row(nil, "Note", to: "a"), row("a", "Book")) == [[moved("Book", before: "Note")]])
    #expect(
      try fixes(row("a", "Book", to: "b"), row("b", "Book")) == [
        [moved("b", before: "a", below: "Book")]
      ])
    // What is moved needs something that comes with it.
    #expect(
      try fixes(row("n", "Note", to: "a"), row("h", "Author"), row("a", "Book", to: "h")) == [
        [moved("Author", before: "Note"), moved("Book", before: "Note")]
      ])
    // They need each other.
    #expect(try fixes(row("a", "Book", to: "b"), row("b", "Book", to: "a")) == [[]])
    #expect(try fixes(row("n", "Note", to: "a"), row("a", "Book", to: "n")) == [[]])
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
