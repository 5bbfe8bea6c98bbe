import Diagnostics
import SchemaLint
import SchemaModel
import SchemaYAML
import TestSupport
import Testing

/// A model whose stores no framework of Apple opens.
struct NoPlatformTests {
  private func findings(_ versions: String...) throws -> [String] {
    let folder = try TemporaryFolder()
    for (number, text) in versions.enumerated() {
      let base = number == 0 ? "" : "extends: V\(number).yaml\n"
      try folder.write(
        "schema: Files\nversion: \(number + 1).0.0\n\(base)\(text)\n", to: "V\(number + 1).yaml")
    }
    let history = try SchemaReader.history(inDirectory: folder.path)
    return Linter.report(on: [history]).diagnostics.map {
      "\($0.severity.rawValue) \($0.code): \($0.message)"
    }
  }

  private static let file = """
    entities:
      file:
        table: file
        primaryKey: [id]
        attributes: {id: int, hash: data?, description: string?, Z_size: int?}
    """

  @Test func `names of the platform are names like any other`() throws {
    #expect(try findings(Self.file) == [])
    #expect(
      try findings(Self.file.replacing("    table: file\n    primaryKey: [id]\n", with: "")).map {
        $0.prefix { $0 != ":" }
      } == ["error reserved-name", "error reserved-name", "error reserved-name"])
  }

  @Test(arguments: [
    "entities: {file: {indexes: [[hash]]}}",
    "entities: {file: {attributes: {Z_size: int? = 1}}}",
  ])
  func `a version that differs only outside of the hashes is a version of its own`(_ change: String)
    throws
  {
    #expect(try findings(Self.file, change) == [])
  }

  @Test func `two versions of the same tables are a warning, but for one just begun`() throws {
    #expect(
      try findings(Self.file, "") == [
        "note identical-versions: nothing is different yet in 2.0.0 from 1.0.0"
      ])
    #expect(
      try findings(Self.file, "", "entities: {file: {indexes: [[hash]]}}") == [
        "warning identical-versions: 1.0.0 and 2.0.0 have the same tables, and nothing "
          + "distinguishes their databases"
      ])
  }

  @Test func `links and keys that a database holds are no errors`() throws {
    #expect(
      try findings(
        """
        platform: none
        entities:
          folder:
            attributes: {name: string, photo: data?}
            relationships:
              parent: {toOne: folder, inverse: children, delete: nullify}
              children: {toMany: folder, inverse: parent, delete: deny}
              owner: {toOne: user, delete: nullify}
          user: {attributes: {name: string}}
        """) == [])
  }

  @Test func `without a platform an edited release is still reported, and only rules are off`() {
    #expect(RuleRegistry.platformRules.isDisjoint(with: ["released-version-edited"]))
    #expect(RuleRegistry.platformRules.allSatisfy { RuleRegistry.rule($0) != nil })
  }
}
