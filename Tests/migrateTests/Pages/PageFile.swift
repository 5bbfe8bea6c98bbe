import Foundation
import TestSupport

/// A page of the documentation: the README, or a file below `Documentation`.
struct PageFile {
  /// The path of the page in the repository.
  let path: String

  /// The README and every page below `Documentation`, sorted by their paths.
  static let all: [PageFile] = {
    let folder = BuiltProducts.repository.appending(path: "Documentation").path
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    let pages = names.filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/\($0)" }
    return (["README.md"] + pages).map(PageFile.init)
  }()

  /// Whether the page is one of many that the README of their folder lists.
  var isInIndex: Bool {
    ["rules", "problems"].contains { path.hasPrefix("Documentation/\($0)/") }
      && !path.hasSuffix("/README.md")
  }

  func text() throws -> String { try BuiltProducts.text(path) }

  /// The lines outside of code blocks, with their numbers; the words between backticks are left out.
  func prose() throws -> [(number: Int, text: String)] {
    var isFenced = false
    return try text().components(separatedBy: "\n").enumerated().compactMap { index, line in
      if line.hasPrefix("```") { isFenced.toggle() }
      if isFenced || line.hasPrefix("```") || line.hasPrefix("    ") { return nil }
      return (index + 1, line.replacing(/`[^`]*`/, with: "`"))
    }
  }
}

// MARK: - Links

extension PageFile {
  /// The links of the page that lead to no file, or to no heading of a file.
  func deadLinks() throws -> [String] {
    try prose().flatMap { line in
      try line.text.matches(of: /\]\(([^)\s]+)\)/).map { String($0.output.1) }
        .filter { try !leadsSomewhere($0) }.map { "\(path):\(line.number): \($0)" }
    }
  }

  private func leadsSomewhere(_ link: String) throws -> Bool {
    if link.contains("://") { return true }
    let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let own = BuiltProducts.repository.appending(path: path)
    let target =
      parts[0].isEmpty ? own : own.deletingLastPathComponent().appending(path: String(parts[0]))
    guard FileManager.default.fileExists(atPath: target.path) else { return false }
    guard parts.count == 2 else { return true }
    return try Self.headings(of: target).contains(String(parts[1]))
  }

  /// The names by which the headings of a file are linked.
  private static func headings(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("#") }
      .map { line in
        line.drop { $0 == "#" }.dropFirst().lowercased().replacing(" ", with: "-")
          .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
      }
  }
}
