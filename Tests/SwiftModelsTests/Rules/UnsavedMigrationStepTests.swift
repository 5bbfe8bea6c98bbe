import SchemaLint
import Testing

struct UnsavedMigrationStepTests {
  @Test func `steps that change objects and save nothing are found`() {
    MarkedSource(
      sourceOfStage(
        willMigrate: """
          { context in
            for tag in try context.fetch(FetchDescriptor<SchemaV1.Tag>()) {
              context.delete(tag)  // error
            }
          }
          """,
        didMigrate: """
          { context in
            let books = try context.fetch(FetchDescriptor<Book>())
            for book in books {
              book.pages = 1  // error
            }
          }
          """)
    ).expect("unsaved-migration-step")
    MarkedSource(
      sourceOfStage(willMigrate: "{ context in\n      try renameAll(in: context)  // error\n    }")
    ).expect("unsaved-migration-step")
  }

  @Test func `steps that save, change nothing, or hand the context on draw nothing`() {
    for step in [
      "{ context in context.insert(SchemaV1.Tag()); try context.save() }",
      "{ context in try renameAll(in: context); try finish(context) }",
      "{ context in try renameAll(in: context); try? context.save() }",
      "{ print(try $0.fetch(FetchDescriptor<SchemaV1.Tag>()).count) }",
      "{ context in context.insert(SchemaV1.Tag()); try Other.finish(context) }",
      """
      { context in
            var descriptor = FetchDescriptor<SchemaV1.Tag>()
            descriptor.fetchLimit = 1
            print(try context.fetch(descriptor))
          }
      """,
    ] {
      MarkedSource(sourceOfStage(willMigrate: step)).expect("unsaved-migration-step")
    }
  }
}
