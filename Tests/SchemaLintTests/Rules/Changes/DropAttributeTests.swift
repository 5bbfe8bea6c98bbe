import SchemaLint
import Testing

struct DropAttributeTests {
  private static let library = """
    entities:
      Book:
        attributes: {title: string, shelfMark: string?, cache: {type: data, transient: true}}
    """

  @Test func `a removed attribute is flagged at its removal`() throws {
    try expect(
      DropAttribute(), in: Self.library,
      """
      extends: V1.yaml
      removed:
        attributes: [Book.shelfMark]
        # ! the values of 'Book.shelfMark' are lost in 2.0.0
        # + if it has another name now, write 'renamedFrom: shelfMark' at the new name; if the loss is
        #   meant, write '# migrate:ignore drop-attribute -- reason' at the end of the line; 'migrate
        #   plan' and 'migrate apply' then take '--allow drop-attribute:Book.shelfMark'
      """)
  }

  @Test func `an attribute that is left out is flagged at its entity, by the entity's old name`()
    throws
  {
    try expect(
      DropAttribute(), in: Self.library,
      """
      entities:
        Volume:
          # ! the values of 'Book.shelfMark' are lost in 2.0.0
          # + if it has another name now, write 'renamedFrom: shelfMark' at the new name; if the loss
          #   is meant, write '# migrate:ignore drop-attribute -- reason' at the end of the line;
          #   'migrate plan' and 'migrate apply' then take '--allow drop-attribute:Book.shelfMark'
          renamedFrom: Book
          attributes: {title: string}
      """)
  }

  @Test
  func `an attribute that is or may be renamed, is read first or is not stored is not flagged`()
    throws
  {
    for text in [
      "{title: string, place: {type: string, optional: true, renamedFrom: shelfMark}}",
      "{title: string, place: string?}", "{title: string, shelfMark: string?}",
    ] {
      try expect(DropAttribute(), in: Self.library, "entities:\n  Book:\n    attributes: \(text)")
    }
    try expect(
      DropAttribute(), in: Self.library,
      """
      entities:
        Book:
          attributes: {title: string}
      migration:
        map:
          Book:
            title: {using: "title || coalesce(shelfMark, '')"}
      """)
  }

  @Test func `a store without values makes the finding a note`() throws {
    let versions = [Self.library, "entities: {Book: {attributes: {title: string}}}"]
    let store = StoreOf.one(.having(property: "shelfMark", entity: "Book"), count: 0)
    #expect(
      try store.judges(DropAttribute(), in: versions) == [
        "note: no object in 'library.store' is affected"
      ])
  }

  @Test func `an attribute that is no longer stored loses its values`() throws {
    try expect(
      DropAttribute(), in: Self.library,
      """
      entities:
        Book:
          attributes:
            title: string
            shelfMark: {type: string, optional: true, transient: true}
            # ! 'Book.shelfMark' is transient in 2.0.0, and its values are lost
            # + if the loss is meant, write '# migrate:ignore drop-attribute -- reason' at the end of
            #   the line; 'migrate plan' and 'migrate apply' then take '--allow
            #   change-transience:Book.shelfMark'
      """)
  }
}
