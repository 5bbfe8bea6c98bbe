import SQLite
import Foundation
import MigrateKit
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreArchive
import StoreLayout
import StoreMigration
import Testing
import TestSupport

// What the page on migrating in an app shows.

func migrateLibrary(at path: String, schemas folder: String) throws -> MigrationOutcome {
  var options = MigrationOptions()
  options.closures["normalizeTitles"] = MigrationClosure(batchSize: 200) { batch in
    for index in batch.objects.indices {
      let book = batch.objects[index]
      // The book as it was, beside the book as it is going to be.
      guard let before = try batch.objectBefore(of: "Book", book.id),
        case .text(let title) = before["title"]
      else { continue }
      batch.objects[index]["title"] = .text(title.capitalized)
    }
  }
  let history = try SchemaReader.history(inDirectory: folder)
  return try Migrator(history: history, options: options).apply(to: path)
}

// That was it.

struct ClosureExampleTests {
  private static let versions = [
    "V1.yaml": """
    schema: Library
    version: 1
    entities: {Book: {attributes: {title: string}}}

    """,
    "V2.yaml": """
    schema: Library
    version: 2
    extends: V1.yaml
    migration:
      kind: custom
      steps:
        - {closure: normalizeTitles, on: Book, touches: [Book.title]}

    """,
  ]

  @Test func `the example has the effect that the page describes`() throws {
    let folder = try TemporaryFolder()
    for (name, text) in Self.versions { try folder.write(text.utf8, to: name) }
    let history = try SchemaReader.history(inDirectory: folder.path)
    let store = try TestStore(
      history.oldest, filledBy: "INSERT INTO Book VALUES (1, 'emma'), (2, 'northanger abbey')")
    let outcome = try migrateLibrary(at: store.path, schemas: folder.path)
    guard case .migrated(let summary) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(
      summary.effects.named("step").map(\.message) == [
        "the closure 'normalizeTitles' changes 2 rows, of 'Book.title'"
      ])
    #expect(
      try store.lines("SELECT title FROM Book ORDER BY _id") == ["Emma", "Northanger Abbey"])
  }

  @Test func `the page shows the example as it is compiled here`() throws {
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let parts = source.components(separatedBy: "\n// ")
    let example = try #require(parts.first { $0.hasPrefix("What the page") })
      .drop { $0 != "\n" }.trimmingCharacters(in: .newlines)
    let page = try String(
      contentsOf: BuiltProducts.repository.appending(path: "Documentation/closures.md"),
      encoding: .utf8)
    #expect(page.contains("import MigrateKit\n\n\(example)\n```"))
  }
}
