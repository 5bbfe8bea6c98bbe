import HTMLReport
import SchemaModel
import TestSupport
import Testing

struct ModelDiagramTests {
  private func drawing(of schema: Schema) -> String {
    let diagram = ModelDiagram(of: schema)
    return diagram.svg(.layered(diagram.graph), named: schema.name) { Anchor($0) }.markup
  }

  @Test func `an entity is a box with its attributes, their types and what is unique`() {
    let book = Entity(
      "Book",
      attributes: [Attribute("isbn", .string), Attribute("pages", .int64, isOptional: true)],
      uniquenessConstraints: [["isbn"]])
    #expect(
      drawing(of: Schema(name: "App", version: Version(1), entities: [book])) == """
        <svg class="diagram" role="img" aria-label="Diagram of App" width="154" height="94" \
        style="min-width: 92.4px" viewBox="-10 -10 154 94">\
        <g class="entity" transform="translate(0 0)">\
        <rect class="body" x="0" y="0" width="134" height="74" rx="6"></rect>\
        <rect class="head" x="0" y="0" width="134" height="30" rx="6"></rect>\
        <a href="#Book"><title>Book</title><text class="name" x="12" y="20">Book</text></a>\
        <g class="row unique"><title>isbn: string, unique</title>\
        <text class="property" x="12" y="46">isbn ◆</text>\
        <text class="type" x="122" y="46" text-anchor="end">string</text></g>\
        <g class="row"><title>pages: int?</title>\
        <text class="property" x="12" y="64">pages</text>\
        <text class="type" x="122" y="64" text-anchor="end">int?</text></g></g></svg>
        """)
  }

  @Test func `a relationship has a label with the delete rules of both its ends`() {
    let schema = Schema(
      name: "App", version: Version(1),
      entities: [
        Entity(
          "Book",
          relationships: [
            Relationship("notes", .toMany, "Note", inverse: "book", deleteRule: .cascade)
          ]),
        Entity(
          "Note",
          relationships: [Relationship("book", .toOne, "Book", isOptional: true, inverse: "notes")]),
      ])
    let diagram = ModelDiagram(of: schema)
    #expect(diagram.graph.boxes.count == 3)
    #expect(diagram.graph.edges == [.init(0, 2), .init(2, 1)])
    let drawing = drawing(of: schema)
    #expect(drawing.contains(#"→ notes <tspan class="rule cascade">cascade</tspan>"#))
    #expect(drawing.contains(#"← book <tspan class="rule nullify">nullify</tspan>"#))
    #expect(drawing.contains(#"marker-start="url(#page.end-one)""#))
    #expect(drawing.contains(#"marker-end="url(#page.end-many)""#))
  }

  @Test func `a relationship of an entity to itself, a parent and a missing inverse are drawn`() {
    let schema = Schema(
      name: "App", version: Version(1),
      entities: [
        Entity(
          "Person", isAbstract: true,
          relationships: [
            Relationship("friends", .toMany, "Person", inverse: "friends"),
            Relationship("home", .toOne, "Place"),
            Relationship("missing", .toOne, "Nothing"),
          ]),
        Entity("Reader", parent: "Person"), Entity("Place"),
      ])
    let diagram = ModelDiagram(of: schema)
    #expect(
      diagram.graph.edges == [.init(0, 3), .init(3, 0), .init(0, 4), .init(4, 2), .init(0, 1)])
    let drawing = drawing(of: schema)
    #expect(drawing.contains("↺ friends "))
    #expect(drawing.contains("→ home "))
    #expect(drawing.contains(#"class="line inherits""#))
    #expect(drawing.contains(#"class="entity abstract""#))
  }

  @Test func `a long list of attributes is cut, and says how many are left out`() {
    let attributes = (1...40).map { Attribute("attribute\($0)", .string) }
    let schema = Schema(
      name: "App", version: Version(1), entities: [Entity("Book", attributes: attributes)])
    #expect(drawing(of: schema).contains("… 17 more</text>"))
  }

  @Test(arguments: try RepositorySchemas.names())
  func `no box or label of a real model covers another`(_ name: String) throws {
    let newest = try #require(try RepositorySchemas.history(of: name).newest?.schema)
    let graph = ModelDiagram(of: newest).graph
    let layout = DiagramLayout.layered(graph)
    for first in graph.boxes.indices {
      for second in graph.boxes.indices where second > first {
        let (a, b) = (layout.origins[first], layout.origins[second])
        #expect(
          a.x + graph.boxes[first].width <= b.x || b.x + graph.boxes[second].width <= a.x
            || a.y + graph.boxes[first].height <= b.y || b.y + graph.boxes[second].height <= a.y)
      }
    }
  }
}
