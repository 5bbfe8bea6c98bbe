import SchemaModel

extension SchemaValidationTests {
  private static func schema(_ notes: Relationship, _ inverses: [Relationship] = []) -> Schema {
    schema([
      Entity("Book", relationships: [notes]),
      Entity("Note", attributes: [Attribute("text", .string)], relationships: inverses),
      Entity("Author"),
    ])
  }

  static let relationships: [Row] = [
    Row(
      schema(Relationship("notes", .toMany, "Note2")),
      at: "entities.Book.relationships.notes.toMany",
      """
      unknown-entity: 'Book.notes' leads to 'Note2', which is not an entity
      did you mean 'Note'?
      """),
    Row(
      schema(
        Relationship("notes", .toMany, "Note", inverse: "bok"),
        [Relationship("book", .toOne, "Book")]), at: "entities.Book.relationships.notes.inverse",
      """
      unknown-inverse: the inverse of 'Book.notes' is 'Note.bok', which does not exist
      did you mean 'book'?
      """),
    Row(
      schema(Relationship("notes", .toMany, "Note", inverse: "text")),
      at: "entities.Book.relationships.notes.inverse",
      "unknown-inverse: the inverse of 'Book.notes' is 'Note.text', which is an attribute"),
    Row(
      schema(
        Relationship("notes", .toMany, "Note", inverse: "author"),
        [Relationship("author", .toOne, "Author")]),
      at: "entities.Book.relationships.notes.inverse",
      """
      inverse-mismatch: 'Book.notes' names 'Note.author' as its inverse, and that leads to 'Author'
      'Note.author' is here
      """),
    Row(
      schema([
        Entity(
          "Book",
          relationships: [
            Relationship("notes", .toMany, "Note", inverse: "book"),
            Relationship("drafts", .toMany, "Note", inverse: "book"),
          ]),
        Entity("Note", relationships: [Relationship("book", .toOne, "Book", inverse: "notes")]),
      ]), at: "entities.Book.relationships.drafts.inverse",
      """
      inverse-mismatch: 'Book.drafts' names 'Note.book' as its inverse, and that names 'Book.notes'
      'Note.book' is here
      """),
    Row(
      schema(Relationship("note", .toOne, "Note", isOrdered: true)),
      at: "entities.Book.relationships.note.ordered",
      "misplaced-key: 'Book.note' leads to one object, and 'ordered' is for 'toMany'"),
    Row(
      schema(Relationship("note", .toOne, "Note", minimumCount: 2)),
      at: "entities.Book.relationships.note.min",
      "invalid-bound: 'Book.note' leads to one object, and its 'min' is 2"),
    Row(
      schema(Relationship("note", .toOne, "Note", maximumCount: 1)),
      at: "entities.Book.relationships.note.max",
      "misplaced-key: 'Book.note' leads to one object, and 'max' is for 'toMany'"),
    Row(
      schema(Relationship("notes", .toMany, "Note", minimumCount: -1)),
      at: "entities.Book.relationships.notes.min",
      "invalid-bound: 'min' of 'Book.notes' is below 0"),
    Row(
      schema(Relationship("notes", .toMany, "Note", maximumCount: 0)),
      at: "entities.Book.relationships.notes.max",
      "invalid-bound: 'max' of 'Book.notes' is below 1"),
    Row(
      schema(Relationship("notes", .toMany, "Note", minimumCount: 3, maximumCount: 2)),
      at: "entities.Book.relationships.notes.min",
      "invalid-bound: 'min' of 'Book.notes' is above its 'max'"),
  ]

  private static func schema(
    unique: [[String]] = [], indexes: [Index] = [], initializer: [String]? = nil,
    table: String? = nil, primaryKey: [String]? = nil
  ) -> Schema {
    schema([
      Entity(
        "Book",
        attributes: [
          Attribute("title", .string, column: "book_title"),
          Attribute("draft", .string, isTransient: true),
        ],
        relationships: [
          Relationship("next", .toOne, "Book"), Relationship("parts", .toMany, "Book"),
        ],
        uniquenessConstraints: unique, indexes: indexes, initializer: initializer, table: table,
        primaryKey: primaryKey)
    ])
  }

  static let lists: [Row] = [
    Row(
      schema(unique: [["title", "next"], ["titel"]]), at: "entities.Book.unique.1.0",
      """
      unknown-property: 'unique' of 'Book' names 'titel', which is not a property
      did you mean 'title'?
      """),
    Row(
      schema(unique: [["draft"]]), at: "entities.Book.unique.0.0",
      """
      invalid-property-list: 'unique' of 'Book' names 'draft', which is transient and never stored
      """),
    Row(
      schema(indexes: [Index(on: "parts")]), at: "entities.Book.indexes.0.0",
      "invalid-property-list: 'indexes' of 'Book' names 'parts', which leads to many objects"),
    Row(
      schema(indexes: [Index(on: "title", "title")]), at: "entities.Book.indexes.0.1",
      "invalid-property-list: 'indexes' of 'Book' names 'title' twice in one list"),
    Row(
      schema(indexes: [Index([.init("title")], name: "i"), Index([.init("next")], name: "I")]),
      at: "entities.Book.indexes.1",
      "invalid-property-list: the name 'I' of an index of 'Book' is taken"),
    Row(
      schema(indexes: [Index([.init("title")], name: "by the title")]),
      at: "entities.Book.indexes.0",
      "invalid-property-list: 'by the title' cannot be the name of an index of 'Book'"),
    Row(
      schema(unique: [[]]), at: "entities.Book.unique.0",
      "invalid-property-list: a list under 'unique' of 'Book' is empty"),
    Row(
      schema(initializer: ["title", "draft", "parts", "auther"]),
      at: "entities.Book.initializer.3",
      """
      unknown-property: 'initializer' of 'Book' names 'auther', which is not a property
      known names: 'title', 'draft', 'next', 'parts'
      """),
    Row(
      schema(primaryKey: ["book_title"]), at: "entities.Book.primaryKey",
      "invalid-property-list: 'Book' has a 'primaryKey' but no 'table' that it is the key of"),
    Row(
      schema(table: "books", primaryKey: ["title"]), at: "entities.Book.primaryKey.0",
      """
      unknown-property: 'primaryKey' of 'Book' names 'title', which is not the column of a property
      known names: 'book_title', 'next'
      """),
    Row(
      schema(table: "books", primaryKey: ["next", "next"]), at: "entities.Book.primaryKey.1",
      "invalid-property-list: 'primaryKey' of 'Book' names 'next' twice in one list"),
    Row(
      schema(table: "books", primaryKey: []), at: "entities.Book.primaryKey",
      "invalid-property-list: a list under 'primaryKey' of 'Book' is empty"),
  ]
}
