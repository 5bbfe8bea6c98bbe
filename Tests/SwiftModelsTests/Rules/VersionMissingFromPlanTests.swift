import Diagnostics
import SchemaLint
import SchemaModel
import SwiftModels
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

  @Test(arguments: [
    "typealias Book = SchemaV2.Book", "extension Book { func copy() -> SchemaV2.Book? { nil } }",
    "let newest: any VersionedSchema.Type = SchemaV2.self", "let books: [SchemaV2.Book] = []",
    "func add(_ body: (SchemaV2.Book) -> Void) {}", "let title = \\SchemaV2.Book.title",
    "func all() { _ = FetchDescriptor<SchemaV2.Book>() }",
    "func cast(_ value: Any) -> Any? { value as? SchemaV2.Book }",
  ])
  func `a version that the plan of its neighbours leaves out is found`(use: String) {
    let source = Self.source("[SchemaV1.self]").replacing("MARK", with: "  // error")
    MarkedSource(source + "\n" + use).expect("version-missing-from-plan")
  }

  @Test(arguments: [
    "ModelContainer(for: Schema(versionedSchema: SchemaV2.self), migrationPlan: Plan.self)",
    "ModelContainer(for: Schema(SchemaV2.models), migrationPlan: Plan.self)",
    "ModelContainer(for: Library.schema, migrationPlan: Plan.self)",
    "ModelContainer(for: SchemaV2.Book.self, migrationPlan: Plan.self)",
  ])
  func `a container of a version that its plan leaves out is an error`(call: String) {
    let source =
      Self.source("[SchemaV1.self]") + """

        enum Library { static let schema = Schema(versionedSchema: SchemaV2.self) }
        func open() throws -> ModelContainer { try \(call) }
        """
    MarkedSource(source.replacing("MARK", with: "  // error")).expect("version-missing-from-plan")
    let found = MarkedSource(source.replacing("MARK", with: ""))
      .findings(of: "version-missing-from-plan").map(line)
    let place = call.contains("Library") ? 21 : 22
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix(
        """
        Source.swift:7:6: error: the container is opened with 'SchemaV2', which its 'Plan' does not \
        list: no stage leads there, and the stores of the versions that it lists cannot be opened \
        [version-missing-from-plan]
          Source.swift:\(place):
        """) ?? false, "\(found)")
  }

  @Test func `a version that only tests and containers in memory name is a note`() {
    let app =
      Self.source("[SchemaV1.self]").replacing("MARK", with: "  // note") + """

        func show() throws -> ModelContainer {
          let memory = ModelConfiguration(isStoredInMemoryOnly: true)
          return try ModelContainer(
            for: SchemaV2.Book.self, migrationPlan: Plan.self, configurations: memory)
        }
        """
    let tests = "@Test func opens() throws { let book: SchemaV2.Book? = nil; print(book as Any) }"
    MarkedSource([("App/Library.swift", app), ("AppTests/LibraryTests.swift", tests)])
      .expect("version-missing-from-plan")
  }

  @Test func `a version that is meant to follow the versions of a plan is a warning`() {
    let open = """

      func open() throws -> ModelContainer {
        try ModelContainer(for: Schema(versionedSchema: SchemaV1.self), migrationPlan: Plan.self)
      }
      """
    let source = Self.source("[SchemaV1.self]") + open
    MarkedSource(source.replacing("MARK", with: "  // warning"))
      .expect("version-missing-from-plan")
    let found = MarkedSource(source.replacing("MARK", with: ""))
      .findings(of: "version-missing-from-plan").map(line)
    #expect(
      found == [
        """
        Source.swift:7:6: warning: 'SchemaV2' is newer than all that 'Plan' lists, and nothing names \
        it: no store comes to have its models [version-missing-from-plan]
          Source.swift:17:6: the plan is here
          add 'SchemaV2.self' to the plan's 'schemas' and a stage to its 'stages', and open the \
        container with it; or take it out
        """
      ])
    let lacking = source.replacing("MARK", with: "").replacing(
      "var pages = 0 }",
      with: "var pages = 0 }; @Model final class Tag {}; static func show(_ tag: Tag) {}")
    #expect(
      MarkedSource(lacking).findings(of: "model-missing-from-schema").map(\.severity)
        == [.warning])
  }

  @Test(arguments: [
    ("Version(2, 0, 0)", "Version(0, 9, 0)"),
    ("var title = \"\"; var pages = 0", "var title = \"\""),
  ])
  func `an older version that nothing names, or equal to a listed one, is a note`(
    text: String, other: String
  ) {
    let source =
      Self.source("[SchemaV1.self]").replacing(text, with: other)
      .replacing("MARK", with: "  // note") + "\nlet plan = Plan.self"
    MarkedSource(source).expect("version-missing-from-plan")
  }

  @Test func `a version that nothing names is code without a use`() {
    let source = Self.source("[SchemaV1.self]")
    MarkedSource(source.replacing("MARK", with: "  // note")).expect("version-missing-from-plan")
    func found(_ source: String) -> [String] {
      MarkedSource(source.replacing("MARK", with: "")).findings(of: "version-missing-from-plan")
        .map(line)
    }
    #expect(
      found(source) == [
        """
        Source.swift:7:6: note: nothing names 'SchemaV2', nor does 'Plan' list it: it is code \
        without a use [version-missing-from-plan]
          Source.swift:17:6: the plan is here
          take 'SchemaV2' out; if it was released, add 'SchemaV2.self' to the plan's 'schemas', and \
        a stage to its 'stages'
        """
      ])
    #expect(
      found(source.replacing("Version(2, 0, 0)", with: "Version(1, 0, 0)")) == [
        """
        Source.swift:7:6: note: nothing names 'SchemaV2', nor does 'Plan' list it: it is code \
        without a use [version-missing-from-plan]
          Source.swift:17:6: the plan is here
          Source.swift:2:6: take 'SchemaV2' out: the plan has 1.0.0 as 'SchemaV1'
        """
      ])
  }

  @Test func `models that an unused version lists or leaves out are no error`() {
    let source = Self.source("[SchemaV1.self]").replacing("MARK", with: "")
      .replacing("var pages = 0 }", with: "var pages = 0 }; @Model final class Tag {}")
    #expect(
      MarkedSource(source).findings(of: "model-missing-from-schema").map(\.severity) == [.note])
    let live = Self.source("[SchemaV1.self, SchemaV3.self]").replacing("MARK", with: "")
      .replacing("  @Model final class Book { var title = \"\"; var pages = 0 }\n", with: "")
    let later = """

      @Model final class Book { var title = ""; var pages = 0 }
      enum SchemaV3: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
      }
      """
    let found = MarkedSource(live + later).findings(of: "live-model-in-versioned-schema")
    #expect(found.map(\.severity) == [.note])
    let used = MarkedSource(live + later + "\nlet version = SchemaV2.self")
    #expect(
      used.findings(of: "live-model-in-versioned-schema").map(\.severity) == [.error, .note])
  }

  @Test func `listed versions, versions of another store and computed lists draw nothing`() {
    for listed in ["[SchemaV1.self, SchemaV2.self]", "released()", "[SchemaV1.self] + later"] {
      MarkedSource(Self.source(listed).replacing("MARK", with: ""))
        .expect("version-missing-from-plan")
    }
  }

  /// Two containers, one with the plan and one of a version that shares the name of a model with it.
  private static func stores(_ planned: String, _ other: String) -> String {
    source("[SchemaV1.self]") + """

      func books() throws -> ModelContainer {
        try ModelContainer(
          for: Schema(versionedSchema: SchemaV1.self), migrationPlan: Plan.self\(planned))
      }
      func others() throws -> ModelContainer {
        try ModelContainer(for: Schema(versionedSchema: SchemaV2.self)\(other))
      }
      """
  }

  @Test(arguments: [
    (
      ", configurations: ModelConfiguration(\"books\")",
      ", configurations: ModelConfiguration(\"cards\")"
    ),
    ("", ", configurations: ModelConfiguration(\"cards\")"),
    (
      "",
      ", configurations: [ModelConfiguration(url: URL.documentsDirectory.appending(path: \"Cards.store\"))]"
    ),
    (
      ", configurations: ModelConfiguration(url: folder.appending(path: \"Books/main.store\"))",
      ", configurations: ModelConfiguration(url: folder.appending(path: \"Cards/main.store\"))"
    ),
    (
      ", configurations: ModelConfiguration(\"Books\")",
      ", configurations: ModelConfiguration(url: URL.documentsDirectory.appending(path: \"Books.store\"))"
    ),
  ])
  func `a version of another store is missing from no plan`(planned: String, other: String) {
    MarkedSource(Self.stores(planned, other).replacing("MARK", with: ""))
      .expect("version-missing-from-plan")
  }

  @Test(arguments: [
    ("", ""), ("", ", configurations: ModelConfiguration()"), ("", ", configurations: given"),
    ("", ", configurations: ModelConfiguration(url: file)"),
    (
      ", configurations: ModelConfiguration(\"books\")",
      ", configurations: ModelConfiguration(\"books\")"
    ),
    (
      ", configurations: ModelConfiguration(url: folder.appending(path: \"Library/Books.store\"))",
      ", configurations: ModelConfiguration(\"Books\")"
    ),
    (
      ", configurations: ModelConfiguration(url: folder.appending(path: \"Books/main.store\"))",
      ", configurations: ModelConfiguration(url: other.appending(path: \"main.store\"))"
    ),
    (
      ", configurations: ModelConfiguration(url: folder.appending(path: \"Books/main.store\"))",
      ", configurations: ModelConfiguration(url: folder.appending(path: \"Books\").appending(path: \"main.store\"))"
    ),
  ])
  func `a version whose container may have the same file is one that the plan misses`(
    planned: String, other: String
  ) {
    MarkedSource(Self.stores(planned, other).replacing("MARK", with: "  // error"))
      .expect("version-missing-from-plan")
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

  @Test func `a version with only listed models is missing where stores have it`() {
    MarkedSource(Self.namespace("SchemaV1", mark: "")).expect("version-missing-from-plan")
    MarkedSource(Self.namespace("NoteSchema", mark: "  // error"))
      .expect("version-missing-from-plan")
  }

  // MARK: Versions that are known to be released

  private static func version(_ number: Int, _ body: String) -> String {
    """
    enum V\(number): VersionedSchema {
      static let versionIdentifier = Schema.Version(\(number), 0, 0)
      static var models: [any PersistentModel.Type] { [Pin.self] }
      @Model final class Pin { \(body) }
    }

    """
  }

  private static let versions = [
    version(1, "var x = 0"), version(2, "var x = 0; var y = 0"),
    version(3, "var x = 0; var y = 0; var z = 0"),
  ]

  private static func plan(_ listed: String, _ from: String = "V1", _ to: String = "V3") -> String {
    """
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [\(listed)] }
      static var stages: [MigrationStage] {
        [.lightweight(fromVersion: \(from).self, toVersion: \(to).self)]
      }
    }
    typealias Pin = V3.Pin
    let container = try! ModelContainer(for: Pin.self, migrationPlan: Plan.self)
    """
  }

  private func foundReleased(_ text: String, path: String = "Source.swift") -> [String] {
    let documents = SwiftSource(texts: [("All.swift", Self.versions.joined())]).schemas().versions
    let released = ReleasedModel(
      history: SchemaHistory(documents), newest: Version(3),
      pinned: documents.map { ReleasedVersion(releasing: $0) })
    return MarkedSource([(path, "import SwiftData\n" + text)])
      .findings(of: "version-missing-from-plan", released: [released]).map(line)
  }

  @Test func `a released version that the plan skips is an error, in the source or not`() {
    let listed = "V1.self, V3.self"
    expect(
      foundReleased(Self.versions.joined() + Self.plan(listed)).joined(separator: "\n"),
      is: """
        Source.swift:7:6: error: 'Plan' does not list version 2.0.0, which was released: stores of 2.0.0 match no version of the plan, and the app ends at launch (error 134504: unknown version) [version-missing-from-plan]
          Source.swift:17:6: the plan is here
          add 'V2.self' to its 'schemas' after 'V1.self' and before 'V3.self', with a stage from 'V1' and one to 'V3'
        """)
    expect(
      foundReleased(Self.versions[0] + Self.versions[2] + Self.plan(listed))
        .joined(separator: "\n"),
      is: """
        Source.swift:12:6: error: 'Plan' does not list version 2.0.0, which was released: stores of 2.0.0 match no version of the plan, and the app ends at launch (error 134504: unknown version) [version-missing-from-plan]
          take the 'VersionedSchema' of 2.0.0 back from the history of the repository and add it to its 'schemas' after 'V1.self' and before 'V3.self', with a stage from 'V1' and one to 'V3'
        """)
  }

  @Test func `a released version from before all that the plan lists may be out of the field`() {
    let found = foundReleased(
      Self.versions[1] + Self.versions[2] + Self.plan("V2.self, V3.self", "V2"))
    #expect(found.count == 1)
    #expect(found.first?.contains("error: 'Plan' does not list version 1.0.0") == true)
    #expect(
      found.first?.hasSuffix(": 2.0.0}' in migrate.yml") == true)
  }

  @Test func `a released version of the plan whose classes have changed is an error`() {
    func text(_ classes: String) -> String {
      """
      @Model final class Pin { \(classes); init() {} }
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Pin.self] }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self] }
        static var stages: [MigrationStage] { [] }
      }
      """
    }
    func found(by container: String, describing classes: [String]) -> [String] {
      let documents = zip(1..., classes).map { number, classes in
        var document = SwiftSource(texts: [("V.swift", text(classes))]).schemas().versions[0]
        document.schema.version = Version(number)
        return document
      }
      let released = ReleasedModel(
        history: SchemaHistory(documents), newest: Version(1),
        pinned: [ReleasedVersion(releasing: documents[0])])
      let source = "import SwiftData\n" + text("var title = \"\"; var place = 0") + container
      return MarkedSource([("Source.swift", source)])
        .findings(of: "version-missing-from-plan", released: [released]).map(line)
    }
    let (before, after) = ("var title = \"\"", "var title = \"\"; var place = 0")
    let planned = "\nlet container = try! ModelContainer(for: Pin.self, migrationPlan: Plan.self)\n"
    expect(
      found(by: planned, describing: [before, after]).joined(separator: "\n"),
      is: """
        Source.swift:3:6: error: 'V1' is version 1.0.0, which was released, and lists classes that have changed since: stores of 1.0.0 match no version of 'Plan', and the app ends at launch (error 134504: unknown version) [version-missing-from-plan]
          Source.swift:7:6: the plan is here
          declare a 'VersionedSchema' of version 2.0.0 with the classes as they are, add it to the plan, and put copies of the classes as they were into 'V1': 'migrate export 1.0.0 --format swiftdata' prints them
        """)
    // Until a schema file describes the change, another rule speaks of it.
    #expect(found(by: planned, describing: [before]) == [])
    // Without the plan, the platform infers the migration.
    let unplanned = "\nlet container = try! ModelContainer(for: Pin.self)\n"
    #expect(found(by: unplanned, describing: [before, after]) == [])
  }

  @Test func `plans that list all released versions, or equal ones, draw nothing`() {
    let listed = "V1.self, V2.self, V3.self"
    #expect(foundReleased(Self.versions.joined() + Self.plan(listed)) == [])
    // A version is known by what it stores, not by its number.
    let renumbered = Self.versions.joined().replacing(
      "Schema.Version(2, 0, 0)", with: "Schema.Version(1, 5, 0)")
    #expect(foundReleased(renumbered + Self.plan(listed)) == [])
    // A plan in tests is not one of the app's.
    let test = Self.versions.joined() + Self.plan("V1.self, V3.self")
    let found = foundReleased(test, path: "AppTests/PlanTests.swift")
    #expect(!found.contains { $0.contains("which was released") })
    // Which version one of them is could not be read.
    let unread = Self.versions.joined().replacing("Schema.Version(2, 0, 0)", with: "newest")
    #expect(foundReleased(unread + Self.plan(listed)) == [])
  }
}
