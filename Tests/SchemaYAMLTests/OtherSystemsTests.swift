import SchemaModel
import TestSupport
import Testing

struct OtherSystemsTests {
  // MARK: - NowThatIKnowMore

  @Test func `a recipe has the app's attributes`() throws {
    let recipe = try RepositorySchemas.entity("RecipeModel", of: "NowThatIKnowMore", Version(1))
    let facts = [
      Attribute("uuid", .uuid), Attribute("title", .string),
      Attribute("extendedIngredientsJSON", .string, isOptional: true),
      Attribute("createdAt", .date), Attribute("modifiedAt", .date),
    ]
    let found = recipe.withoutDocumentation.attributes
    #expect(facts.filter { !found.contains($0) } == [])
    #expect(
      ["vegetarian", "glutenFree", "servings"].map { recipe.attribute(named: $0)?.type }
        == [.bool, .bool, .int64])
    #expect(recipe.uniquenessConstraints == [["uuid"]])
  }

  @Test func `media and notes are deleted with their recipe, and books stay`() throws {
    let schema = try RepositorySchemas.schema("NowThatIKnowMore", Version(1))
    let recipe = try #require(schema.entity(named: "RecipeModel"))
    #expect(
      recipe.relationships == [
        Relationship(
          "mediaItems", .toMany, "RecipeMediaModel", inverse: "recipe", deleteRule: .cascade,
          isOrdered: true),
        Relationship("notes", .toMany, "RecipeNoteModel", inverse: "recipe", deleteRule: .cascade),
        Relationship("books", .toMany, "RecipeBookModel", inverse: "recipes", deleteRule: .nullify),
      ])
    #expect(
      schema.associations.filter { $0.kind == .manyToMany }.map(\.primary.description)
        == ["RecipeBookModel.recipes"])
    #expect(
      schema.entity(named: "RecipeMediaModel")?.attribute(named: "imageData")?.storage == .external)
  }

  // MARK: - TwinMind

  @Test func `a recording has the app's attributes`() throws {
    let schema = try RepositorySchemas.schema("TwinMind", Version(1)).withoutDocumentation
    var path = Attribute("audioFilePath", .string)
    path.isFilePath = true
    #expect(
      schema.entity(named: "RecordingSession")?.attributes == [
        Attribute("id", .uuid), Attribute("title", .string), Attribute("createdAt", .date),
        Attribute("duration", .double), path,
        Attribute("sampleRate", .double), Attribute("bitDepth", .int64),
        Attribute("format", .string), Attribute("notes", .string, isOptional: true),
        Attribute(
          "summaryGenerationFailed", .bool, defaultValue: .literal(.bool(false))),
      ])
    #expect(schema.entities.map(\.uniquenessConstraints) == [[["id"]], [["id"]], [["id"]]])
    #expect(
      schema.enumeration(named: "TranscriptionStatus")?.cases.map(\.name)
        == ["pending", "processing", "completed", "failed"])
  }

  @Test func `TwinMind 2 ties its relationships together and indexes them`() throws {
    let schema = try RepositorySchemas.schema("TwinMind", Version(2))
    #expect(
      schema.associations.map { [$0.primary, $0.inverse].compactMap { $0?.description } } == [
        ["AudioSegment.session", "RecordingSession.segments"],
        ["Transcription.segment", "AudioSegment.transcription"],
      ])
    let rules = schema.entities.flatMap(\.relationships).map { "\($0.name): \($0.deleteRule)" }
    #expect(
      rules == [
        "segments: cascade", "transcription: cascade", "session: nullify", "segment: nullify",
      ])
    #expect(
      schema.entities.map(\.indexes)
        == [[Index(on: "createdAt")], [Index(on: "session", "startTime")], []])
  }

  // MARK: - Study

  @Test func `Study 1 1 renames an attribute where it stands`() throws {
    let (older, newer) = (
      try RepositorySchemas.entity("Flashcard", of: "Study", Version(1)),
      try RepositorySchemas.entity("Flashcard", of: "Study", Version(1, 1))
    )
    #expect(
      older.attributes.map(\.name) == [
        "question", "answer", "dueDate", "interval", "ease", "repetitions", "lastReviewedAt",
        "createdAt",
      ])
    #expect(
      newer.attributes.map(\.name) == [
        "question", "answer", "dueDate", "intervalDays", "ease", "repetitions", "lastReviewedAt",
        "createdAt", "hint",
      ])
    #expect(newer.attribute(named: "intervalDays")?.renamedFrom == "interval")
  }

  @Test func `Study 1 1 adds the indexes of its queries, and one rule`() throws {
    let (older, newer) = (
      try RepositorySchemas.schema("Study", Version(1)),
      try RepositorySchemas.schema("Study", Version(1, 1))
    )
    #expect(older.entities.flatMap(\.indexes) == [])
    #expect(
      newer.entities.flatMap(\.indexes) == [
        Index([.init("subject"), .init("createdAt", isAscending: false)]),
        Index([.init("createdAt", isAscending: false)]),
        Index(on: "processingStatus"), Index(on: "dueDate"), Index(on: "completedAt", "dueDate"),
      ])
    #expect(
      older.entities.flatMap(\.rules).map(\.name) == [
        "a material's title is not empty", "a material has a PDF",
        "a task's title is not empty", "a task's due date is no more than a year in the past",
        "no more cards are correct than were reviewed",
      ])
    let known = Set(older.entities.flatMap(\.rules))
    #expect(
      newer.entities.flatMap(\.rules).filter { !known.contains($0) }.map(\.name)
        == ["a mind map's title is not empty once it is pinned"])
  }

  // MARK: - BooksTracker

  @Test func `an edition has the app's attributes`() throws {
    let edition = try RepositorySchemas.entity("Edition", of: "BooksTracker", Version(1))
    #expect(
      edition.attributes.map { "\($0.name): \($0.type.keyword)\($0.isOptional ? "?" : "")" } == [
        "isbn: string?", "publisher: string?", "publicationDate: string?", "pageCount: int?",
        "format: EditionFormat", "coverImageURL: string?", "editionTitle: string?",
        "editionDescription: string?", "primaryProvider: string?", "contributors: [string]",
        "dateCreated: date", "lastModified: date",
      ])
    #expect(
      edition.attribute(named: "format")?.defaultValue == .literal(.string("hardcover")))
  }

  @Test func `BooksTracker 2 denies deletions that version 1 allowed`() throws {
    let (older, newer) = (
      try RepositorySchemas.schema("BooksTracker", Version(1)),
      try RepositorySchemas.schema("BooksTracker", Version(2))
    )
    let entries = [older, newer].map {
      $0.relationship(named: "userLibraryEntries", of: "Edition")?.relationship.deleteRule
    }
    #expect(entries == [.nullify, .deny])
    #expect(older.entities.flatMap(\.rules) == [])
    #expect(
      newer.entity(named: "UserLibraryEntry")?.rules == [
        ValidationRule(name: "every entry has a work", check: "work IS NOT NULL"),
        ValidationRule(
          name: "a wishlist entry has no edition",
          check: "readingStatus <> 'wishlist' OR edition IS NULL"),
      ])
  }

  @Test func `the platform sees a difference between the versions of BooksTracker`() throws {
    let modifiers = try [Version(1), Version(2)].map { version in
      try RepositorySchemas.schema("BooksTracker", version)
        .relationship(named: "userLibraryEntries", of: "Edition")?.relationship.hashModifier
    }
    #expect(modifiers == [nil, "edition-in-use"])
  }

  @Test func `BooksTracker 2 takes the relationships out of its initializers`() throws {
    let initializers = try [Version(1), Version(2)].map { version in
      try RepositorySchemas.schema("BooksTracker", version).entities.suffix(2).map(\.initializer)
    }
    #expect(
      initializers == [
        [
          ["isbn", "publisher", "format", "contributors", "work"],
          ["work", "edition", "readingStatus"],
        ],
        [["isbn", "publisher", "format", "contributors"], ["readingStatus"]],
      ])
  }
}
