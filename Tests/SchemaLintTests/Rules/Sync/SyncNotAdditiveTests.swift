import SchemaLint
import SchemaModel
import Testing

struct SyncNotAdditiveTests {
  private static let first = """
    profile: cloudkit
    entities:
      Book: {attributes: {name: string?, pages: int?}}
      Shelf: {}
    """
  private static let second = """
    profile: cloudkit
    version: 2.0.0
    # ! CloudKit keeps what is in production and cannot follow: - entity Shelf
    # + keep the old one as it is, add a new one, and let the app fill it
    entities:
      Book:
        attributes:
          title: {type: string, optional: true, renamedFrom: name}
          # ! CloudKit keeps what is in production and cannot follow: > attribute Book.title, until now
          #   'name'
          # + keep the old one as it is, add a new one, and let the app fill it
          pages: double?
          # ! CloudKit keeps what is in production and cannot follow: ~ attribute Book.pages: int to
          #   double
          # + keep the old one as it is, add a new one, and let the app fill it
          isbn: string?
      Note: {}
    """

  @Test func `removals, renames and other types are flagged, additions are not`() throws {
    try expect(SyncNotAdditive(), in: Self.first, Self.second)
  }

  @Test func `before a release everything may change`() throws {
    let unmarked = Self.second.split(separator: "\n").filter { !$0.contains("# ") }
      .joined(separator: "\n")
    let pinned = ReleasedVersion(version: Version(0, 9), definitionDigest: "")
    try expect(
      SyncNotAdditive(), in: Self.first, unmarked,
      context: LintContext(released: ["Library": [pinned]]))
  }
}
