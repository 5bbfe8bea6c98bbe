import SchemaLint
import SchemaModel
import Testing

struct RelationshipInInitializerTests {
  static let example = RuleExample(bad: tracker(["isbn", "work"]), good: tracker(["isbn"]))

  private static func tracker(_ initializer: [String]?) -> SchemaDocument {
    document([
      Entity("Work"),
      Entity(
        "Edition", attributes: [Attribute("isbn", .string)],
        relationships: [Relationship("work", .toOne, "Work", isOptional: true)],
        initializer: initializer),
    ])
  }

  @Test func `the relationship is named, with what to do instead`() {
    #expect(
      findings(of: RelationshipInInitializer(), in: Self.example.bad) == """
        entities.Edition.initializer.1: the initializer of 'Edition' takes the relationship \
        'work', which relates the object before it is inserted
          take 'work' out of the initializer; insert the 'Edition' first and set 'work' afterwards
        """)
  }

  @Test func `the fix removes the relationship from the list`() {
    #expect(
      RelationshipInInitializer().findings(in: Self.example.bad).map(\.fix) == [
        Fix(
          .unsafe,
          [.remove(value: "work", from: SchemaPath(["entities", "Edition", "initializer"]))])
      ])
  }

  @Test func `an inherited relationship counts, an unknown name and no initializer do not`() {
    var document = Self.tracker(nil)
    document.schema.entities.append(
      Entity("Paperback", parent: "Edition", initializer: ["work", "colour"]))
    #expect(
      RelationshipInInitializer().findings(in: document).map(\.place) == [
        .part(SchemaPath(["entities", "Paperback", "initializer", "0"]))
      ])
  }
}
