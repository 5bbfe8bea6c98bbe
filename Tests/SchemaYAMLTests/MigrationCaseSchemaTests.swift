import Diagnostics
import Foundation
import SchemaModel
import SchemaYAML
import TestSupport
import Testing

/// The published JSON Schema for files of migration tests.
struct MigrationCaseSchemaTests {
  private let checker: JSONSchemaChecker

  init() throws {
    let path = RepositorySchemas.folder + "/tests.json"
    checker = JSONSchemaChecker(root: try Self.tree(file: path))
  }

  private static func tree(file path: String) throws -> JSONTree {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return JSONTree(try YAMLDocument(parsing: text, name: path).root)
  }

  private func problems(_ text: String) throws -> [String] {
    checker.problems(of: JSONTree(try YAMLDocument(parsing: text, name: "t.yaml").root))
  }

  @Test func `every file of tests of the repository is valid`() throws {
    var count = 0
    for folder in try SchemaReader.systems(inDirectory: RepositorySchemas.folder) {
      for file in MigrationCaseReader.files(beside: folder) {
        #expect(checker.problems(of: try Self.tree(file: file)) == [], "\(file)")
        count += 1
      }
    }
    #expect(count == 6)
  }

  @Test(arguments: [
    ("{name: a, fixture: x.store, fails: {code: c, mentions: [d]}}", []),
    ("{name: a, from: 1, to: 2.1, sample: 3, seed: 4, allow: [b], expect: []}", []),
    ("{name: a, from: 1.0.0}", [".cases[0]: oneOf"]),
    ("{name: a, from: 1.0.0, sample: 1, fixture: x}", [".cases[0]: oneOf"]),
    ("{name: a, sample: 1}", [".cases[0]: oneOf"]),
    ("{from: 1.0.0, sample: 1}", [".cases[0]: required"]),
    ("{name: a, fixture: x, expect: [], fails: {code: c}}", [".cases[0]: not"]),
    ("{name: a, fixture: x, fails: {}}", [".cases[0].fails: required"]),
    ("{name: a, fixture: x, too: 1}", [".cases[0].too: additionalProperties"]),
    ("{name: a, fixture: x, to: next}", [".cases[0].to: pattern"]),
    ("{name: a, fixture: x, expect: [{equals: 1}]}", [".cases[0].expect[0]: oneOf"]),
    ("{name: a, fixture: x, expect: [{row: b}]}", [".cases[0].expect[0]: oneOf"]),
    ("{name: a, from: 1, rows: {A: 1}}", [".cases[0].rows.A: oneOf"]),
  ])
  func `a file is held to the format`(item: String, expected: [String]) throws {
    #expect(try problems("cases: [\(item)]") == expected)
  }

  @Test func `the keys are the ones that the reader accepts`() throws {
    let keys = checker.root["$defs"]?["case"]?["properties"]?.members.keys.sorted() ?? []
    let folder = try TemporaryFolder()
    let path = try folder.write("cases: [{unknown: 1}]", to: "t.yaml")
    do {
      _ = try MigrationCaseReader.read(file: path, of: SchemaHistory([]))
      Issue.record("the key is unknown")
    } catch {
      let note = error.diagnostics.flatMap(\.notes).map(\.message).joined()
      for key in keys { #expect(note.contains("'\(key)'")) }
    }
  }
}
