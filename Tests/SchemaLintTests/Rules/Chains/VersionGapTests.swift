import SchemaLint
import Testing

struct VersionGapTests {
  @Test(arguments: [
    ("1.0.0", "3.0.0", "2.0.0"), ("1.1.0", "1.3.0", "1.2.0"), ("1.1.2", "1.1.4", "1.1.3"),
  ])
  func `a number that is left out is flagged`(before: String, after: String, missing: String) throws
  {
    try expect(
      VersionGap(), in: "version: \(before)\nentities: {Book: {}}",
      """
      version: \(after)
      # ! \(after) comes directly after \(before): where is \(missing)?
      # + bring its file back, or number the versions one after the other
      entities: {Book: {attributes: {title: string?}}}
      """)
  }

  @Test(arguments: [
    ("1.0.0", "2.0.0"), ("1.4.2", "2.0.0"), ("1.4.2", "1.5.0"), ("1.4.2", "1.4.3"),
    ("1.9.0", "1.10.0"),
  ])
  func `a number that follows is not`(before: String, after: String) throws {
    try expect(
      VersionGap(), in: "version: \(before)\nentities: {Book: {}}",
      "version: \(after)\nentities: {Book: {attributes: {title: string?}}}")
  }
}
