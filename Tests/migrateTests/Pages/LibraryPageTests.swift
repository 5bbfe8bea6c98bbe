import Foundation
import TestSupport
import Testing

/// The names of `MigrateKit`, the page on them, and the package that uses them all.
struct LibraryPageTests {
  private static let package = "Tests/Packages/Reader/Sources"

  @Test func `the code on the page is part of a package that is built`() throws {
    let page = try BuiltProducts.text("Documentation/library.md")
    let sources = try Self.texts(in: Self.package)
    let swift = Self.blocks(of: "swift", in: page)
      // What the manifest says stands in that of the package in other words.
      .filter { !$0.hasPrefix("// swift-tools-version") }
    #expect(swift.count == 6)
    #expect(swift.filter { block in !sources.contains { $0.contains(block) } } == [])
    let versions = Self.blocks(of: "yaml", in: page)
    #expect(versions.count == 2)
    #expect(versions.filter { !sources.contains($0) } == [])
  }

  @Test func `the package uses every name`() throws {
    let sources = try Self.texts(in: Self.package)
    let used = Set(sources.flatMap { $0.split { !$0.isLetter } }.map(String.init))
    #expect(try Self.names().filter { !used.contains($0) } == [])
  }

  @Test func `the page lists every name, and no other`() throws {
    let page = try BuiltProducts.text("Documentation/library.md")
    let table = try #require(page.components(separatedBy: "## All names").last)
    let listed = table.split(separator: "\n").filter { $0.hasPrefix("| ") }
      .flatMap { $0.split(separator: "`") }.map(String.init)
      .filter { $0.allSatisfy(\.isLetter) }
    #expect(Set(listed) == Set(try Self.names()))
  }

  @Test func `every name has an example`() throws {
    let declarations = try Self.kit().flatMap { $0.components(separatedBy: "\n\n") }
      .filter { block in
        ["\npublic typealias ", "\n  public static func ", "\n@_exported "].contains {
          block.contains($0)
        }
      }
    #expect(try declarations.count >= Self.names().count)
    #expect(declarations.filter { !$0.contains("/// ```swift\n") } == [])
  }

  @Test func `a module exports only names of the kit`() throws {
    let exports = try Self.kit().flatMap { $0.split(separator: "\n") }
      .filter { $0.hasPrefix("@_exported") }
    // A whole module would follow 'import' at once, without a keyword between.
    #expect(exports.filter { $0.split(separator: " ").count != 5 } == [])
    #expect(exports.count == 12)
  }

  /// The names that an app sees, each of which is declared once.
  private static func names() throws -> [String] {
    let lines = try kit().flatMap { $0.split(separator: "\n") }
    let aliases = lines.filter { $0.hasPrefix("public typealias ") }
      .compactMap { $0.split(separator: " ").dropFirst(2).first.map(String.init) }
    #expect(Set(aliases).count == aliases.count)
    // Some are exported from their module under the name that they have there.
    let exported = lines.filter { $0.hasPrefix("@_exported ") }
      .compactMap { $0.split(separator: ".").last.map(String.init) }
    let names = Set(aliases).union(exported).sorted()
    #expect((40...50).contains(names.count))
    return names
  }

  private static func kit() throws -> [String] { try texts(in: "Sources/MigrateKit") }

  private static func texts(in folder: String) throws -> [String] {
    let url = BuiltProducts.repository.appending(path: folder)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: url.path).sorted()
    return try paths.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".yaml") }
      .map { try BuiltProducts.text("\(folder)/\($0)") }
  }

  private static func blocks(of language: String, in page: String) -> [String] {
    page.components(separatedBy: "```\(language)\n").dropFirst()
      .map { $0.components(separatedBy: "```")[0] }
  }
}
