import Testing

@testable import SwiftModels

/// The facts that are kept of source while a program is checked.
struct KeptFactsTests {
  private func facts(of text: String) -> FileFacts {
    SourceReader.facts(of: text, path: "Source.swift")
  }

  @Test func `documentation is kept for types that a model may hold, and for nothing else`() {
    let text = """
      /// One.
      @Model final class Book {
        /// Two.
        var title = ""
        /// Three.
        var length: Int { title.count }
      }
      /// Four.
      struct Size: Codable {
        /// Five.
        var width = 0
      }
      /// Six.
      final class Shelf {
        /// Seven.
        var books: [Book] = []
      }
      """
    let types = facts(of: text).members.types
    #expect(types.map(\.documentation) == ["One.", "Four.", nil])
    let properties = types.map { $0.members.properties.map(\.documentation) }
    #expect(properties == [["Two.", nil], ["Five."], [nil]])
  }

  @Test func `lists take little more room than their elements`() {
    let lines = (0..<33).map { "  var a\($0) = 0; func b\($0)() {}" }
    let members = facts(of: "struct A {\n\(lines.joined(separator: "\n"))\n}").members
    #expect(members.types.map(\.members.properties.count) == [33])
    #expect(members.types.allSatisfy { $0.members.properties.capacity < 40 })
    #expect(members.types.allSatisfy { $0.members.functions.capacity < 40 })
    #expect([1, 2, 3].fitted == [1, 2, 3])
    #expect([Int]().fitted == [])
  }

  @Test func `a type is kept in one place, with what extensions and functions declare`() {
    let program = SourceProgram([
      facts(
        of: """
          struct Outer { struct Inner {} }
          extension Outer { struct Added {} }
          func make() { struct Local {} }
          """)
    ])
    #expect(
      program.allTypes.map(program.qualifiedName(of:)).filter { !$0.isEmpty }.sorted()
        == ["Local", "Outer", "Outer.Added", "Outer.Inner"])
    let members = program.files.flatMap { [$0.members] + $0.extensions.map(\.members) }
    #expect(members.allSatisfy { $0.types.isEmpty && $0.localTypes.isEmpty })
    let parts = program.types.flatMap(\.parts)
    #expect(parts.allSatisfy { $0.members.types.isEmpty })
  }

  @Test func `an accessor and a first value are functions that stand where the property does`() {
    let table = FunctionTable(
      SourceProgram([
        facts(
          of: """
            struct Shelf {
              var count = 1
              var book: Book {
                get { first }
                set(other) { first = other }
              }
            }
            """)
      ]))
    #expect(table.functions.map(\.facts.name) == ["book", "book"])
    #expect(table.functions.map(\.facts.result) == [.name("Book"), nil])
    #expect(table.functions.map { $0.facts.parameters.map(\.name) } == [[], ["other"]])
    #expect(table.functions.map(\.facts.position.line) == [3, 3])
    #expect(table.values.map(\.facts.name) == ["count"])
    #expect(table.values.map(\.facts.statements.count) == [1])
    #expect(table.all.map(\.facts.name) == ["book", "book", "count"])
  }
}
