import SchemaLint
import Testing

struct OldTypeInDidMigrateTests {
  @Test func `models of the old version after the migration are found, also in helpers`() {
    MarkedSource(
      sourceOfStage(
        didMigrate: """
          { context in
            let books = try context.fetch(FetchDescriptor<SchemaV1.Book>())  // error
            for case let note as SchemaV1.Note in [] as [Any] { print(note) }
            let note = books.first as? SchemaV1.Note  // error
            try context.save()
          }
          """)
    ).expect("old-type-in-did-migrate")
    MarkedSource(
      sourceOfStage(
        didMigrate: """
          { context in
            try renameAll(in: context)
            try context.save()
          }
          """
      ).replacing(
        "{ book.title += \".\" }", with: "{  // error\n      book.title += \".\"\n    }")
    ).expect("old-type-in-did-migrate")
  }

  @Test func `models of both versions, and old ones before the migration, draw nothing`() {
    MarkedSource(
      sourceOfStage(
        willMigrate: "{ try renameAll(in: $0); try $0.save() }",
        didMigrate: """
          { context in
            for tag in try context.fetch(FetchDescriptor<SchemaV1.Tag>()) { tag.name = "" }
            for book in try context.fetch(FetchDescriptor<SchemaV2.Book>()) { book.pages = 1 }
            try context.save()
          }
          """)
    ).expect("old-type-in-did-migrate")
  }

  @Test func `a closure behind a stage is its last handler, in a type of its own too`() {
    let source = sourceOfStage().replacing(
      """
      ,
            willMigrate: nil,
            didMigrate: nil)
      """.replacing("      ", with: "    "),
      with: """
        , willMigrate: nil) { context in
            _ = try context.fetch(FetchDescriptor<SchemaV1.Book>())  // error
            try context.save()
          }
        """)
    #expect(source.contains("// error"))
    MarkedSource(source).expect("old-type-in-did-migrate")
    let elsewhere = """

      enum Steps {
        static let all = [
          MigrationStage.custom(
            fromVersion: SchemaV1.self, toVersion: SchemaV2.self, willMigrate: nil, didMigrate: finish)
        ]
        static func finish(_ context: ModelContext) throws {
          _ = try context.fetch(FetchDescriptor<SchemaV1.Book>())  // error
          try context.save()
        }
      }
      """
    MarkedSource(sourceOfStage().replacing("{ [stage] }", with: "{ Steps.all }") + elsewhere)
      .expect("old-type-in-did-migrate")
  }

  @Test func `a handler that is a method of another type is followed`() {
    let keeper = """

      enum Keeper {
        static func finish(_ context: ModelContext) throws {
          _ = try context.fetch(FetchDescriptor<SchemaV1.Book>())  // error
          try context.save()
        }
      }
      """
    MarkedSource(sourceOfStage(didMigrate: "Keeper.finish") + keeper)
      .expect("old-type-in-did-migrate")
  }
}
