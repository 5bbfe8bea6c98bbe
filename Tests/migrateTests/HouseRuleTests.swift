import Foundation
import TestSupport
import Testing

/// Rules of Documentation/architecture.md that the compiler does not check.
struct HouseRuleTests {
  @Test func `only Files asks the disk`() throws {
    // The text of the launch guard is source that runs in an app.
    let written = "SchemaExchange/LaunchGuard/LaunchGuardText.swift"
    let asking = try Source.all().filter {
      $0.target != "Files" && $0.path != written && $0.text.contains(/\bFileManager\b/)
    }
    #expect(asking.map(\.path) == [])
  }

  @Test func `a target imports only what stands below it`() throws {
    let house = try Self.house().flatMap(\.targets)
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

  @Test func `the manifest declares what a target imports, and nothing else`() throws {
    let house = try Self.house().flatMap(\.targets)
    let declared = try Self.dependencies()
    #expect(Set(house).isSubset(of: declared.keys))
    let sources = try Source.all()
    for target in house {
      let imported = sources.filter { $0.target == target }.flatMap { source in
        source.text.matches(of: /(?m)^[\w@ ]*\bimport (?:(?:struct|enum|class|func) )?(\w+)/)
          .map { String($0.output.1) }
      }
      #expect(declared[target] == Set(imported).intersection(declared.keys), "\(target)")
    }
  }

  @Test func `a target declares only what stands below it`() throws {
    let house = try Self.house().flatMap(\.targets)
    let declared = try Self.dependencies()
    let upward = house.indices.flatMap { own in
      house[..<own].filter { declared[house[own], default: []].contains($0) }
        .map { "\(house[own]) declares \($0)" }
    }
    #expect(upward == [])
  }

  @Test func `folders inside a target point one way`() throws {
    let targets = Dictionary(grouping: try Source.all(), by: \.target)
    let circles = targets.flatMap { target, sources in
      FolderUses(sources.map { ($0.path, $0.text) }).circles.map { "\(target): \($0)" }
    }
    #expect(circles.sorted() == [])
  }

  @Test func `folders that need each other are found by the types that they name`() {
    let finding = """
      // Store is a word here, and 'let name = "Store"' is no use of it.
      /* Store */ struct Finding { let effect: StoreEffect? }
      private struct Helper {}
      """
    let effect = #"""
      enum StoreEffect { case none }
      func words(_ name: Helper) -> String { "(Rule) \(Finding.self) " }
      extension Finding.Rule { static let text = """
        Rule and \("\(Rule.self)")
        """ }
      """#
    let rule = "struct Rule { struct Finding {}; var found: [Finding]; var store: Store.Finding }"
    let uses = FolderUses([
      ("Lint/Findings/Finding.swift", finding), ("Lint/Stores/StoreEffect.swift", effect),
      ("Lint/Rules/Rule.swift", rule), ("Lint/Rules/Helper.swift", "struct Helper {}"),
      ("Lint/Linter.swift", "struct Linter { let rule: Rule }"),
    ])
    #expect(
      uses.circles == [
        "Findings uses Stores: 'StoreEffect' in Finding.swift",
        "Stores uses Findings: 'Finding' in StoreEffect.swift",
      ])
  }

  @Test func `below the targets that ask stores, SQL is written only where the table says so`()
    throws
  {
    let house = try Self.house()
    let start = try #require(house.firstIndex { $0.floor == "2" })
    let silent = Set(
      house[start...].filter { !$0.knows.contains("SQL") || $0.knows.contains("No SQL") }
        .flatMap(\.targets))
    #expect(silent.isSuperset(of: ["MigrationPlanner", "SchemaYAML"]))
    let writing = try Source.all().filter { source in
      silent.contains(source.target)
        && source.code.contains(
          /SELECT .*\bFROM\b|(CREATE|ALTER|DROP) (TABLE|VIEW|INDEX|TRIGGER)|INSERT .*\bINTO\b|DELETE FROM|UPDATE .*\bSET\b|\bPRAGMA \w/
        )
    }
    #expect(writing.map(\.path) == [])
  }

  @Test func `targets that call C compile with strict memory safety`() throws {
    let manifest = try Self.text("Package.swift")
    let list = try #require(manifest.firstMatch(of: /let touchesC: Set = \[([^\]]*)\]/)).output.1
    let strict = Set(list.matches(of: /"(\w+)"/).map { String($0.output.1) })
    #expect(strict.contains("Files"))
    // A main file ends the process, and calls nothing else.
    let calling = try Source.all().filter {
      !$0.path.hasSuffix("/main.swift") && $0.text.contains(/\bimport (Glibc|C[A-Z]\w*)\b/)
    }
    #expect(Set(calling.map(\.target)).subtracting(strict).sorted() == [])
  }

  /// The dependencies of each target of the sources, by `Package.swift`; libraries of C depend on
  /// nothing.
  private static func dependencies() throws -> [String: Set<String>] {
    let targets = try text("Package.swift").matches(
      of:
        /\.(?:target|executableTarget|systemLibrary)\(\s*name: "([\w-]+)"(?:,\s*dependencies: \[([^\]]*)\])?/
    )
    let named = targets.map { target in
      let list = (target.output.2 ?? "").matches(of: /"([\w-]+)"/).map { String($0.output.1) }
      return (String(target.output.1), Set(list))
    }
    return Dictionary(named, uniquingKeysWith: { $0.union($1) }).filter { $0.key != "TestSupport" }
  }

  /// The rows of the table of the floors, from the top.
  private static func house() throws -> [(floor: String, targets: [String], knows: String)] {
    try text("Documentation/architecture.md").split(separator: "\n")
      .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| floor") }
      .map { row in
        let cells = row.split(separator: "|").map(String.init)
        let targets = cells[1].matches(of: /`([\w-]+)`/).map { String($0.output.1) }
        return (cells[0].trimmingCharacters(in: .whitespaces), targets, cells[2])
      }
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

  /// The text without its comments that have a line to themselves.
  var code: String {
    text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      .joined(separator: "\n")
  }

  static func all() throws -> [Source] {
    let folder = BuiltProducts.repository.appending(path: "Sources")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".swift") }
      .map {
        Source(path: $0, text: try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
      }
  }
}
