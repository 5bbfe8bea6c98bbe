internal import Diagnostics
internal import SQLText
internal import StoreScript
public import SchemaModel

/// What a declared step changed, or may.
public struct StepResult: Hashable, Sendable {
  /// The step.
  public var step: DeclaredStep
  /// How many rows it changed; nil where only the migration itself would tell.
  public var count: Int64?

  /// A result from its parts.
  public init(_ step: DeclaredStep, count: Int64?) {
    self.step = step
    self.count = count
  }

  /// The sentence: `the closure 'normalizeTitles' changed 3 rows, of 'Book.title'`.
  public var message: String {
    let names = step.touches.map { "'\($0)'" }.joined(separator: ", ")
    guard let count else { return "the \(step.title) may change \(names), and nothing else" }
    return "the \(step.title) \(verb) \(Quantity.count(count, "row")), of \(names)"
  }

  /// What the work did to the rows that are counted.
  private var verb: String {
    guard case .sql(let sql) = step.work else { return "changed" }
    return switch SQLTokens(sql).tokens.first?.keyword {
    case "DELETE": "removed"
    case "INSERT": "added"
    default: "changed"
    }
  }
}

extension DeclaredStep {
  /// What it does wrong, given what it may change besides; nil for nothing.
  func clause(for excess: StepReach.Excess) -> String? {
    if excess.doesMore { return "does more than read and change rows" }
    if excess.isIdle { return "changes nothing" }
    guard excess.filed.isEmpty else {
      return "\(excess.filed.joined(separator: ", ")), where values stand in files"
    }
    guard !excess.changes.isEmpty else { return nil }
    return "\(excess.changes.joined(separator: ", ")), which 'touches' does not name"
  }
}
