/// Counts objects and keeps the first of them as examples.
struct Tally {
  private(set) var count: Int64 = 0
  private var examples: [Int64] = []

  /// Counts an object; an identity that is not a number is counted but not named.
  mutating func add(_ identity: Int64?) {
    count += 1
    if let identity, examples.count < Finding.exampleLimit { examples.append(identity) }
  }

  /// The counted objects as a finding; empty if there are no objects.
  func finding(_ problem: Problem) -> [Finding] {
    count == 0 ? [] : [Finding(problem, count: count, examples: examples)]
  }
}
