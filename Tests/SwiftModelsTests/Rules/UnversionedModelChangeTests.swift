import Diagnostics
import SchemaLint
import SchemaModel
import SchemaYAML
import SwiftModels
import Testing

struct UnversionedModelChangeTests {
  /// Version 1.0.0 of a model, which is released, and further versions if there are any.
  static func released(_ further: String...) throws -> ReleasedModel {
    let first = """
      schema: Library
      version: 1.0.0
      entities:
        Book:
          attributes:
            title: string = ""
      """
    let documents = try ([first] + further).map { try SchemaReader.read(text: $0, name: "V.yaml") }
    return ReleasedModel(history: SchemaHistory(documents), newest: Version(1))
  }

  private func found(_ text: String, _ released: ReleasedModel...) -> [Diagnostic] {
    SwiftSource(texts: [("Models.swift", text)]).findings(released: released).filter {
      $0.code == "unversioned-model-change"
    }
  }

  @Test func `each change is reported with its class, its hashes, and what happens at launch`()
    throws
  {
    let found = found(
      """
      import SwiftData
      @Model final class Book {
        var title = ""
        var pages: Int?
      }
      @Model final class Note { var text = "" }
      """, try Self.released())
    let end = ", and no version after the released 1.0.0 describes it"
    #expect(
      found.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.message)" } == [
        "4:7 new attribute Book.pages: int?\(end)", "6:20 new entity Note\(end)",
      ])
    #expect(
      found.first?.notes.map(\.message) == [
        "with a migration plan the app ends at launch (error 134504: unknown version); without one "
          + "the platform migrates stores by what it infers",
        "the platform infers it: a new optional attribute starts without a value",
        "the version hash of 'Book' was cecff2bdb6d5, and is f9d63aaf7807",
        "'migrate lint --fix' begins the schema file of the next version; a migration plan needs a "
          + "'VersionedSchema' of it",
        "where 1.0.0 never left the team, correct its file, then: migrate lock --repin 1.0.0",
      ])
  }

  @Test func `all changes of one property are one finding`() throws {
    let file = """
      import SwiftData
      @Model final class Book { var year: Int = 0; var note: Note? }
      @Model final class Note { @Relationship(inverse: \\Book.note) var books: [Book]? = [] }
      """
    let document = try #require(
      SwiftSource(texts: [("Models.swift", file)]).schemas().live)
    let model = ReleasedModel(history: SchemaHistory([document]), newest: Version(1))
    func changes(_ old: String, _ new: String) -> [[String]] {
      found(file.replacing(old, with: new), model).map { finding in
        ([finding.message] + finding.notes.map(\.message)).compactMap(change)
      }
    }
    func change(in text: String) -> String? {
      guard let sign = text.firstRange(of: "changed ") else { return nil }
      let end = text.firstRange(of: ", and no")?.lowerBound ?? text.endIndex
      return String(text[sign.upperBound..<end])
    }
    #expect(
      changes("year: Int = 0", "year: String?") == [
        ["attribute Book.year: int to string", "attribute Book.year: now optional"]
      ])
    #expect(
      changes("note: Note?", "note: [Note]?") == [["relationship Book.note: to-one to to-many"]])
  }

  @Test func `the platform's behaviour is reported where it is known`() throws {
    let file = """
      import SwiftData
      enum State: String, Codable { case idle, done }
      enum Phase: Codable { case new, old }
      enum Event: Codable { case none, failed(Int) }
      @Model final class Job { var state = State.idle; var phase = Phase.new }
      @Model final class Log { var event: Event? }
      """
    let document = try #require(
      SwiftSource(texts: [("Models.swift", file)]).schemas().live)
    let model = ReleasedModel(history: SchemaHistory([document]), newest: Version(1))
    func notes(_ old: String, _ new: String) -> [String] {
      found(file.replacing(old, with: new), model).flatMap { $0.notes.dropLast(2) }.map(\.message)
    }
    #expect(
      notes("idle, done", "idle") == [
        "the platform does not notice it, because the version hash stays: it opens stores without a "
          + "migration, and an object that holds an old value ends the app when it is fetched"
      ])
    let gone = notes("new, old", "new")
    #expect(gone[1] == "the platform leaves stored values as they are")
    #expect(
      gone.first == """
        with a migration plan the app ends at launch (error 134504: unknown version); without one the \
        platform migrates stores by what it infers, and an object that holds an old value ends the app \
        when it is fetched
        """)
    #expect(
      notes("failed(Int)", "failed(Int), lost") == [
        "the platform infers it: elements migrate as attributes do: a new optional attribute starts without "
          + "a value",
        "the version hash of 'Log' is not known, for 'event.none' is a composite inside a composite, and "
          + "how they nest is not known: if it differs, with a migration plan the app ends at launch "
          + "(error 134504: unknown version)",
      ])
  }

  @Test func `a generic struct is reported once, with its other uses`() throws {
    let file = """
      import SwiftData
      struct Pair<Value: Codable>: Codable { var low: Value; var high: Value }
      struct Point: Codable { var x: Double }
      @Model final class Job { var days: Pair<Int>?; var names: Pair<String>?; var at: Point? }
      @Model final class Log { var hours: Pair<Double>? }
      """
    let document = try #require(SwiftSource(texts: [("Models.swift", file)]).schemas().live)
    let model = ReleasedModel(history: SchemaHistory([document]), newest: Version(1))
    let changed = file.replacing("var high: Value", with: "var high: Value; var note: String?")
      .replacing("var x: Double", with: "var x: Double; var y: Double?")
    let found = found(changed, model)
    #expect(found.map { $0.location?.line } == [2, 3])
    #expect(
      found.map { $0.notes.last?.message } == [
        "'Pair_Int', 'Pair_String' are other uses of this struct, and change with it",
        "where 1.0.0 never left the team, correct its file, then: migrate lock --repin 1.0.0",
      ])
  }

  @Test func `models that are as released, or as a later version says, draw nothing`() throws {
    let later = """
      schema: Library
      version: 2.0.0
      entities:
        Book:
          attributes:
            title: string = ""
            pages: int?
      """
    let same = "import SwiftData\n@Model final class Book { var title = \"untitled\" }"
    let new = "import SwiftData\n@Model final class Book { var title = \"\"; var pages: Int? }"
    #expect(found(same, try Self.released()) == [])
    #expect(found(new, try Self.released(later)) == [])
    #expect(found(new, try Self.released()).count == 1)
  }

  @Test func `the newest version in the source counts, where it has versions`() throws {
    let found = found(
      """
      import SwiftData
      enum SchemaV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book { var title = "" }
      }
      enum SchemaV2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book { var title = ""; var pages: Int? }
      }
      """, try Self.released())
    #expect(found.map { $0.location?.line } == [7])
  }

  @Test func `the app's own models count if a container lists them next to a frozen version`()
    throws
  {
    let frozen = """
      import SwiftData
      enum SchemaV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book { var title = "" }
      }
      @Model final class Book { var title = ""; var pages: Int? }
      """
    let container = """

      func open() throws { _ = try ModelContainer(for: Book.self) }
      """
    #expect(found(frozen, try Self.released()) == [])
    #expect(found(frozen + container, try Self.released()).map { $0.location?.line } == [7])
  }

  @Test func `a later version that is not released yet is the place to describe the change`() throws
  {
    let draft = """
      schema: Library
      version: 2.0.0
      entities:
        Book:
          attributes:
            title: string = ""
            isbn: string?
      """
    let new = "import SwiftData\n@Model final class Book { var title = \"\"; var pages: Int? }"
    #expect(
      found(new, try Self.released(draft)).map { [$0.notes.first, $0.notes.last].map(\.?.message) }
        == [
          [
            "no store has it, because 2.0.0 is not released yet",
            "'migrate lint --fix' writes it in 'V.yaml'",
          ],
          [
            "with a migration plan the app ends at launch (error 134504: unknown version); without one the "
              + "platform migrates stores by what it infers",
            "'migrate lint --fix' writes it in 'V.yaml'",
          ],
        ])
    let renamed =
      "import SwiftData\n@Model final class Book { var title = \"\"; var code: String? }"
    #expect(
      found(renamed, try Self.released(draft)).map(line) == [
        """
        Models.swift:2:47: error: 'Book.isbn' is only in version 2.0.0, which is not released yet, and the \
        source has 'code' of the same shape instead: no store has either [unversioned-model-change]
          'migrate lint --fix' writes 'code' in place of 'isbn' in 'V.yaml': 'originalName' is not needed
        """
      ])
    let named = new.replacing("var title", with: "@Attribute(originalName: \"title\") var name")
    #expect(
      found(named, try Self.released(draft))[1].notes.last?.message
        == "'migrate lint --fix' writes it in 'V.yaml', with 'renamedFrom: title'")
  }

  @Test func `a version in the source needs the change, too, as it has a part that cannot be read`()
    throws
  {
    let draft = """
      schema: Library
      version: 2.0.0
      entities:
        Book:
          attributes: {title: string = "", isbn: string?, year: int?}
      """
    let source = """
      import SwiftData
      enum SchemaV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
      }
      @Model final class Book {
        var title = ""
        var isbn: String?
        var code: Unknown?
        @Relationship(inverse: \\Note.book) var notes: [Note] = []
      }
      @Model final class Note { var text = ""; var book: Book? }
      """
    let describe = "describe it in version 2.0.0, in 'V.yaml'"
    let too = "describe it in the 'VersionedSchema' of 2.0.0, too"
    #expect(
      found(source, try Self.released(draft)).map { finding in
        finding.notes.map(\.message).filter { $0.contains("write ") || $0.contains("describe ") }
      } == [
        [describe, too], ["write the type, and give the file that declares it, too"],
        [
          describe,
          "write 'notes: {toMany: Note, inverse: book}' there, under 'entities: Book: relationships:'",
          too,
        ],
        [
          describe, "write 'text: string = \"\"' there, under 'entities: Note: attributes:'",
          "write 'book: {toOne: Book?, inverse: notes}' there, under 'entities: Note: relationships:'",
          too,
        ],
      ])
  }

  @Test func `a change next to a type with an unknown hash is found all the same`() throws {
    let released = """
      schema: Library
      version: 1.0.0
      entities:
        Book:
          attributes:
            place: Place
      composites:
        Place: {attributes: {at: Point}}
        Point: {attributes: {x: double = 0}}
      """
    let document = try SchemaReader.read(text: released, name: "V.yaml")
    let model = ReleasedModel(history: SchemaHistory([document]), newest: Version(1))
    let same = """
      import SwiftData
      struct Point: Codable { var x: Double = 0 }
      struct Place: Codable { var at: Point }
      @Model final class Book { var place: Place
      """
    #expect(document.schema.versionHashes()["Book"]?.value == nil)
    #expect(found(same + " }", model) == [])
    #expect(found(same + "; var title: String? }", model).map { $0.location?.line } == [4])
  }

  @Test func `the next version keeps what only schema files can say`() throws {
    let released = """
      schema: Library
      version: 1.0.0
      entities:
        Book:
          attributes:
            title: {type: string, min: 1, default: "-"}
          rules:
            - {name: titles are not empty, check: "title <> ''"}
      queries:
        titled: {from: Book, order: title}
      """
    let document = try SchemaReader.read(text: released, name: "V.yaml")
    let model = ReleasedModel(history: SchemaHistory([document]), newest: Version(1))
    let source = SwiftSource(texts: [
      (
        "Models.swift",
        "import SwiftData\n@Model final class Book { var title = \"-\"; var pages: Int? }"
      )
    ])
    let next = try #require(source.unversioned(since: [model]).first?.next)
    #expect(next.queries == document.schema.queries)
    #expect(next.entities.map(\.rules) == document.schema.entities.map(\.rules))
    #expect(
      next.entities[0].attributes.map { "\($0.name) \($0.minimum.map { "\($0)" } ?? "-")" } == [
        "title int(1)", "pages -",
      ])
  }

  /// Version 2.0.0 of the models, and then 3.0.0, as the source declares them.
  private static func declared(_ third: String) -> String {
    """
    import SwiftData
    enum SchemaV1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Book.self] }
      @Model final class Book { var title = "" }
    }
    enum SchemaV3: VersionedSchema {
      static let versionIdentifier = Schema.Version(3, 0, 0)
      static var models: [any PersistentModel.Type] { [Book.self] }
      @Model final class Book { var title = ""; \(third) }
    }
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV3.self] }
      static var stages: [MigrationStage] {
        [.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV3.self)]
      }
    }
    """
  }

  @Test func `a version that the source declares and no file describes is one warning`() throws {
    let source = SwiftSource(texts: [
      ("Models.swift", Self.declared("var pages: Int?; var isbn: String?"))
    ])
    let found = source.findings(released: [try Self.released()]).filter {
      $0.code == "unversioned-model-change"
    }
    #expect(
      found.map(line) == [
        """
        Models.swift:7:6: warning: 'SchemaV3' is version 3.0.0, of which there is no schema file \
        yet: what becomes of data in the migration to it is not checked [unversioned-model-change]
          'migrate lint --fix' begins its schema file
        """
      ])
    let model = try #require(source.unversioned(since: [try Self.released()]).first)
    #expect(model.number == Version(3))
    #expect(model.newest?.schema.version == Version(1))
  }

  @Test func `a version without a file is an error where its file would leave a question`() throws {
    let source = SwiftSource(texts: [("Models.swift", Self.declared("#Unique<Book>([\\.title])"))])
    let found = source.findings(released: [try Self.released()]).filter {
      $0.code == "unversioned-model-change"
    }
    #expect(
      found.map(line) == [
        """
        Models.swift:7:6: error: 'SchemaV3' is version 3.0.0, of which there is no schema file yet, and \
        the migration to it has to be decided [unversioned-model-change]
          Models.swift:10:59: 'Book(title)' is unique from now on, and nothing kept objects from being equal there until now \
        [unique-added]
          'migrate lint --fix' begins its schema file, in which comments say what can be written
        """
      ])
  }

  @Test func `a rename that source and schema file leave open is reported once`() throws {
    func version(_ number: Int, _ property: String) -> String {
      """
      enum SchemaV\(number): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(number), 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book { var \(property) = "" }
      }

      """
    }
    let plan = """
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
        static var stages: [MigrationStage] {
          [.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)]
        }
      }
      """
    let source = SwiftSource(texts: [
      ("Models.swift", "import SwiftData\n" + version(1, "title") + version(2, "heading") + plan)
    ])
    let released = try Self.released(
      """
      schema: Library
      version: 2.0.0
      entities:
        Book:
          attributes:
            heading: string = ""
      """)
    let report = Linter.report(
      on: [released.history],
      context: LintContext(source: source.found(released: [released])))
    #expect(
      report.diagnostics.filter { $0.code == "probable-rename" }.map(\.location?.file) == [
        "Models.swift"
      ])
  }

  @Test(arguments: [false, true])
  func `an unreleased version is compared with its file, also if a later one follows`(
    hasFileOfLater: Bool
  ) throws {
    let second = """
      schema: Library
      version: 2.0.0
      entities:
        Book:
          attributes:
            title: string = ""
            pages: int?
      """
    let third = second.replacing("2.0.0", with: "3.0.0")
    let source = Self.declared("var pages: Int?").replacing(
      "enum Plan",
      with: """
        enum SchemaV2: VersionedSchema {
          static let versionIdentifier = Schema.Version(2, 0, 0)
          static var models: [any PersistentModel.Type] { [Book.self] }
          @Model final class Book { var pages: Int? }
        }
        enum Plan
        """
    ).replacing("[SchemaV1.self, SchemaV3", with: "[SchemaV1.self, SchemaV2.self, SchemaV3")
    let released =
      hasFileOfLater ? try Self.released(second, third) : try Self.released(second)
    #expect(
      found(source, released).first?.message
        == "removed attribute Book.title: string = \"\", and version 2.0.0, which is not released yet, "
        + "does not describe it")
  }

  @Test func `a declared version is described in its own file, and no app ends at launch`() throws {
    let draft = """
      schema: Library
      version: 3.0.0
      entities:
        Book:
          attributes:
            title: string = ""
            isbn: string?
      """
    let found = found(
      Self.declared("var isbn: String?; var pages: Int?"), try Self.released(draft))
    let change = "new attribute Book.pages: int?"
    #expect(
      found.map(\.message) == [
        "\(change), and version 3.0.0, which is not released yet, does not describe it"
      ])
    #expect(
      found.first?.notes.last?.message == "'migrate lint --fix' writes it in 'V.yaml'")
    #expect(found.first?.notes.count == 3)
  }

  @Test func `a draft with an open question describes nothing yet`() throws {
    let draft = """
      schema: Library
      version: 2.0.0
      entities:
        Book:
          attributes:
            name: string = ""
      """
    var model = try Self.released(draft)
    let source = "import SwiftData\n@Model final class Book { var name = \"\" }"
    #expect(found(source, model) == [])
    model.openQuestions = [
      .init("renamed or removed?", at: .init(file: "V2.yaml", line: 7, column: 5))
    ]
    #expect(
      found(source, model).map(line) == [
        """
        V2.yaml:7:5: error: version 2.0.0, which is not released yet, leaves a question to decide \
        [unversioned-model-change]
          renamed or removed?
          write what is meant, and delete the comment: until then the version describes nothing
        """
      ])
  }

  @Test func `a draft that the source left again is to be deleted`() throws {
    let draft = """
      schema: Library
      version: 2.0.0
      entities: {Book: {attributes: {name: string = ""}}}
      """
    var model = try Self.released(draft)
    model.openQuestions = [
      .init("renamed or removed?", at: .init(file: "V2.yaml", line: 7, column: 5))
    ]
    let asReleased = "import SwiftData\n@Model final class Book { var title = \"\" }"
    #expect(
      found(asReleased, model).map(line) == [
        """
        V2.yaml:7:5: error: version 2.0.0, which is not released yet, leaves questions to decide, and \
        the source has the models of 1.0.0 again [unversioned-model-change]
          delete 'V.yaml', or write in the source what it describes
        """
      ])
    model.openQuestions[0].message = "attribute 'Book.name' is missing: renamed or removed?"
    let otherwise =
      "import SwiftData\n@Model final class Book { var title: String?; var pages = 0 }"
    #expect(
      found(otherwise, model).map { $0.notes.last?.message } == [
        "answer the question about it, and delete the comment",
        "'migrate lint --fix' writes it in 'V.yaml'", "'migrate lint --fix' writes it in 'V.yaml'",
      ])
  }

  @Test func `another default for what an unreleased version adds is a warning, if it is known`()
    throws
  {
    let released = try Self.released(
      """
      schema: Library
      version: 2.0.0
      entities:
        Book:
          attributes: {title: string = "-", pages: int = 7, id: uuid, read: date = now(), sold: date, tone: int}
      """)
    func changes(_ defaults: String) -> [String] {
      found(
        """
        import SwiftData
        @Model final class Book { var title = ""; \(defaults) }
        """, released
      ).map {
        ([$0.severity.rawValue, $0.message] + $0.notes.map(\.message)).joined(separator: "\n")
      }
    }
    func change(_ words: String) -> String {
      """
      warning
      changed attribute Book.\(words), and version 2.0.0, which is not released yet, does not describe it
      'migrate lint --fix' writes it in 'V.yaml'
      """
    }
    #expect(
      changes(
        "var pages = 0; var id = UUID(); var read = Date(timeIntervalSince1970: 0); "
          + "var sold = Date.distantPast; var tone: Int = make()")
        == [change("pages: default '7' to '0'"), change("id: default none to 'uuid()'")])
    #expect(
      changes("var pages = 7; var id: UUID; var read: Date; var sold: Date; var tone: Int").filter {
        $0.contains("does not describe")
      } == [])
  }

  @Test func `a default that cannot be read still is a default`() throws {
    let source = SwiftSource(texts: [
      (
        "Models.swift",
        """
        import SwiftData
        @Model final class Book {
          var title = ""
          var timeout: Int = environment("TIMEOUT")
        }
        """
      )
    ])
    let model = try #require(source.unversioned(since: [try Self.released()]).first)
    #expect(
      model.findings.map(\.diagnostic.message) == [
        "new attribute Book.timeout: int = computed(), and no version after the released 1.0.0 describes it"
      ])
    #expect(
      model.findings.first?.diagnostic.notes[1].message
        == "the platform infers it: a new required attribute gets its default in every object")
    #expect(model.next.entities[0].attributes[1].defaultValue == .computed)
  }

  @Test func `a default that cannot be read stays as an earlier version spells it out`() throws {
    let first = """
      schema: Library
      version: 1.0.0
      entities:
        Book: {attributes: {timeout: int = 60}}
      """
    let document = try SchemaReader.read(text: first, name: "V.yaml")
    let model = ReleasedModel(history: SchemaHistory([document]), newest: Version(1))
    let source = SwiftSource(texts: [
      (
        "Models.swift",
        "@Model final class Book { var timeout: Int = environment(); var pages: Int? }"
      )
    ])
    let found = try #require(source.unversioned(since: [model]).first)
    #expect(found.next.entities[0].attributes.map(\.defaultValue) == [.literal(.int(60)), nil])
    #expect(found.findings.count == 1)
    // Objects have had the attribute all along, so that one without a default asks nothing.
    let bare = try SchemaReader.read(
      text: first.replacing(" = 60", with: ""), name: "V.yaml")
    let other = ReleasedModel(history: SchemaHistory([bare]), newest: Version(1))
    let next = try #require(source.unversioned(since: [other]).first).next
    #expect(next.entities[0].attributes.map(\.defaultValue) == [nil, nil])
  }

  @Test func `a change with unknown effect is not said to prevent opening stores`() throws {
    let released = """
      schema: Library
      version: 1.0.0
      entities:
        Book: {attributes: {cover: data?, pages: int = 0}}
      """
    let document = try SchemaReader.read(text: released, name: "V.yaml")
    let model = ReleasedModel(history: SchemaHistory([document]), newest: Version(1))
    func atLaunch(_ body: String) -> [String] {
      found("import SwiftData\n@Model final class Book { \(body) }", model).flatMap(\.notes)
        .map(\.message).filter { $0.hasPrefix("with a migration plan") }
    }
    let start =
      "with a migration plan the app ends at launch (error 134504: unknown version); without one "
    #expect(
      atLaunch("@Attribute(.externalStorage) var cover: Data?; var pages = 0")
        == [start + "it is not known whether the platform opens stores"])
    #expect(
      atLaunch("var cover: Data?; var pages = \"0\"") == [start + "the platform cannot open stores"]
    )
  }

  @Test func `a possible rename is reported with its class and hashes, next to all other changes`()
    throws
  {
    let found = found(
      """
      import SwiftData
      @Model final class Book { var name = ""; var pages: Int? }
      """, try Self.released())
    let end = "no version after the released 1.0.0 describes it"
    #expect(
      found.map(\.message) == [
        "attribute 'Book.title' is missing while 'name' of the same shape is new: renamed or removed? "
          + end, "new attribute Book.pages: int?, and " + end,
      ])
    #expect(
      found.first?.notes.map(\.message).dropLast(2) == [
        "with a migration plan the app ends at launch (error 134504: unknown version); without one "
          + "the platform drops 'title' with all that it holds",
        "the platform infers it, and loses data: a removed attribute is dropped with its values",
        "the version hash of 'Book' was cecff2bdb6d5, and is 737ea8399b9d",
        "where it is the same attribute, write '@Attribute(originalName: \"title\")' before it",
      ])
  }

  @Test func `a removed class is reported at the list without it, or in the schema file`() throws {
    let released = """
      schema: Library
      version: 1.0.0
      entities:
        Book: {attributes: {title: string = ""}}
        Note: {attributes: {text: string?}}
      """
    let document = try SchemaReader.read(text: released, name: "V1.yaml")
    let model = ReleasedModel(history: SchemaHistory([document]), newest: Version(1))
    let models = "import SwiftData\n@Model final class Book { var title = \"\" }\n"
    func places(_ text: String) -> [String] {
      found(text, model).map { $0.location.map { "\($0)" } ?? "-" }
    }
    #expect(places(models) == ["V1.yaml:5:3"])
    #expect(
      places(models + "func open() throws { _ = try ModelContainer(for: Book.self) }")
        == ["Models.swift:3:26"])
    let declared = """
      import SwiftData
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book { var title = "" }
      }
      """
    let draft = try SchemaReader.read(
      text: released.replacing("version: 1", with: "version: 2"), name: "V2.yaml")
    let written = ReleasedModel(history: SchemaHistory([document, draft]), newest: Version(1))
    #expect(
      found(declared, written).map { $0.location.map { "\($0)" } ?? "-" } == ["Models.swift:2:6"])
  }

  @Test(arguments: [
    "enum App { static let box: ModelContainer = { let s = Schema([Book.self]); return try! ModelContainer(for: s) }() }\n"
      + "func show(_ view: Text) { view.modelContainer(App.box) }",
    "enum App { static let all = { let s = Schema([Book.self]); return s }() }\n"
      + "func open() throws { _ = try ModelContainer(for: App.all) }",
    "enum App { static var all: [any PersistentModel.Type] { let all = [Book.self]; return all } }\n"
      + "func open() throws { _ = try ModelContainer(for: Schema(App.all)) }",
    "func open() throws { let all = [Book.self]; _ = try ModelContainer(for: Schema(all), Schema(all)) }",
    "func open() throws { var all: [any PersistentModel.Type] = []; all.append(Book.self); "
      + "_ = try ModelContainer(for: Schema(all)) }",
  ])
  func `a class that a list of several statements lacks is removed`(list: String) throws {
    let document = try SchemaReader.read(
      text: """
        schema: Library
        version: 1.0.0
        entities:
          Book: {attributes: {title: string = ""}}
          Note: {attributes: {text: string?}}
        """, name: "V1.yaml")
    let released = ReleasedModel(history: SchemaHistory([document]), newest: Version(1))
    let models = "import SwiftData\n@Model final class Book { var title = \"\" }\n"
    let removed = [
      "removed entity Note, and no version after the released 1.0.0 describes it"
    ]
    let errors = found(models + list, released).filter { $0.severity == .error }
    #expect(errors.map(\.message) == removed)
    let unread = found(models + list.replacing("Book.self]", with: "Book.self] + more"), released)
    #expect(list.contains("append") || unread.map(\.severity) == [.warning])
  }

  @Test func `an index alone is one warning, and no version is begun for it`() throws {
    let released = """
      schema: Library
      version: 1.0.0
      entities:
        Owner:
          attributes: {name: string = "", age: int = 0}
          indexes: [[name]]
      """
    let document = try SchemaReader.read(text: released, name: "V1.yaml")
    let model = ReleasedModel(history: SchemaHistory([document]), newest: Version(1))
    func text(_ indexes: String, _ more: String = "") -> String {
      """
      import SwiftData
      @Model final class Owner {
        #Index<Owner>(\(indexes))
        var name = ""
        var age = 0
        \(more)
      }
      """
    }
    let both = #"[\.name], [\.age]"#
    #expect(found(text(#"[\.name]"#), model) == [])
    #expect(
      found(text(both), model).map(line) == [
        """
        Models.swift:3:27: warning: the index on 'age' reaches no existing store: the version hash \
        of 'Owner' stays, so that the platform migrates nothing, and makes the index in new stores alone \
        [unversioned-model-change]
          begin a version in which an attribute of 'Owner' has another '@Attribute(hashModifier: …)': \
        with that the platform migrates; without it, a new version would be the same one to it
          where it is enough that new stores have it, say so in an exception
        """
      ])
    let source = SwiftSource(texts: [("Models.swift", text(both))])
    #expect(source.unversioned(since: [model]).map(\.newest) == [nil])
    // A change that migrates the objects brings the index along.
    #expect(found(text(both, "var note: String?"), model).map(\.severity) == [.error])
  }

  @Test func `an enumeration, a struct or its element that becomes optional is no change`() throws {
    let file = """
      import SwiftData
      enum Kind: String, Codable { case a, b }
      enum Plain: Codable { case one, two }
      struct Point: Codable { var x: Double = 0; var y: Double = 0 }
      @Model final class Book {
        var title: String = ""
        var kind: Kind = Kind.a
        var plain: Plain = Plain.one
        var point: Point = Point()
      }
      """
    let schema = try #require(SwiftSource(texts: [("A.swift", file)]).schemas().live)
    let released = ReleasedModel(history: SchemaHistory([schema]), newest: Version(1))
    for (old, new) in [
      ("kind: Kind =", "kind: Kind? ="), ("plain: Plain =", "plain: Plain? ="),
      ("point: Point =", "point: Point? ="), ("x: Double = 0", "x: Double? = 0"),
    ] {
      #expect(found(file.replacing(old, with: new), released) == [])
    }
    // What is stored as it is may not be absent without a change of its hash.
    #expect(found(file.replacing("title: String", with: "title: String?"), released).count == 1)
    // Beside another change of the struct nothing is passed over.
    let both = file.replacing("x: Double = 0", with: "x: Double? = 0; var z: Double = 0")
    #expect(found(both, released).count == 1)
  }

  @Test func `a renamed struct is no change of the stored values`() throws {
    let file = """
      import SwiftData
      struct Point: Codable { var x: Double = 0; var y: Double = 0 }
      @Model final class Book { var point: Point?; var old: [Point] = [] }
      """
    let schema = try #require(SwiftSource(texts: [("A.swift", file)]).schemas().live)
    let released = ReleasedModel(history: SchemaHistory([schema]), newest: Version(1))
    let renamed = file.replacing("Point", with: "Place")
    #expect(found(renamed, released) == [])
    #expect(found(renamed.replacing("y: Double", with: "z: Double"), released).count == 1)
  }

  @Test func `an enumeration or a struct that becomes required leaves old objects without a value`()
    throws
  {
    let required = """
      import SwiftData
      enum Kind: String, Codable { case a, b }
      enum Plain: Codable { case one, two }
      struct Point: Codable { var x: Double = 0; var y: Double = 0 }
      @Model final class Book {
        var title: String = ""
        var kind: Kind = Kind.a
        var plain: Plain
        var point: Point = Point()
        var other: Point
        init(plain: Plain, other: Point) { self.plain = plain; self.other = other }
      }
      """
    for name in ["kind: Kind", "plain: Plain", "point: Point", "other: Point"] {
      let optional = required.replacing("var \(name)", with: "var \(name)?")
      let before = try #require(SwiftSource(texts: [("A.swift", optional)]).schemas().live)
      let released = ReleasedModel(history: SchemaHistory([before]), newest: Version(1))
      let told = found(required, released)
      #expect(told.count == 1)
      #expect(
        told.first?.message
          == "changed attribute Book.\(name.prefix { $0 != ":" }): now required, and no version after the "
          + "released 1.0.0 describes it")
      #expect(
        told.first?.notes.first?.message
          == "the platform does not notice it, because the version hash stays: it opens stores without "
          + "a migration, and an object without a value ends the app when it is fetched")
      // Beside a change that the platform sees, it migrates, and gives them none either.
      let both = found(required.replacing("title: String", with: "title: String?"), released)
      #expect(
        both.contains { finding in
          finding.notes.dropFirst().prefix(1).map(\.message) == [
            "the platform leaves stored values as they are"
          ]
            && finding.notes.contains {
              $0.message.hasSuffix("an object without a value ends the app when it is fetched")
            }
        })
    }
  }

  @Test func `nothing is reported as removed in a file that does not parse`() throws {
    let file = """
      import SwiftData
      @Model final class Shelf { var title: String = ""; init() {} }
      @Model final class Book {
        var pages: Int = 0
        init() {}
      }
      """
    let schema = try #require(SwiftSource(texts: [("A.swift", file)]).schemas().live)
    let released = ReleasedModel(history: SchemaHistory([schema]), newest: Version(1))
    let broken = file.replacing("pages: Int = 0", with: "pages: Int = 0 {")
    #expect(found(broken, released) == [])
    #expect(
      SwiftSource(texts: [("A.swift", broken)]).unversioned(since: [released]).isEmpty)
    #expect(found(file.replacing("pages", with: "sheets"), released) != [])
  }

  @Test func `every version without a schema file is reported, and the first one is begun`() throws
  {
    func version(_ number: String, _ parts: String) -> String {
      """
      enum Schema\(number.filter(\.isNumber)): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(number))
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book { var title: String = ""\(parts); init() {} }
      }
      """
    }
    let versions = [
      version("1, 0, 0", ""), version("1, 1, 0", "; var pages: Int = 0"),
      version("2, 0, 0", "; var pages: Int = 0; var year: Int = 0"),
    ]
    let first = try #require(
      SwiftSource(texts: [("A.swift", versions[0])]).schemas().versions.first)
    let released = ReleasedModel(history: SchemaHistory([first]), newest: Version(1))
    let source = SwiftSource(texts: [("A.swift", versions.joined(separator: "\n"))])
    let models = source.unversioned(since: [released])
    #expect(models.map(\.number) == [Version(1, 1)])
    #expect(
      models.flatMap(\.findings).map {
        "\($0.diagnostic.message): \($0.diagnostic.notes[0].message)"
      }
        == [
          "'Schema110' is version 1.1.0, of which there is no schema file yet: what becomes of data in "
            + "the migration to it is not checked: 'migrate lint --fix' begins its schema file",
          "'Schema200' is version 2.0.0, of which there is no schema file yet: what becomes of data in "
            + "the migration to it is not checked: 'migrate lint --fix' begins its schema file once 1.1.0 has "
            + "one",
        ])
  }

  @Test(arguments: [
    """
    func open(_ more: [any PersistentModel.Type]) throws -> ModelContainer {
      try ModelContainer(for: Schema([Book.self] + more))
    }
    """,
    """
    let cache = try? ModelContainer(
      for: Book.self, configurations: .init(isStoredInMemoryOnly: true))
    """,
  ])
  func `a list that is read in part, or is a cache's, does not show that models are missing`(
    more: String
  ) throws {
    let file = """
      import SwiftData
      @Model final class Book { var title: String = ""; init() {} }
      @Model final class Note { var text: String = ""; init() {} }
      """
    let schema = try #require(SwiftSource(texts: [("A.swift", file)]).schemas().live)
    let released = ReleasedModel(history: SchemaHistory([schema]), newest: Version(1))
    #expect(found(file + "\n" + more, released) == [])
    let source = SwiftSource(texts: [("A.swift", file + "\n" + more)])
    #expect(
      source.schemas(onlyInContainers: true).live?.schema.entities.map(\.name) == ["Book", "Note"])
  }
}
