import Diagnostics
import SchemaLint
import Testing

/// A class that several versions repeat has one cause for one mistake.
struct RepeatedClassTests {
  /// Versions whose numbers cannot be read, so that no version is known to be the newest.
  private static func source(_ bodies: [String], besides: String = "") -> String {
    let versions = bodies.enumerated().map { place, body in
      """
      enum V\(place + 1): VersionedSchema {
        static let versionIdentifier = number(\(place + 1))
        static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
        @Model final class Book { var title = ""; var notes: [Note] = []; init() {} }
        @Model final class Note { var book: Book?; \(body) }
      }
      """
    }
    return versions.joined(separator: "\n") + besides
  }

  private func lines(_ source: String, _ rule: RuleID) -> [[Int]] {
    MarkedSource(source).findings(of: rule).map { finding in
      [finding.location?.line ?? 0]
        + finding.notes.filter { $0.message.hasSuffix("repeats it here") }
        .map { $0.location?.line ?? 0 }
    }
  }

  @Test func `the same initializer in several versions is one finding, with its other places`() {
    let same = "init(book: Book) { self.book = book }"
    #expect(
      lines(Self.source([same, same, same]), "relationship-in-initializer") == [[17, 5, 11]])
    let other = "init(of book: Book?) { self.book = book }"
    #expect(
      lines(Self.source([same, other, same]), "relationship-in-initializer") == [[11], [17, 5]]
        || lines(Self.source([same, other, same]), "relationship-in-initializer")
          == [[17, 5, 11]]
    )
  }

  @Test func `objects that the same method relates too soon are one finding, too`() {
    let same = """
      init() {}; func copy(_ context: ModelContext) throws {
          let note = Note(); note.book = Book(); context.insert(note)
        }
      """
    #expect(lines(Self.source([same, same]), "insert-before-relate").map(\.count) == [2])
    let twice = same.replacing(
      "context.insert(note)",
      with: "context.insert(note); let last = Note(); last.book = Book(); context.insert(last)")
    #expect(lines(Self.source([twice, twice]), "insert-before-relate").map(\.count) == [2, 2])
  }

  @Test func `classes of one name outside of versions are not copies of each other`() {
    let first = """
      enum A { @Model class Book { var x = 0 }
        @Model class Note { var book: Book?; init(book: Book) { self.book = book } } }
      enum B { @Model class Book { var x = 0 }
        @Model class Note { var book: Book?; init(book: Book) { self.book = book } } }
      """
    #expect(lines(first, "relationship-in-initializer").map(\.count) == [1, 1])
  }
}
