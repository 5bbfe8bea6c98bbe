import Diagnostics
import SchemaLint
import SchemaModel
import SwiftModels
import Testing

struct TypeChangeInCustomStageTests {
  /// Two versions of a class, and a custom stage with these handlers.
  private static func source(
    _ before: String, _ after: String, will: String = "nil",
    did: String = "{ try $0.save() }", further: String = ""
  ) -> String {
    """
    import SwiftData
    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Book.self] }
      @Model final class Book { \(before) }
    }
    enum V2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Book.self] }
      @Model final class Book { \(after) }
    }
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
      static var stages: [MigrationStage] { [change] }
      static let change = MigrationStage.custom(
        fromVersion: V1.self, toVersion: V2.self, willMigrate: \(will), didMigrate: \(did))
      static func keep(_ context: ModelContext) throws {
        for book in try context.fetch(FetchDescriptor<V1.Book>()) { kept[book.id] = book.n }
      }
    }
    \(further)
    """
  }

  private func found(_ source: String, _ released: [ReleasedModel] = []) -> [Diagnostic] {
    MarkedSource(source).findings(of: "type-change-in-custom-stage", released: released)
  }

  @Test func `a type that changes under one name is reported at the property`() {
    let source = Self.source("var n: Int = 0", "var n: String = \"0\"")
    #expect(
      found(source).map(line) == [
        """
        Source.swift:10:33: warning: the platform's own step in the custom stage from 'V1' to 'V2' \
        converts only numbers: attribute Book.n: int to string [type-change-in-custom-stage]
          'willMigrate' has the old models and 'didMigrate' the new ones, so that neither brings a value \
        of 'n' over; a store with objects loses them, or cannot be opened
          keep 'n' as it was, fill a new property from it in 'didMigrate' of the stage, and let a later version drop 'n'
          Source.swift:15:23: the stage is here
        """
      ])
    #expect(MarkedSource(source).findings(of: "lightweight-stage-not-inferred") == [])
  }

  @Test(arguments: [
    source("var n: Int = 0", "var n: String = \"0\"", will: "keep"),
    source(
      "var n: Int = 0", "var n: String = \"0\"",
      will: "{ for book in try $0.fetch(FetchDescriptor<V1.Book>()) { kept.append(book.n) } }"),
    source("var n: Int = 0", "var n: Int = 0; var m: String = \"\""),
    source("var n: Int = 0", "var n: Int?"),
    source("var n: Int = 0", "@Attribute(originalName: \"n\") var m: Int = 0"),
    source("var n: Int = 0", "var n: String = \"0\"", did: "nil"),
  ])
  func `values that the code keeps, and properties of the old type, draw nothing`(source: String) {
    #expect(found(source) == [])
  }

  @Test func `a stage that has run on devices is a note`() {
    let source = Self.source("var n: Int = 0", "var n: String = \"0\"")
    let documents = SwiftSource(texts: [("Source.swift", source)]).schemas().versions
    let released = ReleasedModel(
      history: SchemaHistory(documents), newest: Version(2),
      pinned: documents.map { ReleasedVersion(releasing: $0) })
    #expect(found(source, [released]).map(\.severity) == [.note])
  }

  @Test func `a custom stage without code does what the platform infers, and no more`() {
    let source = Self.source("var n: Int = 0", "var n: String = \"0\"", did: "nil")
    let found = MarkedSource(source).findings(of: "lightweight-stage-not-inferred")
    #expect(
      found.map { "\($0.severity) \($0.message)" } == [
        "error the custom stage from 'V1' to 'V2' has no code, and the platform does not infer it: "
          + "attribute Book.n: int to string"
      ])
    let document = SwiftSource(texts: [("Source.swift", source)]).schemas().versions.last
    #expect(document?.migration?.kind == .custom)
  }
}
