import Foundation
import TestSupport
import Testing

/// The words of pages and messages are the usual ones.
struct ProseTests {
  @Test func `pages use the usual words`() throws {
    let pages = PageFile.all + [PageFile(path: "CHANGELOG.md")]
    #expect(try pages.flatMap(Self.findings) == [])
  }

  @Test func `messages and help use the usual words`() throws {
    let literals = try StringLiteral.all().filter { !$0.isForPrograms }
    let findings = literals.flatMap { literal in
      Self.words.filter { $0.isIn(literal.prose) }.map {
        "\(literal.place): '\($0.text)' is not a usual word here: write \($0.instead)"
      }
    }
    #expect(findings == [])
  }

  @Test func `comments use the usual words`() throws {
    let folder = BuiltProducts.repository.appending(path: "Sources").path
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
    let findings = try files.filter { $0.hasSuffix(".swift") }.flatMap { path in
      let lines = try BuiltProducts.text("Sources/\(path)").components(separatedBy: "\n")
      return lines.enumerated().flatMap { index, line in
        let comment = line.trimmingCharacters(in: .whitespaces)
        return comment.hasPrefix("//")
          ? Self.wordsOfComments.filter { $0.isIn(comment) }.map {
            "\(path):\(index + 1): '\($0.text)' is not a usual word here: write \($0.instead)"
          } : []
      }
    }
    #expect(findings == [])
  }

  @Test func `only the words of a literal are read`() {
    let text = #"""
      // "told"
      let a = "it is \(told.text("gone")) of 'mended'" + "beside"
      let b = """
        that of \(others[0])
        """
      """#
    let literals = StringLiteral.all(in: text, at: "A.swift")
    #expect(literals.map(\.place) == ["A.swift:2", "A.swift:2", "A.swift:2", "A.swift:4"])
    #expect(literals.map(\.prose) == ["it is … of '…'", "beside", "gone", "that of …"])
  }

  @Test func `words are found in prose, and nowhere else`() throws {
    let words = { (text: String) in Self.words.filter { $0.isIn(text) }.map(\.instead) }
    #expect(words("It is told of, and mended.") == ["repaired", "reported, given or known"])
    #expect(words("A bold man stands besides a mendicant.") == [])
  }

  private static func findings(on page: PageFile) throws -> [String] {
    let lines = try page.prose()
    // A phrase may go over the end of a line; it is reported at the line where it begins.
    return lines.indices.flatMap { index in
      let text = lines[index].text
      let next = index + 1 < lines.count ? lines[index + 1].text : ""
      return words.filter { $0.begins(in: text, followedBy: next) }.map {
        "\(page.path):\(lines[index].number): '\($0.text)' is not a usual word here: write \($0.instead)"
      }
    }
  }

  private static let wordsOfComments = [
    Word("mend", "repair"), Word("mends", "repairs"), Word("mended", "repaired"),
    Word("beside", "next to"), Word("told", "reported, given or known"),
  ]

  private static let words =
    wordsOfComments + [
      Word("is none", "is missing, or there is no …"),
      Word("was there first", "existing"), Word("that was there", "existing"),
      Word("were there", "existed"), Word("that are there", "existing"),
      Word("that is there", "existing"), Word("is there already", "exists"),
      Word("version before", "previous version"), Word("the one before", "the previous one"),
      Word("gone", "deleted, removed or missing"),
      Word("goes along", "is deleted too"), Word("goes too", "is deleted too"),
      Word("hangs loose", "leads nowhere"),
      Word("that of", "the noun again"), Word("those of", "the noun again"),
      Word("those which", "the noun again"),
      Word("on the way", "in the migration"), Word("the way from", "the migration from"),
      Word("the way to the", "the migration to the"),
      Word("of ours", "of 'migrate'"), Word("just so many", "the same number of"),
    ]
}

/// A word or phrase that pages and messages do without, and what they say instead.
private struct Word {
  let text: String
  let instead: String

  init(_ text: String, _ instead: String) { (self.text, self.instead) = (text, instead) }

  func isIn(_ line: String) -> Bool { count(in: line) > 0 }

  /// Whether it begins in a line, and ends in it or in the next one.
  func begins(in line: String, followedBy next: String) -> Bool {
    count(in: line + " " + next) > count(in: next)
  }

  private func count(in line: String) -> Int {
    // Most lines are done with by this, which costs a tenth of the rest.
    guard line.range(of: text, options: .caseInsensitive) != nil else { return 0 }
    let words = line.lowercased().split { !$0.isLetter && $0 != "_" }.map(String.init)
    let own = text.split(separator: " ").map(String.init)
    guard words.count >= own.count else { return 0 }
    return (0...(words.count - own.count)).count { words[$0...].starts(with: own) }
  }
}
