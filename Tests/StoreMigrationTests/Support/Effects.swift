import SQLite
import StoreLayout
import TestSupport

extension [Effect] {
  /// The sentences of all but the losses by changes.
  var declared: [String] { filter { !losses.contains($0) }.map(\.message) }
}

extension Effect {
  /// The version of the change that it is lost by.
  var version: String {
    if case .lost(_, let change) = kind { "\(change.version)" } else { "" }
  }

  /// The examples whose keys are numbers.
  var numbers: [Int64] {
    examples.keys.compactMap { if case .integer(let number) = $0 { number } else { nil } }
  }
}

extension Effect {
  /// The risk of a loss by a change: `certain`, `possible`.
  var risk: String {
    if case .lost(_, let change) = kind { change.isCertain ? "certain" : "possible" } else { "" }
  }
}
