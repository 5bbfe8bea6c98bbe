/// What a finding means for the data of the stores at hand.
struct StoreEffect {
  /// How many objects it does harm to.
  private let count: Int
  /// A few of the values that it does harm to.
  private let samples: [String]
  /// The names of the stores.
  private let stores: [String]

  /// The most values that are shown.
  private static let limit = 3

  /// The effect over all stores; nil where there is none, or one that cannot tell.
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

  /// Whether the data proves that no harm is done.
  var isHarmless: Bool { count == 0 }

  /// The effect in words.
  var words: String {
    let place = stores.count == 1 ? "'\(stores[0])'" : "the \(stores.count) stores at hand"
    let objects =
      switch count {
      case 0: "no object in \(place) is affected"
      case 1: "1 object in \(place) is affected"
      default: "\(count) objects in \(place) are affected"
      }
    return samples.isEmpty ? objects : "\(objects), such as \(samples.joined(separator: ", "))"
  }
}

extension StoreFacts {
  /// Whether the store has an object of an entity.
  fileprivate func hasObjects(of entity: String) -> Bool {
    count(of: .objects(entity: entity)).map { $0 > 0 } ?? false
  }
}
