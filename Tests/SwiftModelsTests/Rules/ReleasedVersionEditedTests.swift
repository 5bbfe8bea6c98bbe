import Diagnostics
import SchemaLint
import SchemaModel
import SchemaYAML
import SwiftModels
import Testing

struct ReleasedVersionEditedTests {
  private static let first = """
    schema: Library
    version: 1.0.0
    entities:
      Book:
        attributes:
          title: string = ""
    """

  /// Version 1.0.0 of a model, pinned as it is, and the file of it as it may be now.
  private static func released(_ now: String = first) throws -> ReleasedModel {
    let pinned = try SchemaReader.read(text: first, name: "V1.yaml")
    let file = try SchemaReader.read(text: now, name: "V1.yaml")
    return ReleasedModel(
      history: SchemaHistory([file]), newest: Version(1),
      pinned: [ReleasedVersion(releasing: pinned)])
  }

  private static func source(_ first: String, models: String = "Book.self") -> String {
    """
    import SwiftData
    enum SchemaV1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [\(models)] }
      @Model final class Book { \(first) }
    }
    enum SchemaV2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Book.self] }
      @Model final class Book { var title = ""; var year: Int? }
    }
    """
  }

  private func found(
    _ text: String, _ released: ReleasedModel, path: String = "Models.swift"
  ) -> [String] {
    SwiftSource(texts: [(path, text)]).findings(released: [released])
      .filter { $0.code == "released-version-edited" }.map(line)
  }

  @Test func `each change of a released version is reported with its hashes`() throws {
    let found = found(Self.source("var title = \"\"; var old: Int?"), try Self.released())
    #expect(found.count == 1)
    let lines = found.joined().split(separator: "\n").map(String.init)
    #expect(
      lines.first
        == "Models.swift:5:49: error: 'SchemaV1' is version 1.0.0, which was released, and is edited: "
        + "new attribute Book.old: int? [released-version-edited]")
    #expect(lines[1].hasPrefix("  the version hash of 'Book' was cecff2bdb6d5, and is "))
    #expect(
      lines.dropFirst(2) == [
        "  stores of 1.0.0 match no version any more: with a migration plan the app ends at launch "
          + "(error 134504: unknown version)",
        "  undo it here, and say it in a 'VersionedSchema' with a number of its own",
        "  where 1.0.0 never left the team, say it in its schema file too, then "
          + "'migrate lock --repin 1.0.0'",
      ])
  }

  @Test func `the stages to an edited version do not hide the edit`() throws {
    let plan = """

      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [SchemaV0.self, SchemaV1.self] }
        static var stages: [MigrationStage] {
          [.custom(fromVersion: SchemaV0.self, toVersion: SchemaV1.self,
            willMigrate: nil, didMigrate: { try $0.save() })]
        }
      }
      enum SchemaV0: VersionedSchema {
        static let versionIdentifier = Schema.Version(0, 9, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book { var name = "" }
      }
      """
    let found = found(
      Self.source("var title = \"\"; var old: Int?") + plan, try Self.released())
    #expect(found.count == 1)
    #expect(found.joined().contains("is edited: new attribute Book.old: int?"))
  }

  @Test func `a released version that stores the same draws nothing`() throws {
    #expect(found(Self.source("var title = \"\""), try Self.released()) == [])
    #expect(found(Self.source("var title = \"none\""), try Self.released()) == [])
    #expect(
      found(Self.source("var title: String = compute()"), try Self.released()) == [])
  }

  @Test func `an added or removed entity, and one that differs from its file, are edits`() throws {
    let more = Self.source("var title = \"\"", models: "Book.self, Note.self").replacing(
      "enum SchemaV2",
      with: "extension SchemaV1 { @Model final class Note { var text = \"\" } }\nenum SchemaV2")
    #expect(found(more, try Self.released()).count == 1)
    let edited = Self.first + "\n      old: int?"
    let both = found(Self.source("var title = \"\"; var old: Int?"), try Self.released(edited))
    #expect(both.count == 2)
    #expect(
      both.last?.contains(
        "version 1.0.0 was released, and is edited: attribute 'Book.old' is new: int?") == true)
    #expect(both.first?.hasPrefix("Models.swift:5:22: error: 'SchemaV1' is version 1.0.0") == true)
    #expect(both.first?.contains("is edited: ~ entity Book") == true)
  }

  @Test func `versions of tests, and those that follow the app's own models, are left alone`()
    throws
  {
    let edited = Self.source("var title = \"\"; var old: Int?")
    #expect(found(edited, try Self.released(), path: "AppTests/ModelTests.swift") == [])
    let live = """
      import SwiftData
      enum SchemaV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
      }
      @Model final class Book { var title = ""; var old: Int? }
      """
    #expect(found(live, try Self.released()) == [])
    #expect(
      SwiftSource(texts: [("Models.swift", live)]).findings(released: [try Self.released()])
        .filter { $0.code == "unversioned-model-change" }.count == 1)
  }

  @Test func `a key path that names its outer type hides no edit`() throws {
    let source = Self.source(
      "#Index<SchemaV1.Book>([\\SchemaV1.Book.title]); var title = \"\"; var old: Int?")
    #expect(found(source, try Self.released()).count == 1)
  }

  @Test func `a version that cannot be read in full is reported, in addition to its edits`() throws
  {
    let unread = Self.source("@Attribute(hashModifier: Shared.mark) var title = \"\"")
    let untold = """
      Models.swift:5:54: warning: whether 'SchemaV1' is version 1.0.0 as it was released is not known [released-version-edited]
        Models.swift:5:54: 'hashModifier' of 'Book.title' is not spelt out, and what is stored depends on it
      """
    #expect(found(unread, try Self.released()) == [untold])
    let edited = found(
      unread.replacing("var title = \"\" }", with: "var title = \"\"; var old: Int? }"),
      try Self.released())
    #expect(edited.count == 2)
    #expect(edited.contains(untold))
    #expect(
      edited.contains { $0.contains("error: 'SchemaV1' is version 1.0.0, which was released") })
  }

  @Test func `a version whose list cannot be read is reported`() throws {
    let source = Self.source("var title = \"\"", models: "Book.self, more()")
    #expect(
      found(source, try Self.released()) == [
        "Models.swift:2:6: warning: whether 'SchemaV1' is version 1.0.0 as it was released is not "
          + "known [released-version-edited]"
      ])
  }

  @Test func `one edit of a class that several versions list is one finding`() throws {
    let source = """
      import SwiftData
      @Model final class Book { var title = ""; var old: Int? }
      enum SchemaV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
      }
      enum SchemaV2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
        @Model final class Note { var text = "" }
      }
      enum SchemaV3: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
      }
      """
    let second =
      Self.first.replacing("1.0.0", with: "2.0.0")
      + "\n  Note: {attributes: {text: string = \"\"}}\n"
    let documents = try [Self.first, second].map { try SchemaReader.read(text: $0, name: "V.yaml") }
    let model = ReleasedModel(
      history: SchemaHistory(documents), newest: Version(2),
      pinned: documents.map { ReleasedVersion(releasing: $0) })
    let found = found(source, model)
    #expect(found.count == 1)
    #expect(
      found.joined().contains("'SchemaV2' (2.0.0) lists the same class, and is edited with it"))
  }
}
