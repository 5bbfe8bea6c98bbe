/// What a finding means for the data of the stores at hand.
struct StoreEffect {
  /// How many objects it does harm to.
  private let count: Int
  /// A few of the values that it does harm to.
  private let samples: [String]

  /// The most values that are shown.
  private static let limit = 3

  /// The effect over all stores; nil where there is none, or one that cannot tell.
  init?(of finding: Finding, on stores: [any StoreFacts]) {
    guard let condition = finding.condition, !stores.isEmpty else { return nil }
    let counts = stores.compactMap { $0.count(of: condition) }
    guard counts.count == stores.count else { return nil }
    count = counts.reduce(0, +)
    samples = Array(
      stores.flatMap { $0.samples(of: condition, limit: Self.limit) }.prefix(Self.limit))
  }

  /// Whether the data proves that no harm is done.
  var isHarmless: Bool { count == 0 }

  /// The effect in words.
  var words: String {
    let objects =
      switch count {
      case 0: "no object in the store at hand is affected"
      case 1: "1 object in the store at hand is affected"
      default: "\(count) objects in the store at hand are affected"
      }
    return samples.isEmpty ? objects : "\(objects), such as \(samples.joined(separator: ", "))"
  }
}
