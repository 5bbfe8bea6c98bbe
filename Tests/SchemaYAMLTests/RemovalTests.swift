import Diagnostics
import SchemaModel
import Testing

struct RemovalTests {
  @Test func `the removals of a version are kept with their lines`() throws {
    let folder = try SchemaFolder([
      "V1.yaml": """
      schema: Library
      version: 1.0.0
      entities:
        Book:
          attributes: {title: string, pages: int}
          relationships:
            shelf: {toOne: Shelf?, inverse: books, delete: nullify}
        Shelf:
          relationships:
            books: {toMany: Book, inverse: shelf, delete: nullify}
      """,
      "V2.yaml": """
      schema: Library
      version: 2.0.0
      extends: V1.yaml
      removed:
        attributes: [Book.pages]
        relationships: [Book.shelf]
        entities:
          - Shelf
      """,
    ])
    let document = try folder.document("V2.yaml")
    #expect(
      document.removals == [
        .entity("Shelf"), .property("pages", of: "Book", .attributes),
        .property("shelf", of: "Book", .relationships),
      ])
    let places = document.removals.map { document.sources.exactLocation(of: removed($0)) }
    #expect(Set(places.map { $0?.line }) == [5, 6, 8])
  }

  @Test func `a property that is removed while a list still has it is reported at the removal`()
    throws
  {
    let folder = try SchemaFolder([
      "V1.yaml": """
      schema: Zoo
      version: 1.0.0
      entities:
        Animal:
          attributes: {name: string, color: string, order: int, age: int}
          unique: [[name]]
        Keeper:
          parent: Animal
          attributes: {badge: int, shift: string}
          unique: [[color, order], [badge]]
          indexes: [[-shift, name]]
      """,
      "V2.yaml": """
      schema: Zoo
      version: 2.0.0
      extends: V1.yaml
      removed:
        attributes: [Animal.color, Keeper.shift, Keeper.badge, Animal.age]
        unique: {Keeper: [[badge]]}
      """,
      "V3.yaml": """
      schema: Zoo
      version: 3.0.0
      extends: V1.yaml
      removed:
        attributes: [Animal.color, Keeper.shift]
        unique: {Keeper: [[color, order]]}
        indexes: {Keeper: [[-shift, name]]}
      """,
    ])
    #expect(
      folder.report("V2.yaml") == """
        V2.yaml:5:16 invalid-removal: 'Animal.color' is removed, but 'unique' of 'Keeper' still lists it: [color, order]
          note: remove it too: {unique: {Keeper: [[color, order]]}} under 'removed'
        V2.yaml:5:30 invalid-removal: 'Keeper.shift' is removed, but 'indexes' of 'Keeper' still lists it: [-shift, name]
          note: remove it too: {indexes: {Keeper: [[-shift, name]]}} under 'removed'
        """)
    #expect(folder.report("V3.yaml") == "nothing")
  }

  @Test func `an initializer that has a removed property is reported at the removal`()
    throws
  {
    let folder = try SchemaFolder([
      "V1.yaml": """
      schema: Zoo
      version: 1.0.0
      entities:
        Stop: {initializer: [place, name], attributes: {place: string, name: string}}
      """,
      "V2.yaml": """
      schema: Zoo
      version: 2.0.0
      extends: V1.yaml
      removed: {attributes: [Stop.place]}
      """,
    ])
    #expect(
      folder.report("V2.yaml") == """
        V2.yaml:4:24 invalid-removal: 'Stop.place' is removed, but 'initializer' of 'Stop' still lists it: [place, name]
          note: write under 'entities': {Stop: {initializer: [name]}}
        """)
  }

  private func removed(_ path: SchemaPath) -> SchemaPath {
    SchemaPath(["removed"] + path.components)
  }
}
