import SchemaLint
import SchemaModel
import Testing

struct VersionOrderTests {
  @Test func `versions in another order than their files are flagged`() throws {
    try expect(
      VersionOrder(),
      in: """
        version: 3.0.0
        entities: {Book: {}}
        """,
      "version: 1.0.0\nentities: {Book: {}}",
      """
      version: 2.0.0
      # ! 'V3.yaml' has version 2.0.0, and 'V1.yaml' the later 3.0.0
      # + write 'version: 4.0.0', which is free, or give the files the order of their versions
      entities: {Book: {}}
      """)
  }

  @Test func `two files of one version are no step, and are reported when they are read`() {
    let twice = SchemaHistory([document([Entity("Book")]), document([Entity("Note")])])
    #expect(Linter.report(on: [twice]).findings == [])
  }

  @Test func `versions in the order of their files are not`() throws {
    try expect(
      VersionOrder(), in: "version: 1.9.0\nentities: {Book: {}}",
      "version: 1.10.0\nentities: {Book: {}}")
  }
}
