import Diagnostics
import SchemaLint
import SchemaModel
import StoreLint

/// The two examples on a rule's page: what it flags, and what to write instead.
///
/// An example of a change has several versions, each below a line such as `# V2.yaml`.
struct PageExamples {
  let bad: String
  let good: String
  private let rule: any LintRule
  private let language: String

  init(of rule: any LintRule) {
    self.rule = rule
    var blocks: [String] = []
    var block: [Substring]?
    var (language, ofExamples) = ("", "")
    for line in rule.page.split(separator: "\n", omittingEmptySubsequences: false) {
      if let lines = block, line == "```" {
        // The tests of SwiftModels look at Swift.
        if language != "swift" {
          blocks.append(lines.joined(separator: "\n"))
          ofExamples = language
        }
        block = nil
      } else if block != nil {
        block?.append(line)
      } else if line.hasPrefix("```") {
        language = String(line.dropFirst(3))
        block = []
      }
    }
    self.language = ofExamples
    (bad, good) = (blocks.first ?? "", blocks.last ?? "")
  }

  /// The findings of the rule in an example.
  func findings(in example: String) throws -> [String] {
    if language == "sql" {
      return Linter.lint(script: example, file: "script.sql").filter { $0.code == rule.id.name }
        .map(\.message)
    }
    let model = try MarkedModel(versions(of: example))
    return model.findings(of: rule, context: pageContexts[rule.id]?(model) ?? LintContext())
  }

  private func versions(of example: String) -> [String] {
    var versions: [[Substring]] = []
    for line in example.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("# V"), line.hasSuffix(".yaml") {
        versions.append([])
      } else {
        if versions.isEmpty { versions.append([]) }
        versions[versions.count - 1].append(line)
      }
    }
    return versions.map { $0.joined(separator: "\n") }
  }
}

/// The conditions that the examples of some rules need in addition to the files.
let pageContexts: [RuleID: @Sendable (MarkedModel) -> LintContext] = [
  OldestSupportedUnreachable.id: { _ in OldestSupportedUnreachableTests.context },
  ReleasedVersionEdited.id: { _ in ReleasedVersionEditedTests.context },
  StaleBaseline.id: { _ in LintContext(baseline: StaleBaselineTests.baseline) },
  UnusableSql.id: { _ in LintContext(queryPlans: EmptyStorePlans()) },
  UnindexedQuery.id: { _ in LintContext(queryPlans: EmptyStorePlans()) },
]
