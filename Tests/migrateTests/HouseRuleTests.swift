import Foundation
import TestSupport
import Testing

/// What CONTRIBUTING.md says of the sources and the compiler does not check.
struct HouseRuleTests {
  @Test func `only Files asks the disk`() throws {
    let asking = try Source.all().filter {
      $0.target != "Files" && $0.text.contains(/\bFileManager\b/)
    }
    #expect(asking.map(\.path) == [])
  }

  @Test func `a target imports only what stands below it`() throws {
    let table = try Self.text("CONTRIBUTING.md").split(separator: "\n").filter {
      $0.hasPrefix("| ") && !$0.hasPrefix("| floor")
    }
    let house = table.flatMap { row in
      row.split(separator: "|")[1].matches(of: /`([\w-]+)`/).map { String($0.output.1) }
    }
    let sources = try Source.all()
    #expect(Set(house) == Set(sources.map(\.target)))
    let upward = sources.flatMap { source -> [String] in
      guard let own = house.firstIndex(of: source.target) else { return [] }
      return source.text.matches(of: /(?m)^(?:\w+ )?import (\w+)$/).map { String($0.output.1) }
        .filter { name in house.prefix(own).contains(name) }
        .map { "\(source.path) imports \($0)" }
    }
    #expect(upward == [])
  }

  @Test func `what calls the C library compiles with strict memory safety`() throws {
    let manifest = try Self.text("Package.swift")
    let list = try #require(manifest.firstMatch(of: /let touchesC: Set = \[([^\]]*)\]/)).output.1
    let strict = Set(list.matches(of: /"(\w+)"/).map { String($0.output.1) })
    #expect(strict.contains("Files"))
    // A main file ends the process, and calls nothing else.
    let calling = try Source.all().filter {
      !$0.path.hasSuffix("/main.swift") && $0.text.contains(/\bimport Glibc\b/)
    }
    #expect(Set(calling.map(\.target)).subtracting(strict).sorted() == [])
  }

  private static func text(_ file: String) throws -> String {
    try String(contentsOf: BuiltProducts.repository.appending(path: file), encoding: .utf8)
  }
}

/// A file of the sources.
private struct Source {
  var path: String
  var text: String

  var target: String { String(path.prefix { $0 != "/" }) }

  static func all() throws -> [Source] {
    let folder = BuiltProducts.repository.appending(path: "Sources")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".swift") }
      .map {
        Source(path: $0, text: try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
      }
  }
}
