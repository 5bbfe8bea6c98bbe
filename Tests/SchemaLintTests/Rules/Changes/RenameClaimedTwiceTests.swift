import SchemaLint
import Testing

struct RenameClaimedTwiceTests {
  private static let library = "entities: {Book: {attributes: {name: string, isbn: string}}}"

  @Test func `the second claim is flagged`() throws {
    try expect(
      RenameClaimedTwice(), in: Self.library,
      """
      entities:
        Book:
          attributes:
            title: {type: string, renamedFrom: name}
            isbn: string
            sortTitle: {type: string, renamedFrom: name}
            # ! attribute 'sortTitle' is renamed from 'name', and so is 'title'
            # + keep renamedFrom on one of the two, and give the other a value with 'using' under
            #   migration
      """)
  }

  @Test func `one claim each, also by properties of different entities, is not flagged`() throws {
    try expect(
      RenameClaimedTwice(),
      in: "entities: {Book: {attributes: {name: string}}, Shelf: {attributes: {name: string}}}",
      """
      entities:
        Book: {attributes: {title: {type: string, renamedFrom: name}}}
        Shelf: {attributes: {label: {type: string, renamedFrom: name}}}
      """)
  }
}
