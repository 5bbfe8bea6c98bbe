import Diagnostics
import SchemaLint
import SchemaModel

/// A store of version 1 that knows the answer to one question.
struct StoreOf: StoreFacts {
  let name = "library.store"
  let isSample = false
  let schema = "Library"
  let version = Version(1)
  let condition: StoreCondition
  let answer: Int
  var examples: [String] = []
  var failure: String?

  static func one(
    _ condition: StoreCondition, count: Int, examples: [String] = []
  ) -> Self {
    Self(condition: condition, answer: count, examples: examples)
  }

  func count(of condition: StoreCondition) -> Int? { condition == self.condition ? answer : nil }

  func samples(of condition: StoreCondition, limit: Int) -> [String] {
    condition == self.condition ? Array(examples.prefix(limit)) : []
  }

  /// Each finding of a rule with its severity, and what it says of the store in its last note.
  func judges(_ rule: some LintRule, in versions: [String]) throws -> [String] {
    let settings = RuleSettings(overrides: [rule.id: .error], profile: .cloudkit)
    let report = try MarkedModel(versions).report(
      settings: settings, context: LintContext(stores: [self]))
    return report.findings.filter { $0.finding.rule == rule.id }.map {
      "\($0.diagnostic.severity.rawValue): \($0.diagnostic.notes.last?.message ?? "")"
    }
  }
}
