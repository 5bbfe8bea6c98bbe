import TestSupport
import Testing

/// The source with which an app repairs its own store, as a compiler reads it.
struct AppRepairTests {
  /// A repair with `--merge`, orphans of both treatments, and missing values with and without a
  /// default.
  private static let damage = """
    UPDATE ZBOOK SET ZISBN = 'x' WHERE Z_PK IN (1, 2, 3);
    UPDATE ZBOOK SET ZPAGES = NULL, ZPRICE = NULL WHERE Z_PK = 2;
    UPDATE ZNOTE SET ZBOOK = 999 WHERE Z_PK = 1;
    UPDATE ZMARK SET ZBOOK = 888 WHERE Z_PK = 1;
    """

  private static let words = [
    "repair", "default.store", "--delete-orphans", "--format", "swift", "--merge", "Book:isbn",
    "--keep",
    "newest(added)",
    "--output", "Repair.swift",
  ]

  @Test(
    .enabled(if: PlatformStubs.hasCompiler, "there is no swiftc"),
    arguments: ["swiftdata", "coredata"])
  func `the source compiles against its platform, and is formatted`(platform: String) throws {
    let workshop = try Self.damagedStore(platform)
    let run = try workshop.start([Workshop.tool] + Self.words).finish()
    #expect(run.error == "")
    #expect(run.status == 0)
    var files = ["Repair.swift"]
    if platform == "swiftdata" {
      try workshop.write(Self.classes, to: "Classes.swift")
      files.append("Classes.swift")
    }
    let compiler = try PlatformStubs.typecheck(files, in: workshop)
    #expect(compiler == "", "\(compiler)")
    let formatter = try workshop.start(["swift", "format", "lint", "--strict", "Repair.swift"])
      .finish().error
    #expect(formatter == "", "\(formatter)")
  }

  @Test func `each action of a repair has a function, and is counted in its comment`() throws {
    let workshop = try Self.damagedStore("swiftdata")
    _ = try workshop.start([Workshop.tool] + Self.words).finish()
    let source = try workshop.text("Repair.swift")
    let promised = [
      "static func run(in context: ModelContext) throws {\n    try mergeBookByIsbn(in: context)\n",
      "static func fillMissingValues(\n    inStoreAt url: URL, pagesOfBook: (NSManagedObject) throws -> Int",
      "/// Merge 3 objects of 'Book' into the one with the same 'isbn': the newest 'added'",
      "      for other in object.notes {\n        other.book = keeper\n      }\n",
      "if let target = object.sequel, keepers[target.persistentModelID] === keeper {\n"
        + "        object.sequel = nil\n",
      "if let target = object.book, let keeper = keepers[target.persistentModelID] {",
      "/// Empty 1 link of 'Mark.book' to a 'Book' that does not exist.",
      "!existing.contains(target.persistentModelID) {\n        object.book = nil\n",
      "/// Delete 1 object of 'Note': 'Note.book' leads to a 'Book' that does not exist",
      "!existing.contains(target.persistentModelID) {\n        context.delete(object)\n",
      "object.setValue(NSDecimalNumber(string: \"1.5\"), forKey: \"price\")",
      "object.setValue(try value(object), forKey: \"pages\")",
    ]
    #expect(promised.filter { !source.contains($0) } == [], "\(source)")
  }

  @Test func `values that only the app can give are steps in text and in JSON`() throws {
    let workshop = try Self.damagedStore("swiftdata")
    let text = try workshop.migrate("repair", "default.store")
    #expect(
      text.output.split(separator: "\n").filter { $0.hasPrefix("give") } == [
        "give 1 object of 'Book' a value for 'pages'",
        "give 1 object of 'Book' a value for 'price'",
      ])
    let json = try workshop.migrate("repair", "default.store", "--format", "json").output
    #expect(
      json.contains(
        """
              "message": "give 1 object of 'Book' a value for 'pages'",
              "count": 1,
              "examples": [
                2
              ],
              "statements": []

        """), "\(json)")
  }

  @Test func `a backup and its restored store report the parts of the model that are left out`()
    throws
  {
    let workshop = try Self.damagedStore("swiftdata")
    let backup = try workshop.migrate("backup", "default.store", "--output", "backup.json")
    #expect(backup.status == 0)
    let restored = try workshop.migrate("restore", "backup.json", "restored.store")
    #expect(restored.status == 0)
    for (run, name) in [(backup, "backup.json"), (restored, "restored.store")] {
      let warning = """
        warning: the model in '\(name)' leaves out what objects do not meet, so that all of them are \
        kept: it is not Library 1.0.0 as released [eased-model]
          note: left out: attribute Book.pages: required
          note: left out: attribute Book.price: required
          note: 'migrate verify' warns of it in a restored store, and 'migrate status' reports 'edited-version'
          note: to have one of the released version, repair the app's store and back it up again

        """
      #expect(run.output.contains(warning), "\(run)")
    }
    #expect(
      try workshop.sqlite("restored.store", "SELECT count(*) FROM Book WHERE pages IS NULL")
        == "1\n")
    let verified = try workshop.migrate("verify", "restored.store", "--schemas", "Schemas")
    #expect(
      verified.error.contains(
        """
        warning: the model in the store demands less than version 1.0.0, as objects of the app's store \
        did not meet it [eased-model]
        """) || verified.output.contains("[eased-model]"), "\(verified)")
    #expect(!"\(verified)".contains("edited-version"), "\(verified)")
  }

  @Test func `a repair in SQL alone is refused, and so is a store that migrate itself repairs`()
    throws
  {
    let workshop = try Self.damagedStore("coredata")
    let preference = try workshop.start(
      [Workshop.tool] + Self.words + ["--keep", "prefer(pages > 1)"]
    ).finish()
    #expect(preference.status == 64)
    #expect(
      preference.error.contains(
        "'--format swift' needs '--keep newest(ATTRIBUTE)' alone for 'Book'"))
    _ = try workshop.migrate("create", "own.store")
    let own = try workshop.migrate("repair", "own.store", "--format", "swift")
    #expect(own.status == 64)
    #expect(own.error.contains("takes a store that Core Data or SwiftData wrote"))
    let applied = try workshop.start([Workshop.tool] + Self.words + ["--apply"]).finish()
    #expect(applied.status == 3)
  }

  /// A damaged store of a model with links of each kind, with a problem for each action of a
  /// repair.
  private static func damagedStore(_ platform: String) throws -> Workshop {
    let workshop = try Workshop()
    try workshop.write(
      """
      schema: Library
      version: 1.0.0
      platform: \(platform)
      entities:
        Author: {attributes: {name: string}, relationships: {books: {toMany: Book, inverse: author}}}
        Book:
          attributes: {added: date, isbn: string?, pages: int, price: decimal = 1.5, title: string}
          relationships:
            author: {toOne: "Author?", inverse: books}
            notes: {toMany: Note, inverse: book, delete: cascade}
            prequels: {toMany: Book, inverse: sequel}
            sequel: {toOne: "Book?", inverse: prequels}
            tags: {toMany: Tag, inverse: books}
        Mark: {attributes: {text: string?}, relationships: {book: {toOne: "Book?"}}}
        Note: {attributes: {text: string}, relationships: {book: {toOne: "Book?", inverse: notes}}}
        Tag: {attributes: {name: string}, relationships: {books: {toMany: Book, inverse: tags}}}
      """, to: "Schemas/V1.yaml")
    let made = try workshop.migrate(
      "create", "default.store", "--layout", "coredata", "--sample", "5", "--seed", "1")
    try #require(made.status == 0, "\(made.error)")
    _ = try workshop.sqlite("default.store", damage)
    return workshop
  }

  /// The classes of the version, without their macros.
  private static let classes = """
    import Foundation
    import SwiftData
    enum LibrarySchemaV1: VersionedSchema {
      static var models: [any PersistentModel.Type] { [Book.self, Mark.self, Note.self] }
      static var versionIdentifier: Schema.Version { fatalError() }
      class Author: PersistentModel {}
      class Book: PersistentModel {
        var added = Date()
        var isbn: String?
        var author: Author?
        var notes: [Note] = []
        var prequels: [Book] = []
        var sequel: Book?
        var tags: [Tag] = []
      }
      class Mark: PersistentModel { var book: Book? }
      class Note: PersistentModel { var book: Book? }
      class Tag: PersistentModel {}
    }
    """
}
