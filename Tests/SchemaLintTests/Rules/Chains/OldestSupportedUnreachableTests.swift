import SchemaLint
import SchemaModel
import Testing

struct OldestSupportedUnreachableTests {
  static var context: LintContext { LintContext(oldestSupported: ["Library": Version(1)]) }

  @Test func `a version without a file is flagged at the next version`() throws {
    try expect(
      OldestSupportedUnreachable(), in: "version: 0.9.0\nentities: {Book: {}}",
      """
      version: 2.0.0
      # ! 'Library' 1.0.0 is still in the field, and no schema file describes it
      # + bring its file back, or raise 'oldest-supported' in migrate.yml once no store of it is left
      # + known versions are 0.9.0, 2.0.0
      entities: {Book: {attributes: {title: string?}}}
      """, context: Self.context)
  }

  @Test func `a version with a file, and a model without an oldest version, are not flagged`()
    throws
  {
    try expect(
      OldestSupportedUnreachable(), in: "entities: {Book: {}}", context: Self.context)
    try expect(
      OldestSupportedUnreachable(), in: "version: 2.0.0\nentities: {Book: {}}",
      context: LintContext(oldestSupported: ["Other": Version(1)]))
  }
}
