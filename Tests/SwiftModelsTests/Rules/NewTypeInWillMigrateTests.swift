import Diagnostics
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
            try context.delete(model: SchemaV2.Note.self)  // warning
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

  @Test func `models of neither version are found on both sides of the migration`() {
    let later = """
      enum SchemaV3: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self, Shelf.self] }
        @Model final class Book { var title = ""; var shelf: Shelf? }
        @Model final class Shelf { var name = ""; var books: [Book] = [] }
      }
      @Model final class Draft { var text = "" }
      """
    func source(_ mark: String, _ other: String) -> MarkedSource {
      MarkedSource(
        sourceOfStage(
          willMigrate: """
            { context in
              _ = try context.fetch(FetchDescriptor<SchemaV3.Book>())\(mark)
              context.insert(Draft())\(mark)
              _ = try context.fetch(FetchDescriptor<SchemaV1.Book>())
              try context.save()
            }
            """,
          didMigrate: """
            { context in
              context.insert(SchemaV3.Shelf())\(other)
              _ = try context.fetch(FetchDescriptor<SchemaV2.Book>())
              try context.save()
            }
            """) + "\n" + later)
    }
    source("  // error", "").expect("new-type-in-will-migrate")
    source("", "  // error").expect("old-type-in-did-migrate")
    #expect(
      source("", "").findings(of: "old-type-in-did-migrate").map(\.message) == [
        "'SchemaV3.Shelf' is of 'SchemaV3', and neither 'SchemaV1' nor 'SchemaV2' lists it: the app "
          + "ends here"
      ])
    #expect(
      source("", "").findings(of: "new-type-in-will-migrate").map(\.message).last
        == "'Draft': neither 'SchemaV1' nor 'SchemaV2' lists it: the app ends here")
  }
}
