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
    let examples = swiftBlocks(of: try #require(RuleRegistry.rule(id)).page)
    #expect(examples.count == 2)
    let isGate = id == UnversionedModelChange.id
    let released = isGate ? [try UnversionedModelChangeTests.released()] : []
    #expect(MarkedSource(examples[0]).findings(of: id, released: released).isEmpty == false)
    #expect(MarkedSource(examples[1]).findings(of: id, released: released) == [])
  }

  private func swiftBlocks(of page: String) -> [String] {
    page.split(separator: "```swift\n").dropFirst().compactMap { block in
      block.split(separator: "```").first.map(String.init)
    }
  }
}
