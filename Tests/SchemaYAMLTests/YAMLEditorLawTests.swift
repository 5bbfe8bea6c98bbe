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

  @Test(arguments: 0..<30)
  func `the changes from an empty schema to another one make it of the empty one, and back`(
    seed: Int
  ) throws {
    var random = RandomSchemas(seed: UInt64(seed))
    let schema = random.schema()
    let empty = Schema(name: schema.name, version: schema.version)
    let (text, bare) = (SchemaWriter.yaml(of: schema), SchemaWriter.yaml(of: empty))
    func made(_ old: String, _ new: String) throws -> Schema {
      let edits = YAMLEdit.changes(from: old, to: new)
      let edited = try #require(YAMLEditor.text(old, file: "s.yaml", after: edits))
      return try SchemaReader.read(text: edited, name: "s.yaml").schema
    }
    #expect(try made(bare, text) == schema)
    #expect(try made(text, bare) == empty)
  }

  @Test func `changes are the smallest edits, and each is a line of advice`() {
    let old = """
      entities:
        Book:
          attributes: {title: string, pages: int?}
          unique: [[title]]
      removed: {attributes: [Book.b, Book.c]}
      enums: {Kind: [a, b]}
      """
    let new = """
      removed: {attributes: [Book.a, Book.b]}
      enums: {Kind: [b, a]}
      entities:
        Book:
          attributes: {title: "enum(a, b)", tag: {type: string, doc: "no: 1"}}
          unique: [[title], [tag]]
        Note:
          attributes:
            text: "[string]"
          doc: |
            one
            two
      """
    #expect(
      YAMLEdit.changes(from: old, to: new).map(\.advice) == [
        "add '- Book.a' to the list under 'removed: attributes:', on a line of its own",
        "delete 'Book.c' in the list under 'removed: attributes:'",
        "write 'Kind: [b, a]' under 'enums:'",
        "write 'title: \"enum(a, b)\"' under 'entities: Book: attributes:'",
        "write 'tag: {type: string, doc: \"no: 1\"}' under 'entities: Book: attributes:'",
        "delete 'pages' under 'entities: Book: attributes:'",
        "add '- [tag]' to the list under 'entities: Book: unique:', on a line of its own",
        "write 'text: \"[string]\"' under 'entities: Note: attributes:'",
        "write 'doc: \"one\\ntwo\"' under 'entities: Note:'",
      ])
    #expect(
      YAMLEdit.rename(["entities", "Book"], to: "Work").advice
        == "write 'Work' in place of 'Book' under 'entities:'")
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
