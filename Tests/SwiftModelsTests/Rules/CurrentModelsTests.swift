import Diagnostics
import Foundation
import SchemaLint
import SchemaModel
import SchemaYAML
import SwiftModels
import Testing

/// The models of the source that are compared with released models, and the parts that are
/// compared.
struct CurrentModelsTests {
  private static let main = """
    schema: Main
    version: 1.0.0
    entities:
      Doc:
        attributes:
          name: string = ""
      Page:
        attributes:
          name: string = ""
    """
  private static let cache = """
    schema: Cache
    version: 1.0.0
    entities:
      Blob:
        attributes:
          key: string = ""
    """
  private static let doc = "@Model final class Doc { var name = \"\" }\n"
  private static let page = "@Model final class Page { var name = \"\" }\n"
  private static let blob = "@Model final class Blob { var key = \"\" }\n"
  private static let mainContainer = "let main = try? ModelContainer(for: Doc.self, Page.self)\n"
  private static let cacheContainer = "let cache = try? ModelContainer(for: Blob.self)\n"

  /// The findings in a file that is compared with some models, with their severity; without its usual end.
  private func found(_ text: String, _ released: String...) throws -> [String] {
    let models = try released.map {
      ReleasedModel(
        history: SchemaHistory([try SchemaReader.read(text: $0, name: "V1.yaml")]),
        newest: Version(1))
    }
    let usual = "no version after the released 1.0.0 describes it"
    return SwiftSource(texts: [("Models.swift", text)]).findings(released: models)
      .filter { $0.code == "unversioned-model-change" }
      .map { "\($0.severity): " + $0.message }
      .map { $0.replacing(", and \(usual)", with: "").replacing(" \(usual)", with: "") }
  }

  @Test func `each of several models is held against its own release`() throws {
    let same = Self.doc + Self.page + Self.blob + Self.mainContainer + Self.cacheContainer
    #expect(try found(same, Self.main, Self.cache) == [])
    let new = same.replacing("final class Blob {", with: "final class Blob { var size: Int?;")
    #expect(try found(new, Self.main, Self.cache) == ["error: new attribute Blob.size: int?"])
    // Without containers, what hangs together belongs together.
    let bare = Self.doc + Self.page + Self.blob
    #expect(try found(bare, Self.main, Self.cache) == [])
  }

  @Test func `a schema that a function is given is read where it is made`() throws {
    func source(_ models: String) -> String {
      Self.doc + Self.page + """
        func make(schema: Schema) throws -> ModelContainer {
          let main = ModelConfiguration("main", schema: Schema([\(models)]))
          return try ModelContainer(for: schema, configurations: main)
        }
        func open() throws -> ModelContainer { try make(schema: Schema([\(models)])) }
        """
    }
    #expect(try found(source("Doc.self, Page.self"), Self.main) == [])
    #expect(try found(source("Doc.self"), Self.main) == ["error: removed entity Page"])
  }

  @Test func `a separate container may hold a model without schema files`() throws {
    let both = Self.doc + Self.page + Self.blob + Self.mainContainer + Self.cacheContainer
    #expect(try found(both, Self.main) == [])
  }

  @Test func `classes are not compared with a model that has none of them`() throws {
    let other = "@Model final class Log { var text = \"\" }\n"
    let container = "let log = try? ModelContainer(for: Log.self)\n"
    let main = Self.doc + Self.page + Self.mainContainer
    // The cache may be in files that were not given, and the log belongs to no model.
    #expect(try found(main + other + container, Self.main, Self.cache) == [])
    for text in [other, other + container] {
      #expect(
        try found(text, Self.main, Self.cache) == [
          "warning: the models 'Log' may be 'Main' or 'Cache', and were compared with none: what "
            + "changed since the release is not known"
        ])
    }
  }

  @Test func `a model whose only class has another name is not lost sight of`() throws {
    let renamed = "@Model final class Lump { var key = \"\" }\n"
    let container = "let cache = try? ModelContainer(for: Lump.self)\n"
    let question =
      "entity 'Blob' is missing while 'Lump' of the same shape is new: renamed or removed?"
    #expect(try found(renamed + container, Self.cache) == ["error: \(question)"])
    // It may be another model altogether where nothing says that it is the app's.
    #expect(try found(renamed, Self.cache) == ["warning: \(question)"])
    let version = """
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Lump.self] }
      }
      """
    #expect(try found(renamed + version, Self.cache).count == 1)
  }

  @Test func `classes that could belong to several models are reported, and not guessed`() throws {
    let other = Self.cache.replacing("Cache", with: "Other")
    let new = "@Model final class Blob { var key = \"\"; var size: Int? }\n"
    #expect(
      try found(new, Self.cache, other) == [
        "error: the models 'Blob' may be 'Cache' or 'Other', and were compared with none: what changed "
          + "since the release is not known"
      ])
    // Two models of the same name are reported by their files.
    let twin = Self.cache.replacing("version: 1.0.0", with: "version: 1.0.0 # another")
    #expect(
      try found(new, Self.cache, twin) == [
        "error: the models 'Blob' may be 'V1.yaml' or 'V1.yaml', and were compared with none: what "
          + "changed since the release is not known"
      ])
    // Of two that have an entity of that name, the one with its properties counts.
    let less = other.replacing("key:", with: "path:")
    #expect(try found(new, Self.cache, less) == ["error: new attribute Blob.size: int?"])
    // Of two that have all its properties, the one without other entities counts.
    let both = Self.main + Self.cache.components(separatedBy: "entities:").dropFirst().joined()
    #expect(try found(new, both, Self.cache) == ["error: new attribute Blob.size: int?"])
  }

  @Test func `files that are a part of the app's do not make the rest vanish`() throws {
    #expect(try found(Self.doc, Self.main) == ["warning: removed entity Page"])
    let listed = Self.doc + "let main = try? ModelContainer(for: Doc.self)\n"
    #expect(try found(listed, Self.main) == ["error: removed entity Page"])
    // What a container lists and none of the files declares is as it was.
    #expect(try found(Self.doc + Self.mainContainer, Self.main) == [])
    let linked = """
      schema: Main
      version: 1.0.0
      entities:
        Doc:
          attributes:
            name: string = ""
          relationships:
            page: {toOne: Page, inverse: doc}
        Page:
          attributes:
            name: string = ""
          relationships:
            doc: {toOne: Doc, inverse: page}
      """
    let half = "@Model final class Doc { var name = \"\"; var page: Page? }\n"
    #expect(try found(half, linked) == [])
  }

  @Test func `a superclass in another file does not change a class`() throws {
    let released = """
      schema: Zoo
      version: 1.0.0
      entities:
        Animal:
          attributes:
            legs: int = 4
        Dog:
          parent: Animal
          attributes:
            tail: bool = true
      """
    let dog = "@Model final class Dog: Animal { var tail: Bool = true }\n"
    let container = "let c = try? ModelContainer(for: Animal.self, Dog.self)\n"
    #expect(try found(dog + container, released) == [])
    #expect(try found(dog, released) == [])
  }

  @Test(arguments: [
    "@Model final class Doc { var name = \"\" }",
    "@Model final class Doc { var name = \"\"; var price = makePrice() }",
    """
    @Model final class Doc { var name = "" }
    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { allModels() }
    }
    """,
  ])
  func `no version is begun where the models may be only a part`(text: String) throws {
    let history = SchemaHistory([try SchemaReader.read(text: Self.main, name: "V1.yaml")])
    let unversioned = SwiftSource(texts: [("Models.swift", text)])
      .unversioned(since: [ReleasedModel(history: history, newest: Version(1))])
    #expect(unversioned.map { $0.findings.isEmpty } == [false])
    #expect(unversioned.map { $0.newest == nil } == [true])
  }

  @Test(arguments: [
    (
      "@Model final class Doc { var name = \"\" }",
      [
        "'migrate lint --fix' begins no version, as 'Page' may be in files that were not given: give "
          + "these, too, or the file whose 'ModelContainer' or 'Schema' lists all models",
        "where 'Page' is removed or renamed, 'migrate new' begins the next version: write "
          + "there 'entities: [Page]' under 'removed:', or, where a custom stage copies its objects, "
          + "'renamedFrom: Page' at its new name",
      ]
    ),
    (
      doc + "@Model final class Page { var name = \"\"; var size: Int?; var price = makePrice() }",
      [
        "'migrate lint --fix' begins the schema file of the next version once all of the model can "
          + "be read: write or give what is not known; or 'migrate new' begins it, and you write the "
          + "change there"
      ]
    ),
  ])
  func `where no version is begun, notes say what to do`(text: String, notes: [String]) throws {
    let history = SchemaHistory([try SchemaReader.read(text: Self.main, name: "V1.yaml")])
    let found = SwiftSource(texts: [("Models.swift", text)])
      .findings(released: [ReleasedModel(history: history, newest: Version(1))])
      .filter { $0.code == "unversioned-model-change" }
    #expect(found.contains { Set(notes).isSubset(of: $0.notes.map(\.message)) })
  }

  @Test func `the type of a value that is transformed need not be known`() throws {
    let text =
      Self.doc + """
        @Model final class Page {
          var name = ""
          var size: Int?
          @Attribute(.transformable(by: ColorTransformer.self)) var color: PlatformColor?
        }
        """
    let history = SchemaHistory([try SchemaReader.read(text: Self.main, name: "V1.yaml")])
    let unversioned = SwiftSource(texts: [("Models.swift", text)])
      .unversioned(since: [ReleasedModel(history: history, newest: Version(1))])
    #expect(unversioned.map { $0.newest?.schema.version } == [Version(1)])
  }

  @Test func `a list of models in a constant is read as a list`() throws {
    let text =
      Self.doc + """
        enum Store {
          static let models: [any PersistentModel.Type] = [Doc.self]
          static func open() throws -> ModelContainer { try ModelContainer(for: Schema(models)) }
        }
        """
    #expect(try found(text, Self.main) == ["error: removed entity Page"])
    // A list that grows is not known.
    let grown =
      Self.doc + """
        func open() throws -> ModelContainer {
          var models: [any PersistentModel.Type] = [Doc.self]
          models.append(more)
          return try ModelContainer(for: Schema(models))
        }
        """
    #expect(try found(grown, Self.main) == ["warning: removed entity Page"])
  }

  @Test func `a type that cannot be read hides no other change`() throws {
    let new = "@Model final class Blob { var key = \"\"; var price: Money?; var size: Int? }\n"
    #expect(
      try found(new, Self.cache) == [
        "error: version 1.0.0 is released, and knows no 'Blob.price', whose type could not be read",
        "error: new attribute Blob.size: int?",
      ])
    let untold = "@Model final class Blob { var key = makeKey() }\n"
    #expect(
      try found(untold, Self.cache) == [
        "warning: whether 'Blob.key' is as in version 1.0.0 is not known"
      ])
  }

  @Test(arguments: [
    ("@Attribute(hashModifier: Shared.mark) var key = \"\"", "'Blob.key' is"),
    ("@Attribute(Shared.option) var key = \"\"", "'Blob.key' is"),
    ("#Unique<Blob>([Shared.path]); var key = \"\"", "what '#Unique' says of 'Blob' is"),
    ("#Index<Blob>([Shared.path]); var key = \"\"", "what '#Index' says of 'Blob' is"),
  ])
  func `a macro argument that cannot be read is reported`(body: String, part: String) throws {
    let warning = "warning: whether \(part) as in version 1.0.0 is not known"
    #expect(try found("@Model final class Blob { \(body) }", Self.cache) == [warning])
    let more = "@Model final class Blob { \(body); var size: Int? }"
    #expect(try found(more, Self.cache) == [warning, "error: new attribute Blob.size: int?"])
    // Nothing is begun that might leave it out.
    let history = SchemaHistory([try SchemaReader.read(text: Self.cache, name: "V1.yaml")])
    let unversioned = SwiftSource(texts: [("Models.swift", more)])
      .unversioned(since: [ReleasedModel(history: history, newest: Version(1))])
    #expect(unversioned.map { $0.newest == nil } == [true])
  }

  @Test func `a new property whose macro cannot be read is an error`() throws {
    let new =
      "@Model final class Blob { var key = \"\"; @Attribute(hashModifier: mark()) var size: Int? }"
    #expect(
      try found(new, Self.cache) == [
        "error: version 1.0.0 is released, and knows no 'Blob.size', of which not all could be read"
      ])
  }

  @Test func `a key whose path names its outer type is a change like any other`() throws {
    let text = """
      enum Store {
        @Model final class Blob { #Unique<Store.Blob>([\\Store.Blob.key]); var key = "" }
      }
      """
    #expect(
      try found(text, Self.cache).contains { $0.hasPrefix("error: new unique key Blob(key)") })
  }

  @Test func `a list that cannot be read is reported`() throws {
    let text = """
      @Model final class Blob { var key = ""; var size: Int? }
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { allModels() }
      }
      """
    #expect(
      try found(text, Self.cache) == [
        "warning: what 'V1' lists could not be read, so that the models were not compared with "
          + "version 1.0.0 of 'Cache'"
      ])
  }

  @Test func `a removed case is reported, though the platform sees no difference`() throws {
    let released = """
      schema: Diary
      version: 1.0.0
      enums:
        Mood: {cases: {good: good, bad: bad}}
      entities:
        Day:
          attributes:
            mood: Mood = good
      """
    func day(_ cases: String) -> String {
      """
      enum Mood: String, Codable { case \(cases) }
      @Model final class Day { var mood: Mood = Mood.good }
      """
    }
    #expect(try found(day("good, bad"), released) == [])
    #expect(try found(day("good, bad, fair"), released) == [])
    #expect(try found(day("good"), released).count == 1)
    #expect(try found(day("good = \"GOOD\", bad"), released).count == 1)
  }

  @Test func `a default of an enumeration with values exists, and is not read`() throws {
    let released = """
      schema: Work
      version: 1.0.0
      entities:
        Job:
          attributes:
            name: string = ""
      """
    let text = """
      enum State: Codable { case idle, failed(String) }
      @Model final class Job { var name = ""; var state: State = State.idle }
      """
    #expect(try found(text, released) == ["error: new attribute Job.state: State = computed()"])
  }
}
