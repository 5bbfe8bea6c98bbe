/// The ways through a function that part around a point of it, and those on which objects are made.
struct FlowWays {
  /// The ways around the point, each by its number, the innermost last.
  private var current = [0]
  private var count = 0
  private var making: [FlowObject: [Int]] = [:]

  /// A way parts from the one that it lies on.
  mutating func enter() {
    count += 1
    current.append(count)
  }

  /// The innermost way ends.
  mutating func leave() { current.removeLast() }

  /// Another way begins where the innermost one went on.
  mutating func turn() {
    count += 1
    current[current.count - 1] = count
  }

  /// An object is made here.
  mutating func note(_ object: FlowObject) { making[object] = current }

  /// Whether nothing has parted the way here from the one on which an object was made.
  func leadStraight(from object: FlowObject) -> Bool {
    making[object].map { $0.starts(with: current) } ?? false
  }
}

extension FlowAnalysis {
  /// Carries something out on a way of its own.
  mutating func onWay<Result>(_ body: (inout Self) -> Result) -> Result {
    ways.enter()
    defer { ways.leave() }
    return body(&self)
  }

  /// Carries something out on a way of its own, and in a block of its own.
  mutating func onOwnWay<Result>(_ body: (inout Self) -> Result) -> Result {
    onWay { $0.inBlock(body) }
  }

  /// The objects among several that a value may be which nothing can have inserted on the ways on
  /// which it is them: `try find(title) ?? Book(title: title)`.
  ///
  /// Where the code has asked something since they were made, it may have asked which of them it is.
  func newAmongSeveral(_ value: FlowValue) -> Set<FlowObject> {
    guard value.isOneOfSeveral, value.objects.count > 1, value.parts.isEmpty,
      let type = value.type, isModel(type.unwrapped), !state.isFresh(value)
    else { return [] }
    return value.objects.filter { object in
      state.standing(object) == .fresh && !state.checked.contains(object)
        && ways.leadStraight(from: object)
    }
  }
}
