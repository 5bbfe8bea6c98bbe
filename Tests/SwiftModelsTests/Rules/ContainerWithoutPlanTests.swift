import SchemaLint
import SchemaModel
import SchemaYAML
import SwiftModels
import Testing

struct ContainerWithoutPlanTests {
  private static func versions(didMigrate: String) -> String {
    """
    import SwiftData
    import SwiftUI
    enum SchemaV1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Book.self] }
      @Model final class Book { var title = "" }
    }
    enum SchemaV2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Book.self] }
      @Model final class Book { var title = ""; var pages = 0 }
    }
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
      static var stages: [MigrationStage] {
        [.custom(fromVersion: SchemaV1.self, toVersion: SchemaV2.self, willMigrate: nil, didMigrate: \(didMigrate))]
      }
    }
    @Model final class Picture { var data = Data() }

    """
  }

  @Test(arguments: [
    "func open() throws -> ModelContainer { try ModelContainer(for: SchemaV2.Book.self) }  // warning",
    "let schema = Schema([SchemaV2.Book.self])\nlet container = try ModelContainer(for: schema)  // warning",
    "let container = try ModelContainer(for: Schema(versionedSchema: SchemaV2.self))  // warning",
    "struct Main: View { var body: some View { Text(\"\").modelContainer(for: SchemaV2.Book.self) } }  // warning",
    "let container = try ModelContainer(for: SchemaV2.Book.self, migrationPlan: nil)  // warning",
    "@Model final class Book { var title = \"\" }\nlet container = try ModelContainer(for: Book.self)  // warning",
    "let container = try ModelContainer(for: SchemaV2.Book.self, migrationPlan: Plan.self)",
    "func open() throws -> ModelContainer {\n"
      + "let nowhere = ModelConfiguration(url: URL(fileURLWithPath: \"/dev/null\"))\n"
      + "return try ModelContainer(for: SchemaV2.Book.self, configurations: nowhere)\n}",
    "let container = try ModelContainer(for: Picture.self)",
    "func open() throws -> ModelContainer {\nlet inMemory = ModelConfiguration(isStoredInMemoryOnly: true)\n"
      + "return try ModelContainer(for: SchemaV2.Book.self, configurations: inMemory)\n}",
  ])
  func `a container of a plan with a custom stage is opened with the plan`(code: String) {
    MarkedSource(Self.versions(didMigrate: "{ context in try context.save() }") + code)
      .expect("container-without-plan")
  }

  @Test(arguments: [
    ("", ""),
    (
      ", configurations: ModelConfiguration(\"cards\")",
      ", configurations: ModelConfiguration(\"cards\")"
    ),
  ])
  func `a container that opens the store of another one needs the plan, too`(
    first: String, second: String
  ) {
    let source =
      Self.versions(didMigrate: "{ context in try context.save() }")
      + "let first = try ModelContainer(for: SchemaV2.Book.self\(first))\n"
      + "let second = try ModelContainer(for: SchemaV2.Book.self, migrationPlan: Plan.self\(second))"
    #expect(
      MarkedSource(source).findings(of: "container-without-plan").map(line) == [
        """
        Source.swift:20:13: warning: the container is opened without a migration plan, and 'Plan' has a custom \
        stage for its models: nothing runs the stage [container-without-plan]
          Source.swift:16:6: the stage is here
          Source.swift:21:14: another container opens the same store with the plan: nothing runs the stage where \
        this one is first
          open the container with 'migrationPlan: Plan.self'
        """
      ])
    let elsewhere = source.replacing(
      "Plan.self\(second)", with: "Plan.self, configurations: ModelConfiguration(\"x\")")
    MarkedSource(elsewhere).expect("container-without-plan")
  }

  @Test func `a stage without code does the same as inference`() {
    MarkedSource(
      Self.versions(didMigrate: "nil")
        + "let container = try ModelContainer(for: SchemaV2.Book.self)"
    ).expect("container-without-plan")
  }

  @Test func `a stage of an unused plan that the platform cannot infer is an error`() {
    let source =
      Self.versions(didMigrate: "{ context in try context.save() }")
      .replacing("var pages = 0", with: "var pages: Int")
      + "let container = try ModelContainer(for: SchemaV2.Book.self)"
    #expect(
      MarkedSource(source).findings(of: "container-without-plan").map(line) == [
        """
        Source.swift:20:17: error: the container is opened without a migration plan, and the platform cannot \
        infer the step to 'SchemaV2': the app opens no store of 'SchemaV1' [container-without-plan]
          Source.swift:16:6: the stage is here
          open the container with 'migrationPlan: Plan.self'
        """
      ])
  }

  private func found(
    _ migration: String, _ imports: String = "", plan: String = ""
  ) throws -> [String] {
    let first = """
      schema: Library
      version: 1.0.0
      entities:
        Book:
          attributes: {title: string = ""}
      """
    let second =
      first.replacing("1.0.0", with: "2.0.0") + "\n" + migration.replacing("\\n", with: "\n")
    let documents = try [first, second].map { try SchemaReader.read(text: $0, name: "V.yaml") }
    let released = ReleasedModel(history: SchemaHistory(documents), newest: Version(1))
    let source = """
      import SwiftData
      \(imports)
      @Model final class Book { var title = "" }
      let container = try ModelContainer(for: Book.self)
      \(plan)
      """
    return MarkedSource(source).findings(of: "container-without-plan", released: [released])
      .map(line)
  }

  @Test func `a custom step in schema files needs a plan in the source`() throws {
    #expect(
      try found("migration:\n  kind: custom") == [
        """
        Source.swift:4:17: warning: the container is opened without a migration plan, and the step to 2.0.0 of \
        'Library' is custom: the platform only does what it infers [container-without-plan]
          V.yaml:6:1: the step is declared here
          'migrate export --all --format swiftdata' writes the versions and the plan: open the container with \
        'migrationPlan:'
        """
      ])
    let key =
      "    unique: [[title]]\nmigration:\n  map:\n    Book: {dedupe: {by: [title], keep: first}}"
    #expect(
      try found(key) == [
        """
        Source.swift:4:17: error: the container is opened without a migration plan, and 2.0.0 of 'Library' has \
        a new unique key, 'Book(title)': no code merges the duplicates of 1.0.0 first, and a store with \
        duplicates does not open [container-without-plan]
          V.yaml:7:1: the step is declared here
          merge the equal objects in 'willMigrate' of a custom stage: 'dedupe' in a schema file does nothing \
        on devices
          'migrate export --all --format swiftdata' writes the versions and the plan: open the container with \
        'migrationPlan:'
        """
      ])
    let plan = Self.versions(didMigrate: "{ _ in }")
      .replacing("var title = \"\"; var pages = 0", with: "@Attribute(.unique) var title = \"\"")
    #expect(
      try found(key, plan: plan) == [
        """
        Source.swift:4:17: error: the container is opened without a migration plan, and 2.0.0 of 'Library' has \
        a new unique key, 'Book(title)': no code merges the duplicates of 1.0.0 first, and a store with \
        duplicates does not open [container-without-plan]
          V.yaml:7:1: the step is declared here
          merge the equal objects in 'willMigrate' of a custom stage: 'dedupe' in a schema file does nothing \
        on devices
          open the container with 'migrationPlan: Plan.self'
        """
      ])
    let merge = "migration:\n  map:\n    Book: {dedupe: {by: [title], keep: first}}"
    #expect(try found(merge).count == 1)
    #expect(try found("") == [])
    #expect(try found("migration:\n  kind: lightweight") == [])
    #expect(try found("migration:\n  kind: custom", "import MigrateKit") == [])
  }
}
