import Diagnostics
import SchemaLint
import Testing

struct ModelMissingFromSchemaTests {
  /// A plan with a stage, to the version that the source declares as 'SchemaV1'.
  private static let plan = """
    enum SchemaV0: VersionedSchema {
      static let versionIdentifier = Schema.Version(0, 1, 0)
      static var models: [any PersistentModel.Type] { [Book.self] }
      @Model final class Book { var name = "" }
    }
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [SchemaV0.self, SchemaV1.self] }
      static var stages: [MigrationStage] {
        [.lightweight(fromVersion: SchemaV0.self, toVersion: SchemaV1.self)]
      }
    }
    """

  @Test(arguments: ["Lists.all", "Lists.made()", "[Book.self] + Lists.rest"])
  func `a list of models is followed, and reported where it cannot be read`(models: String) {
    func found(_ lists: String) -> [String] {
      MarkedSource(
        """
        import SwiftData
        enum SchemaV1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { \(models) }
          @Model final class Book { var name = "" }
          @Model final class Note { var text = "" }
          @Model final class Stray { var text = "" }
        }
        typealias Stray = SchemaV1.Stray
        func make() -> Stray { Stray() }
        \(lists)
        """
      ).findings(of: "model-missing-from-schema").map {
        "\($0.severity) \($0.message.prefix { $0 != ":" })"
      }
    }
    let lists = """
      enum Lists {
        static let all: [any PersistentModel.Type] = [SchemaV1.Book.self] + rest
        static var rest: [any PersistentModel.Type] { [SchemaV1.Note.self] }
        static func made() -> [any PersistentModel.Type] { all }
      }
      """
    #expect(
      found(lists).map { $0.prefix { $0 != "," } } == ["error 'SchemaV1' does not list its 'Stray'"]
    )
    #expect(found("") == ["warning not all models of 'SchemaV1' can be read"])
  }

  @Test func `a model that nothing lists is a note, or a warning where the app names it`() {
    func found(_ code: String) -> [String] {
      MarkedSource(
        """
        import SwiftData
        import SwiftUI
        @Model final class Book { var name = ""; var cover: Cover? }
        @Model final class Cover { var book: Book? }
        @Model final class Photo { var name = "" }
        \(code)
        """
      ).findings(of: "model-missing-from-schema").map(line)
    }
    let open = "let container = try ModelContainer(for: Book.self)\n"
    let message = """
      no container, schema or version of the app lists 'Photo', and no listed model leads to it: it is in no \
      store, and the app ends where it inserts or fetches one [model-missing-from-schema]
        add 'Photo.self' to the schema of the container
      """
    #expect(found(open) == ["Source.swift:5:20: note: " + message])
    #expect(
      found(
        open
          + "struct List: View { @Query var photos: [Photo]; var body: some View { Text(\"\") } }")
        == ["Source.swift:5:20: warning: " + message])
    #expect(found("") == [])
    #expect(found("let container = try ModelContainer(for: Book.self, Photo.self)") == [])
  }

  @Test func `two classes of the same name are both listed`() {
    let findings = MarkedSource(
      """
      enum S: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [User.self, Sub.User.self] }
        @Model final class User { var name: String = "" }
        enum Sub { @Model final class User { var count: Int = 0 } }
      }
      """
    ).findings(of: "model-missing-from-schema")
    #expect(findings.map(\.message) == [])
  }

  /// Three versions, the first with an 'Article', which the app has as another name for the last
  /// one's 'Item', with the code that runs before the first stage.
  private static func aliased(_ before: String, live: String = "typealias Article = Active.Item")
    -> String
  {
    """
    import SwiftData
    typealias Active = Shop3
    \(live)
    enum Shop1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Self.Article.self, Self.Basket.self] }
      @Model final class Article { var name = "" }
      @Model final class Basket { var name = "" }
    }
    enum Shop2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Self.Item.self, Self.Basket.self] }
      @Model final class Item { var name = "" }
      @Model final class Basket { var name = "" }
    }
    enum Shop3: VersionedSchema {
      static let versionIdentifier = Schema.Version(3, 0, 0)
      static var models: [any PersistentModel.Type] { [Self.Item.self, Self.Basket.self] }
      @Model final class Item { var name = ""; var price = 0 }
      @Model final class Basket { var name = "" }
    }
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [Shop1.self, Shop2.self, Shop3.self] }
      static var stages: [MigrationStage] {
        [
          .custom(
            fromVersion: Shop1.self, toVersion: Shop2.self,
            willMigrate: { context in \(before) }, didMigrate: nil),
          .lightweight(fromVersion: Shop2.self, toVersion: Shop3.self),
        ]
      }
    }
    """
  }

  @Test func `a dropped model whose name now means another class is reported as such`() {
    func found(_ source: String) -> [String] {
      MarkedSource(source).findings(of: "model-missing-from-schema").map(line)
    }
    let clearing = "try context.delete(model: Shop1.Article.self); try context.save()"
    #expect(found(Self.aliased(clearing)) == [])
    #expect(
      found(Self.aliased("try context.save()")) == [
        """
        Source.swift:10:6: warning: the migration drops every 'Article' of 'Shop1': 'Shop2' lacks it, \
        and the app has the name for 'Shop3.Item' [model-missing-from-schema]
          Source.swift:19:22: the class that 'Article' stands for is 'Shop3.Item'
          Source.swift:4:6: 'Shop1', which has 'Article', is here
          where the stores of that version have 'Item' and no 'Article', name it 'Item' there, too
          keep the class 'Article', with 'typealias Item = Article' for the app's code; or copy its \
        objects over two versions, as 'migrate explain rename-entity' shows
        """
      ])
    let live = "@Model final class Article { var name = \"\" }"
    #expect(found(Self.aliased(clearing, live: live)) == [])
    #expect(
      found(Self.aliased("try context.save()", live: "typealias Article = Shop1.Article"))
        .filter { $0.contains("error: 'Shop2' lacks 'Article'") }.count == 1)
  }

  @Test(arguments: [
    (
      "let cache: CachedImage? = nil", "",
      "error: 'S2' lacks 'CachedImage', which 'S1' has and the app still uses"
    ),
    (
      "func open() throws { _ = try ModelContainer(for: CachedImage.self) }", "",
      "note: 'S2' lacks 'CachedImage', which 'S1' has"
    ),
    ("", "", "warning: 'S2' lacks 'CachedImage', which 'S1' has"),
    (
      "let cache: CachedImage? = nil",
      "try context.delete(model: S1.CachedImage.self); try context.save()", ""
    ),
  ])
  func `a model that a migration drops is an error where the app uses it`(
    use: String, before: String, expected: String
  ) {
    let found = MarkedSource(
      """
      import SwiftData
      enum S1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Video.self, CachedImage.self] }
        @Model final class Video { var title = "" }
        @Model final class CachedImage { var name = "" }
      }
      enum S2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Video.self] }
        @Model final class Video { var title = ""; var note: String? }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [S1.self, S2.self] }
        static var stages: [MigrationStage] {
          [
            .custom(
              fromVersion: S1.self, toVersion: S2.self, willMigrate: { context in \(before) },
              didMigrate: nil)
          ]
        }
      }
      @Model final class CachedImage { var name = "" }
      \(use)
      """
    ).findings(of: "model-missing-from-schema")
    #expect(
      found.map { "\($0.severity): \($0.message.prefix { $0 != ":" })" }
        == (expected.isEmpty ? [] : [expected]))
  }

  @Test func `models that a version lacks are found`() {
    MarkedSource(
      """
      import SwiftData
      typealias Shelf = SchemaV1.Shelf
      typealias Tag = SchemaV2.Tag
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
        @Model final class Tag { var name = "" }  // warning
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

  @Test(arguments: [
    ("", "note"), ("func add(_ draft: SchemaV1.Draft) {}", "error"),
    ("func add() { _ = SchemaV1.Draft() }", "error"),
    ("typealias Draft = SchemaV1.Draft", "warning"),
  ])
  func `a model that its version lacks and nothing names is a note`(use: String, severity: String) {
    let found = MarkedSource(
      """
      import SwiftData
      enum SchemaV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book { var title = "" }
        @Model final class Draft {
          var title = ""
          var next: Draft?
          func copy() -> Draft { Draft() }
        }
      }
      \(use)
      """
    ).findings(of: "model-missing-from-schema")
    #expect(found.map { "\($0.severity)" } == [severity])
    if use.isEmpty {
      #expect(
        found.map(line) == [
          """
          Source.swift:6:22: note: 'SchemaV1' does not list its 'Draft', no listed model leads to it, and \
          nothing names it: it is code without a use [model-missing-from-schema]
            Source.swift:2:6: take the class out; where stores of 'SchemaV1' have it, add 'Draft.self' to \
          its 'models'
          """
        ])
    }
  }

  @Test func `models that no container lists are found`() {
    MarkedSource(
      """
      import SwiftData
      @Model final class Book { var title = ""; var notes: [Note] = [] }
      @Model final class Note { var book: Book? }
      @Model final class Tag { var name = "" }  // error
      @Model final class Unused { var name = "" }  // warning
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

  @Test func `models that a container lists in addition to its plan are found`() {
    MarkedSource(
      """
      import SwiftData
      enum SchemaV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book { var title = "" }
      }
      \(Self.plan)
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
      \(Self.plan)
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

  // MARK: Containers that are not the app's

  private static let library = """
    import SwiftData
    @Model final class Book { var title = "" }
    enum SchemaV1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Book.self] }
    }
    func open() throws -> ModelContainer {
      try ModelContainer(for: Schema(versionedSchema: SchemaV1.self))
    }
    func add(_ context: ModelContext) { context.insert(Count()) }

    """

  private static func model(_ mark: String) -> String {
    "@Model final class Count { var number = 0 }\(mark)\n"
  }

  @Test(arguments: [
    """
    func make() throws -> ModelContainer {
      try ModelContainer(
        for: Count.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    """,
    "func make() throws -> ModelContainer { try ModelContainer(for: Count.self) }",
    """
    enum SchemaV9: VersionedSchema {
      static let versionIdentifier = Schema.Version(9, 0, 0)
      static var models: [any PersistentModel.Type] { [Count.self] }
    }
    """,
  ])
  func `models that tests list do not count for the app`(test: String) {
    MarkedSource([
      ("App/Library.swift", Self.library + Self.model("  // error")),
      ("Tests/Tests.swift", "import SwiftData\n" + test),
    ]).expect("model-missing-from-schema")
  }

  @Test(arguments: [
    "#Preview { List().modelContainer(for: [Count.self]) }",
    """
    struct Shown: PreviewProvider {
      static var previews: some View { List().modelContainer(for: Count.self, inMemory: true) }
    }
    """,
    "let previewContainer = try! ModelContainer(for: Count.self)",
  ])
  func `models that previews list do not count for the app`(preview: String) {
    MarkedSource(Self.library + Self.model("  // error") + preview)
      .expect("model-missing-from-schema")
  }

  @Test(arguments: [
    """
    func scratch() throws -> ModelContainer {
      try ModelContainer(
        for: Count.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    """,
    """
    func scratch() throws -> ModelContainer {
      let schema = Schema([Count.self])
      let memory = ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
      return try ModelContainer(for: schema, configurations: [memory])
    }
    """,
    "func list() -> some View { List().modelContainer(for: [Count.self], inMemory: true) }",
    "struct SampleStore { let container = try! ModelContainer(for: Count.self) }",
  ])
  func `models that only a container in memory lists may be meant for it`(container: String) {
    MarkedSource(Self.library + Self.model("  // warning") + container)
      .expect("model-missing-from-schema")
  }

  @Test(arguments: [
    """
    func open(_ inMemory: Bool) throws -> ModelContainer {
      try ModelContainer(
        for: Count.self, configurations: ModelConfiguration(isStoredInMemoryOnly: inMemory))
    }
    """,
    """
    func openBoth() throws -> ModelContainer {
      let schema = Schema([Count.self])
      let memory = ModelConfiguration("scratch", isStoredInMemoryOnly: true)
      return try ModelContainer(for: schema, configurations: ModelConfiguration(), memory)
    }
    """,
    """
    func openEither(_ isShort: Bool) throws -> ModelContainer {
      let schema = Schema([Count.self])
      let memory = ModelConfiguration(isStoredInMemoryOnly: true)
      if isShort { return try ModelContainer(for: schema, configurations: memory) }
      return try ModelContainer(for: schema)
    }
    """,
    """
    func openPlain() -> some View { List().modelContainer(for: [Count.self], inMemory: false) }
    """,
  ])
  func `containers that may be on the disk count for the app`(container: String) {
    MarkedSource(Self.library + Self.model("") + container).expect("model-missing-from-schema")
  }

  // MARK: Plans without stages

  @Test func `a container next to a plan without stages is doubtful and no more`() {
    let source = """
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
      @Model final class Note { var text = "" }
      func open() throws -> ModelContainer {
        try ModelContainer(
          for: SchemaV1.Book.self,
          Note.self,  // warning
          migrationPlan: Plan.self)
      }
      """
    MarkedSource(source).expect("model-missing-from-schema")
    #expect(
      MarkedSource(source).findings(of: "model-missing-from-schema").map(\.message) == [
        """
        the container lists 'Note', which the newest version of its 'Plan' lacks: its stores are of \
        none of the plan's versions, which a plan without stages seems to pass over and one with \
        stages does not
        """
      ])
  }

  // MARK: Fewer models than the plan

  @Test(arguments: [
    ("Pin.self", true), ("Schema([Route.self])", true), ("Pin.self, Map.self", false),
    ("Schema(versionedSchema: SchemaV2.self)", false), ("Schema([Pin.self] + others)", false),
  ])
  func `a container that lists fewer models than the newest version of its plan is reported`(
    list: String, isReported: Bool
  ) {
    let source = """
      import SwiftData
      typealias Pin = SchemaV2.Pin
      typealias Map = SchemaV2.Map
      typealias Route = SchemaV2.Route
      enum SchemaV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Pin.self] }
        @Model final class Pin { var x = 0; init() {} }
      }
      enum SchemaV2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Pin.self, Map.self, Route.self] }
        @Model final class Pin { var x = 0; var route: Route?; init() {} }
        @Model final class Map { var name = ""; init() {} }
        @Model final class Route {
          @Relationship(inverse: \\Pin.route) var pins: [Pin] = []
          init() {}
        }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
        static var stages: [MigrationStage] {
          [.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)]
        }
      }
      func open(_ others: [any PersistentModel.Type]) throws -> ModelContainer {
        try ModelContainer(for: \(list), migrationPlan: Plan.self)
      }
      """
    #expect(
      MarkedSource(source).findings(of: "model-missing-from-schema").map(line)
        == (isReported
          ? [
            """
            Source.swift:27:3: warning: the container does not list 'Map', which 'SchemaV2' has: its schema \
            is no version of the plan, and no objects of it can be saved [model-missing-from-schema]
              list 'Map.self' here, too
            """
          ] : []))
  }

  @Test(arguments: [
    ("", "warning"), ("func all() { _ = FetchDescriptor<SchemaV2.Pin>() }", "error"),
  ])
  func `a container at an older version is an error where the app uses the newer classes`(
    code: String, severity: String
  ) {
    let versions = (1...2).map { number in
      """
      enum SchemaV\(number): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(number), 0, 0)
        static var models: [any PersistentModel.Type] { [Pin.self] }
        @Model final class Pin { var x = 0; \(number == 1 ? "" : "var y = 0;") init() {} }
      }
      """
    }.joined(separator: "\n")
    MarkedSource(
      """
      import SwiftData
      \(versions)
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
        static var stages: [MigrationStage] {
          [.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)]
        }
      }
      func open() throws -> ModelContainer {
        try ModelContainer(
          for: Schema(versionedSchema: SchemaV1.self),  // \(severity)
          migrationPlan: Plan.self)
      }
      \(code)
      """
    ).expect("model-missing-from-schema")
  }

  // MARK: Names that stand for other classes

  @Test func `an alias in the list of a version is reported with the name of its class`() {
    let source = """
      import SwiftData
      typealias Font = FontV1
      @Model final class FontV1 { var name = ""; var size = 1 }
      enum SchemaV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Font.self] }
        @Model final class Font { var name = "" }
      }
      enum SchemaV2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] {
          [
            Font.self  // error
          ]
        }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
        static var stages: [MigrationStage] {
          [.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)]
        }
      }
      """
    MarkedSource(source).expect("model-missing-from-schema")
    // The finding is not repeated as a loss or a rename.
    #expect(MarkedSource(source).findings(of: "drop-entity") == [])
    #expect(MarkedSource(source).findings(of: "probable-rename") == [])
    #expect(
      MarkedSource(source).findings(of: "model-missing-from-schema").map(line) == [
        """
        Source.swift:13:7: error: the migration drops every 'Font' of 'SchemaV1' and begins 'FontV1' \
        empty: in 'SchemaV2', 'Font' is another name for the class 'FontV1', and an entity is named \
        after its class [model-missing-from-schema]
          Source.swift:3:20: the class that 'Font' stands for is 'FontV1'
          Source.swift:4:6: 'SchemaV1', which has 'Font', is here
          where the stores of that version have 'FontV1' and no 'Font', name it 'FontV1' there, too
          keep the class 'Font', with 'typealias FontV1 = Font' for the app's code; or copy its objects \
        over two versions, as 'migrate explain rename-entity' shows
        """
      ])
    MarkedSource(
      source.replacing("class Font {", with: "class FontV1 {")
        .replacing("{ [Font.self] }", with: "{ [FontV1.self] }").replacing("  // error", with: "")
    )
    .expect("model-missing-from-schema")
  }

  @Test func `without a container in the files no model is reported as missing`() {
    func source(_ more: String) -> String {
      """
      import SwiftData
      @Model final class Book { var title: String = ""; init() {} }
      @Model final class Note { var text: String = ""; init() {} }
      func add(_ context: ModelContext) {
        context.insert(Book())
        context.insert(Note())
      }
      \(more)
      """
    }
    for more in [
      "func clear(_ context: ModelContext) throws { try context.delete(model: Book.self) }",
      "func name() -> String { Schema.entityName(for: Book.self) }",
      """
      func name() -> String { Schema.entityName(for: Book.self) }
      func open(_ schema: Schema) throws -> ModelContainer { try ModelContainer(for: schema) }
      """,
      """
      func open(_ more: [any PersistentModel.Type]) throws -> ModelContainer {
        try ModelContainer(for: Schema([Book.self] + more))
      }
      """,
    ] {
      MarkedSource(source(more)).expect("model-missing-from-schema")
    }
    let known = source("let container = try? ModelContainer(for: Book.self)")
    #expect(MarkedSource(known).findings(of: "model-missing-from-schema").count == 1)
  }

  @Test(arguments: [
    ("", "warning"), ("func add(to context: ModelContext) { context.insert(Book()) }", "error"),
    ("func all() { _ = FetchDescriptor<Book>() }", "error"),
  ])
  func `a type alias of an older class than the container's is reported`(
    code: String, severity: String
  ) {
    func source(_ version: Int, _ line: String) -> MarkedSource {
      MarkedSource(
        """
        import SwiftData
        enum SchemaV1: VersionedSchema {
          static let versionIdentifier = Schema.Version(1, 0, 0)
          static var models: [any PersistentModel.Type] { [Book.self] }
          @Model final class Book { var title = ""; init() {} }
        }
        enum SchemaV2: VersionedSchema {
          static let versionIdentifier = Schema.Version(2, 0, 0)
          static var models: [any PersistentModel.Type] { [Book.self] }
          @Model final class Book { var title = ""; var pages = 0; init() {} }
        }
        enum Plan: SchemaMigrationPlan {
          static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
          static var stages: [MigrationStage] {
            [.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)]
          }
        }
        func open() throws -> ModelContainer {
          try ModelContainer(for: Schema(versionedSchema: SchemaV2.self), migrationPlan: Plan.self)
        }
        \(code)
        typealias Book = SchemaV\(version).Book\(line)
        """)
    }
    source(1, "  // \(severity)").expect("model-missing-from-schema")
    source(2, "").expect("model-missing-from-schema")
    source(2, "\ntypealias OldBook = SchemaV1.Book").expect("model-missing-from-schema")
  }

  @Test(arguments: [
    ("for: Book.self", "  // warning"), ("for: Book.self, Note.self", ""),
    ("for: Book.self, configurations: ModelConfiguration(\"Books\")", ""),
    ("for: Book.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)", ""),
    ("for: Note.self", "  // warning"),
  ])
  func `a container that lists fewer models than another one of its store is a warning`(
    arguments: String, mark: String
  ) {
    MarkedSource(
      """
      import SwiftData
      @Model final class Book { var title = ""; init() {} }
      @Model final class Note { var text = ""; init() {} }
      func app() throws -> ModelContainer { try ModelContainer(for: Book.self, Note.self) }
      func widget() throws -> ModelContainer {
        try ModelContainer(\(arguments))\(mark)
      }
      """
    ).expect("model-missing-from-schema")
  }
}
