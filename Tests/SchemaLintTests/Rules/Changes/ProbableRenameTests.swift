import SchemaLint
import Testing

struct ProbableRenameTests {
  private static let library = """
    entities:
      Book:
        attributes: {title: string, pages: int = 0}
    """

  @Test func `the line to add is printed, and the fix writes it`() throws {
    try expect(
      ProbableRename(), in: Self.library,
      """
      entities:
        Book:
          attributes:
            title: string
            pageCount: int = 0
            # ! attribute 'Book.pages' is missing while 'pageCount' of the same shape is new: renamed or
            #   removed?
            # + if it is 'pageCount' now, write: pageCount: {type: int, default: 0, renamedFrom: pages}
            # + if it is meant to go, write 'extends: V1.yaml' below the version, and at the end: removed:
            #   {attributes: [Book.pages]} # migrate:ignore drop-attribute -- reason
            # > unsafe: set renamedFrom to pages in entities.Book.attributes.pageCount
      """)
  }

  @Test func `none of several new names is chosen`() throws {
    try expect(
      ProbableRename(), in: Self.library,
      """
      entities:
        Book:
          attributes:
            title: string
            leaves: int = 0
            # ! attribute 'Book.pages' is missing while 'leaves', 'pageCount' of the same shape are new:
            #   renamed or removed?
            # + if it is 'leaves' now, write: leaves: {type: int, default: 0, renamedFrom: pages}
            # + if it is 'pageCount' now, write: pageCount: {type: int, default: 0, renamedFrom: pages}
            # + if it is meant to go, write 'extends: V1.yaml' below the version, and at the end: removed:
            #   {attributes: [Book.pages]} # migrate:ignore drop-attribute -- reason
            pageCount: int = 0
      """)
  }

  @Test func `a rename that is declared, of another shape or listed as removed is not flagged`()
    throws
  {
    for text in [
      "entities: {Book: {attributes: {title: string, n: {type: int, renamedFrom: pages}}}}",
      "entities: {Book: {attributes: {title: string, pageCount: string?}}}",
      "extends: V1.yaml\nentities: {Book: {attributes: {n: int = 0}}}\nremoved: {attributes: [Book.pages]}",
    ] {
      try expect(ProbableRename(), in: Self.library, text)
    }
  }
}
