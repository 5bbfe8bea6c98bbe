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
}
