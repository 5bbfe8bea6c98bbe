import Diagnostics
import SchemaLint
import SwiftModels
import Testing

struct SyncedModelsTests {
  /// A model with parts that synchronisation does not allow, and another model, with a container.
  private static func found(_ container: String) -> [String] {
    SwiftSource(texts: [
      (
        "A.swift",
        """
        import SwiftData
        @Model final class Book {
          @Attribute(.unique) var code: String = ""
          @Relationship(deleteRule: .deny, inverse: \\Note.book) var notes: [Note]? = []
          init() {}
        }
        @Model final class Note {
          var text: String
          var book: Book?
          init() {}
        }
        @Model final class Cache {
          @Attribute(.unique) var key: String = ""
          init() {}
        }
        \(container)
        """
      )
    ]).findings().filter { $0.code.hasPrefix("sync-") }.map { finding in
      "\(finding.location.map { "\($0.line)" } ?? "") \(finding.code)"
    }
  }

  @Test(arguments: [
    "let container = try ModelContainer(for: Book.self, configurations: ModelConfiguration(cloudKitDatabase: .automatic))",
    """
    func open() throws -> ModelContainer {
      let schema = Schema([Book.self, Note.self])
      let configuration = ModelConfiguration(schema: schema, cloudKitDatabase: .private("iCloud.a"))
      return try ModelContainer(for: schema, configurations: [configuration])
    }
    """,
    """
    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
    }
    struct Stores {
      static let cloud = ModelConfiguration(cloudKitDatabase: .automatic)
      func open() throws -> ModelContainer {
        try ModelContainer(for: Schema(versionedSchema: V1.self), configurations: Self.cloud)
      }
    }
    """,
  ])
  func `the rules of synchronised models hold where a configuration says so`(container: String) {
    #expect(
      Self.found(container) == [
        "2 sync-unique", "4 sync-deny", "8 sync-required-without-default",
      ])
  }

  @Test(arguments: [
    "let container = try ModelContainer(for: Book.self, configurations: ModelConfiguration())",
    "let container = try ModelContainer(for: Book.self, configurations: ModelConfiguration(cloudKitDatabase: .none))",
    "let container = try ModelContainer(for: Book.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true, cloudKitDatabase: .automatic))",
  ])
  func `the rules hold for no other model`(container: String) {
    #expect(Self.found(container) == [])
  }

  @Test func `advice is written in Swift`() {
    let text = """
      import SwiftData
      @Model final class Book {
        var title: String
        @Relationship(deleteRule: .nullify, inverse: \\Note.book) var notes: [Note] = []
      }
      @Model final class Note { @Relationship(deleteRule: .nullify) var book: Book? }
      let container = try ModelContainer(
        for: Book.self, configurations: ModelConfiguration(cloudKitDatabase: .automatic))
      """
    let found = SwiftSource(texts: [("A.swift", text)]).findings()
    #expect(
      found.map { "\($0.code): \($0.notes.map(\.message).joined())" } == [
        "sync-required-without-default: write 'var title: String = \"\"', or make it optional",
        "sync-required-relationship: write 'var notes: [Note]?'",
      ])
  }
}
