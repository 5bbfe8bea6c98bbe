import Foundation
import MigrateKit
import TestSupport
import Testing

/// `migrate explain` has a word on everything that stands in square brackets behind a message.
struct ExplanationTests {
  @Test func `every code that a diagnostic can carry is explained`() throws {
    let explained = try Explained.all()
    let unexplained = try SpeltCodes.all().subtracting(explained.problems + explained.rules)
    #expect(unexplained.sorted() == [])
  }

  @Test func `every code is explained once`() throws {
    let problems = try Explained.all().problems
    let twice = Dictionary(grouping: problems, by: \.self).filter { $0.value.count > 1 }
    #expect(twice.keys.sorted() == [])
  }

  @Test func `codes are found in each form that the sources give them`() {
    #expect(
      SpeltCodes.codes(
        in: """
          Diagnostic(code: "no-place", "the 'place' is gone")
          throw Failure(unable: isFull ? "disk-full" : "database-error", "it failed")
          case .unable: "unable"
          extension Problem {
            var code: String {
              switch self {
              case .one: "one-thing"
              case .other: "other-thing"
              }
            }
            var name: String { "no-code" }
            static let code = "constant"
          }
          """) == [
          "no-place", "disk-full", "database-error", "one-thing", "other-thing", "constant",
        ])
  }
}

/// What `migrate explain` lists.
private struct Explained: Decodable {
  struct Topic: Decodable {
    var name: String
  }

  private enum CodingKeys: String, CodingKey {
    case rules, problems
  }

  var rules: [String]
  var problems: [String]

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    rules = try members.decode([Topic].self, forKey: .rules).map(\.name)
    problems = try members.decode([Topic].self, forKey: .problems).map(\.name)
  }

  static func all() throws -> Explained {
    let run = try Workshop().migrate("explain", "--format", "json")
    return try JSONDecoder().decode(Explained.self, from: Data(run.output.utf8))
  }
}

/// The codes of diagnostics, as the sources spell them.
private enum SpeltCodes {
  static func all() throws -> Set<String> {
    let sources = BuiltProducts.repository.appending(path: "Sources")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    var codes = Set(ImportRemark.Subject.allCases.map(\.rawValue))
    // The codes of changes are approvals, and no problems.
    for path in paths
    where path.hasSuffix(".swift") && !path.hasSuffix("SchemaChange+Subject.swift") {
      codes.formUnion(
        Self.codes(in: try String(contentsOf: sources.appending(path: path), encoding: .utf8)))
    }
    return codes
  }

  /// Those that are given to a `code:` or an `unable:`, and those of a property named `code`.
  static func codes(in text: String) -> Set<String> {
    var codes: Set<String> = []
    var endOfProperty: String?
    for line in text.split(separator: "\n") {
      if let end = endOfProperty {
        codes.formUnion(literals(in: line))
        if line == end { endOfProperty = nil }
      } else if line.contains(/\bvar code: String \{$/) {
        endOfProperty = line.prefix { $0 == " " } + "}"
      } else if line.contains(/(?:[( ,]|^ +)(?:code|unable):|\blet code =/) {
        codes.formUnion(literals(in: line))
      }
    }
    return codes
  }

  private static func literals(in line: Substring) -> [String] {
    line.matches(of: /"([a-z][a-z0-9]*(?:-[a-z0-9]+)*)"/).map { String($0.output.1) }
  }
}
