import Diagnostics
import SchemaLint
import SchemaModel
import SwiftModels
import Testing

struct PlanStepTests {
  private static func version(_ number: Int, _ models: [(name: String, body: String)]) -> String {
    let names = models.map { "\($0.name).self" }.joined(separator: ", ")
    let classes = models.map { "  @Model final class \($0.name) { \($0.body) }" }
    return """
      enum SchemaV\(number): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(number), 0, 0)
        static var models: [any PersistentModel.Type] { [\(names)] }
      \(classes.joined(separator: "\n"))
      }
      """
  }

  private static func source(
    _ versions: [[(name: String, body: String)]],
    stage: String = ".lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)"
  ) -> String {
    let texts = versions.enumerated().map { version($0 + 1, $1) }
    let names = versions.indices.map { "SchemaV\($0 + 1).self" }.joined(separator: ", ")
    return """
      import SwiftData
      \(texts.joined(separator: "\n"))
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [\(names)] }
        static var stages: [MigrationStage] { [\(stage)] }
      }
      """
  }

  private func found(_ source: String) -> [String] {
    SwiftSource(texts: [("Models.swift", source)]).findings()
      .filter { ["drop-entity", "probable-rename", "rename-source-missing"].contains($0.code) }.map(
        line)
  }

  private static let renamed = [
    [(name: "PersonV1", body: "var name = \"\"")],
    [(name: "PersonV2", body: "var name = \"\"; var age = 0")],
  ]

  @Test func `an inferred stage after which nothing is left is an error`() {
    #expect(
      found(Self.source(Self.renamed)) == [
        """
        Models.swift:7:6: error: 'SchemaV2' has no model of the name of any in 'SchemaV1' \
        ('PersonV1'), and the stage between them is inferred: the migration drops every object \
        [drop-entity]
          Models.swift:2:6: 'SchemaV1' is here
          an entity is named after its class alone: declare 'PersonV1' inside 'SchemaV2' too, or \
        carry the objects over in a custom stage
        """
      ])
  }

  @Test(arguments: [
    (".lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)", ["warning"]),
    (custom(will: "nil", did: "{ context in try context.save() }"), ["warning"]),
    (custom(will: "{ context in try context.save() }", did: "nil"), ["warning"]),
    (
      custom(will: "{ context in try context.delete(model: SchemaV1.Note.self) }", did: "nil"),
      []
    ),
    (custom(will: "keep", did: "nil"), []),
  ])
  func `a class that a stage drops is a warning where no code of it names the class`(
    stage: String, severities: [String]
  ) {
    let source = Self.source(
      [
        [("Book", "var title = \"\""), ("Note", "var text = \"\"")],
        [("Book", "var title = \"\"; var isbn: String?")],
      ], stage: stage)
    #expect(found(source).map { String($0.split(separator: " ")[1].dropLast()) } == severities)
  }

  @Test(arguments: [
    (
      "context.delete(club)",
      ["'willMigrate' deletes objects of 'Club': by the delete rules, their 'teams' are deleted"]
    ),
    ("context.delete(club); club.teams = []", []), ("club.name += \"2\"", []),
  ])
  func `a stage that deletes equal objects has to name what their cascades delete`(
    merge: String, messages: [String]
  ) {
    let team = "var club: Club?"
    let stage = Self.custom(
      will:
        "{ context in for club in try context.fetch(FetchDescriptor<SchemaV1.Club>()) { \(merge) } }",
      did: "nil")
    func club(_ key: String) -> String {
      "\(key) var name = \"\"; @Relationship(deleteRule: .cascade, inverse: \\Team.club) var teams: [Team] = []"
    }
    let source = Self.source(
      [
        [("Club", club("")), ("Team", team)],
        [("Club", club("@Attribute(.unique)")), ("Team", team)],
      ], stage: stage)
    let found = SwiftSource(texts: [("Models.swift", source)]).findings()
      .filter { $0.code == "unique-added" }
    #expect(found.map(\.message) == messages)
    #expect(found.allSatisfy { $0.severity == .warning })
  }

  @Test(arguments: [
    ("nil", ["'willMigrate' deletes all objects of 'Team', and 'didMigrate' makes none"]),
    ("{ context in context.insert(SchemaV2.Team()); try context.save() }", []),
  ])
  func `a stage that deletes all objects of a class has to make new ones`(
    did: String, messages: [String]
  ) {
    let source = Self.source(
      [[("Team", "var name = \"\"")], [("Team", "var name = \"\"; var size: Int?")]],
      stage: Self.custom(
        will: "{ context in try context.delete(model: SchemaV1.Team.self); try context.save() }",
        did: did))
    let found = SwiftSource(texts: [("Models.swift", source)]).findings()
    #expect(found.filter { $0.code == "drop-entity" }.map(\.message) == messages)
  }

  @Test func `values that a new class is to have are kept until a stage has copied them`() {
    let found = SwiftSource(
      texts: [
        (
          "Models.swift",
          Self.source([
            [("Rider", "var name = \"\"; var photo: String?")],
            [("Rider", "var name = \"\""), ("Profile", "var photo: String?; var bio: String?")],
          ])
        )
      ]
    ).findings().filter { $0.code == "drop-attribute" }
    #expect(
      found.map { $0.notes.map(\.message) } == [
        [
          "'Profile' is new and has 'photo', too: if the values move there, keep 'Rider.photo' in this version, "
            + "fill 'Profile' from it in 'didMigrate' of a '.custom' stage, and let a later version remove it",
          "if the loss is meant, write '// migrate:ignore drop-attribute -- reason' above this line",
        ]
      ])
  }

  private static func custom(will: String, did: String) -> String {
    ".custom(fromVersion: SchemaV1.self, toVersion: SchemaV2.self, willMigrate: \(will), didMigrate: \(did))"
  }

  @Test func `a class whose objects an earlier stage carries over may be dropped`() {
    let source = Self.source(
      [
        [("Old", "var text = \"\"")], [("Old", "var text = \"\""), ("New", "var name = 0")],
        [("New", "var name = 0")],
      ],
      stage: Self.custom(
        will: "nil",
        did: "{ context in for old in try context.fetch(FetchDescriptor<SchemaV2.Old>()) {} }")
        + ", .lightweight(fromVersion: SchemaV2.self, toVersion: SchemaV3.self)")
    #expect(found(source) == [])
  }

  @Test func `a stage that does something, tests, and lists that are computed draw nothing`() {
    let custom = """
      .custom(fromVersion: SchemaV1.self, toVersion: SchemaV2.self, willMigrate: nil,
        didMigrate: { context in try context.save(as: PersonV1.self) })
      """
    #expect(found(Self.source(Self.renamed, stage: custom)) == [])
    #expect(found(Self.source(Self.renamed, stage: "")) == [])
    let empty = custom.replacing("{ context in try context.save(as: PersonV1.self) }", with: "nil")
    #expect(found(Self.source(Self.renamed, stage: empty)).count == 1)
    let tests = SwiftSource(texts: [("AppTests/PlanTests.swift", Self.source(Self.renamed))])
    #expect(tests.findings().filter { $0.code == "drop-entity" } == [])
    let computed = Self.source(Self.renamed).replacing("[PersonV2.self]", with: "all()")
    #expect(found(computed) == [])
  }

  @Test(arguments: [
    ("_ = try ModelContainer(for: SchemaV2.PersonV2.self)", "note"),
    ("_ = try ModelContainer(for: SchemaV2.PersonV2.self); print(Plan.self)", "note"),
    ("_ = view.modelContainer(for: SchemaV2.PersonV2.self)", "note"),
    ("_ = try ModelContainer(for: SchemaV2.PersonV2.self, migrationPlan: Plan.self)", "error"),
    (
      "_ = try ModelContainer(for: SchemaV2.PersonV2.self, migrationPlan: p); p = Plan.self",
      "error"
    ),
    ("_ = try ModelContainer(for: SchemaV2.PersonV2.self, migrationPlan: p)", "error"),
    ("print(Plan.self)", "error"),
  ])
  func `mistakes in a plan that opens no container are notes`(code: String, severity: String) {
    let source = Self.source(Self.renamed) + "\nfunc open() throws { \(code) }"
    #expect(levels(source) == ["drop-entity \(severity)"])
  }

  @Test func `a container in tests alone does not decide what the app runs`() {
    let found = SwiftSource(texts: [
      (
        "App/Models.swift",
        Self.source(Self.renamed) + "\nlet main = try ModelContainer(for: SchemaV2.PersonV2.self)"
      ),
      (
        "AppTests/PlanTests.swift",
        "let tried = try ModelContainer(for: SchemaV2.PersonV2.self, migrationPlan: Plan.self)"
      ),
    ]).findings()
    #expect(found.filter { $0.code == "drop-entity" }.map(\.severity) == [.note])
  }

  @Test(arguments: [(1, "error"), (2, "note")])
  func `a possible rename since the newest released version is an error`(
    released: Int, severity: String
  ) {
    let versions = ["published", "year"].map { name in
      [(name: "Book", body: "var title = \"\"; var \(name): Int?")]
    }
    let source = Self.source(versions)
    #expect(levels(source) == ["probable-rename warning"])
    let documents = SwiftSource(texts: [("Models.swift", source)]).schemas().versions
    let model = ReleasedModel(
      history: SchemaHistory(Array(documents.prefix(released))),
      newest: Version(released),
      pinned: documents.prefix(released).map { ReleasedVersion(releasing: $0) })
    #expect(levels(source, [model]) == ["probable-rename \(severity)"])
  }

  @Test func `a possible rename since the newest release is an error without stages, too`() {
    let versions = ["published", "year"].map { name in
      [(name: "Book", body: "var title = \"\"; var \(name): Int?")]
    }
    let source = Self.source(versions, stage: "")
    let documents = SwiftSource(texts: [("Models.swift", source)]).schemas().versions
    let model = ReleasedModel(
      history: SchemaHistory([documents[0]]), newest: Version(1),
      pinned: [ReleasedVersion(releasing: documents[0])])
    #expect(levels(source) == [])
    #expect(levels(source, [model]) == ["probable-rename error"])
  }

  @Test func `every step since the newest released version is checked`() {
    let versions = ["published", "year", "year: Int?; var pages"].map { name in
      [(name: "Book", body: "var title = \"\"; var \(name): Int?")]
    }
    let stages = """
      .lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self),
      .lightweight(fromVersion: SchemaV2.self, toVersion: SchemaV3.self)
      """
    let source = Self.source(versions, stage: stages)
    let documents = SwiftSource(texts: [("Models.swift", source)]).schemas().versions
    let model = ReleasedModel(
      history: SchemaHistory([documents[0]]), newest: Version(1),
      pinned: [ReleasedVersion(releasing: documents[0])])
    #expect(levels(source) == ["probable-rename warning"])
    #expect(levels(source, [model]) == ["probable-rename error"])
  }

  @Test func `a class that is renamed in a step before the last is found`() {
    let versions = [("Book", "title"), ("Volume", "title"), ("Volume", "name")].map { name, other in
      [(name: name, body: "var title = \"\"; var \(other)Length = 0")]
    }
    let stages = """
      .lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self),
      .lightweight(fromVersion: SchemaV2.self, toVersion: SchemaV3.self)
      """
    #expect(levels(Self.source(versions, stage: stages)).first == "drop-entity error")
  }

  @Test func `a class that has another name behind an alias is reported once, at the list`() {
    let source =
      Self.source([
        [(name: "Book", body: "var title = \"\""), (name: "Note", body: "var text = \"\"")],
        [(name: "Note", body: "var text = \"\"")],
      ]).replacing("[Note.self]", with: "[Note.self, Book.self]") + """

        typealias Book = BookV2
        @Model final class BookV2 { var title = "" }
        """
    let rules: Set = ["drop-entity", "probable-rename", "model-missing-from-schema"]
    let findings = SwiftSource(texts: [("Models.swift", source)]).findings()
    #expect(
      findings.filter { rules.contains($0.code) }.map { "\($0.code) \($0.severity)" } == [
        "model-missing-from-schema error"
      ])
  }

  @Test(arguments: [
    ("Resident", "var name = \"\"; var home: Home?", "probable-rename"),
    // Too much is new for the same shape, and yet it has all that the class had.
    (
      "Resident", "var name = \"\"; var home: Home?; var a = 0; var b = 0; var c = 0", "drop-entity"
    ),
  ])
  func `a class that has another name is an error, for its objects are dropped`(
    name: String, body: String, rule: String
  ) {
    let person = (name: "Person", body: "var name = \"\"; var home: Home?")
    let home = (name: "Home", body: "var street = \"\"")
    let source = Self.source([[person, home], [(name: name, body: body), home]])
    #expect(levels(source) == ["\(rule) error"])
    #expect(levels(Self.source([[person, home], [home]])) == ["drop-entity warning"])
    let documents = SwiftSource(texts: [("Models.swift", source)]).schemas().versions
    let released = ReleasedModel(
      history: SchemaHistory(documents), newest: Version(2),
      pinned: documents.map { ReleasedVersion(releasing: $0) })
    #expect(levels(source, [released]) == ["\(rule) note"])
  }

  private func levels(_ source: String, _ released: [ReleasedModel] = []) -> [String] {
    SwiftSource(texts: [("Models.swift", source)]).findings(released: released)
      .filter { ["drop-entity", "probable-rename"].contains($0.code) }
      .map { "\($0.code) \($0.severity)" }
  }

  @Test func `a drop or possible rename in the last step is a warning with advice in Swift`() {
    let book = (name: "Book", body: "var title = \"\"; var published: Int?")
    let next = (name: "Book", body: "var title = \"\"; var year: Int?")
    let shelf = (name: "Shelf", body: "var label = \"\"; var row = 0")
    let found = found(Self.source([[book, shelf], [next]]))
    #expect(
      found == [
        """
        Models.swift:8:6: warning: every 'Shelf' is deleted in 2.0.0, with all its values [drop-entity]
          if it has another name now: SwiftData cannot rename a class, so keep its name, or carry \
        the objects over in a custom stage; if it is meant to go, write '// migrate:ignore drop-entity \
        -- reason' above this line
        """,
        """
        Models.swift:11:49: warning: attribute 'Book.published' is missing while 'year' of the same \
        shape is new: renamed or removed? [probable-rename]
          to the platform it is removed: every value of 'published' is lost
          where it is the same attribute, write '@Attribute(originalName: "published")' before it
          if the removal is meant, write '// migrate:ignore probable-rename -- reason' above this line
        """,
      ])
    let mended = (
      name: "Book", body: "var title = \"\"; @Attribute(originalName: \"published\") var year: Int?"
    )
    #expect(self.found(Self.source([[book, shelf], [mended, shelf]])) == [])
    let misspelt = (name: "Book", body: mended.body.replacing("published\"", with: "publishd\""))
    #expect(
      self.found(Self.source([[book, shelf], [misspelt, shelf]])) == [
        """
        Models.swift:11:86: warning: attribute 'year' is renamed from 'publishd', but the previous \
        version has neither 'publishd' nor 'year' [rename-source-missing]
          did you mean 'published'? Leave originalName out if it is new
        """
      ])
  }

  @Test func `a to-one that takes over the links of a to-many is reported with a way to keep them`()
  {
    let book = (name: "Book", body: "var title = \"\"; var owner: Reader?")
    let reader = "@Relationship(deleteRule: .nullify, inverse: \\Book.owner) var"
    let versions = [
      [book, (name: "Reader", body: "\(reader) books: [Book] = []")],
      [book, (name: "Reader", body: "\(reader) best: Book?")],
    ]
    let source = Self.source(versions)
    let chosen = Self.source(
      versions,
      stage: Self.custom(
        will: "nil",
        did: "{ c in for r in try c.fetch(FetchDescriptor<SchemaV2.Reader>()) { r.best = nil } }"))
    #expect(
      SwiftSource(texts: [("Models.swift", chosen)]).findings().filter {
        $0.code == "cardinality-narrowed"
      } == [])
    #expect(
      SwiftSource(texts: [("Models.swift", source)]).findings().map(line) == [
        """
        Models.swift:12:93: warning: 'Reader.books' led to many, and 'Reader.best' takes over its \
        links and leads to one: which one stays? [cardinality-narrowed]
          keep 'books' with its inverse, add 'best' with an inverse of its own, fill it from 'books' in \
        'didMigrate' of '.custom(fromVersion: SchemaV1.self, toVersion: SchemaV2.self, \
        willMigrate: nil, didMigrate: …)', and let a later version drop 'books'
          if no object leads to several, write '// migrate:ignore cardinality-narrowed -- reason' above \
        this line
        """
      ])
  }

  @Test func `an edit of a released version is no change of the next one`() {
    let versions = ["var title = \"\"", "var title = \"\"; var pages = 0"].map { [("Book", $0)] }
    let documents = SwiftSource(texts: [("Models.swift", Self.source(versions))]).schemas().versions
    let released = ReleasedModel(
      history: SchemaHistory(documents), newest: Version(1),
      pinned: [ReleasedVersion(releasing: documents[0])])
    let edited = Self.source([[("Book", "var title = \"\"; var year = 0")], versions[1]])
    #expect(
      SwiftSource(texts: [("Models.swift", edited)]).findings(released: [released]).map(\.code)
        == ["released-version-edited"])
  }

  @Test func `a loss in a version without a schema file after the released ones is an error`() {
    let book = (name: "Book", body: "var title = \"\"; var pages = 0")
    let next = (name: "Book", body: "@Attribute(.unique) var title = \"\"")
    let source = Self.source([[book], [next]])
    let documents = SwiftSource(texts: [("Models.swift", source)]).schemas().versions
    func levels(describing described: [SchemaDocument]) -> [String] {
      let released = ReleasedModel(
        history: SchemaHistory(described), newest: Version(1),
        pinned: [ReleasedVersion(releasing: documents[0])])
      return SwiftSource(texts: [("Models.swift", source)]).findings(released: [released])
        .filter { ["drop-attribute", "unique-added"].contains($0.code) }
        .map { "\($0.code) \($0.severity)" }
    }
    #expect(levels(describing: [documents[0]]) == ["drop-attribute error", "unique-added error"])
    // The schema file of the version has the error.
    #expect(levels(describing: documents) == ["drop-attribute warning", "unique-added warning"])
    // It has none where it merges duplicates, which a device does not do.
    var merging = documents
    merging[1].migration = MigrationDeclaration(kind: .custom)
    #expect(levels(describing: merging) == ["drop-attribute warning", "unique-added error"])
  }
}
