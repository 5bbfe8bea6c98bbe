import Diagnostics
import SchemaLint
import SchemaModel
import SchemaYAML
import SwiftModels
import Testing

/// Mistakes that the source shares with a locked version were released with it.
struct ReleasedFindingsTests {
  private static let released = """
    schema: Library
    version: 1.0.0
    entities:
      Book:
        attributes: {title: string}
        relationships: {notes: {toMany: Note}}
      Note:
        attributes: {text: string = ""}
    """

  private static let source = """
    import SwiftData
    @Model final class Book {
      var title: String
      var notes: [Note] = []
      init(title: String) { self.title = title }
    }
    @Model final class Note {
      var text = ""
    }
    """

  private func found(_ source: String, isReleased: Bool = true) throws -> [String] {
    let document = try SchemaReader.read(text: Self.released, name: "V1.yaml")
    let model = ReleasedModel(
      history: SchemaHistory([document]), newest: Version(1),
      pinned: [ReleasedVersion(releasing: document)])
    return SwiftSource(texts: [("Models.swift", source)])
      .findings(released: isReleased ? [model] : []).filter { $0.code == "missing-inverse" }
      .map { "\($0.location?.line ?? 0): \($0.severity): \($0.code)" }
  }

  @Test func `a mistake that the locked version has is a note`() throws {
    #expect(try found(Self.source, isReleased: false) == ["4: error: missing-inverse"])
    #expect(try found(Self.source) == ["4: note: missing-inverse"])
  }

  @Test func `a mistake that is new keeps its weight`() throws {
    let source = Self.source.replacing(
      "var text = \"\"", with: "var text = \"\"\n  var replies: [Note] = []")
    #expect(try found(source) == ["4: note: missing-inverse", "9: error: missing-inverse"])
  }
}
