internal import Diagnostics
internal import SQLText
internal import StoreScript
public import SchemaModel

/// What a declared step changes, or may.
public struct StepResult: Hashable, Sendable {
  /// The step.
  public var step: DeclaredStep
  /// How many rows it changes; nil where only the migration itself would tell.
  public var count: Int64?
  /// How many of these are more than there were: an insertion writes the others over rows.
  public var added: Int64

  /// A result from its parts.
  public init(_ step: DeclaredStep, count: Int64?, added: Int64 = 0) {
    self.step = step
    self.count = count
    self.added = added
  }

  /// The sentence: `the closure 'normalizeTitles' changes 3 rows, of 'Book.title'`.
  public var message: String {
    let names = step.touches.map { "'\($0)'" }.joined(separator: ", ")
    guard let count else {
      return "the \(step.title) may change \(names), and nothing else"
    }
    return "the \(step.title) \(work(on: count)), of \(names)"
  }

  /// What the work did to the rows that are counted: `adds 1 row and replaces 2 rows`.
  private func work(on count: Int64) -> String {
    guard case .sql(let sql) = step.work else { return "changes \(Quantity.count(count, "row"))" }
    switch SQLTokens(sql).tokens.first?.keyword {
    case "DELETE": return "removes \(Quantity.count(count, "row"))"
    case "INSERT", "REPLACE":
      let parts = [("adds", added), ("replaces", count - added)].filter { $0.1 > 0 }
      guard !parts.isEmpty else { return "adds no row" }
      return parts.map { "\($0) \(Quantity.count($1, "row"))" }.joined(separator: " and ")
    default: return "changes \(Quantity.count(count, "row"))"
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
