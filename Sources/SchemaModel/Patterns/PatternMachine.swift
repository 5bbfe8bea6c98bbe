/// Matches a text by reading it once and following all possible matches at the same time.
///
/// Ken Thompson, "Regular Expression Search Algorithm", Communications of the ACM 11 (6), 1968: the time is
/// at most the length of the text times the length of the expression.
struct PatternMachine {
  private enum State {
    case atom(PatternAtom, next: Int)
    case fork([Int])
    case end
  }

  /// The number of states above which an expression is not supported.
  private static let stateLimit = 5000
  /// The number of steps after which the match of a text is abandoned: a second's work, or a few.
  private static let stepLimit = 50_000_000

  private var states: [State] = [.end]
  private var start = 0

  /// Creates a machine; nil if the expression is too large, for example because of nested counts.
  init?(_ node: PatternNode) {
    guard let first = add(node, before: 0) else { return nil }
    start = first
  }

  // MARK: - The states, from the end to the beginning

  private mutating func add(_ state: State) -> Int? {
    guard states.count < Self.stateLimit else { return nil }
    states.append(state)
    return states.count - 1
  }

  private mutating func add(_ node: PatternNode, before next: Int) -> Int? {
    switch node {
    case .atom(let atom): return add(.atom(atom, next: next))
    case .sequence(let parts):
      var next = next
      for part in parts.reversed() {
        guard let state = add(part, before: next) else { return nil }
        next = state
      }
      return next
    case .choice(let branches):
      var ways: [Int] = []
      for branch in branches {
        guard let way = add(branch, before: next) else { return nil }
        ways.append(way)
      }
      return add(.fork(ways))
    case .repeated(let part, let minimum, let maximum):
      return add(part, minimum, maximum, before: next)
    }
  }

  private mutating func add(
    _ part: PatternNode, _ minimum: Int, _ maximum: Int?, before next: Int
  ) -> Int? {
    var start = next
    if let maximum {
      for _ in minimum..<maximum {
        guard let state = add(part, before: start), let fork = add(.fork([state, next])) else {
          return nil
        }
        start = fork
      }
    } else {
      guard let loop = add(.fork([])), let state = add(part, before: loop) else { return nil }
      states[loop] = .fork([state, next])
      start = loop
    }
    // A part without states may be repeated any number of times.
    for _ in 0..<Swift.min(minimum, Self.stateLimit) {
      guard let state = add(part, before: start) else { return nil }
      start = state
    }
    return start
  }

  // MARK: - Matching

  /// Whether the whole text matches; nil if the match takes too many steps.
  func matches(_ text: String) -> Bool? {
    var steps = 0
    var current = Ways(count: states.count)
    var next = Ways(count: states.count)
    follow(start, &current, &steps)
    for scalar in text.unicodeScalars {
      next.removeAll()
      for index in current.members {
        guard case .atom(let atom, let target) = states[index], atom.matches(scalar) else {
          continue
        }
        follow(target, &next, &steps)
      }
      steps += current.members.count
      if next.members.isEmpty { return false }
      guard steps < Self.stepLimit else { return nil }
      swap(&current, &next)
    }
    return current.contains(0)
  }

  /// Adds a state, and the states that it reaches without a scalar.
  private func follow(_ state: Int, _ ways: inout Ways, _ steps: inout Int) {
    var open = [state]
    while let state = open.popLast() {
      guard ways.insert(state), case .fork(let targets) = states[state] else { continue }
      steps += targets.count
      open += targets
    }
  }

  /// A set of states that is emptied in constant time.
  private struct Ways {
    private(set) var members: [Int] = []
    private var rounds: [Int]
    private var round = 1

    init(count: Int) { rounds = Array(repeating: 0, count: count) }

    func contains(_ state: Int) -> Bool { rounds[state] == round }

    mutating func insert(_ state: Int) -> Bool {
      guard rounds[state] != round else { return false }
      rounds[state] = round
      members.append(state)
      return true
    }

    mutating func removeAll() {
      members.removeAll(keepingCapacity: true)
      round += 1
    }
  }
}
