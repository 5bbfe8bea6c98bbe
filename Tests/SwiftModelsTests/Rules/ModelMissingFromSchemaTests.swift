import SchemaLint
import Testing

struct ModelMissingFromSchemaTests {
  @Test func `models that a version lacks are found`() {
    MarkedSource(
      """
      import SwiftData
      typealias Shelf = SchemaV1.Shelf
      enum SchemaV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self, Shelf.self, Old.self] }
        @Model final class Book { var title = "" }
        @Model final class Shelf { var name = "" }
        @Model final class Old { var name = "" }
      }
      enum SchemaV2: VersionedSchema {  // error
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book { var title = ""; var notes: [Note] = [] }
        @Model final class Note { var book: Book? }
        @Model final class Tag { var name = "" }  // error
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
        static var stages: [MigrationStage] {
          [.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)]
        }
      }
      """
    ).expect("model-missing-from-schema")
  }

  @Test func `models that no container lists are found`() {
    MarkedSource(
      """
      import SwiftData
      @Model final class Book { var title = ""; var notes: [Note] = [] }
      @Model final class Note { var book: Book? }
      @Model final class Tag { var name = "" }  // error
      @Model final class Unused { var name = "" }
      let container = try ModelContainer(for: Book.self)
      func add(_ context: ModelContext) {
        context.insert(Tag())
        context.insert(Note())
        print(Unused())
      }
      """
    ).expect("model-missing-from-schema")
  }

  @Test func `models that relationships or other lists lead to draw nothing`() {
    MarkedSource(
      """
      import SwiftData
      @Model final class Book { var title = ""; var notes: [Note] = [] }
      @Model final class Note { var book: Book? }
      @Model final class Tag { var name = "" }
      let types: [any PersistentModel.Type] = [Book.self]
      let others = [Tag.self]
      func add(_ context: ModelContext) { context.insert(Tag()); context.insert(Note()) }
      """
    ).expect("model-missing-from-schema")
    MarkedSource(
      """
      import SwiftData
      @Model final class Book { var title = "" }
      func add(_ context: ModelContext) { context.insert(Book()) }
      """
    ).expect("model-missing-from-schema")
  }

  @Test func `models that a container lists beside its plan are found`() {
    MarkedSource(
      """
      import SwiftData
      enum SchemaV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book { var title = "" }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [SchemaV1.self] }
        static var stages: [MigrationStage] { [] }
      }
      typealias Book = SchemaV1.Book
      @Model final class Note { var text = "" }
      func open() throws -> ModelContainer {
        try ModelContainer(
          for: Book.self,
          Note.self,  // error
          migrationPlan: Plan.self)
      }
      func openWithoutPlan() throws -> ModelContainer {
        try ModelContainer(for: Book.self, Note.self)
      }
      """
    ).expect("model-missing-from-schema")
  }

  @Test func `models in a schema that a container is made for are held against its plan`() {
    MarkedSource(
      """
      import SwiftData
      enum SchemaV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book { var title = "" }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [SchemaV1.self] }
        static var stages: [MigrationStage] { [] }
      }
      typealias Book = SchemaV1.Book
      @Model final class Note { var text = "" }
      @Model final class Tag { var name = "" }
      struct Library: App {
        static let types: [any PersistentModel.Type] = [
          Book.self,
          Tag.self,  // error
        ]
        let schema = Schema([Book.self, Note.self])  // error
        func open() throws -> ModelContainer {
          try ModelContainer(
            for: Schema([Book.self, Note.self]),  // error
            migrationPlan: Plan.self)
        }
        func openLocal() throws -> ModelContainer {
          let schema = Schema([
            Book.self,
            Note.self,  // error
          ])
          return try ModelContainer(for: schema, migrationPlan: Plan.self, configurations: [])
        }
        func openOwn() throws -> ModelContainer {
          try ModelContainer(for: self.schema, migrationPlan: Plan.self)
        }
        func openListed() throws -> ModelContainer {
          try ModelContainer(for: Schema(Self.types), migrationPlan: Plan.self)
        }
        func openVersion() throws -> ModelContainer {
          try ModelContainer(for: Schema(SchemaV1.models), migrationPlan: Plan.self)
        }
        func openEither(_ isFull: Bool) throws -> ModelContainer {
          var schema = Schema([Book.self])
          if isFull { schema = Schema([Book.self, Tag.self]) }
          return try ModelContainer(for: schema, migrationPlan: Plan.self)
        }
      }
      """
    ).expect("model-missing-from-schema")
  }
}
