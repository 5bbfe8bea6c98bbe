/// A limit for the work on one question, which stops circular or endlessly branching code.
final class Allowance {
  private var steps: Int
  private var depth: Int

  /// Creates an allowance of `steps` steps, at most `depth` of them nested.
  init(steps: Int = 20_000, depth: Int = 64) { (self.steps, self.depth) = (steps, depth) }

  /// Runs one more step; nil if the allowance is used up.
  func inside<Value>(_ step: () -> Value?) -> Value? {
    guard steps > 0, depth > 0 else { return nil }
    steps -= 1
    depth -= 1
    defer { depth += 1 }
    return step()
  }
}
