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
}
