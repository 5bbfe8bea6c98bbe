import Diagnostics
import Foundation
import SchemaModel
import SchemaYAML
import TestSupport
import Testing

/// The published JSON Schema, with which editors complete and check schema files.
struct JSONSchemaTests {
  private let checker: JSONSchemaChecker

  init() throws {
    let path = RepositorySchemas.folder + "/schema.json"
    checker = JSONSchemaChecker(root: try Self.tree(file: path))
  }

  private static func tree(file path: String) throws -> JSONTree {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return JSONTree(try YAMLDocument(parsing: text, name: path).root)
  }

  private func problems(_ text: String) throws -> [String] {
    checker.problems(of: JSONTree(try YAMLDocument(parsing: text, name: "s.yaml").root))
  }

  @Test func `every schema file of the repository is valid`() throws {
    var count = 0
    for folder in try SchemaReader.systems(inDirectory: RepositorySchemas.folder) {
      for version in try SchemaReader.history(inDirectory: folder).versions {
        let file = try #require(version.file)
        #expect(checker.problems(of: try Self.tree(file: file)) == [], "\(file)")
        count += 1
      }
    }
    #expect(count == 12)
  }

  @Test(arguments: 0..<50)
  func `whatever is written is valid`(seed: Int) throws {
    var random = RandomSchemas(seed: UInt64(seed))
    let schema = random.schema()
    let text = SchemaWriter.yaml(of: schema, migration: random.migration(for: schema))
    #expect(try problems(text) == [])
  }

  @Test(arguments: [
    ("entites: {}", [".entites: additionalProperties"]),
    ("removed: {entities: [A]}", [": dependentRequired"]),
    ("entities: {A: {atributes: {}}}", [".entities.A.atributes: additionalProperties"]),
    ("entities: {A: {abstract: yes}}", [".entities.A.abstract: type"]),
    ("entities: {A: {unique: [a]}}", [".entities.A.unique[0]: type"]),
    ("entities: {A: {attributes: {a: {typ: int}}}}", [".entities.A.attributes.a: anyOf"]),
    ("entities: {A: {attributes: {a: 1}}}", [".entities.A.attributes.a: anyOf"]),
    ("entities: {A: {relationships: {a: {inverse: b}}}}", [".entities.A.relationships.a: oneOf"]),
    (
      "entities: {A: {relationships: {a: {toOne: A, delete: drop}}}}",
      [".entities.A.relationships.a.delete: enum"]
    ),
    ("entities: {A: {rules: [{name: r}]}}", [".entities.A.rules[0]: required"]),
    ("queries: {q: {where: x}}", [".queries.q: required"]),
    ("queries: {q: {from: A, limit: -1}}", [".queries.q.limit: minimum"]),
    ("enums: {E: {raw: integer, cases: [a]}}", [".enums.E: anyOf"]),
    ("extends: V1.yaml\nremoved: {attributes: [a]}", [".removed.attributes[0]: pattern"]),
    ("migration: {kind: heavy}", [".migration.kind: enum"]),
    ("migration: {after: [{expect: SELECT 1}]}", [".migration.after[0]: oneOf"]),
    (
      "migration: {map: {A: {a: {use: b}}}}",
      [".migration.map.A.a.use: additionalProperties", ".migration.map.A.a: oneOf"]
    ),
  ])
  func `a mistake is found by editors too`(text: String, expected: [String]) throws {
    #expect(try problems("schema: S\nversion: 1\n" + text) == expected)
  }

  @Test func `the schema knows every key that the reader knows, and no other`() throws {
    let definitions = try #require(checker.root["$defs"])
    func keys(_ name: String, _ alternative: Int? = nil) -> [String] {
      let definition = definitions[name]
      let schema = alternative.map { definition?["anyOf"]?.elements[$0] } ?? definition
      return schema?["properties"]?.members.keys.sorted() ?? []
    }
    // The reader names all keys that it knows where a key is unlike any of them.
    let unlike = "'%'"
    let text = """
      schema: S
      version: 1
      \(unlike): 0
      enums: {E: {\(unlike): 0, cases: [a]}}
      composites: {C: {\(unlike): 0}}
      entities:
        A:
          \(unlike): 0
          attributes: {a: {type: int, \(unlike): 0}}
          relationships: {b: {toOne: A, \(unlike): 0}}
          rules: [{name: a, check: b, \(unlike): 0}]
      queries: {q: {from: A, \(unlike): 0}}
      migration: {\(unlike): 0, map: {A: {a: {using: b, \(unlike): 0}}}}
      """
    let expected = [
      checker.root["properties"]?.members.keys.sorted() ?? [], keys("enumeration", 1),
      keys("composite"), keys("entity"), keys("attribute", 1), keys("relationship"), keys("rule"),
      keys("query"), keys("migration"), keys("expression"),
    ]
    #expect(throws: DiagnosticsError.self) {
      _ = try SchemaReader.read(text: text, name: "s.yaml")
    }
    do {
      _ = try SchemaReader.read(text: text, name: "s.yaml")
    } catch {
      let known = error.diagnostics.flatMap(\.notes).map { note in
        note.message.components(separatedBy: " may have ")[1].split(
          separator: "'", omittingEmptySubsequences: false
        )
        .enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
      }
      #expect(known.map { Set($0) } == expected.map { Set($0) })
    }
  }
}
