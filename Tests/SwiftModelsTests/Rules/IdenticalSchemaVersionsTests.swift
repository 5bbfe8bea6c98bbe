import Diagnostics
import SchemaLint
import Testing

struct IdenticalSchemaVersionsTests {
  private static let plan = """
    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
      static var stages: [MigrationStage] {
        [.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)]
      }
    }
    """

  @Test func `versions with the same hashes, or the same classes, are found`() {
    MarkedSource(
      """
      import SwiftData
      @Model final class Book { var title = "" }
      enum SchemaV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
      }
      enum SchemaV2: VersionedSchema {  // error
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
      }
      \(Self.plan)
      """
    ).expect("identical-schema-versions")
    MarkedSource(
      """
      import SwiftData
      enum SchemaV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book { var title = "" }
      }
      enum SchemaV2: VersionedSchema {  // error
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book { #Index<Book>([\\.title]); var title = "none" }
      }
      \(Self.plan)
      """
    ).expect("identical-schema-versions")
  }

  @Test func `a removed case between identical versions is part of their one finding`() {
    let source = MarkedSource(
      """
      import SwiftData
      enum SchemaV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        enum Kind: String, Codable { case paper, audio }
        @Model final class Book { var kind: Kind = Kind.paper }
      }
      enum SchemaV2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        enum Kind: String, Codable { case paper }
        @Model final class Book { var kind: Kind = Kind.paper }
      }
      \(Self.plan)
      """)
    #expect(source.findings(of: "lightweight-stage-not-inferred") == [])
    #expect(
      source.findings(of: "identical-schema-versions").map(line) == [
        """
        Source.swift:8:6: error: 'SchemaV2' has the same version hashes as 'SchemaV1': they are one \
        version, and the platform ends the app at launch for its checksum is there twice \
        [identical-schema-versions]
          Source.swift:2:6: 'SchemaV1' is here
          version hashes leave out what differs: attribute Book.kind: loses audio: an object that holds \
        an old value ends the app when it is fetched
          keep what is stored, and nothing has to be rewritten: 'case audio = "audio"', and take 'SchemaV2' \
        out; or write '@Attribute(hashModifier: "2.0.0")' before 'kind', \
        and in 'willMigrate' of '.custom(fromVersion: SchemaV1.self, toVersion: SchemaV2.self, \
        willMigrate: …, didMigrate: nil)' give such objects another value
        """
      ])
  }

  @Test(arguments: [
    (
      "var title = \"none\"",
      "write that in 'SchemaV1' itself, which is the same version with it, and take 'SchemaV2' out"
    ),
    (
      "#Index<Book>([\\.title]); var title = \"\"",
      "only a migration makes an index: write '@Attribute(hashModifier: \"2.0.0\")' before a property of 'Book' in "
        + "'SchemaV2'"
    ),
    (
      "var title = \"\"; var kind: Kind = Kind.a; enum Kind: String, Codable { case a = \"A\" }",
      "take 'SchemaV2' out, or change something else in it, too; keep what is stored, and nothing has to be "
        + "rewritten: 'case a = \"a\"'"
    ),
  ])
  func `identical versions are reported with the place for what differs`(
    body: String, advice: String
  ) {
    let old = body.contains("kind") ? body.replacing(" = \"A\"", with: "") : "var title = \"\""
    let found = MarkedSource(
      """
      import SwiftData
      enum SchemaV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book { \(old) }
      }
      enum SchemaV2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book { \(body) }
      }
      \(Self.plan)
      """
    ).findings(of: "identical-schema-versions")
    #expect(found.map { $0.notes.last?.message } == [advice])
  }

  @Test func `versions that differ in what is stored, or that cannot be read, draw nothing`() {
    MarkedSource(
      """
      import SwiftData
      enum SchemaV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
        @Model final class Book { var title = ""; var place: Place? }
        @Model final class Note { var text = "" }
      }
      enum SchemaV2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
        @Model final class Book { var title = ""; var place: Place? }
        @Model final class Note { var text: String? }
      }
      enum SchemaV3: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
        @Model final class Book { var title = ""; var place: Place? }
        @Model final class Note { @Attribute(hashModifier: "index") var text: String? }
      }
      \(Self.plan.replacing("SchemaV2.self]", with: "SchemaV2.self, SchemaV3.self]"))
      """
    ).expect("identical-schema-versions")
  }

  @Test func `versions that may be identical as far as they can be read are reported`() {
    let source = #"""
      import SwiftData
      enum SchemaV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book { @Attribute(hashModifier: Shared.first) var title = "" }
      }
      enum SchemaV2: VersionedSchema {  // warning
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
        @Model final class Book { @Attribute(hashModifier: Shared.second) var title = "" }
      }
      """# + "\n\(Self.plan)"
    MarkedSource(source).expect("identical-schema-versions")
    expect(
      MarkedSource(source).findings(of: "identical-schema-versions").map(line).joined(),
      is: """
        Source.swift:7:6: warning: whether 'SchemaV2' and 'SchemaV1' are two versions is not known: all that could be read of them has the same version hashes [identical-schema-versions]
          Source.swift:2:6: 'SchemaV1' is here
          Source.swift:5:54: 'hashModifier' of 'Book.title' is not spelt out, and what is stored depends on it
          Source.swift:10:54: 'hashModifier' of 'Book.title' is not spelt out, and what is stored depends on it
        """)
  }

  @Test func `a key path that names its outer type hides no twin`() {
    func source(_ root: String) -> String {
      (1...2).map { number in
        """
        enum SchemaV\(number): VersionedSchema {\(number == 2 ? "  // error" : "")
          static let versionIdentifier = Schema.Version(\(number), 0, 0)
          static var models: [any PersistentModel.Type] { [Shelf.self, Book.self] }
          @Model final class Shelf {
            @Relationship(inverse: \\\(root.replacing("V", with: "SchemaV\(number).")).shelf)
            var books: [Book] = []
          }
          @Model final class Book { #Unique<Book>([\\SchemaV\(number).Book.name]); var name = ""; var shelf: Shelf? }
        }
        """
      }.joined(separator: "\n")
    }
    MarkedSource("import SwiftData\n\(source("VBook"))\n\(Self.plan)")
      .expect("identical-schema-versions")
  }

  @Test func `versions of a plan without stages are one version, and end no app yet`() {
    let source = """
      import SwiftData
      @Model final class Book { var title = "" }
      enum SchemaV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
      }
      enum SchemaV2: VersionedSchema {  // warning
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
        static var stages: [MigrationStage] { [] }
      }
      """
    MarkedSource(source).expect("identical-schema-versions")
    #expect(
      MarkedSource(source).findings(of: "identical-schema-versions").map(\.message) == [
        """
        'SchemaV2' lists the same classes as 'SchemaV1': they are one version, and with the plan's \
        first stage the platform ends the app at launch
        """
      ])
  }

  @Test func `versions that no plan lists end no app, and may be namespaces`() {
    func source(_ first: String, _ second: String, mark: String) -> String {
      """
      import SwiftData
      @Model final class Book { var title = ""; var author: Author? }
      @Model final class Author { var name = ""; var books: [Book] = [] }
      enum \(first): VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }
      }
      enum \(second): VersionedSchema {\(mark)
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Author.self] }
      }
      """
    }
    MarkedSource(source("BookSchemaV1", "AuthorSchemaV1", mark: ""))
      .expect("identical-schema-versions")
    let alike = MarkedSource(source("SchemaV1", "SchemaV2", mark: "  // warning"))
    alike.expect("identical-schema-versions")
    #expect(
      alike.findings(of: "identical-schema-versions").map(\.message) == [
        """
        'SchemaV2' has the same classes, with those that relationships lead to, as 'SchemaV1': they \
        are one version, and a migration plan with a stage between them ends the app at launch
        """
      ])
  }

  @Test func `versions whose hashes cannot be worked out are compared by what hashes are made of`()
  {
    func source(_ value: Int, _ more: String = "", mark: String) -> String {
      func version(_ number: Int, _ value: Int, _ more: String, _ mark: String) -> String {
        """
        enum SchemaV\(number): VersionedSchema {\(mark)
          static let versionIdentifier = Schema.Version(\(number), 0, 0)
          static var models: [any PersistentModel.Type] { [Book.self] }
          @Model final class Book {
            var outer: Outer?
            var pages: Int = \(value)
            \(more)
            init() {}
          }
        }
        """
      }
      return """
        import SwiftData
        struct Inner: Codable { var a: Int = 0 }
        struct Outer: Codable { var inner: Inner = Inner(); var b: Int = 0 }
        \(version(1, 0, "", ""))
        \(version(2, value, more, mark))
        \(Self.plan)
        """
    }
    MarkedSource(source(7, mark: "  // warning")).expect("identical-schema-versions")
    MarkedSource(source(0, "var year: Int = 0", mark: "")).expect("identical-schema-versions")
  }
}
