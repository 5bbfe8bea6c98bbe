import Diagnostics
import SchemaLint
import SchemaModel
import SwiftModels
import Testing

struct AttributeImportTests {
  @Test func `types inferred from protocols are the types of the declarations`() {
    expect(
      entities(
        """
        import SwiftData

        enum Kind: String, Codable { case legs, arms }

        @Model
        final class Choice: Identifiable {
          var id: String = ""
        }

        struct Tag: Identifiable {
          let id = UUID()
        }

        @Model
        final class Answer {
          var choice: Choice.ID = ""
          var tag: Tag.ID?
          var kind: Kind.RawValue = "legs"
        }
        """),
      is: """
          Choice:
            attributes:
              id: string = ""

          Answer:
            attributes:
              choice: string = ""
              tag: uuid?
              kind: string = "legs"

        """)
  }

  @Test func `stored properties are attributes, computed and static ones are not`() {
    expect(
      entities(
        """
        import SwiftData

        @Model
        final class Book {
          var title: String
          var pages = 0
          var rating: Double { didSet { print(rating) } }
          var summary: String { title + "!" }
          var upper: String { get { title } set { title = newValue } }
          static var count = 0
          class var kind: String { "book" }
          lazy var cached = title
          @Transient var isOpen: Bool = false
          @Attribute(.ephemeral) var scroll: Double = 0
          init(title: String) { self.title = title }
          func read() { var local = 1; local += 1 }
        }
        """),
      is: """
          Book:
            attributes:
              title: string
              pages: int = 0
              rating: double
              isOpen: {type: bool, default: false, transient: true}
              scroll: {type: double, default: 0, transient: true}
            initializer: [title]

        """)
  }

  @Test func `an optional is known in every spelling`() {
    expect(
      entities(
        """
        @Model class Book {
          var a: String?
          var b: Optional<String>
          var c: Swift.Optional<Swift.String>
          var d: String!
          var e: String??
          var f: (String)?
          var g: Text?
          var h: MaybeText
          var i: [String]?
          var j: Array<Int>?
          var k: String? = nil
          var l: Swift.Optional<String> = .none
          var m: String? = Optional.none
          var o: Optional<String> = Swift.Optional<Swift.String>.none
          typealias Text = String
        }
        typealias MaybeText = String?
        """),
      is: """
          Book:
            attributes:
              a: string?
              b: string?
              c: string?
              d: string?
              e: string?
              f: string?
              g: string?
              h: string?
              i: "[string]?"
              j: "[int]?"
              k: string?
              l: string?
              m: string?
              o: string?

        """)
  }

  @Test func `every type that a store keeps unchanged has its own schema type`() {
    expect(
      entities(
        """
        import Foundation
        @Model class All {
          var a: String, b: Bool, c: Int, d: Int16, e: Int32, f: Int64, g: Float
          var h: Double, i: TimeInterval, j: Decimal, k: Date, l: Foundation.UUID, m: URL, n: Data
          @Attribute(.externalStorage) var o: Data?
          @Attribute(.transformable(by: ColorTransformer.self)) var p: UIColor?
        }
        """),
      is: """
          All:
            attributes:
              a: string
              b: bool
              c: int
              d: int16
              e: int32
              f: int
              g: float
              h: double
              i: double
              j: decimal
              k: date
              l: uuid
              m: url
              "n": data
              o: {type: data, optional: true, storage: external}
              p: transformable?

        Models.swift:6:61: warning: 'All.p' is marked '.transformable(by:)', which a schema file does not say [left-out]
          the source goes on saying it; what is exported again does not
        """)
  }

  @Test func `options without a place in a schema file are all reported`() {
    expect(
      entities(
        """
        @Model class Book {
          @Attribute(.allowsCloudEncryption) var secret = ""
          @Attribute(.spotlight, .unique) var title = ""
          @Relationship(.unique, inverse: \\Note.book) var note: Note?
          @Relationship(.unique, inverse: \\Page.book) var pages: [Page] = []
        }
        @Model class Note { var book: Book? }
        @Model class Page { var book: Book? }
        """),
      is: """
          Book:
            attributes:
              secret: string = ""
              title: {type: string, default: "", unique: true}
            relationships:
              note: {toOne: "Note?", inverse: book}
              pages: {toMany: Page, inverse: book}
            unique: [[note]]

          Note:
            relationships:
              book: {toOne: "Book?", inverse: note}

          Page:
            relationships:
              book: {toOne: "Book?", inverse: pages}

        Models.swift:2:42: warning: 'Book.secret' is marked '.allowsCloudEncryption', which a schema file does not say [left-out]
          the source goes on saying it; what is exported again does not
        Models.swift:3:39: warning: 'Book.title' is marked '.spotlight', which a schema file does not say [left-out]
          the source goes on saying it; what is exported again does not
        Models.swift:5:51: warning: 'Book.pages' is marked '.unique', which a schema file does not say [left-out]
          the source goes on saying it; what is exported again does not
        """)
  }

  @Test func `an alias with parameters stands for what it is given`() {
    expect(
      entities(
        """
        typealias List<Element> = [Element]
        typealias Maybe<Wrapped> = Wrapped?
        typealias Pairs<A, B> = Maybe<List<B>>
        struct Outer { typealias Own = String }
        @Model class Place {
          var a: List<Int>
          var b: Maybe<String>
          var c: Pairs<Int, Outer.Own>
        }
        """),
      is: """
          Place:
            attributes:
              a: "[int]"
              b: string?
              c: "[string]?"

        """)
  }

  @Test func `options of attributes are carried`() {
    expect(
      entities(
        #"""
        @Model class Book {
          #Unique<Book>([\.title, \.author], [\.isbn])
          #Index<Book>([\.title], [\.author, \.title])
          /// The number on the back.
          @Attribute(.unique, originalName: "number", hashModifier: "v2") var isbn: String
          @Attribute(.preserveValueOnDeletion) var title: String
          @Attribute(originalName: "writer")
          var author: String
          @SwiftData.Attribute(.unique) var code: Int
        }
        """#),
      is: """
          Book:
            attributes:
              isbn:
                type: string
                unique: true
                renamedFrom: number
                hashModifier: v2
                doc: The number on the back.
              title: {type: string, preserveOnDeletion: true}
              author: {type: string, renamedFrom: writer}
              code: {type: int, unique: true}
            unique: [[title, author]]
            indexes: [[title], [author, title]]

        """)
  }

  @Test func `first values are defaults, as far as they can be spelt out`() {
    expect(
      entities(
        """
        enum Genre: String, Codable { case novel, poem = "verse" }
        struct Size: Codable { var width = 1; var depth: Int? ; var unit: String = "cm" }
        @Model class Book {
          var id = UUID()
          var added: Date = .now
          var made = Date()
          var touched = Date.now
          var never: Date = Date.distantPast
          var first: Date = Date(timeIntervalSince1970: 5)
          var key: String = UUID().uuidString
          var low: Int16 = -3
          var big = 1_000
          var flags = 0x10
          var price: Decimal = 9.5
          var ratio: Double = -1
          var tags: [String] = ["a", "b"]
          var none: [Int] = []
          var genre: Genre = .poem
          var other = Genre.novel
          var size = Size()
          var cover = Data()
          var name = String()
          var note = "two \\"words\\""
          var said = "\\(1)"
          var made2: Date = makeDate()
          var late = makeDate()
        }
        """),
      is: """
          Book:
            attributes:
              id: uuid = uuid()
              added: date = now()
              made: date = now()
              touched: date = now()
              never: date = 0000-12-30
              first: date = 1970-01-01T00:00:05Z
              key: string = uuid()
              low: int16 = -3
              big: int = 1000
              flags: int = 16
              price: decimal = 9.5
              ratio: double = -1
              tags: {type: "[string]", default: [a, b]}
              none: "[int] = []"
              genre: Genre = poem
              other: Genre = novel
              size: {type: Size, default: {unit: cm, width: 1}}
              cover: data = ""
              name: string = ""
              note: string = "two \\"words\\""
              said: string = computed()
              made2: date = computed()

        Models.swift:24:7: warning: the default of 'Book.said' is computed, and the source does not show its value: the schema file has 'computed()' in its place [unread-default]
          the platform has the right one; for a store of 'migrate' itself write it in the schema file: 'said: string = …'
        Models.swift:25:7: warning: the default of 'Book.made2' is computed, and the source does not show its value: the schema file has 'computed()' in its place [unread-default]
          the platform has the right one; for a store of 'migrate' itself write it in the schema file: 'made2: date = …'
        Models.swift:26:7: error: the type of 'Book.late' is not written, and its value does not show it [untyped-property]
          write the type, as in 'var name: String'
        """)
  }

  @Test func `the type of an optional is known from its initial value`() {
    expect(
      entities(
        """
        enum Kind: String, Codable { case some, none, other }
        @Model class Job {
          var a = Int?.none
          var b = Optional<Int>(4)
          var c = [Int]?.some([1])
          var d = Optional("x")
          var e = Optional<Date>.none
          var f = Swift.Optional.some(true)
          var g: Kind = .some
          var h: Int? = .some(3)
        }
        """),
      is: """
          Job:
            attributes:
              a: int?
              b: int? = 4
              c: {type: "[int]", optional: true, default: [1]}
              d: string? = "x"
              e: date?
              f: bool? = true
              g: Kind = some
              h: int? = 3

        """)
  }

  @Test func `constants and sums of numbers are worked out`() {
    expect(
      entities(
        #"""
        import SwiftData
        let limit = 8
        enum Defaults {
          static let start = 3
          static let again = Self.start
          static let names = ["a", first]
          static let first = "b"
          static var step: Int { 5 }
          static let id = UUID()
          static var changing = 1
          static let loop = Defaults.loop
        }
        enum Kind: String, Codable { case old, new; static let usual = Kind.new }
        @Model final class Job {
          static let own = 7
          var timeout: Int = 60 * 60
          var total = 2 + 3 * 4 - 1
          var half: Double = 1.0 / 4
          var ratio: Double = 1 / 2
          var day: TimeInterval = 24 * 60 * 60
          var huge: Int = 9_223_372_036_854_775_807 + 1
          var bits: Int = 1 << 4
          var start: Int = Defaults.start
          var again: Int = Defaults.again
          var most = limit
          var mine: Int = Job.own
          var step = Defaults.step
          var name: String = { "x" }()
          var names: [String] = Defaults.names
          var kind: Kind = .usual
          var tags: Set<String> = []
          var more: Set<String> = .init()
          var list: [String] = makeList()
          var shared: UUID = Defaults.id
          var changing: Int = Defaults.changing
          var loop: Int = Defaults.loop
          var counts: [String: Int] = [:]
          @Transient var cached: Int = compute()
          init(name: String) { self.name = name }
        }
        """#),
      is: """
          Job:
            attributes:
              timeout: int = 3600
              total: int = 13
              half: double = 0.25
              ratio: double = computed()
              day: double = 86400
              huge: int = computed()
              bits: int = 16
              start: int = 3
              again: int = 3
              most: int = 8
              mine: int = 7
              step: int = 5
              name: string = "x"
              names: {type: "[string]", default: [a, b]}
              kind: Kind = new
              tags: "[string] = []"
              more: "[string] = []"
              list: {type: "[string]", default: computed()}
              shared: uuid = computed()
              changing: int = computed()
              loop: int = computed()
              counts: transformable = ""
              cached: {type: int, transient: true}
            initializer: [name]

        Models.swift:19:7: warning: the default of 'Job.ratio' is computed, and the source does not show its value: the schema file has 'computed()' in its place [unread-default]
          the platform has the right one; for a store of 'migrate' itself write it in the schema file: 'ratio: double = …'
        Models.swift:21:7: warning: the default of 'Job.huge' is computed, and the source does not show its value: the schema file has 'computed()' in its place [unread-default]
          the platform has the right one; for a store of 'migrate' itself write it in the schema file: 'huge: int = …'
        Models.swift:31:7: warning: 'Job.tags' is a set: how that is stored is not known, and a store may have another version hash [unknown-storage]
        Models.swift:32:7: warning: 'Job.more' is a set: how that is stored is not known, and a store may have another version hash [unknown-storage]
        Models.swift:33:7: warning: the default of 'Job.list' is computed, and the source does not show its value: the schema file has 'computed()' in its place [unread-default]
          the platform has the right one; for a store of 'migrate' itself write it in the schema file: 'list: [string] = …'
        Models.swift:34:7: warning: the default of 'Job.shared' is computed, and the source does not show its value: the schema file has 'computed()' in its place [unread-default]
          the platform has the right one; for a store of 'migrate' itself write it in the schema file: 'shared: uuid = …'
        Models.swift:35:7: warning: the default of 'Job.changing' is computed, and the source does not show its value: the schema file has 'computed()' in its place [unread-default]
          the platform has the right one; for a store of 'migrate' itself write it in the schema file: 'changing: int = …'
        Models.swift:36:7: warning: the default of 'Job.loop' is computed, and the source does not show its value: the schema file has 'computed()' in its place [unread-default]
          the platform has the right one; for a store of 'migrate' itself write it in the schema file: 'loop: int = …'
          the constant 'loop' is made of itself
        Models.swift:37:7: warning: 'Job.counts' is a dictionary: how that is stored is not known, and a store may have another version hash [unknown-storage]
        Models.swift:37:7: warning: the default of 'Job.counts' is kept as bytes whose form is not known: the schema file has '""' in its place [unread-default]
          the platform has the right one; a store of 'migrate' itself would get no bytes where a version adds the property
        """)
  }

  @Test func `a default that cannot be read draws no finding of a missing one`() {
    let source = SwiftSource(texts: [
      (
        "Job.swift",
        """
        @Model final class Job {
          var name: String
          var timeout: Int = compute()
          init(name: String) { self.name = name }
        }
        """
      )
    ])
    #expect(
      source.findings(settings: RuleSettings(profile: .cloudkit)).map(\.message) == [
        "'Job.name' is required and has no default, and objects come from CloudKit without a value"
      ])
  }

  @Test func `an attribute of an undeclared type is reported at its place`() {
    expect(
      imported(
        """
        @Model class Place {
          var spot: CLLocationCoordinate2D
          var pair: (Int, Int)
          var action: () -> Void
          var any: any Shape
          var names: [String: Int]
          var tags: Set<String>
          var level: UInt8 = 0
          var keys: [Key] = []
        }
        final class Key: Codable { var text = "" }
        """),
      is: """
        schema: Library
        version: 1.0.0

        entities:
          Place:
            attributes:
              spot: transformable
              names: transformable
              tags: "[string]"
              level: int = 0
              keys: transformable = ""

        Models.swift:2:7: warning: 'Place.spot' is a 'CLLocationCoordinate2D', a type of the platform: how that is stored is not known, and a store may have another version hash [unknown-storage]
        Models.swift:3:7: error: 'Place.pair' is a '(Int, Int)', which a model cannot store [unstorable-type]
        Models.swift:4:7: error: 'Place.action' is a '() -> Void', which a model cannot store [unstorable-type]
        Models.swift:5:7: error: 'Place.any' is an 'any Shape', which a model cannot store [unstorable-type]
        Models.swift:6:7: warning: 'Place.names' is a dictionary: how that is stored is not known, and a store may have another version hash [unknown-storage]
        Models.swift:7:7: warning: 'Place.tags' is a set: how that is stored is not known, and a store may have another version hash [unknown-storage]
        Models.swift:8:7: warning: 'Place.level' is a 'UInt8': how that is stored is not known, and a store may have another version hash [unknown-storage]
        Models.swift:9:7: warning: 'Place.keys' is an object that encodes itself: how that is stored is not known, and a store may have another version hash [unknown-storage]
        Models.swift:9:7: warning: the default of 'Place.keys' is kept as bytes whose form is not known: the schema file has '""' in its place [unread-default]
          the platform has the right one; a store of 'migrate' itself would get no bytes where a version adds the property
        """)
  }

  @Test func `a wrong type is reported as such, and not as a missing file`() {
    let problems = schemas([
      "Models.swift": """
      typealias P = Q
      typealias Q = R?
      typealias R = P
      struct Names { typealias Own = Names.Other; typealias Other = Own }
      @Model class Place {
        var alias: P
        var own: Names.Own
        var any: Any?
        var hashable: AnyHashable
        var result: Result<Int, Error>
        var letters: [Character]
        var maybe: [String?] = []
        var owners: [Owner?] = []
        @Transient var counts: [String: Int] = [:]
        @Transient var anything: Any? = nil
      }
      @Model class Owner { var name: String }
      """
    ]).problems
    expect(
      problems.map(line).joined(separator: "\n"),
      is: """
        Models.swift:6:7: error: the type of 'Place.alias' leads to the alias 'P', which stands for itself [unstorable-type]
        Models.swift:7:7: error: the type of 'Place.own' leads to the alias 'Own', which stands for itself [unstorable-type]
        Models.swift:8:7: error: 'Place.any' is an 'Any', which a model cannot store [unstorable-type]
        Models.swift:9:7: error: 'Place.hashable' is an 'AnyHashable', which a model cannot store [unstorable-type]
        Models.swift:10:7: error: 'Place.result' is a 'Result<Int, Error>', which a model cannot store [unstorable-type]
        Models.swift:11:7: error: 'Place.letters' is a 'Character', which a model cannot store [unstorable-type]
        Models.swift:12:7: warning: 'Place.maybe' is a list whose elements may be nil: how that is stored is not known, and a store may have another version hash [unknown-storage]
        Models.swift:13:7: error: 'Place.owners' is a '[Owner?]', which a model cannot store [unstorable-type]
        """)
  }

  @Test(arguments: [
    "Locale", "Foundation.Locale", "Locale.Currency", "Foundation.Measurement<UnitMass>",
    "PersistentIdentifier", "SIMD3<Float>", "CharacterSet", "Calendar.Identifier", "UTType",
  ])
  func `a type of the platform is read, however it is spelled`(type: String) {
    let found = schemas([
      "A.swift": "import SwiftData\n@Model final class Book { var x: \(type)?; init() {} }"
    ])
    #expect(found.problems.map(\.code) == ["unknown-storage"])
    #expect(found.live?.schema.entities[0].attributes[0].type == .transformable)
  }

  @Test func `external storage of other types than data is left out, and reported`() {
    let found = schemas([
      "A.swift": """
      import SwiftData
      @Model final class Book {
        @Attribute(.externalStorage) var text: String = ""
        @Attribute(.externalStorage) var cover: Data?
        init() {}
      }
      """
    ])
    #expect(found.problems.map { "\($0.location?.line ?? 0): \($0.code)" } == ["3: left-out"])
  }

  @Test func `a type of another module is not taken for the app's own`() {
    let app = """
      import OtherKit
      import SwiftData
      enum Status: Int, Codable { case a, b }
      @Model final class Book { var status: OtherKit.Status?; init() {} }
      """
    let other = "public enum Status: String, Codable { case x, y }"
    #expect(schemas(["App/A.swift": app]).problems.map(\.code) == ["unseen-type"])
    let both = schemas(["Sources/App/A.swift": app, "Sources/OtherKit/B.swift": other])
    #expect(both.problems == [])
    #expect(both.live?.schema.enumerations.map { $0.cases.map(\.name) } == [["x", "y"]])
    // A file that imports no such module speaks of the one that it is in.
    let own = schemas(["App/A.swift": app.replacing("import OtherKit\n", with: "")])
    #expect(own.problems == [])
  }
}
