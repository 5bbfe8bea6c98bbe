import SchemaLint
import Testing

struct VersionMissingFromPlanTests {
  private static func source(_ listed: String) -> String {
    """
    import SwiftData
    enum SchemaV1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Book.self] }
      @Model final class Book { var title = "" }
    }
    enum SchemaV2: VersionedSchema {MARK
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Book.self] }
      @Model final class Book { var title = ""; var pages = 0 }
    }
    enum CacheV1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Query.self] }
      @Model final class Query { var text = "" }
    }
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { \(listed) }
      static var stages: [MigrationStage] { [] }
    }
    """
  }

  @Test func `a version that the plan of its neighbours leaves out is found`() {
    MarkedSource(Self.source("[SchemaV1.self]").replacing("MARK", with: "  // error"))
      .expect("version-missing-from-plan")
  }

  @Test func `listed versions, those of another store, and lists that are computed draw nothing`() {
    for listed in ["[SchemaV1.self, SchemaV2.self]", "released()", "[SchemaV1.self] + later"] {
      MarkedSource(Self.source(listed).replacing("MARK", with: ""))
        .expect("version-missing-from-plan")
    }
  }

  private static func namespace(_ use: String, mark: String) -> String {
    """
    import SwiftData
    enum NoteSchema: VersionedSchema {\(mark)
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Note.self] }
      @Model final class Note { var text = "" }
    }
    enum SchemaV1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Book.self, NoteSchema.Note.self] }
      @Model final class Book { var title = "" }
    }
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [SchemaV1.self] }
      static var stages: [MigrationStage] { [] }
    }
    func open() throws -> ModelContainer {
      try ModelContainer(for: Schema(versionedSchema: \(use).self), migrationPlan: Plan.self)
    }
    """
  }

  @Test func `a version that only holds models of listed ones is missed where stores are of it`() {
    MarkedSource(Self.namespace("SchemaV1", mark: "")).expect("version-missing-from-plan")
    MarkedSource(Self.namespace("NoteSchema", mark: "  // error"))
      .expect("version-missing-from-plan")
  }
}
