import Diagnostics
import SwiftModels
import Testing

struct SharedTypeImportTests {
  @Test func `a generic struct is a composite for each use of it`() {
    expect(
      imported(
        """
        struct Box<Value: Codable>: Codable { var value: Value; var others: [Value] = [] }
        typealias Named<Value> = Box<Value>
        @Model class Letter {
          var count: Box<Int>
          var again: Box<Int>?
          var title: Named<String>
          var nested: Box<Box<Bool>>
        }
        """),
      is: """
        schema: Library
        version: 1.0.0

        composites:
          Box_Int:
            attributes:
              value: int
              others: "[int] = []"
          Box_String:
            attributes:
              value: string
              others: "[string] = []"
          Box_Box_Bool:
            attributes:
              value: Box_Bool
              others: "[Box_Bool] = []"
          Box_Bool:
            attributes:
              value: bool
              others: "[bool] = []"

        entities:
          Letter:
            attributes:
              count: Box_Int
              again: Box_Int?
              title: Box_String
              nested: Box_Box_Bool

        """)
  }

  @Test func `a generic struct that nests ever larger structs of its kind is reported`() {
    let source = schemas([
      "Models.swift": """
      struct Tree<Value: Codable>: Codable { var value: Value; var trees: [Tree<[Value]>] }
      @Model class Letter { var tree: Tree<Int> }
      """
    ])
    #expect(source.problems.map(\.code) == ["unstorable-type"])
  }

  @Test func `a list within a struct that leads back to it is the data that the platform stores`() {
    expect(
      imported(
        """
        struct Rec: Codable { var a = 0; var r: [Rec] = []; var byName: [String: Rec] = [:] }
        struct Left: Codable { var name: String; var rights: [Right]? }
        struct Right: Codable { var left: Left; var size: Int }
        indirect enum Sum: Codable { case number(Int), both(Sum, Sum) }
        @Model class Note {
          var rec: Rec
          var right: Right
          var sum: Sum
        }
        """),
      is: """
        schema: Library
        version: 1.0.0

        composites:
          Rec:
            attributes:
              a: int = 0
              r: data = ""
              byName: data = ""
          Right:
            attributes:
              left: Left
              size: int
          Left:
            attributes:
              name: string
              rights: data?
          Sum:
            attributes:
              number: Sum_number?
              both: Sum_both?
          Sum_number:
            attributes:
              _0: int
          Sum_both:
            attributes:
              _0: data
              _1: data

        entities:
          Note:
            attributes:
              rec: Rec
              right: Right
              sum: Sum

        Models.swift:1:38: warning: 'Rec.r' is a list that leads back to 'Rec': the platform stores it as data, and so does the schema file [unknown-storage]
        Models.swift:1:38: warning: the default of 'Rec.r' is kept as bytes whose form is not known: the schema file has '""' in its place [unread-default]
          the platform has the right one; a store of 'migrate' itself would get no bytes where a version adds the property
        Models.swift:1:57: warning: 'Rec.byName' is a dictionary: how that is stored is not known, and a store may have another version hash [unknown-storage]
        Models.swift:1:57: warning: the default of 'Rec.byName' is kept as bytes whose form is not known: the schema file has '""' in its place [unread-default]
          the platform has the right one; a store of 'migrate' itself would get no bytes where a version adds the property
        Models.swift:2:46: warning: 'Left.rights' is a list that leads back to 'Left': the platform stores it as data, and so does the schema file [unknown-storage]
        Models.swift:8:7: warning: 'Note.sum' is an enumeration whose cases carry values: how that is stored is not known, and a store may have another version hash [unknown-storage]
        """)
  }

  @Test func `mistakes that make a model unusable are reported at their place in the source`() {
    let faults = schemas([
      "Models.swift": #"""
      enum Empty: String, Codable {}
      @Model class A: B { var kind: Empty }
      @Model class B: A {
        #Unique<B>([\.gone])
        var unseen: Unseen
      }
      """#
    ]).faults
    expect(
      faults.map(line).joined(separator: "\n"),
      is: """
        Models.swift:1:6: error: the enumeration 'Empty' has no cases [invalid-enumeration]
        Models.swift:2:14: error: 'A' inherits from itself: A → B → A [inheritance-cycle]
        Models.swift:4:14: error: 'unique' of 'B' names 'gone', which is not a property [unknown-property]
          known names: 'kind', 'unseen'
        """)
  }

  @Test func `enumerations keep their raw values, and structs are composites`() {
    expect(
      imported(
        """
        enum Status: String, Codable, CaseIterable {
          case draft, ready = "READY"
          case `default`
          var title: String { rawValue }
        }
        enum Priority: Int, Codable { case low = 1, middle, high = 10, top }
        enum Shape: Codable { case round; case square }
        struct Address: Codable, Hashable {
          let street: String
          var city: String?
          var lines: [String] = []
          var label: String { street }
          static let none = Address(street: "")
          enum CodingKeys: String, CodingKey { case street = "s" }
        }
        @Model class Letter {
          var status: Status
          var priority: Priority?
          var shape: Shape
          var address: Address?
          var all: [Status]
          var places: [Address]
        }
        """),
      is: """
        schema: Library
        version: 1.0.0

        enums:
          Status: {cases: {draft: draft, ready: READY, default: default}}
          Priority: {raw: int, cases: {low: 1, middle: 2, high: 10, top: 11}}
          Shape: {raw: none, cases: [round, square]}

        composites:
          Address:
            attributes:
              street: string
              city: string?
              lines: "[string] = []"

        entities:
          Letter:
            attributes:
              status: Status
              priority: Priority?
              shape: Shape
              address: Address?
              all: "[Status]"
              places: "[Address]"

        """)
  }

  @Test func `types of the same name in several scopes are distinguished`() {
    expect(
      imported(
        """
        @Model class Book {
          enum Status: String, Codable { case open }
          var status: Status
        }
        @Model class Loan { var status: Status; var old: Book.Status }
        extension Loan { enum Status: Int, Codable { case running } }
        """),
      is: """
        schema: Library
        version: 1.0.0

        enums:
          Status: [open]
          Loan_Status: {raw: int, cases: [running]}

        entities:
          Book:
            attributes:
              status: Status

          Loan:
            attributes:
              status: Loan_Status
              old: Status

        """)
  }

  @Test func `an enumeration that carries values keeps them, with an unknown form`() {
    expect(
      imported(
        """
        enum Mood: Codable { case calm, angry(at: String, Int) }
        @Model class Person { var mood: Mood }
        """),
      is: """
        schema: Library
        version: 1.0.0

        composites:
          Mood:
            attributes:
              calm: Mood_calm?
              angry: Mood_angry?
          Mood_calm:
            attributes:
              isSet: bool
          Mood_angry:
            attributes:
              at: string
              _1: int

        entities:
          Person:
            attributes:
              mood: Mood

        Models.swift:2:27: warning: 'Person.mood' is an enumeration whose cases carry values: how that is stored is not known, and a store may have another version hash [unknown-storage]
        """)
  }

  @Test
  func `a name means what is nearest: braces, the file, the folder, the module, the platform`() {
    expect(
      imported([
        "App/Book.swift": """
        @Model class Book {
          struct Date: Codable { var day: Int }
          var made: Date
          var read: Foundation.Date
          var cover: Image
          var kind: App.Kind
          var secret: Secret
        }
        private struct Secret: Codable { var mine: Int }
        """,
        "App/Image.swift": "struct Image: Codable { var width: Int }",
        "App/Kind.swift": "enum Kind: Int, Codable { case a }",
        "Other/Image.swift": "struct Image: Codable { var height: Int }",
        "Other/Secret.swift": "private struct Secret: Codable { var theirs: Int }",
      ]),
      is: """
        schema: Library
        version: 1.0.0

        enums:
          Kind: {raw: int, cases: [a]}

        composites:
          Date:
            attributes:
              day: int
          Image:
            attributes:
              width: int
          Secret:
            attributes:
              mine: int

        entities:
          Book:
            attributes:
              made: Date
              read: date
              cover: Image
              kind: Kind
              secret: Secret

        """)
  }

  @Test func `raw values of types with an unknown stored form are reported`() {
    expect(
      imported(
        """
        import SwiftData
        enum Stage: UInt8, Codable { case draft, sent = 4, read }
        enum Mark: Character, Codable { case low = "l", high = "h" }
        enum Rate: Double, Codable { case half = 0.5, whole = 1 }
        enum Odd: Token, Codable { case one = "1" }
        @Model final class Letter {
          var stage: Stage = Stage.draft
          var mark: Mark?
          var rate: Rate?
          var odd: Odd?
        }
        """),
      is: """
        schema: Library
        version: 1.0.0

        enums:
          Stage: {raw: int, cases: {draft: 0, sent: 4, read: 5}}
          Mark: {cases: {low: l, high: h}}
          Rate: {raw: none, cases: [half, whole]}
          Odd: {raw: none, cases: [one]}

        entities:
          Letter:
            attributes:
              stage: Stage = draft
              mark: Mark?
              rate: Rate?
              odd: Odd?

        Models.swift:7:7: warning: 'Letter.stage' is an enumeration of 'UInt8': how that is stored is not known, and a store may have another version hash [unknown-storage]
        Models.swift:8:7: warning: 'Letter.mark' is an enumeration of 'Character': how that is stored is not known, and a store may have another version hash [unknown-storage]
        Models.swift:9:7: warning: 'Letter.rate' is an enumeration of neither texts nor integers: how that is stored is not known, and a store may have another version hash [unknown-storage]
        Models.swift:10:7: warning: 'Letter.odd' is an enumeration of 'Token': how that is stored is not known, and a store may have another version hash [unknown-storage]
        """)
  }
}
