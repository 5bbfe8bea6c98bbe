import SchemaLint
import SchemaModel
import Testing

struct RuleRegistryTests {
  static let names = RuleRegistry.rules.map(\.id.name)

  @Test func `rules are sorted by name, and no two share one`() {
    #expect(Self.names == Set(Self.names).sorted())
  }

  @Test(arguments: names)
  func `a rule's type is its name in camel case`(name: String) throws {
    let rule = try #require(RuleRegistry.rule(RuleID(name)))
    #expect("\(type(of: rule))" == RuleFile.typeName(name))
  }

  @Test(arguments: names)
  func `a rule has a test file of its own`(name: String) throws {
    let rule = try #require(RuleRegistry.rule(RuleID(name)))
    let folder = isOnSourceOnly(rule) ? "SwiftModelsTests" : "SchemaLintTests"
    let file = RuleFile.typeName(name) + "Tests.swift"
    #expect(try RuleFile.named(file, below: "Tests/\(folder)/Rules") != nil)
  }

  @Test(arguments: names)
  func `a page has its sections in order and two examples`(name: String) throws {
    let page = try #require(RuleRegistry.rule(RuleID(name))).page
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.filter { $0.hasPrefix("## ") } == [
        "## Why", "## Example", "## Use instead", "## When it is safe", "## References",
      ])
    let counts = ["yaml", "sql", "swift"].map { kind in lines.count { $0 == "```\(kind)" } }
    #expect(Set(counts) == [0, 2])
    #expect(lines[0].hasPrefix("Flags ") && lines[0].hasSuffix(".") && lines[1].isEmpty)
  }

  @Test(arguments: names)
  func `a rule fires on the example of its page and not on what to write instead`(
    name: String
  ) throws {
    let rule = try #require(RuleRegistry.rule(RuleID(name)))
    // The tests of SwiftModels, which can parse Swift, look at those.
    if isOnSourceOnly(rule) { return }
    if let rule = rule as? any ModelRule, let example = ruleExamples[rule.id] {
      #expect(rule.findings(in: example.bad).map(\.rule) == [rule.id])
      #expect(rule.findings(in: example.good) == [])
      return
    }
    let examples = PageExamples(of: rule)
    #expect(try examples.findings(in: examples.bad).isEmpty == false)
    #expect(try examples.findings(in: examples.good) == [])
  }

  /// Whether a rule looks at Swift source and at nothing else.
  private func isOnSourceOnly(_ rule: any LintRule) -> Bool {
    rule is any SourceRule && !(rule is any ModelRule)
  }

  @Test func `only rules have a usual severity`() {
    #expect(Set(RuleSettings.usual.keys.map(\.name)).subtracting(Self.names) == [])
  }

  @Test func `a misspelt rule name finds the intended name`() {
    #expect(RuleRegistry.nearestRule(to: "mising-inverse") == "missing-inverse")
    #expect(RuleRegistry.nearestRule(to: "something-else-altogether") == nil)
  }
}
