import Diagnostics
import SchemaLint
import SwiftModels
import TestSupport
import Testing

/// Swift source whose lines are marked with the findings of a rule: `// error`, `// warning` or
/// `// note` at their end.
struct MarkedSource {
  private let files: [(path: String, text: String)]

  /// Source in one file.
  init(_ text: String) { files = [("Source.swift", text)] }

  /// Source in several files, with the text in front of each.
  init(_ files: [(String, String)]) { self.files = files }

  /// The text of one of the files.
  func text(of path: String) -> String { files.first { $0.path == path }?.text ?? "" }

  /// The findings of a rule.
  func findings(of rule: RuleID, released: [ReleasedModel] = []) -> [Diagnostic] {
    SwiftSource(texts: files).findings(released: released).filter { $0.code == rule.name }
  }

  /// Expects that a rule has exactly the marked findings; and nothing in comments, nor where a
  /// comment above the line excepts it.
  func expect(_ rule: RuleID, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    let found = findings(of: rule).flatMap { finding in
      finding.places.map { "\($0.file):\($0.line): \(finding.severity)" }
    }
    SwiftModelsTests.expect(
      Set(found).sorted().joined(separator: "\n"), is: marks.sorted().joined(separator: "\n"),
      sourceLocation: sourceLocation)
    let commented = files.map { ($0.path, $0.text.commentedOut) }
    #expect(MarkedSource(commented).findings(of: rule) == [], sourceLocation: sourceLocation)
    let excepted = files.map { ($0.path, $0.text.excepting(rule, Self.severities)) }
    #expect(MarkedSource(excepted).findings(of: rule) == [], sourceLocation: sourceLocation)
  }

  private static let severities = ["error", "warning", "note"]

  private var marks: [String] {
    files.flatMap { path, text in
      text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .compactMap { number, line in
          Self.severities.first { line.hasSuffix("// \($0)") }
            .map { "\(path):\(number + 1): \($0)" }
        }
    }
  }
}

extension Diagnostic {
  /// Its place, and the further places of a finding that is about one object or class.
  var places: [Diagnostics.SourceLocation] {
    let words = [
      InsertBeforeRelate.id.name: " here, before ", RelationshipInInitializer.id.name: ", too",
      StoreDeletedOnFailure.id.name: " deletes here, too",
    ]
    let further = notes.filter { note in
      words[code].map { note.message.contains($0) } ?? false
    }
    return [location].compactMap(\.self) + further.compactMap(\.location)
  }
}

extension String {
  /// The text with a comment above each marked line that excepts a rule.
  fileprivate func excepting(_ rule: RuleID, _ severities: [String]) -> String {
    split(separator: "\n", omittingEmptySubsequences: false).map { line in
      severities.contains { line.hasSuffix("// \($0)") }
        ? "// migrate:ignore \(rule) -- tried\n\(line)" : "\(line)"
    }.joined(separator: "\n")
  }

  /// The text in a comment and in a string.
  fileprivate var commentedOut: String {
    "/* \(replacing("*/", with: "* /"))\n*/\nlet text = #\"\"\"\n\(self)\n\"\"\"#\n"
  }
}

/// The models of an app for books, as its authors had them: initializers take other models.
let booksBefore = #"""
  import SwiftData

  enum Format: String, Codable { case hardcover, paperback }
  enum Status: String, Codable { case wishlist, toRead, reading, read }

  @Model final class Author {
    var name: String
    @Relationship(deleteRule: .nullify, inverse: \Work.authors) var works: [Work] = []
    init(name: String) { self.name = name }
  }

  @Model final class Work {
    var title: String
    @Relationship(deleteRule: .nullify) var authors: [Author] = []
    @Relationship(deleteRule: .cascade, inverse: \Edition.work) var editions: [Edition] = []
    @Relationship(deleteRule: .cascade, inverse: \Entry.work) var entries: [Entry] = []
    init(title: String) { self.title = title }
    func add(_ author: Author) { authors.append(author) }
  }

  @Model final class Edition {
    var isbn: String?
    var format: Format = Format.hardcover
    @Relationship(deleteRule: .nullify) var work: Work?
    @Relationship(deleteRule: .nullify, inverse: \Entry.edition) var entries: [Entry] = []
    init(isbn: String? = nil, format: Format = .hardcover, work: Work? = nil) {
      self.isbn = isbn
      self.format = format
      self.work = work
    }
  }

  @Model final class Entry {
    var status: Status = Status.toRead
    @Relationship(deleteRule: .nullify) var work: Work?
    @Relationship(deleteRule: .nullify) var edition: Edition?
    init(work: Work, edition: Edition?, status: Status = .toRead) {
      self.work = work
      self.edition = edition
      self.status = status
    }
  }

  """#

/// The same models, corrected: objects are related after they are inserted.
let booksAfter =
  booksBefore
  .replacing(", work: Work? = nil) {", with: ") {")
  .replacing("    self.work = work\n", with: "")
  .replacing("    self.edition = edition\n", with: "")
  .replacing("init(work: Work, edition: Edition?, status:", with: "init(status:")
