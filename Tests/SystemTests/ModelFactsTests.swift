import SchemaModel
import TestSupport
import Testing

/// The properties that each app's entities have at least, as its developers know them, in addition
/// to the entities in `SchemaYAMLTests`.
struct ModelFactsTests {
  struct Facts: CustomTestStringConvertible, Sendable {
    let system: String
    let version: Version
    let entity: String
    let properties: [String]

    init(_ system: String, _ version: Version, _ entity: String, _ properties: String...) {
      (self.system, self.version) = (system, version)
      (self.entity, self.properties) = (entity, properties)
    }

    var testDescription: String { "\(entity) of \(system) \(version)" }
  }

  static let facts = [
    Facts(
      "Epilogue", Version(1), "CapturedNote", "id: uuid?", "content: string? = \"\"",
      "timestamp: date?", "book: toOne BookModel?, inverse notes, nullify",
      "ambientSession: toOne AmbientSession?, inverse capturedNotes, nullify"),
    Facts(
      "Epilogue", Version(1), "CapturedQuote", "id: uuid?", "text: string? = \"\"",
      "pageNumber: int?", "author: string?", "book: toOne BookModel?, inverse quotes, nullify",
      "ambientSession: toOne AmbientSession?, inverse capturedQuotes, nullify"),
    Facts(
      "Epilogue", Version(1), "CapturedQuestion", "text: string? = \"\"", "answer: string?",
      "state: enum(open, answered, dismissed) = open",
      "book: toOne BookModel?, inverse questions, nullify",
      "ambientSession: toOne AmbientSession?, inverse capturedQuestions, nullify"),
    Facts(
      "Epilogue", Version(1), "AmbientSession", "id: uuid?", "startTime: date?",
      "bookModel: toOne BookModel?, inverse sessions, nullify"),
    Facts(
      "Epilogue", Version(4), "ReadingSession", "startDate: date?", "endDate: date?",
      "pagesRead: int = 0", "bookModel: toOne BookModel?, inverse readingSessions, nullify"),
    Facts(
      "Epilogue", Version(1), "QueuedQuestion", "text: string = \"\"",
      "state: enum(waiting, sending, failed, done) = waiting", "retryCount: int = 0"),
    Facts(
      "EpilogueCache", Version(1), "SimilarQuery",
      "cachedQuery: toOne CachedQuery?, inverse similarQueries, nullify"),
    Facts("EpilogueCache", Version(1), "QueryAnalytics", "totalQueries: int32 = 0"),
    Facts("EpilogueCache", Version(1), "UserQuota", "queriesUsed: int32 = 0"),
    Facts(
      "NowThatIKnowMore", Version(1), "RecipeMediaModel", "filePath: string",
      "thumbnailPath: string?", "type: enum(photo, video) = photo", "sortOrder: int = 0",
      "imageData: data?", "recipe: toOne RecipeModel?, inverse mediaItems, nullify"),
    Facts(
      "NowThatIKnowMore", Version(1), "RecipeNoteModel",
      "recipe: toOne RecipeModel?, inverse notes, nullify"),
    Facts(
      "NowThatIKnowMore", Version(1), "RecipeBookModel",
      "recipes: toMany RecipeModel, inverse books, nullify"),
    Facts(
      "TwinMind", Version(2), "AudioSegment", "id: uuid", "startTime: double", "endTime: double",
      "createdAt: date?", "segmentFilePath: string", "status: TranscriptionStatus",
      "retryCount: int", "progress: double?", "lastError: string?",
      "transcription: toOne Transcription?, inverse segment, cascade",
      "session: toOne RecordingSession?, inverse segments, nullify"),
    Facts(
      "TwinMind", Version(2), "Transcription", "id: uuid", "text: string", "confidence: double",
      "source: TranscriptionSource", "segment: toOne AudioSegment?, inverse transcription, nullify"
    ),
    Facts(
      "Study", Version(1), "Material", "title: string", "subject: Subject", "createdAt: date",
      "processingStatus: ProcessingStatus", "pdfURL: url?"),
    Facts(
      "Study", Version(1), "MindMapNode", "parent: toOne MindMapNode?, inverse children, nullify",
      "children: toMany MindMapNode, inverse parent, cascade"),
    Facts("Study", Version(1), "MindMap", "nodes: toMany MindMapNode, inverse mindMap, cascade"),
    Facts("Study", Version(1), "Flashcard", "dueDate: date = now()"),
    Facts("Study", Version(1), "Task", "title: string", "dueDate: date?", "completedAt: date?"),
    Facts("Study", Version(1), "UserProgress", "minutesStudied: int = 0"),
    Facts("BooksTracker", Version(1), "Work", "title: string"),
    Facts("BooksTracker", Version(1), "Author", "name: string"),
    Facts(
      "BooksTracker", Version(1), "Edition", "work: toOne Work?, inverse editions, nullify"),
    Facts(
      "BooksTracker", Version(1), "UserLibraryEntry", "readingStatus: ReadingStatus",
      "dateAdded: date = now()", "lastModified: date = now()",
      "work: toOne Work?, inverse userLibraryEntries, nullify",
      "edition: toOne Edition?, inverse userLibraryEntries, nullify"),
  ]

  @Test(arguments: facts)
  func `an entity has the properties in its app`(facts: Facts) throws {
    let entity = try RepositorySchemas.entity(facts.entity, of: facts.system, facts.version)
    let found =
      entity.attributes.map(Self.short) + entity.relationships.map(Self.short)
    #expect(facts.properties.filter { !found.contains($0) } == [], "\(found)")
  }

  @Test func `the states of a library entry and of a transcription are the apps'`() throws {
    let states = try [("BooksTracker", "ReadingStatus"), ("TwinMind", "TranscriptionStatus")].map {
      try RepositorySchemas.schema($0.0, Version(1)).enumeration(named: $0.1)?.cases.map(\.name)
    }
    #expect(
      states == [
        ["wishlist", "toRead", "reading", "read"],
        ["pending", "processing", "completed", "failed"],
      ])
  }

  /// An attribute as a schema file writes it in short.
  private static func short(_ attribute: Attribute) -> String {
    let value: String
    switch attribute.defaultValue {
    case nil: value = ""
    case .newUUID?: value = " = uuid()"
    case .now?: value = " = now()"
    case .computed?: value = " = computed()"
    case .literal(.string(let text))?:
      value = attribute.type == .string ? " = \"\(text)\"" : " = \(text)"
    case .literal(.int(let number))?: value = " = \(number)"
    case .literal(.bool(let flag))?: value = " = \(flag)"
    case .literal(let literal)?: value = " = \(literal)"
    }
    return "\(attribute.name): \(attribute.type.keyword)\(attribute.isOptional ? "?" : "")\(value)"
  }

  /// A relationship in one line.
  private static func short(_ relationship: Relationship) -> String {
    let isOptional = relationship.cardinality == .toOne && relationship.isOptional
    return "\(relationship.name): \(relationship.cardinality) \(relationship.destination)"
      + "\(isOptional ? "?" : ""), inverse \(relationship.inverse ?? "none"), "
      + "\(relationship.deleteRule)"
  }
}
