import SQLite
import StoreVerification

extension RecoveryPlan.LeftBehind {
  /// In short, for comparing.
  var text: String {
    let reason =
      switch reason {
      case .taken(let columns): "taken: \(columns.joined(separator: ", "))"
      case .unlinked(let name): "unlinked: \(name)"
      case .number: "number"
      case .key: "key"
      case .strange(let columns, let table):
        "another of '\(table)' for \(columns.joined(separator: ", "))"
      case .nameless: "nameless"
      case .refused(let reason): "refused: \(reason)"
      case .breaks(let problem): "breaks: \(problem.code)"
      }
    return "\(count) \(entity) \(examples.map(\.excerpt)), \(reason)"
  }
}

extension RecoveryPlan.KeptLinks {
  /// In short, for comparing.
  var text: String {
    let reason =
      switch reason {
      case .taken: "taken"
      case .leftBehind: "leftBehind"
      case .refused(let reason): "refused: \(reason)"
      case .breaks(let problem): "breaks: \(problem.code)"
      }
    return "\(count) \(name) \(examples.map(\.excerpt)), \(reason)"
  }
}

extension RecoveryPlan.LinkCount {
  /// In short, for comparing.
  var text: String { "\(count) \(name)" }
}
