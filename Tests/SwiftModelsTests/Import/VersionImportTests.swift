import Diagnostics
import SchemaLint
import SchemaModel
import SwiftModels
import Testing

struct VersionImportTests {
  @Test func `each versioned schema is a version, and the plan gives its migration`() {
    expect(
      imported([
        "Plan.swift": """
        enum LibraryMigrationPlan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
          static var stages: [MigrationStage] {
            [toV2, .lightweight(fromVersion: V2.self, toVersion: V3.self)]
          }
          static let toV2 = MigrationStage.custom(
            fromVersion: V1.self, toVersion: V2.self, willMigrate: nil, didMigrate: { _ in })
        }
        """,
        "V1.swift": """
        enum V1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Book.self] }
          @Model final class Book { var title: String; var notes: [Note] = [] }
          @Model final class Note { var book: Book? }
        }
        """,
        "V2.swift": """
        enum V2 {}
        extension V2: VersionedSchema {
          static var versionIdentifier: Schema.Version { .init(2, 1, 0) }
          static var models: [any PersistentModel.Type] { return [V2.Book.self, Self.Note.self] }
        }
        extension V2 { @Model final class Book { var name: String } }
        extension V2 { @Model final class Note { var text: String } }
        """,
        "V3.swift": """
        enum V3: VersionedSchema {
          static var versionIdentifier = Schema.Version(3, 0, 0)
          static var models: [any PersistentModel.Type] { V2.models + [Shelf.self] }
          @Model class Shelf { var rows: Int }
        }
        typealias Book = V2.Book
        """,
      ]),
      is: """
        schema: Library
        version: 1.0.0

        entities:
          Book:
            attributes:
              title: string
            relationships:
              notes: {toMany: Note, inverse: book}

          Note:
            relationships:
              book: {toOne: "Book?", inverse: notes}

        schema: Library
        version: 2.1.0

        entities:
          Book:
            attributes:
              name: string

          Note:
            attributes:
              text: string

        migration:
          kind: custom

        schema: Library
        version: 3.0.0

        entities:
          Book:
            attributes:
              name: string

          Note:
            attributes:
              text: string

          Shelf:
            attributes:
              rows: int

        migration:
          kind: lightweight

        Plan.swift:6:21: warning: the stage from 'V1' to 'V2' runs code, which is not carried over: the schema file says 'kind: custom', and nothing of what it does [left-out]
          write what it does under 'migration:', as values, maps and checks
        """)
  }

  @Test func `a custom stage without code stays custom, as it ends a run of lightweight ones`() {
    let versions = ["", "var year: String?", "", "var year: Int?"].enumerated().map { place, body in
      """
      enum V\(place + 1): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(place + 1), 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book { var title = ""; \(body) }
      }
      """
    }
    let plan = """
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self, V4.self] }
        static var stages: [MigrationStage] {
          [
            .lightweight(fromVersion: V1.self, toVersion: V2.self),
            .custom(fromVersion: V2.self, toVersion: V3.self, willMigrate: nil, didMigrate: nil),
            .lightweight(fromVersion: V3.self, toVersion: V4.self),
          ]
        }
      }
      """
    let schemas = schemas(["Plan.swift": (versions + [plan]).joined(separator: "\n")])
    #expect(
      schemas.versions.map { $0.migration?.kind } == [nil, .lightweight, .custom, .lightweight])
    #expect(schemas.problems == [])
  }

  @Test func `a stage with code stays custom whatever it changes, and its code is reported`() {
    let schemas = schemas([
      "Plan.swift": """
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book { var title = "" }
      }
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book { var title = ""; var slug = "" }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] {
          [
            .custom(
              fromVersion: V1.self, toVersion: V2.self, willMigrate: nil,
              didMigrate: { context in try context.save() })
          ]
        }
      }
      """
    ])
    #expect(schemas.versions.map { $0.migration?.kind } == [nil, .custom])
    #expect(
      schemas.problems.map(line) == [
        """
        Plan.swift:15:7: warning: the stage from 'V1' to 'V2' runs code, which is not carried over: the schema file says 'kind: custom', and nothing of what it does [left-out]
          write what it does under 'migration:', as values, maps and checks
        """
      ])
  }

  private static func staged(_ stages: String) -> SwiftSchemas {
    schemas([
      "Plan.swift": """
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book { var title = "" }
      }
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book { var title = ""; var slug = "" }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] { \(stages) }
      }
      enum Steps {
        static let all: [MigrationStage] = [first]
        static let first = MigrationStage.custom(
          fromVersion: V1.self, toVersion: V2.self, willMigrate: nil, didMigrate: { try $0.save() })
      }
      """
    ])
  }

  @Test(arguments: [
    "willMigrate: nil) { try $0.save() }", "willMigrate: { try $0.save() }) { _ in }",
    ") { try $0.save() } didMigrate: { _ in }", "willMigrate: nil, didMigrate: { try $0.save() })",
    ") { try $0.save() }",
  ])
  func `a closure behind a stage is its code`(ending: String) {
    let comma = ending.hasPrefix(")") ? "" : ", "
    let schemas = Self.staged("[.custom(fromVersion: V1.self, toVersion: V2.self\(comma)\(ending)]")
    #expect(schemas.versions.map { $0.migration?.kind } == [nil, .custom])
    #expect(schemas.problems.map(\.code) == ["left-out"])
  }

  @Test func `stages in a type of their own are read, and unreadable stages are reported`() {
    let elsewhere = Self.staged("Steps.all")
    #expect(elsewhere.versions.map { $0.migration?.kind } == [nil, .custom])
    let unread = Self.staged("makeStages()")
    #expect(unread.versions.map { $0.migration?.kind } == [nil, nil])
    expect(
      unread.problems.map(line).joined(separator: "\n"),
      is: """
        Plan.swift:13:41: warning: not all stages of 'Plan' can be read: a schema file says of none of these how a store comes to its version, nor that code runs in the migration [left-out]
          spell them out as a list, or in constants that one of the files declares; or write 'migration: {kind: custom}' where code runs
        """)
  }

  @Test func `the release clause of an '#if' is read, and additions to models in others reported`()
  {
    let schemas = schemas([
      "Book.swift": """
      import SwiftData
      enum State: String, Codable {
        case idle
        #if DEBUG
        case broken
        #endif
      }
      @Model final class Book {
        #if DEBUG
        var title = "A"
        var probe = 0
        #else
        var title = ""
        #endif
        var state = State.idle
        #if os(iOS)
        var width = 1.0
        #else
        var height = 1.0
        #endif
      }
      #if !DEBUG
      @Model final class Page { var number = 0 }
      #else
      @Model final class Trace { var text = "" }
      #endif
      """
    ])
    let live = schemas.live?.schema
    #expect(live?.entities.map(\.name) == ["Book", "Page"])
    #expect(live?.entities.first?.attributes.map(\.name) == ["title", "state", "width"])
    #expect(live?.entities.first?.attributes.first?.defaultValue == .literal(.string("")))
    #expect(live?.enumerations.first?.cases.map(\.name) == ["idle"])
    #expect(
      schemas.problems.map { "\($0.location?.line ?? 0): \($0.message)" } == [
        "5: 'State.broken' stands under '#if DEBUG', which no release has, and is left out",
        "10: 'Book.title' stands under '#if DEBUG', which no release has, and is left out",
        "11: 'Book.probe' stands under '#if DEBUG', which no release has, and is left out",
        "17: 'Book.width' is there only if 'os(iOS)': the model depends on the build",
        "19: 'Book.height' stands under '#else', which is left out: the clause '#if os(iOS)' is read",
        "25: 'Trace' stands under '#else', which no release has, and is left out",
      ])
  }

  @Test func `among versions with the same number, the one in a plan counts`() {
    let schemas = schemas([
      "Plan.swift": """
      enum NoteSchema: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Note.self] }
        @Model final class Note { var title = "" }
      }
      enum NoteSchemaV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [NoteSchema.Note.self] }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [NoteSchemaV1.self] }
        static var stages: [MigrationStage] { [] }
      }
      """
    ])
    #expect(schemas.labels == ["NoteSchemaV1"])
    #expect(schemas.live == nil)
    #expect(schemas.problems == [])
  }

  @Test func `models that no version lists are a document of their own`() throws {
    let schemas = schemas([
      "Models.swift": """
      enum V1: VersionedSchema {
        static var versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model class Book { var title: String }
      }
      @Model class Book { var title: String; var year: Int }
      @Model class Old { var place: Lost }
      """
    ])
    #expect(schemas.versions.map { $0.schema.entities.map(\.attributes.count) } == [[1]])
    #expect(schemas.live?.schema.entities.map(\.attributes.count) == [2, 1])
    #expect(schemas.problems == [])
    #expect(schemas.live?.schema.version.description == "2.0.0")
  }

  @Test func `parts of versions that cannot be read are reported at their places`() {
    expect(
      imported(
        """
        enum V1: VersionedSchema {
          static var versionIdentifier = currentVersion
          static var models: [any PersistentModel.Type] { [Lost.self, Plain.self] + more() }
        }
        struct Plain {}
        @Model struct Point { var x: Int }
        """),
      is: """
        Models.swift:1:6: error: the version identifier of 'V1' is not spelt out as numbers [unreadable-version]
          write 'Schema.Version(1, 0, 0)'
        Models.swift:3:52: error: 'V1' lists 'Lost', which none of the files declares as a model [unseen-type]
        Models.swift:3:63: error: 'V1' lists 'Plain', which none of the files declares as a model [unseen-type]
        Models.swift:3:77: error: 'more(…)' in 'V1' is not the name of a type [unreadable-version]
        Models.swift:6:15: error: 'Point' is no class, and only a class can be a model [model-is-no-class]
        """)
  }

  @Test func `two models of one name are reported, with both places`() {
    expect(
      imported(["A/Book.swift": "@Model class Book { }", "B/Book.swift": "@Model class Book { }"]),
      is: """
        schema: Library
        version: 1.0.0

        entities:
          Book: {}

        B/Book.swift:1:14: error: there are two models named 'Book' [duplicate-name]
          give the files of one target only
          A/Book.swift:1:14: the other one is here
        """)
  }

  @Test func `comments, strings and code for other systems contain no models`() {
    expect(
      imported(
        #"""
        // @Model class A { var x: Int }
        /* @Model class B { /* nested */ var x: Int } */
        let text = "@Model class C { var x: Int }"
        let block = """
          @Model class D { var x: Int }
          """
        #if os(Linux)
        @Model class E { var x: Int }
        #elseif canImport(SwiftData)
        @Model class F {
          var x: Int
          #if DEBUG
          var probe: Int = 0
          #endif
        }
        #else
        @Model class G { var x: Int }
        #endif
        """#),
      is: """
        schema: Library
        version: 1.0.0

        entities:
          F:
            attributes:
              x: int

        Models.swift:13:7: warning: 'F.probe' stands under '#if DEBUG', which no release has, and is left out [conditional-model]
        """)
  }

  /// Two models with a plan each, and further declarations.
  private static func twoModels(_ rest: String = "") -> SwiftSource {
    func model(_ name: String, _ entity: String) -> String {
      """
      enum \(name)1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [\(entity).self] }
        @Model final class \(entity) { var name = "" }
      }
      enum \(name)2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [\(entity).self] }
        @Model final class \(entity) { var name = ""; var size = 0 }
      }
      enum \(name)Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [\(name)1.self, \(name)2.self] }
        static var stages: [MigrationStage] {
          [.lightweight(fromVersion: \(name)1.self, toVersion: \(name)2.self)]
        }
      }

      """
    }
    return SwiftSource(texts: [
      ("Sources/Models.swift", model("App", "Book") + model("Cache", "Image") + rest),
      ("Tests/ModelTests.swift", model("Tried", "Sample")),
    ])
  }

  @Test(
    arguments: [
      (PlanChoice.only, [], ["AppPlan", "CachePlan"]),
      (.named("AppPlan"), ["App1 of App", "App2 of App"], []),
      (.named("CachePlan"), ["Cache1 of Cache", "Cache2 of Cache"], []),
      (.named("TriedPlan"), ["Tried1 of Tried", "Tried2 of Tried"], []), (.named("No"), [], []),
    ] as [(PlanChoice, [String], [String])])
  func `versions are of the model whose plan lists them`(
    choice: PlanChoice, versions: [String], open: [String]
  ) {
    let next = """
      enum App3: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book { var name = ""; var size = 0; var price = 0 }
      }
      enum Other: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Thing.self] }
        @Model final class Thing { var name = "" }
      }
      """
    let schemas = Self.twoModels(next).schemas(plan: choice, use: .schemaFiles)
    #expect(schemas.openPlans.map(\.name) == open)
    #expect(schemas.plans.map(\.name) == ["AppPlan", "CachePlan"])
    if open.isEmpty {
      #expect(
        zip(schemas.labels, schemas.versions).map { "\($0) of \($1.schema.name)" } == versions)
    }
  }

  @Test func `the versions that a plan leaves out are reported once, and not imported`() {
    func problems(_ rest: String, _ choice: PlanChoice) -> [String] {
      Self.twoModels(rest).schemas(plan: choice, use: .schemaFiles).problems.map(line)
    }
    let next = """
      enum App3: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book { var name = ""; var cover: Cover? }
      }
      """
    let other = """

      enum Other: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Thing.self] }
        @Model final class Thing { var name = "" }
      }
      """
    #expect(
      problems(next + other, .named("AppPlan")) == [
        """
        Sources/Models.swift:11:6: warning: the migration plan 'AppPlan' does not list 'App3' and 'Other': \
        they are not imported [left-out-version]
          if they are versions of the same model, add 'App3.self' and 'Other.self' to the 'schemas' of \
        'AppPlan', and import again
          Sources/Models.swift:33:6: 'App3' is here
          Sources/Models.swift:38:6: 'Other' is here
        """
      ])
    #expect(problems(next, .named("CachePlan")) == [])
    #expect(problems(next + other, .named("TriedPlan")) == [])
    #expect(problems("", .named("AppPlan")) == [])
  }

  @Test func `a plan whose list cannot be read leaves nothing out`() {
    let schemas = schemas([
      "Models.swift": """
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book { var title = "" }
      }
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book { var title = ""; var pages = 0 }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self] + more() }
        static var stages: [MigrationStage] { [] }
      }
      """
    ])
    #expect(schemas.labels == ["V1", "V2"])
  }

  @Test func `the newest version of each model is checked`() {
    let found = Self.twoModels().findings(
      settings: RuleSettings(overrides: ["reserved-name": .off]))
    #expect(found.map { "\($0.location?.line ?? 0) \($0.code)" } == [])
    #expect(Self.twoModels().unsoundModels == [])
  }

  @Test func `a version before the newest that has a mistake is left out`() {
    func schemas(_ first: String, _ last: String) -> SwiftSchemas {
      SwiftSource(texts: [
        (
          "Models.swift",
          """
          enum V1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [Book.self] }
            @Model final class Book { var title = "" }
          }
          enum V2: VersionedSchema {
            static let versionIdentifier = Schema.Version(2, 0, 0)
            static var models: [any PersistentModel.Type] { [Book.self] }
            @Model final class Book { var title = ""; \(first) }
          }
          enum V3: VersionedSchema {
            static let versionIdentifier = Schema.Version(3, 0, 0)
            static var models: [any PersistentModel.Type] { [Book.self] }
            @Model final class Book { var title = ""; var pages = 0; \(last) }
          }
          enum Plan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
            static var stages: [MigrationStage] {
              [
                .custom(
                  fromVersion: V1.self, toVersion: V2.self, willMigrate: nil,
                  didMigrate: { _ in print("") }),
                .lightweight(fromVersion: V2.self, toVersion: V3.self),
              ]
            }
          }
          """
        )
      ]).schemas(plan: .only, use: .schemaFiles)
    }
    let flawed = schemas("var cover: Cover", "")
    #expect(flawed.labels == ["V1", "V3"])
    #expect(flawed.versions.map { $0.migration?.kind } == [nil, .custom])
    #expect(flawed.faults == [])
    #expect(
      flawed.problems.filter { $0.code != "left-out" }.map(line) == [
        """
        Models.swift:6:6: warning: 'V2' is left out: there is no schema file of version 2.0.0 [left-out-version]
          Models.swift:9:49: 'Book.cover' is a 'Cover', which none of the files declares: how it is stored is not known
          the other versions are imported; correct this one, and import again
        """
      ])
    #expect(schemas("", "var cover: Cover").problems.contains { $0.severity == .error })
  }

  @Test(arguments: [("", .warning), ("// @Model", .error)] as [(String, Diagnostic.Severity)])
  func `a file that does not parse is one finding, and a warning where no model is in it`(
    rest: String, severity: Diagnostic.Severity
  ) {
    let source = SwiftSource(texts: [
      ("A.swift", "func a( { }\nlet = 3\nvar = 4\nlet b: = 2\nvar = 5\nvar = 6\n" + rest)
    ])
    #expect(source.problems.map(\.severity) == [severity])
    #expect(source.problems.first?.notes.count == 5)
  }

  @Test func `containers without a common class are reported as several stores`() {
    func problems(_ containers: String) -> [String] {
      let source = SwiftSource(texts: [
        (
          "Models.swift",
          """
          import SwiftData
          @Model final class Item { var part: Part?; init() {} }
          @Model final class Part { init() {} }
          @Model final class Log { init() {} }
          \(containers)
          """
        )
      ])
      return source.schemas(onlyInContainers: true).problems.map(line)
    }
    #expect(
      problems(
        """
        let main = try ModelContainer(for: Item.self)
        let logs = try ModelContainer(for: Schema([Log.self]), configurations: named)
        """) == [
          """
          Models.swift:5:12: warning: containers have no class in common: each has a store with a model \
          of its own, and the one model here is the model of none of them [several-stores]
            Models.swift:5:12: this one has 'Item'
            Models.swift:6:12: this one has 'Log'
            to import one of the models, name the files that declare it alone
          """
        ])
    #expect(
      problems(
        """
        let main = try ModelContainer(for: Item.self)
        let parts = try ModelContainer(for: Part.self)
        let all = try ModelContainer(for: Part.self, Log.self)
        """) == [])
  }

  @Test func `a file that does not parse is reported, and the rest of it is read`() {
    let source =
      "@Model class Book { var title: String\nvar = 3 }\n@Model class Note { var text: String }"
    let files = SwiftSourceProbe(source)
    #expect(files.problems.map { $0.location?.line } == [2])
    #expect(files.entities == ["Book", "Note"])
  }

  @Test func `properties of Mac Catalyst releases alone are left out, and reported`() {
    let schemas = schemas([
      "Book.swift": """
      import SwiftData
      @Model final class Book {
        #if targetEnvironment(macCatalyst)
        var frame = ""
        #else
        var phone = ""
        #endif
        #if targetEnvironment(simulator)
        var probe = ""
        #endif
      }
      """
    ])
    #expect(schemas.live?.schema.entities[0].attributes.map(\.name) == ["phone"])
    #expect(
      schemas.problems.map { "\($0.location?.line ?? 0): \($0.message)" } == [
        "4: 'Book.frame' stands under '#if targetEnvironment(macCatalyst)', which is left out: the "
          + "clause '#else' is read",
        "9: 'Book.probe' stands under '#if targetEnvironment(simulator)', which no release has, and is "
          + "left out",
      ])
  }

  @Test func `a space before an attribute's arguments is an error in Swift 6 alone`() {
    let probe = SwiftSourceProbe(
      """
      import SwiftData
      @Model final class Book {
        @Attribute (.unique) var title: String = ""
        @available (macOS 14, *) func clear() { title = "" }
        init() {}
      }
      """)
    #expect(probe.problems == [])
    #expect(probe.entities == ["Book"])
  }
}
