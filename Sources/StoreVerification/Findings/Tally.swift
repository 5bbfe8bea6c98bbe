/// Counts objects and keeps the first of them as examples.
struct Tally {
  private(set) var count: Int64 = 0
  private var examples: [Int64] = []

  /// Adds an object; one whose identity is no number is counted, and not named.
  mutating func add(_ identity: Int64?) {
    count += 1
    if let identity, examples.count < Finding.exampleLimit { examples.append(identity) }
  }

  /// The objects as a problem; none where there are none.
  func finding(_ problem: Problem) -> [Finding] {
    count == 0 ? [] : [Finding(problem, count: count, examples: examples)]
  }
}
