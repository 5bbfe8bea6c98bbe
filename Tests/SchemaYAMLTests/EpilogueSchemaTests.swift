import SchemaModel
import TestSupport
import Testing

struct EpilogueSchemaTests {
  @Test(arguments: [
    ("BookModel", 28, 5), ("CapturedNote", 9, 2), ("CapturedQuote", 11, 2),
    ("CapturedQuestion", 9, 2), ("AmbientSession", 8, 4), ("QueuedQuestion", 8, 0),
    ("ReadingSession", 10, 1),
  ])
  func `version 4 has the sizes of the app's model`(
    _ name: String, _ attributes: Int, _ relationships: Int
  ) throws {
    let entity = try RepositorySchemas.entity(name, of: "Epilogue", Version(4))
    #expect(entity.attributes.count { !$0.isTransient } == attributes)
    #expect(entity.relationships.count == relationships)
  }

  @Test func `the first seven attributes of a book are the attributes in the app`() throws {
    let book = try RepositorySchemas.entity("BookModel", of: "Epilogue", Version(1))
    #expect(
      book.withoutDocumentation.attributes.prefix(7) == [
        Attribute("id", .string, defaultValue: .literal(.string(""))),
        Attribute("localId", .string, defaultValue: .newUUID),
        Attribute("title", .string, defaultValue: .literal(.string(""))),
        Attribute("author", .string, defaultValue: .literal(.string(""))),
        Attribute("coverImageURL", .string, isOptional: true),
        Attribute("isInLibrary", .bool, defaultValue: .literal(.bool(false))),
        Attribute("dateAdded", .date, defaultValue: .now),
      ])
  }

  @Test(arguments: [
    (Version(1), "NVAEqnPm0GazL5WkJsZ4K+9f2W01F3RNTUuUJinqe8k="),
    (Version(2), "Y1oTbeg8ZGF7RNFvTzNNXhO5wFpxLd9zBEPl8ycZ2r4="),
    (Version(3), "R3BJjvJm45rpM7TbPPgRNxTwNwDbmzts8eFvfzglR5o="),
    (Version(4), "rmLYO8/GVfB4mrMzm0BSVgHfQKfhXidw66zGZE/rFwI="),
  ])
  func `every version has a checksum of its own`(version: Version, checksum: String) throws {
    #expect(try RepositorySchemas.schema("Epilogue", version).checksum == .known(checksum))
  }

  /// The attributes that each version adds to BookModel; nothing else changes in its attributes.
  static let additions: [(version: Version, attributes: [Attribute])] = [
    (Version(2), [Attribute("currentPage", .int64, defaultValue: .literal(.int(0)))]),
    (Version(3), [Attribute("coverImageData", .data, isOptional: true, storage: .external)]),
    (
      Version(4),
      [
        Attribute("smartSynopsis", .string, isOptional: true),
        Attribute("keyThemes", .array(.string), isOptional: true),
        Attribute("majorCharacters", .array(.string), isOptional: true),
        Attribute("setting", .string, isOptional: true),
        Attribute("tone", .array(.string), isOptional: true),
        Attribute("literaryStyle", .string, isOptional: true),
        Attribute("enrichedAt", .date, isOptional: true),
        Attribute("seriesName", .string, isOptional: true),
        Attribute("seriesOrder", .int64, isOptional: true),
        Attribute("totalBooksInSeries", .int64, isOptional: true),
        Attribute("extractedColors", .array(.string), isOptional: true),
      ]
    ),
  ]

  @Test(arguments: additions)
  func `a version without its additions equals the previous version`(
    _ addition: (version: Version, attributes: [Attribute])
  ) throws {
    var (older, newer) = (
      try RepositorySchemas.schema("Epilogue", Version(addition.version.major - 1)),
      try RepositorySchemas.schema("Epilogue", addition.version)
    )
    let book = try #require(newer.entities.firstIndex { $0.name == "BookModel" })
    let added = newer.withoutDocumentation.entities[book].attributes
      .suffix(addition.attributes.count)
    #expect(Array(added) == addition.attributes)

    newer.entities[book].attributes.removeLast(addition.attributes.count)
    if addition.version == Version(2) {
      for position in newer.entities.indices {
        let isSession = newer.entities[position].name == "ReadingSession"
        newer.entities[position].relationships.removeAll {
          isSession || $0.destination == "ReadingSession"
        }
      }
    }
    older.version = addition.version
    #expect(newer.withoutDocumentation == older.withoutDocumentation)
  }

  @Test func `deleting a book deletes the objects captured from it`() throws {
    let book = try RepositorySchemas.entity("BookModel", of: "Epilogue", Version(4))
    #expect(
      book.relationships == [
        Relationship("notes", .toMany, "CapturedNote", inverse: "book", deleteRule: .cascade),
        Relationship("quotes", .toMany, "CapturedQuote", inverse: "book", deleteRule: .cascade),
        Relationship(
          "questions", .toMany, "CapturedQuestion", inverse: "book", deleteRule: .cascade),
        Relationship(
          "sessions", .toMany, "AmbientSession", inverse: "bookModel", deleteRule: .cascade),
        Relationship(
          "readingSessions", .toMany, "ReadingSession", inverse: "bookModel", deleteRule: .cascade),
      ])
  }

  @Test func `deleting a session keeps the objects captured in it`() throws {
    let session = try RepositorySchemas.entity("AmbientSession", of: "Epilogue", Version(1))
    #expect(
      session.relationships == [
        Relationship(
          "bookModel", .toOne, "BookModel", isOptional: true, inverse: "sessions",
          deleteRule: .nullify),
        Relationship(
          "capturedNotes", .toMany, "CapturedNote", inverse: "ambientSession",
          deleteRule: .nullify),
        Relationship(
          "capturedQuotes", .toMany, "CapturedQuote", inverse: "ambientSession",
          deleteRule: .nullify),
        Relationship(
          "capturedQuestions", .toMany, "CapturedQuestion", inverse: "ambientSession",
          deleteRule: .nullify),
      ])
  }

  @Test func `version 2 is declared custom for its checks, the later ones lightweight`() throws {
    #expect(
      try RepositorySchemas.history(of: "Epilogue").versions.map(\.migration) == [
        nil,
        MigrationDeclaration(
          kind: .custom, before: [.count(entity: "BookModel", equals: nil)],
          after: [.count(entity: "BookModel", equals: nil)]),
        MigrationDeclaration(kind: .lightweight),
        MigrationDeclaration(kind: .lightweight),
      ])
  }

  @Test func `a cached query has the app's attributes, and an index for each look-up`() throws {
    let query = try RepositorySchemas.entity("CachedQuery", of: "EpilogueCache", Version(1))
    #expect(
      query.withoutDocumentation.attributes == [
        Attribute("id", .uuid, isOptional: true),
        Attribute("query", .string, isOptional: true),
        Attribute("queryHash", .string, isOptional: true),
        Attribute("response", .string, isOptional: true),
        Attribute("bookId", .uuid, isOptional: true),
        Attribute("bookTitle", .string, isOptional: true),
        Attribute("tokensUsed", .int32),
        Attribute("responseTime", .double),
        Attribute("createdAt", .date, isOptional: true),
        Attribute("lastAccessedAt", .date, isOptional: true),
        Attribute("accessCount", .int32),
        Attribute("embedding", .data, isOptional: true),
        Attribute("confidence", .double),
      ])
    #expect(query.relationships.map(\.destination) == ["SimilarQuery"])
    #expect(
      query.indexes == [
        Index(on: "queryHash"),
        Index([.init("bookTitle"), .init("createdAt", isAscending: false)]),
        Index(on: "lastAccessedAt"),
      ])
  }
}
