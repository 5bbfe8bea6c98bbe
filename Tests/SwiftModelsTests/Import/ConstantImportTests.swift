import Diagnostics
import SwiftModels
import Testing

struct ConstantImportTests {
  @Test func `sums and products of constants are worked out, through as many as there are`() {
    expect(
      entities(
        """
        enum Lim {
          static let start = 10
          static let limit: Int = start * 6
          static let twice = Lim.limit * 2 + 1
          static let base: Int16 = 3
          static let half: Double = 1
          static let name = "a" + end
          static let end = "b"
          static let off = !true
        }
        @Model final class Job {
          var limit = Lim.limit
          var twice = Lim.twice
          var most = Lim.limit * 2
          var small = Lim.base * 2
          var half = Lim.half / 2
          var name = Lim.name + "c"
          var isOff = Lim.off
          var isOn = !Lim.off
          var third: Double = Lim.half * 3
        }
        """),
      is: """
          Job:
            attributes:
              limit: int = 60
              twice: int = 121
              most: int = 120
              small: int16 = 6
              half: double = 0.5
              name: string = "abc"
              isOff: bool = false
              isOn: bool = true
              third: double = 3

        """)
  }

  @Test func `the stored value of a case, and constants of other files and types, are defaults`() {
    expect(
      imported([
        "Constants.swift": """
        enum Status: String, Codable { case unread, done = "finished"; static let first = Status.unread }
        enum Level: Int { case low = 1, high; static var usual: Self { .high } }
        enum Plain { case one }
        enum Defaults { static let status: Status = .done }
        extension String { static let untitled = "Untitled" }
        extension Int { static var several: Int { 3 } }
        let anyone = "Anyone"
        """,
        "Models.swift": """
        @Model final class Book {
          var status: String = Status.unread.rawValue
          var next = Status.done.rawValue
          var first: String = Status.first.rawValue
          var last: String = Defaults.status.rawValue
          var level: Int = Level.high.rawValue
          var usual = Level.usual.rawValue + 1
          var title: String = .untitled
          var other = String.untitled
          var copies: Int = .several
          var owner: String = anyone
          var plain: String = Plain.one.rawValue
          var mine: Mine.Kind = Mine.Kind.a
          var code: String = Mine.Kind.b.rawValue
        }
        struct Mine { enum Kind: String { case a, b = "B" } }
        """,
      ]),
      is: """
        schema: Library
        version: 1.0.0

        enums:
          Kind: {cases: {a: a, b: B}}

        entities:
          Book:
            attributes:
              status: string = "unread"
              next: string = "finished"
              first: string = "unread"
              last: string = "finished"
              level: int = 2
              usual: int = 3
              title: string = "Untitled"
              other: string = "Untitled"
              copies: int = 3
              owner: string = "Anyone"
              plain: string = computed()
              mine: Kind = a
              code: string = "B"

        Models.swift:12:7: warning: the default of 'Book.plain' is computed, and the source does not show its value: the schema file has 'computed()' in its place [unread-default]
          the platform has the right one; for a store of 'migrate' itself write it in the schema file: 'plain: string = …'
        """)
  }

  @Test func `the initial value gives the type where none is written`() {
    expect(
      entities(
        """
        enum Mood: Int, Codable { case calm, wild }
        @Model final class Job {
          var text = "a" + "b"
          var said = "a" + say()
          var flag = !true
          var bits = 1 << 3
          var share = 2 * 1.5
          var small = 3 as Double
          var none = nil as Int?
          var isNew = 1 < limit()
          var soon = Date().addingTimeInterval(60)
          var later = Date() + 60 * 60
          var today = Calendar.current.startOfDay(for: .now)
          var stamp = Date.now.timeIntervalSince1970
          var link = URL(string: "https://a.b")
          var site = URL(string: "https://a.b")!
          var price = Decimal(string: "1.25")!
          var count = Decimal(2)
          var circle: Double = .pi
          var most = Double.greatestFiniteMagnitude
          var slice: Double = Mood.pi
          var mood = Mood(rawValue: 1)
          var parsed = Int("5")
          var place = find() ?? URL(string: "https://a.b")!
        }
        """),
      is: """
          Job:
            attributes:
              text: string = "ab"
              said: string = computed()
              flag: bool = false
              bits: int = 8
              share: double = 3
              small: double = 3
              none: int?
              isNew: bool = computed()
              soon: date = computed()
              later: date = computed()
              today: date = computed()
              stamp: double = computed()
              link: url? = https://a.b
              site: url = https://a.b
              price: decimal = 1.25
              count: decimal = 2
              circle: double = 3.141592653589793
              most: double = 1.7976931348623157e+308
              slice: double = computed()
              mood: Mood? = computed()
              parsed: int? = computed()
              place: url = computed()

        Models.swift:4:7: warning: the default of 'Job.said' is computed, and the source does not show its value: the schema file has 'computed()' in its place [unread-default]
          the platform has the right one; for a store of 'migrate' itself write it in the schema file: 'said: string = …'
        Models.swift:10:7: warning: the default of 'Job.isNew' is computed, and the source does not show its value: the schema file has 'computed()' in its place [unread-default]
          the platform has the right one; for a store of 'migrate' itself write it in the schema file: 'isNew: bool = …'
        Models.swift:11:7: warning: the default of 'Job.soon' is computed, and the source does not show its value: the schema file has 'computed()' in its place [unread-default]
          the platform has the right one; for a store of 'migrate' itself write it in the schema file: 'soon: date = …'
        Models.swift:12:7: warning: the default of 'Job.later' is computed, and the source does not show its value: the schema file has 'computed()' in its place [unread-default]
          the platform has the right one; for a store of 'migrate' itself write it in the schema file: 'later: date = …'
        Models.swift:13:7: warning: the default of 'Job.today' is computed, and the source does not show its value: the schema file has 'computed()' in its place [unread-default]
          the platform has the right one; for a store of 'migrate' itself write it in the schema file: 'today: date = …'
        Models.swift:14:7: warning: the default of 'Job.stamp' is computed, and the source does not show its value: the schema file has 'computed()' in its place [unread-default]
          the platform has the right one; for a store of 'migrate' itself write it in the schema file: 'stamp: double = …'
        Models.swift:21:7: warning: the default of 'Job.slice' is computed, and the source does not show its value: the schema file has 'computed()' in its place [unread-default]
          the platform has the right one; for a store of 'migrate' itself write it in the schema file: 'slice: double = …'
        Models.swift:22:7: warning: the default of 'Job.mood' is computed, and the source does not show its value: the schema file has 'computed()' in its place [unread-default]
          the platform has the right one; for a store of 'migrate' itself write it in the schema file: 'mood: Mood? = …'
        Models.swift:23:7: warning: the default of 'Job.parsed' is computed, and the source does not show its value: the schema file has 'computed()' in its place [unread-default]
          the platform has the right one; for a store of 'migrate' itself write it in the schema file: 'parsed: int? = …'
        Models.swift:24:7: warning: the default of 'Job.place' is computed, and the source does not show its value: the schema file has 'computed()' in its place [unread-default]
          the platform has the right one; for a store of 'migrate' itself write it in the schema file: 'place: url = …'
        """)
  }

  @Test func `constants that refer to themselves are reported`() {
    let problems = schemas([
      "Models.swift": """
      enum Lim {
        static let a = b + b
        static let b = c * c
        static let c = a + a
        static let list = [list]
      }
      struct Rec: Codable { var left: [Rec] = [Rec(), Rec()]; var right: [Rec] = [Rec(), Rec()] }
      @Model final class Job {
        var a: Int = Lim.a
        var untyped = Lim.a * 2
        var list = Lim.list
        @Attribute(hashModifier: Lim.a) var text: String = ""
        var rec = Rec()
      }
      """
    ]).problems
    expect(
      problems.map(line).joined(separator: "\n"),
      is: """
        Models.swift:7:27: warning: 'Rec.left' is a list that leads back to 'Rec': the platform stores it as data, and so does the schema file [unknown-storage]
        Models.swift:7:27: warning: the default of 'Rec.left' is kept as bytes whose form is not known: the schema file has '""' in its place [unread-default]
          the platform has the right one; a store of 'migrate' itself would get no bytes where a version adds the property
        Models.swift:7:61: warning: 'Rec.right' is a list that leads back to 'Rec': the platform stores it as data, and so does the schema file [unknown-storage]
        Models.swift:7:61: warning: the default of 'Rec.right' is kept as bytes whose form is not known: the schema file has '""' in its place [unread-default]
          the platform has the right one; a store of 'migrate' itself would get no bytes where a version adds the property
        Models.swift:9:7: warning: the default of 'Job.a' is computed, and the source does not show its value: the schema file has 'computed()' in its place [unread-default]
          the platform has the right one; for a store of 'migrate' itself write it in the schema file: 'a: int = …'
          the constant 'a' is made of itself
        Models.swift:10:7: error: the type of 'Job.untyped' is not written, and its value does not show it [untyped-property]
          write the type, as in 'var name: String'
          the constant 'a' is made of itself
        Models.swift:11:7: error: the type of 'Job.list' is not written, and its value does not show it [untyped-property]
          write the type, as in 'var name: String'
          the constant 'list' is made of itself
        Models.swift:12:28: error: 'hashModifier' of 'Job.text' is not spelt out, and what is stored depends on it [unread-argument]
          write it where it stands, or as a constant that one of the files declares
        Models.swift:13:7: warning: the default of 'Job.rec' is computed, and the source does not show its value: the schema file has 'computed()' in its place [unread-default]
          the platform has the right one; for a store of 'migrate' itself write it in the schema file: 'rec: Rec = …'
        """)
  }
}
