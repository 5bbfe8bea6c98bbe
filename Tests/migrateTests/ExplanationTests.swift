import Foundation
import SchemaExchange
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

  @Test func `every page of problems is listed, with a meaning and a remedy for each heading`()
    throws
  {
    let index = try BuiltProducts.text("Documentation/problems/README.md")
    let folder = BuiltProducts.repository.appending(path: "Documentation/problems").path
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0 != "README.md" }
    #expect(pages.filter { !index.contains("](\($0))") } == [])
    let headings = try pages.flatMap { page in
      try BuiltProducts.text("Documentation/problems/\(page)").components(separatedBy: "\n## ")
        .dropFirst().map { section in
          let form = /\n\n[A-Za-z`](.|\n)+\.\n\nWhat to do: (.|\n)+\.\n*$/
          #expect(section.contains(form), "\(section)")
          return String(section.prefix { $0 != "\n" })
        }
    }
    #expect(try Explained.all().problems.sorted() == headings.sorted())
    #expect(headings.filter { !index.contains("[\($0)](") } == [])
  }

  @Test func `the guide lists the errors of the platform in the words of 'explain'`() throws {
    let page = try BuiltProducts.text("Documentation/guides/what-went-wrong.md")
    let listed = page.split(separator: "\n").flatMap { line -> [Explained.PlatformError] in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("| "), cells.count == 4 else { return [] }
      // Two errors that mean the same share a row.
      let numbers = cells[0].matches(of: /\b134\d{3}\b/)
      return Set(numbers.compactMap { Int($0.output) }).sorted().map { number in
        Explained.PlatformError(
          number: number, message: cells[1], reason: cells[2],
          commands: cells[3].matches(of: /`(migrate [a-z]+)/).map { String($0.output.1) })
      }
    }
    let explained = try Explained.all().platformErrors
    #expect(explained.count == 16)
    #expect(listed == explained.map(\.withoutArguments))
  }

  /// A code that is spelt as something else, such as a `kind`, would escape the first test.
  @Test func `a code that is not a literal comes from a property named 'code'`() throws {
    let escaping = try SpeltCodes.sources().filter { $0.range(of: "Diagnostic(") != nil }.flatMap {
      source in
      source.matches(of: /\bDiagnostic\(\s*code: ([a-z][\w.]*)/).map { String($0.output.1) }
    }.filter { !$0.hasSuffix("code") && $0 != "subject.rawValue" && $0 != "finding.rule.name" }
    // Those of another program, which says what rules say.
    #expect(Set(escaping) == ["kind"])
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

/// The list of `migrate explain`.
private struct Explained: Decodable {
  struct Topic: Decodable {
    var name: String
  }

  private enum CodingKeys: String, CodingKey {
    case rules, problems, platformErrors
  }

  struct PlatformError: Decodable, Equatable {
    var number: Int
    var message: String
    var reason: String
    var commands: [String]

    var withoutArguments: Self {
      var error = self
      error.commands = commands.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
      return error
    }
  }

  var rules: [String]
  var problems: [String]
  var platformErrors: [PlatformError]

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    rules = try members.decode([Topic].self, forKey: .rules).map(\.name)
    problems = try members.decode([Topic].self, forKey: .problems).map(\.name)
    platformErrors = try members.decode([PlatformError].self, forKey: .platformErrors)
  }

  static func all() throws -> Explained {
    let run = try Workshop().migrate("explain", "--format", "json")
    return try JSONDecoder().decode(Explained.self, from: Data(run.output.utf8))
  }
}

/// The codes of diagnostics, as the sources spell them.
private enum SpeltCodes {
  static func all() throws -> Set<String> {
    try sources().reduce(into: Set(ImportRemark.Subject.allCases.map(\.rawValue))) {
      $0.formUnion(codes(in: $1))
    }
  }

  /// The texts of the sources, but for the codes of changes, which are approvals and no problems.
  static func sources() throws -> [String] {
    let folder = BuiltProducts.repository.appending(path: "Sources")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".swift") && !$0.hasSuffix("SchemaChange+Subject.swift")
    }
    // Few files name a code, and reading all lines takes a while.
    let words = ["code", "unable:"].map { Data($0.utf8) }
    return try paths.sorted().compactMap { path in
      let bytes = try Data(contentsOf: folder.appending(path: path))
      guard words.contains(where: { bytes.range(of: $0) != nil }) else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The codes that are passed as a `code:` or an `unable:`, and the codes of a property named
  /// `code`.
  static func codes(in text: String) -> Set<String> {
    var codes: Set<String> = []
    var endOfProperty: String?
    // Foundation looks through a text many times faster than unoptimised code does.
    for line in text.components(separatedBy: "\n")
    where endOfProperty != nil || line.range(of: "code") != nil || line.range(of: "unable:") != nil
    {
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

  private static func literals(in line: String) -> [String] {
    line.matches(of: /"([a-z][a-z0-9]*(?:-[a-z0-9]+)*)"/).map { String($0.output.1) }
  }
}
