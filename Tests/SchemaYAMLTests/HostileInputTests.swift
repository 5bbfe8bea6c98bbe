import Diagnostics
import SchemaModel
import SchemaYAML
import TestSupport
import Testing

/// Texts made to use up memory, the stack or time: each is refused, and soon.
struct HostileInputTests {
  private func report(_ text: String) -> String { MessageCase("", in: text, says: "").report }

  /// Anchors of which each repeats the one before ten times.
  private func bomb(levels: Int) -> String {
    var lines = ["schema: S", "version: 1", "a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    for level in 1...levels {
      let aliases = [String](repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      lines.append("a\(level): &a\(level) [\(aliases)]")
    }
    return lines.joined(separator: "\n")
  }

  @Test func `a bomb of aliases is refused where it exceeds the limit`() {
    #expect(
      report(bomb(levels: 9)) == """
        9:10 too-many-values: the file has more than 2000000 values, counting those that aliases repeat
        """)
  }

  @Test func `aliases are followed where they are few`() throws {
    let document = try SchemaReader.read(
      text: """
        schema: S
        version: 1
        entities:
          A:
            attributes: &common
              id: uuid = uuid()
              made: date = now()
          B:
            attributes: *common
        """, name: "s.yaml")
    let entities = document.schema.entities
    #expect(entities[0].attributes.count == 2)
    #expect(entities[0].attributes == entities[1].attributes)
  }

  @Test(arguments: [
    ("[", "]", "3:67"), ("{a: ", "}", "3:256"), ("- ", "", "3:132"), ("? ", "", "3:132"),
  ])
  func `deep nesting is refused at its 65th level`(open: String, close: String, place: String) {
    let lists = String(repeating: open, count: 100_000) + String(repeating: close, count: 100_000)
    let start = open.hasPrefix("[") || open.hasPrefix("{") ? "a: " : "   "
    #expect(
      report("# deep\n\n\(start)\(lists)")
        == "\(place) nesting-too-deep: lists and mappings are nested more than 64 deep")
  }

  @Test func `aliases cannot nest deeper than what is written out`() {
    var lines = ["a0: &a0 [x]"]
    for level in 1...40 { lines.append("a\(level): &a\(level) [[*a\(level - 1)]]") }
    #expect(
      report(lines.joined(separator: "\n"))
        == "33:13 nesting-too-deep: lists and mappings are nested more than 64 deep")
  }

  @Test(arguments: [500, 5_000])
  func `many mistakes are all reported`(count: Int) {
    let lines = (0..<count).map { "  E\($0): {attributs: {a: int = x}}" }
    let text = "schema: S\nversion: 1\nentities:\n" + lines.joined(separator: "\n")
    // The misspelt key, and the value below what was meant by it.
    #expect(report(text).split(separator: "\n").count == 2 * count)
  }

  @Test func `ten thousand entities are read and written in time that grows with their number`()
    throws
  {
    let entities = (0..<10_000).map { number in
      Entity(
        "E\(number)", attributes: [Attribute("title", .string, isOptional: true)],
        relationships: [
          Relationship(
            "next", .toOne, "E\((number + 1) % 10_000)", isOptional: true, inverse: "previous",
            deleteRule: .nullify),
          Relationship(
            "previous", .toMany, "E\((number + 9_999) % 10_000)", inverse: "next",
            deleteRule: .nullify),
        ])
    }
    let schema = Schema(name: "Large", version: Version(1), entities: entities)
    let text = SchemaWriter.yaml(of: schema)
    let isSame = try SchemaReader.read(text: text, name: "large.yaml").schema == schema
    #expect(isSame)
  }

  @Test func `a very long line, key or text is only long`() throws {
    let long = String(repeating: "x", count: 100_000)
    let schema = Schema(
      name: "S", version: Version(1),
      entities: [Entity(long, documentation: long + ": " + long, attributes: [])])
    let text = SchemaWriter.yaml(of: schema)
    #expect(try SchemaReader.read(text: text, name: "s.yaml").schema == schema)
  }

  @Test(arguments: 0..<200)
  func `random changes to a sound file never do worse than a report`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var bytes = Array(ExtendsTests.first.utf8)
    let signs = Array("[]{}:,-?&*!|>'\"%@`# \n\t\0\u{feff}~<".utf8)
    for _ in 0...Int.random(in: 0...8, using: &generator) {
      let position = Int.random(in: bytes.indices, using: &generator)
      switch Int.random(in: 0...2, using: &generator) {
      case 0: bytes[position] = signs.randomElement(using: &generator) ?? 0
      case 1: bytes.remove(at: position)
      default: bytes.insert(signs.randomElement(using: &generator) ?? 0, at: position)
      }
    }
    do throws(DiagnosticsError) {
      let text = String(decoding: bytes, as: UTF8.self)
      let document = try SchemaReader.read(text: text, name: "s.yaml")
      #expect(document.schema.validate().filter { $0.severity == .error } == [])
    } catch {
      #expect(!error.diagnostics.isEmpty)
      #expect(error.diagnostics.allSatisfy { $0.location?.file == "s.yaml" })
    }
  }
}
