import Diagnostics
import SchemaLint
import SwiftModels
import Testing

struct LiveModelInVersionedSchemaTests {
  @Test func `models of the app that a released version lists are found`() {
    MarkedSource(
      """
      import SwiftData
      @Model final class Book { var title = "" }
      enum Models { @Model final class Note { var text = "" } }
      enum SchemaV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] {
          [
            Book.self,  // warning
            Models.Note.self,  // warning
            Shelf.self,
          ]
        }
        @Model final class Shelf { var name = "" }
      }
      enum SchemaV2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] {
          [
            Book.self,  // note
            Models.Note.self,
          ]
        }
      }
      """
    ).expect("live-model-in-versioned-schema")
  }

  @Test func `a class that may be the same since is a warning where the versions differ in others`()
  {
    MarkedSource(
      """
      import SwiftData
      @Model final class Book { var title = "" }
      @Model final class Note { var text = "" }
      enum SchemaV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }  // warning
      }
      enum SchemaV2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self, Note.self] }  // note
      }
      """
    ).expect("live-model-in-versioned-schema")
  }

  @Test func `versions of another plan are not later versions, and unused versions draw nothing`() {
    MarkedSource(
      """
      import SwiftData
      @Model final class Book { var title = "" }
      enum NewV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }  // note
      }
      enum NewPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [NewV1.self] }
        static var stages: [MigrationStage] { [] }
      }
      enum OldV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
      }
      enum OldV2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
        @Model final class Note { var text = "" }
      }
      enum OldPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [OldV1.self, OldV2.self] }
        static var stages: [MigrationStage] { [] }
      }
      func open() throws -> ModelContainer {
        try ModelContainer(for: Book.self, migrationPlan: NewPlan.self)
      }
      """
    ).expect("live-model-in-versioned-schema")
  }

  @Test func `models that tests declare for versions of their own draw nothing`() {
    let text = """
      import SwiftData
      @Model final class Pet { var name: String = "" }
      enum SchemaV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Pet.self] }
      }
      enum SchemaV2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Pet.self] }
      }
      """
    func findings(at path: String) -> [Diagnostic] {
      SwiftSource(texts: [(path: path, text: text)]).findings()
        .filter { $0.code == "live-model-in-versioned-schema" }
    }
    #expect(findings(at: "Pets/Pets.swift").map(\.severity) == [.error, .note])
    #expect(findings(at: "Pets/PetTests.swift").isEmpty)
  }

  @Test func `frozen models, in braces, extensions or other versions, draw nothing`() {
    MarkedSource([
      (
        "Plan.swift",
        """
        import SwiftData
        typealias Book = SchemaV2.Book
        enum SchemaV1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
          @Model final class Book { var title = "" }
        }
        enum SchemaV2: VersionedSchema {
          static let versionIdentifier = Schema.Version(2, 0, 0)
          static var models: [any PersistentModel.Type] { [Self.Book.self, SchemaV1.Note.self] }
        }
        enum Data1 { @Model final class Tag { var name = "" } }
        enum Data2 { @Model final class Tag { var title = "" } }
        enum TagsV1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Data1.Tag.self] }
        }
        enum TagsV2: VersionedSchema {
          static let versionIdentifier = Schema.Version(2, 0, 0)
          static var models: [any PersistentModel.Type] { [Data2.Tag.self] }
        }
        // enum SchemaV0: VersionedSchema { static var models = [Live.self] }
        @Model final class Live { var title = "" }
        """
      ),
      (
        "Notes.swift",
        """
        extension SchemaV1 { @Model final class Note { var text = "" } }
        extension SchemaV2 { @Model final class Book { var title = ""; var pages = 0 } }
        """
      ),
    ]).expect("live-model-in-versioned-schema")
  }

  @Test func `a model that several versions list is one finding, at the first of them`() {
    func version(_ number: Int) -> String {
      """
      enum V\(number): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(number), 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
      }
      """
    }
    let source = """
      import SwiftData
      @Model final class Book { var title = "" }
      \([3, 1, 2, 4].map(version).joined(separator: "\n"))
      """
    let found = MarkedSource(source).findings(of: "live-model-in-versioned-schema")
    #expect(
      found.filter { $0.severity == .error }.map(line) == [
        """
        Source.swift:9:52: error: 'V1' lists the app's own 'Book', which changes with the app: stores \
        of this version then match none, and cannot be opened [live-model-in-versioned-schema]
          Source.swift:2:20: the model is declared here
          'V2' and 'V3' list it, too
          put a copy of 'Book' as it was released into the braces of each, and list that
        """
      ])
    #expect(found.count == 2)
  }
}
