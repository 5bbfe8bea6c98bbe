/// Two versions of a model and a plan whose one stage does something before and after.
func sourceOfStage(willMigrate: String = "nil", didMigrate: String = "nil") -> String {
  """
  import SwiftData

  enum SchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Book.self, Note.self, Tag.self] }
    @Model final class Book { var title = ""; var notes: [Note] = []; var tags: [Tag] = [] }
    @Model final class Note { var text = ""; var book: Book? }
    @Model final class Tag { var name = "" }
  }
  enum SchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Book.self, Note.self, SchemaV1.Tag.self] }
    @Model final class Book { var title = ""; var pages = 0; var notes: [Note] = [] }
    @Model final class Note { var text = ""; var book: Book? }
  }
  typealias Book = SchemaV2.Book

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
    static var stages: [MigrationStage] { [stage] }
    static let stage = MigrationStage.custom(
      fromVersion: SchemaV1.self, toVersion: SchemaV2.self,
      willMigrate: \(willMigrate),
      didMigrate: \(didMigrate))
    static func renameAll(in context: ModelContext) throws {
      for book in try context.fetch(FetchDescriptor<SchemaV1.Book>()) { book.title += "." }
    }
    static func finish(_ context: ModelContext) throws { try context.save() }
  }
  """
}
