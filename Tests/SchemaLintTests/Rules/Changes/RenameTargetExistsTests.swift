import SchemaLint
import Testing

struct RenameTargetExistsTests {
  private static let library = "entities: {Book: {attributes: {title: string, name: string}}}"

  @Test func `a name that was taken is flagged`() throws {
    try expect(
      RenameTargetExists(), in: Self.library,
      """
      entities:
        Book:
          attributes:
            title: {type: string, renamedFrom: name}
            # ! attribute 'title' is renamed from 'name', but the previous version has a 'title' too:
            #   its values would be lost
            # + leave renamedFrom out and list 'name' under 'removed', or rename in a version after
            #   the one that removes 'title'
      """)
  }

  @Test func `a name that was free is not`() throws {
    try expect(
      RenameTargetExists(), in: Self.library,
      """
      entities:
        Book:
          attributes: {title: string, label: {type: string, renamedFrom: name}}
      """)
  }
}
