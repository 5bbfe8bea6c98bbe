import SchemaModel
import StoreVerification
import Testing

struct LinkFindingTests {
  /// A library whose every kind of relationship can be spoilt.
  static let library = """
    schema: Library
    version: 1.0.0
    entities:
      Person:
        abstract: true
        attributes: {name: string}
      Author:
        parent: Person
        relationships:
          books: {toMany: Book, inverse: author, delete: cascade, ordered: true}
          agent: {toOne: Agent, inverse: authors, delete: nullify}
      Agent:
        parent: Person
        attributes: {phone: string}
        relationships:
          authors: {toMany: Author, inverse: agent, delete: deny, max: 2}
      Book:
        relationships:
          author: {toOne: Author?, inverse: books, delete: nullify}
          tags: {toMany: Tag, inverse: books, delete: nullify, min: 1}
          cover: {toOne: Cover, inverse: book, delete: cascade}
      Cover:
        relationships:
          book: {toOne: Book, inverse: cover, delete: nullify}
      Tag:
        relationships:
          books: {toMany: Book, inverse: tags, delete: nullify}
    """

  static let content = """
    INSERT INTO Person (_id, _entity, name, phone) VALUES (1, 'Agent', 'Ann', '1');
    INSERT INTO Person (_id, _entity, name, agent) VALUES (2, 'Author', 'Bo', 1);
    INSERT INTO Book (_id, author, _order_author) VALUES (1, 2, 0);
    INSERT INTO Cover (_id, book) VALUES (1, 1);
    INSERT INTO Tag (_id) VALUES (1);
    INSERT INTO Book_tags (books, tags) VALUES (1, 1);
    """

  @Test func `a store whose links are whole has no findings, and its objects are counted`() throws {
    let store = try TestStore(Self.library, Self.content)
    let report = try StoreVerifier.verify(storeAt: store.path)
    #expect(report.findings == [])
    #expect(report.isSound)
    #expect(report.linkCount == 1)
    #expect(
      report.entities.map { "\($0.entity) \($0.count)" }
        == ["Author 1", "Agent 1", "Book 1", "Cover 1", "Tag 1"])
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var script: String
    var problem: Problem
    var examples: [Int64]
    var count: Int64

    init(
      _ name: String, _ script: String, _ problem: Problem, _ examples: [Int64], count: Int64 = 1
    ) {
      self.count = count
      self.name = name
      self.script = script
      self.problem = problem
      self.examples = examples
    }

    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      "a to-one leads to nothing", "UPDATE Book SET author = 9",
      .danglingLink(PropertyName("Book", "author"), destination: "Author", rule: .cascade), [1]),
    Case(
      "a to-one leads to an object of another entity", "UPDATE Book SET author = 1",
      .strayLink(PropertyName("Book", "author"), destination: "Author"), [1]),
    Case(
      "a required to-one of a sub-entity is empty", "UPDATE Person SET agent = NULL",
      .missingLink(PropertyName("Author", "agent")), [2]),
    Case(
      "a required attribute of a sub-entity is empty",
      "UPDATE Person SET phone = NULL WHERE _id = 1",
      .missingValue(PropertyName("Agent", "phone")), [1]),
    Case(
      "the far end of a required one-to-one is missing",
      "INSERT INTO Book (_id) VALUES (2); INSERT INTO Book_tags VALUES (2, 1)",
      .missingLink(PropertyName("Book", "cover")), [2]),
    Case(
      "an object has too few links", "DELETE FROM Book_tags",
      .tooFewLinks(PropertyName("Book", "tags"), minimum: 1), [1]),
    Case(
      "an object has too many links",
      """
      INSERT INTO Person (_id, _entity, name, agent) VALUES (3, 'Author', 'C', 1);
      INSERT INTO Person (_id, _entity, name, agent) VALUES (4, 'Author', 'D', 1);
      """,
      .tooManyLinks(PropertyName("Agent", "authors"), maximum: 2), [1]),
    Case(
      "a link between many leads to nothing", "INSERT INTO Book_tags VALUES (1, 7), (1, 8)",
      .danglingLink(PropertyName("Book", "tags"), destination: "Tag", rule: nil), [1],
      count: 2),
    Case(
      "a link between many comes from nothing", "INSERT INTO Book_tags VALUES (5, 1)",
      .danglingLink(PropertyName("Tag", "books"), destination: "Book", rule: nil), [1]),
    Case(
      "an ordered object has no position", "UPDATE Book SET _order_author = NULL",
      .missingPosition(PropertyName("Author", "books")), [1]),
    Case(
      "a row is of an abstract entity",
      "INSERT INTO Person (_id, _entity, name) VALUES (5, 'Person', 'P')",
      .unknownEntity(table: "Person"), [5]),
  ]

  @Test(arguments: cases)
  func `a broken link is found`(_ test: Case) throws {
    let store = try TestStore(Self.library, Self.content + test.script)
    #expect(
      try store.findings() == [Finding(test.problem, count: test.count, examples: test.examples)])
  }

  @Test func `each broken link counts, and the first five are named`() throws {
    let orphans = (2...8).map {
      "INSERT INTO Book (_id, author, _order_author) VALUES (\($0), 9, 0);"
    }
    let store = try TestStore(
      Self.library.replacing(", min: 1", with: "").replacing(
        "toOne: Cover,", with: "toOne: Cover?,"),
      orphans.joined())
    #expect(
      try store.findings() == [
        Finding(
          .danglingLink(PropertyName("Book", "author"), destination: "Author", rule: .cascade),
          count: 7, examples: [2, 3, 4, 5, 6])
      ])
  }

  @Test func `noAction leaves links that no foreign key guards, and they are found`() throws {
    let store = try TestStore(
      """
      schema: Notes
      version: 1.0.0
      entities:
        Book:
          relationships:
            notes: {toMany: Note, inverse: book, delete: noAction}
        Note:
          relationships:
            book: {toOne: Book?, inverse: notes, delete: nullify}
      """, "INSERT INTO Book (_id) VALUES (1); INSERT INTO Note VALUES (1, 1), (2, 3)")
    #expect(
      try store.findings() == [
        Finding(
          .danglingLink(PropertyName("Note", "book"), destination: "Book", rule: .noAction),
          count: 1, examples: [2])
      ])
  }
}
