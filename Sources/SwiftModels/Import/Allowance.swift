/// How much may be looked at to answer one question, so that what leads back to itself, or branches
/// without end, comes to an end.
final class Allowance {
  private var steps: Int
  private var depth: Int

  /// An allowance of some steps, so many of them inside one another.
  init(steps: Int = 20_000, depth: Int = 64) { (self.steps, self.depth) = (steps, depth) }

  /// What comes of one more step; nil where it is one too many.
  func inside<Value>(_ step: () -> Value?) -> Value? {
    guard steps > 0, depth > 0 else { return nil }
    steps -= 1
    depth -= 1
    defer { depth += 1 }
    return step()
  }
}
