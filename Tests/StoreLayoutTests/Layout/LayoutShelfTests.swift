import SchemaModel
import Testing

@testable import StoreLayout

struct LayoutShelfTests {
  private func schema(_ version: Int, _ attribute: String = "title") -> Schema {
    Schema(
      name: "Library", version: Version(version),
      entities: [Entity("Book", attributes: [Attribute(attribute, .string)])])
  }

  @Test func `each schema gets its own layout, however many were asked for before`() {
    let shelf = LayoutShelf(room: 2)
    let schemas = [1, 2, 1, 3, 2, 1, 1].map { schema($0) }
    for schema in schemas { #expect(shelf.layout(of: schema) == StoreLayout(making: schema)) }
  }

  @Test func `a schema of the same name and version with other attributes is another`() {
    let shelf = LayoutShelf(room: 2)
    for schema in [schema(1), schema(1, "name"), schema(1)] {
      #expect(shelf.layout(of: schema).schema == schema)
      #expect(shelf.layout(of: schema) == StoreLayout(making: schema))
    }
  }

  @Test func `threads that ask at once all get what they asked for`() async {
    let shelf = LayoutShelf(room: 2)
    let schemas = (0..<64).map { schema($0 % 5) }
    await withTaskGroup(of: Bool.self) { group in
      for schema in schemas { group.addTask { shelf.layout(of: schema).schema == schema } }
      for await isRight in group { #expect(isRight) }
    }
  }
}
