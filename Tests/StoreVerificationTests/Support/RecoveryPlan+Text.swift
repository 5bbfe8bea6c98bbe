import SQLiteStore
import StoreVerification

extension RecoveryPlan.LeftBehind {
  /// In short, for comparing.
  var text: String {
    let reason =
      switch reason {
      case .taken(let columns): "taken: \(columns.joined(separator: ", "))"
      case .unlinked(let name): "unlinked: \(name)"
      }
    return "\(count) \(entity) \(examples.map(\.excerpt)), \(reason)"
  }
}

extension RecoveryPlan.KeptLinks {
  /// In short, for comparing.
  var text: String { "\(count) \(name) \(examples.map(\.excerpt)), \(reason)" }
}

extension RecoveryPlan.LinkCount {
  /// In short, for comparing.
  var text: String { "\(count) \(name)" }
}
