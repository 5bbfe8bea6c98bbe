import Diagnostics
import Foundation
import SchemaModel
import SchemaYAML
import TestSupport
import Testing

/// Laws of editing, checked with random schemas and with the schemas of this repository.
struct YAMLEditorLawTests {
  @Test(arguments: 0..<30)
  func `an attribute that gets a key is the same but for that`(seed: Int) throws {
    var random = RandomSchemas(seed: UInt64(seed))
    let schema = random.schema()
    let text = SchemaWriter.yaml(of: schema)
    for (position, entity) in schema.entities.enumerated() {
      for (place, attribute) in entity.attributes.enumerated() {
        let path = ["entities", entity.name, "attributes", attribute.name]
        let edited = try Self.edited(text, .set(key: "hashModifier", value: "other", in: path))
        var expected = schema
        expected.entities[position].attributes[place].hashModifier = "other"
        #expect(try SchemaReader.read(text: edited, name: "s.yaml").schema == expected)
      }
    }
  }

  @Test(arguments: 0..<30)
  func `a relationship that gets a key and loses the key again is written as before`(seed: Int)
    throws
  {
    var random = RandomSchemas(seed: UInt64(seed))
    let schema = random.schema()
    let text = SchemaWriter.yaml(of: schema)
    for entity in schema.entities {
      for relationship in entity.relationships where relationship.hashModifier == nil {
        let path = ["entities", entity.name, "relationships", relationship.name]
        let edited = try Self.edited(text, .set(key: "hashModifier", value: "other", in: path))
        #expect(edited != text)
        #expect(try Self.edited(edited, .unset(key: "hashModifier", in: path)) == text)
      }
    }
  }

  @Test func `a rule added to any file of the repository changes nothing else`() throws {
    var count = 0
    for folder in try SchemaReader.systems(inDirectory: RepositorySchemas.folder) {
      for version in try SchemaReader.history(inDirectory: folder).versions {
        let file = try #require(version.file)
        let before = try SchemaReader.read(file: file)
        for (position, entity) in before.schema.entities.enumerated() {
          let path = ["entities", entity.name]
          let text = try String(contentsOfFile: file, encoding: .utf8)
          guard let editor = YAMLEditor(text: text, file: file),
            editor.depth(of: path) == path.count
          else { continue }
          let rule = YAMLEdit.append(value: "{name: n, check: 1 = 1}", to: path + ["rules"])
          let edits = try #require(editor.edits(for: rule))
          let edited = try #require(TextLines(text).applying(edits))
          let after = try SchemaReader.withEdits([file: edited]) { () throws(DiagnosticsError) in
            try SchemaReader.read(file: file)
          }
          var expected = before.schema
          expected.entities[position].rules.append(ValidationRule(name: "n", check: "1 = 1"))
          #expect(after.schema == expected, "\(file): \(entity.name)")
          count += 1
        }
      }
    }
    #expect(count > 40)
  }

  private static func edited(_ text: String, _ edit: YAMLEdit) throws -> String {
    let editor = try #require(YAMLEditor(text: text, file: "s.yaml"))
    let edits = try #require(editor.edits(for: edit))
    return try #require(TextLines(text).applying(edits))
  }
}
