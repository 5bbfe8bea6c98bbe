internal import Diagnostics

/// The meaning of a finding for the data of the available stores.
struct StoreEffect {
  /// The number of objects that are harmed.
  private let count: Int
  /// Some of the values that are harmed.
  private let samples: [String]
  /// The names of the stores.
  private let stores: [String]

  /// The maximum number of values in the text.
  private static let limit = 3

  /// The effect over all stores; nil if there are no stores, or if one of them cannot answer.
  init?(of finding: Finding, on stores: [any StoreFacts]) {
    guard let condition = finding.condition else { return nil }
    let stores = stores.filter { !$0.isSample || $0.hasObjects(of: condition.entity) }
    let counts = stores.compactMap { $0.count(of: condition) }
    guard !stores.isEmpty, counts.count == stores.count else { return nil }
    count = counts.reduce(0, +)
    samples = Array(
      stores.flatMap { $0.samples(of: condition, limit: Self.limit) }.prefix(Self.limit))
    self.stores = stores.map(\.name)
  }

  /// Whether the data proves that the finding is harmless.
  var isHarmless: Bool { count == 0 }

  /// The effect in words, with values.
  var note: Diagnostic.Note {
    let place = stores.count == 1 ? "'\(stores[0])'" : "the \(stores.count) stores at hand"
    let objects =
      switch count {
      case 0: "no object in \(place) is affected"
      case 1: "1 object in \(place) is affected"
      default: "\(count) objects in \(place) are affected"
      }
    return .init(
      objects, values: samples.isEmpty ? "" : ", such as \(samples.joined(separator: ", "))")
  }
}

extension StoreFacts {
  /// Whether the store has an object of an entity.
  fileprivate func hasObjects(of entity: String) -> Bool {
    count(of: .objects(entity: entity)).map { $0 > 0 } ?? false
  }
}
