import SchemaLint
import Testing

struct RelateInWillMigrateTests {
  @Test func `links of new objects, and through what is dropped, are found`() {
    MarkedSource(
      sourceOfStage(
        willMigrate: """
          { context in
            let book = try context.fetch(FetchDescriptor<SchemaV1.Book>()).first
            let note = SchemaV1.Note()
            context.insert(note)
            note.book = book  // warning
            let tag = try context.fetch(FetchDescriptor<SchemaV1.Tag>())[0]
            book?.tags.append(tag)  // warning
            try context.save()
          }
          """)
    ).expect("relate-in-will-migrate")
  }

  @Test func `links that live through the migration, and later ones, draw nothing`() {
    MarkedSource(
      sourceOfStage(
        willMigrate: """
          { context in
            let book = try context.fetch(FetchDescriptor<SchemaV1.Book>()).first
            for note in try context.fetch(FetchDescriptor<SchemaV1.Note>()) { note.book = book }
            try context.save()
          }
          """,
        didMigrate: """
          { context in
            let note = SchemaV2.Note()
            context.insert(note)
            note.book = try context.fetch(FetchDescriptor<SchemaV2.Book>()).first
            try context.save()
          }
          """)
    ).expect("relate-in-will-migrate")
  }
}
