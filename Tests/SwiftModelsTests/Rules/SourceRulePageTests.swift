import SchemaLint
import Testing

/// The pages of the rules that look at Swift source, and show some.
struct SourceRulePageTests {
  static let rules = RuleRegistry.rules.filter { rule in
    rule is any SourceRule && (!(rule is any ModelRule) || rule.page.contains("```swift\n"))
  }

  @Test func `some rules check source alone, and their pages show it first`() throws {
    #expect(Self.rules.contains { !($0 is any ModelRule) })
    for id in [InsertBeforeRelate.id, RelationshipInInitializer.id] {
      let page = try #require(RuleRegistry.rule(id)).page
      #expect(page.firstRange(of: "```")?.lowerBound == page.firstRange(of: "```swift")?.lowerBound)
    }
  }

  @Test(arguments: rules.map(\.id))
  func `a rule fires on the example of its page and not on what to write instead`(
    id: RuleID
  ) throws {
    let page = try #require(RuleRegistry.rule(id)).page
    let examples = blocks("swift", of: page)
    #expect(examples.count == 2)
    let isGate = id == UnversionedModelChange.id
    let first = isGate ? [try UnversionedModelChangeTests.released()] : []
    let next = blocks("yaml", of: page).last ?? ""
    let both = isGate ? [try UnversionedModelChangeTests.released(next)] : []
    #expect(MarkedSource(examples[0]).findings(of: id, released: first).isEmpty == false)
    #expect(MarkedSource(examples[1]).findings(of: id, released: both) == [])
  }

  private func blocks(_ language: String, of page: String) -> [String] {
    page.split(separator: "```\(language)\n").dropFirst().compactMap { block in
      block.split(separator: "```").first.map(String.init)
    }
  }
}
