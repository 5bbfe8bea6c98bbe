import Diagnostics
import SchemaModel
import SwiftModels
import Testing

struct RelationshipImportTests {
  @Test(arguments: [PlanChoice.all, .only])
  func `a relationship whose inverse does not lead back is imported without one`(
    _ plan: PlanChoice
  ) {
    let source = #"""
      import SwiftData
      @Model class Yard {
        @Relationship(inverse: \Plant.yard) var first: [Plant] = []
        @Relationship(inverse: \Plant.yard) var last: [Plant] = []
      }
      @Model class Plant { var yard: Yard? }
      """#
    let models = SwiftSource(texts: [("Models.swift", source)])
    let imported = models.schemas(plan: plan, use: .schemaFiles)
    let yard = imported.documents.first?.schema.entity(named: "Yard")
    #expect(yard?.relationships.map(\.inverse) == ["yard", nil])
    #expect(
      imported.problems.map { "\($0.severity) \($0.code)" } == ["warning inverse-mismatch"])
    let judged = models.schemas(plan: plan, use: .rules)
    #expect(
      judged.documents.first?.schema.entity(named: "Yard")?.relationships.map(\.inverse)
        == ["yard", "yard"])
    #expect(judged.problems == [])
  }

  @Test func `relationships carry what their macro says, and the inverse stands at both ends`() {
    expect(
      entities(
        #"""
        @Model class Author {
          @Relationship(deleteRule: .cascade, minimumModelCount: 1, maximumModelCount: 9,
            originalName: "works", inverse: \Book.author, hashModifier: "x")
          var books: [Book] = []
        }
        @Model class Book {
          var author: Author?
          @Relationship(deleteRule: .deny) var shelf: Shelf
        }
        @Model class Shelf { }
        """#),
      is: """
          Author:
            relationships:
              books:
                toMany: Book
                inverse: author
                delete: cascade
                min: 1
                max: 9
                renamedFrom: works
                hashModifier: x

          Book:
            relationships:
              author: {toOne: "Author?", inverse: books}
              shelf: {toOne: Shelf, delete: deny}

          Shelf: {}

        """)
  }

  struct Inference: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var there: String
    var back: String
    var isInferred: Bool
  }

  @Test(arguments: [
    Inference(
      testDescription: "many and optional one", there: "[B]", back: "A?", isInferred: true),
    Inference(
      testDescription: "optional one and many", there: "B?", back: "[A]?", isInferred: true),
    Inference(testDescription: "two optional ones", there: "B?", back: "A?", isInferred: true),
    Inference(testDescription: "many and required one", there: "[B]", back: "A", isInferred: false),
    Inference(testDescription: "two required ones", there: "B", back: "A", isInferred: false),
    Inference(testDescription: "one optional one", there: "B?", back: "A", isInferred: false),
    Inference(testDescription: "many and many", there: "[B]", back: "[A]", isInferred: false),
  ])
  func `the platform infers an inverse where a link can be taken away`(_ pair: Inference) throws {
    let schema = try #require(
      schemas([
        "A.swift": "@Model class A { var b: \(pair.there) }",
        "B.swift": "@Model class B { var a: \(pair.back) }",
      ]).live?.schema)
    let inverses = schema.entities.flatMap { $0.relationships.map(\.inverse) }
    #expect(inverses == (pair.isInferred ? ["a", "b"] : [nil, nil]))
  }

  @Test func `no inverse is inferred among several candidates, nor from a class to itself`() {
    expect(
      entities(
        """
        @Model class Game { var home: Team?; var away: Team? }
        @Model class Team { var games: [Game] }
        @Model class Node { var parent: Node?; var children: [Node] }
        """),
      is: """
          Game:
            relationships:
              home: {toOne: "Team?"}
              away: {toOne: "Team?"}

          Team:
            relationships:
              games: {toMany: Game}

          Node:
            relationships:
              parent: {toOne: "Node?"}
              children: {toMany: Node}

        """)
  }

  @Test func `an inverse that the destination lacks is reported`() {
    expect(
      entities(
        #"""
        @Model class A { @Relationship(inverse: \B.owner) var b: B? }
        @Model class B { var name: String }
        """#),
      is: """
          A:
            relationships:
              b: {toOne: "B?", inverse: owner}

          B:
            attributes:
              name: string

        Models.swift:1:41: error: the inverse of 'A.b' is 'B.owner', which is no relationship of its destination [unknown-inverse]
          write 'var owner: A?' in 'B'; if the link is meant to go, remove 'b' from 'A', too
        """)
  }

  @Test func `classes inherit, and sub-entities have only what they declare`() {
    expect(
      entities(
        """
        class Base { var x = 1 }
        @Model class Media: Base, Identifiable { var title: String = "" }
        @available(iOS 26, *) @Model final class Film: Media { var minutes = 0 }
        """),
      is: """
          Media:
            attributes:
              title: string = ""

          Film:
            parent: Media
            attributes:
              minutes: int = 0

        """)
  }
}
