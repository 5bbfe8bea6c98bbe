import SchemaLint
import Testing

struct DropEntityTests {
  private static let library = """
    entities:
      Book:
        attributes: {title: string}
      Shelf:
        attributes: {label: string, room: string, floor: int}
    """

  @Test func `a removed entity is flagged at its removal`() throws {
    try expect(
      DropEntity(), in: Self.library,
      """
      extends: V1.yaml
      removed:
        entities: [Shelf]
        # ! every 'Shelf' is deleted in 2.0.0, with all its values
        # + if it has another name now, write 'renamedFrom: Shelf' at the new name; if the loss is
        #   meant, write '# migrate:ignore drop-entity -- reason' at the end of the line; 'migrate
        #   plan' and 'migrate apply' then take '--allow drop-entity:Shelf'
      """)
  }

  @Test func `an entity that is left out of a whole version is flagged at the version`() throws {
    try expect(
      DropEntity(), in: Self.library,
      """
      version: 2.1.0
      # ! every 'Shelf' is deleted in 2.1.0, with all its values
      # + if it has another name now, write 'renamedFrom: Shelf' at the new name; if the loss is
      #   meant, write '# migrate:ignore drop-entity -- reason' at the end of the line; 'migrate plan'
      #   and 'migrate apply' then take '--allow drop-entity:Shelf'
      entities:
        Book:
          attributes: {title: string}
      """)
  }

  @Test func `an entity that is or may be renamed, is read first or has no objects is not flagged`()
    throws
  {
    let later = [
      "  Rack: {renamedFrom: Shelf, attributes: {label: string, room: string, floor: int}}",
      "  Rack: {attributes: {label: string, room: string, floor: int}}",
      """
      migration:
        map:
          Book:
            title: {using: "(SELECT max(label) FROM Shelf)"}
      """,
      """
        Rack: {attributes: {label: string}}
        Room: {attributes: {room: string}}
      migration:
        map:
          Rack: {from: {Shelf: {where: floor = 1}}}
          Room: {from: {Shelf: {where: floor <> 1}}}
      """,
    ]
    for text in later {
      try expect(
        DropEntity(), in: Self.library,
        "entities:\n  Book:\n    attributes: {title: string}\n" + text)
    }
    try expect(
      DropEntity(), in: "entities:\n  Book: {}\n  Thing: {abstract: true}", "entities:\n  Book: {}")
  }

  @Test func `a store without objects makes the finding a note, and objects are counted`() throws {
    let versions = [Self.library, "extends: V1.yaml\nremoved: {entities: [Shelf]}"]
    #expect(
      try StoreOf.one(.objects(entity: "Shelf"), count: 0).judges(DropEntity(), in: versions) == [
        "note: no object in 'library.store' is affected"
      ])
    #expect(
      try StoreOf.one(.objects(entity: "Shelf"), count: 12).judges(DropEntity(), in: versions) == [
        "error: 12 objects in 'library.store' are affected"
      ])
  }
}
