import StoreVerification
import Testing

struct KeyFindingTests {
  static let books = """
    schema: Books
    version: 1.0.0
    entities:
      Book:
        attributes: {localId: "string?", title: string, added: date}
        unique: [[title]]
    """

  private static let content = """
    INSERT INTO Book (_id, localId, title, added) VALUES (1, 'a', 'A', 0), (2, 'b', 'B', 0),
      (3, 'a', 'C', 1), (4, NULL, 'D', 0), (5, NULL, 'E', 0), (6, 'a', 'F', 0);
    """

  @Test func `duplicates are found under a key that the model does not declare`() throws {
    let store = try TestStore(Self.books, Self.content)
    #expect(try store.findings() == [])
    #expect(
      try store.findings { $0.uniqueKeys = [UniqueKey(entity: "Book", properties: ["localId"])] }
        == [
          Finding(
            .duplicate(entity: "Book", key: ["localId"], isDeclared: false), count: 1, examples: [1]
          )
        ])
    #expect(
      try store.findings {
        $0.uniqueKeys = [UniqueKey(entity: "Book", properties: ["localId", "added"])]
      }.map(\.count) == [1])
  }

  @Test func `duplicates under a declared key are found where its index is missing`() throws {
    let store = try TestStore(
      Self.books,
      Self.content + "DROP INDEX Book_title_unique; UPDATE Book SET title = 'A' WHERE _id < 4")
    #expect(try store.findings().map(\.problem.code) == ["drift", "duplicate"])
    #expect(
      try store.findings().last
        == Finding(
          .duplicate(entity: "Book", key: ["title"], isDeclared: true), count: 1, examples: [1]))
  }

  @Test(arguments: [
    (
      "Bok:localId",
      VerificationError.unknownEntity("Bok", suggestion: "Book")
    ),
    (
      "Book:localID",
      VerificationError.unknownProperty("localID", key: "Book:localID", suggestion: "localId")
    ),
  ])
  func `a key that names nothing is refused with a suggestion`(
    text: String, error: VerificationError
  ) throws {
    let store = try TestStore(Self.books)
    let key = try #require(UniqueKey(text))
    #expect(throws: error) { try store.findings { $0.uniqueKeys = [key] } }
  }

  @Test(arguments: ["Book", "Book:", ":a", "Book:a,,b", "A:b:c"])
  func `a key is an entity, a colon and names`(text: String) {
    #expect(UniqueKey(text) == nil)
  }

  @Test func `a key reads back as it is written`() {
    let key = UniqueKey(entity: "Book", properties: ["author", "title"])
    #expect(UniqueKey("\(key)") == key)
  }
}
