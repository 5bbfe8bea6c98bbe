import SchemaLint
import Testing

struct NewTypeInWillMigrateTests {
  @Test func `models of the new version before the migration are found`() {
    MarkedSource(
      sourceOfStage(
        willMigrate: """
          { context in
            let books = try context.fetch(FetchDescriptor<SchemaV2.Book>())  // error
            let named: [Book] = []  // error
            context.insert(SchemaV2.Note())  // error
            try context.delete(model: SchemaV2.Note.self)  // error
            print(books, named)
            try context.save()
          }
          """)
    ).expect("new-type-in-will-migrate")
  }

  @Test func `models of both versions, and new ones after the migration, draw nothing`() {
    MarkedSource(
      sourceOfStage(
        willMigrate: """
          { context in
            for book in try context.fetch(FetchDescriptor<SchemaV1.Book>()) { book.title = "" }
            context.insert(SchemaV1.Tag())
            print(SchemaV2.versionIdentifier)
            try context.save()
          }
          """,
        didMigrate: """
          { context in
            for book in try context.fetch(FetchDescriptor<Book>()) { book.pages = 1 }
            try context.save()
          }
          """)
    ).expect("new-type-in-will-migrate")
  }
}
