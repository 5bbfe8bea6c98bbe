import Foundation
import SchemaLint
import TestSupport
import Testing

/// The pages that the program carries, which are made of the rules' doc comments.
///
/// `RECORD=1 swift test --filter RulePagesTests` makes them; the pages under `Documentation/rules`
/// are made of these, by `RulePageTests`.
struct RulePagesTests {
  private static let sources = BuiltProducts.repository.appending(path: "Sources/SchemaLint")
  private static let file = sources.appending(path: "Pages/RulePages.swift")

  @Test(arguments: RuleRegistry.rules.map(\.id.name))
  func `a rule has a file of its own, whose doc comment is its page`(name: String) throws {
    let rule = try #require(RuleRegistry.rule(RuleID(name)))
    #expect(try Self.comment(of: name) == rule.page, "RECORD=1 swift test --filter RulePagesTests")
  }

  @Test func `the program carries what the comments say`() throws {
    let pages = try RuleRegistry.rules.map { rule in
      "\"\(rule.id)\": #\"\"\"\n\(try Self.comment(of: rule.id.name))\n\"\"\"#,\n"
    }
    let made = Self.head + pages.joined(separator: "\n") + "]\n}\n"
    let recorded = try String(contentsOf: Self.file, encoding: .utf8)
    guard made != recorded else { return }
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(made.utf8).write(to: Self.file)
    }
    Issue.record("\(lineDifference(from: recorded, to: made))")
  }

  private static let head = """
    // Made of the rules' doc comments, which are where a page is changed:
    // RECORD=1 swift test --filter RulePagesTests
    // swift-format-ignore-file

    /// The pages of all rules, for a program that has no source beside it.
    enum RulePages {
      static let text: [RuleID: String] = [

    """

  /// The first doc comment of a rule's file, which is that of its type.
  private static func comment(of rule: String) throws -> String {
    let file = try #require(
      try RuleFile.named(
        RuleFile.typeName(rule) + ".swift", below: "Sources/SchemaLint/Rules"))
    return try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("///") }.prefix { $0.hasPrefix("///") }
      .map { $0.dropFirst($0.hasPrefix("/// ") ? 4 : 3) }.joined(separator: "\n")
  }
}
