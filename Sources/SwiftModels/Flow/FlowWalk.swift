/// Follows a function and, before it, those that it calls.
///
/// What a function does to objects depends on the functions that it calls. Where these lead back to
/// it, the circle has to be cut somewhere, and what comes of it depends on where. Walks that run
/// side by side leave such functions alone; one walk follows them afterwards, in their order. So the
/// outcome does not depend on how the work was shared out.
final class FlowWalk {
  private let flow: ProgramFlow
  /// Whether circles are cut at the function that is under way, and not left alone.
  private let cutsCircles: Bool
  private var underWay: [FunctionTable.ID] = []
  private var isUnderWay: Set<FunctionTable.ID> = []
  /// How many of those under way wait, without a place on the stack, for what they call.
  private var waiting = 0
  /// What was under way where calls went too deep, until all of it is off the stack.
  private var tooDeep: [FunctionTable.ID]?

  /// As many functions are looked at together: each takes room for all that is known in it.
  private static let depthLimit = 32

  /// A walk through a program.
  init(_ flow: ProgramFlow, cutsCircles: Bool) {
    self.flow = flow
    self.cutsCircles = cutsCircles
  }

  /// What came of following a function; nil while it is under way, where it is left alone, and for
  /// one without a body.
  func result(of id: FunctionTable.ID) -> FlowResult? {
    guard tooDeep == nil, flow.functions[id].facts.body != nil else { return nil }
    if let known = flow.result(of: id) { return known }
    if isToBeLeft(id) { return nil }
    if underWay.isEmpty { return begin(with: id) }
    guard underWay.count - waiting < Self.depthLimit else {
      tooDeep = underWay
      return nil
    }
    return follow(id)
  }

  /// Follows a function, whatever the depth of the calls below it.
  ///
  /// Where they go too deep, the one half-way down is followed by itself, while those above it wait,
  /// and then these once more. A chain of any length is followed so in two or three goes, each function
  /// with the same ones under way as if all of them stood on one stack.
  private func begin(with id: FunctionTable.ID) -> FlowResult? {
    var beginnings = [(id: id, waiting: 0)]
    while let next = beginnings.last {
      waiting = next.waiting
      while underWay.count > waiting { leave() }
      let result = follow(next.id)
      guard let path = tooDeep else {
        beginnings.removeLast()
        if beginnings.isEmpty { return result }
        continue
      }
      tooDeep = nil
      let middle = waiting + Self.depthLimit / 2
      for id in path[waiting..<middle] { enter(id) }
      beginnings.append((path[middle], middle))
    }
    return nil
  }

  private func follow(_ id: FunctionTable.ID) -> FlowResult? {
    enter(id)
    let result = FlowResult(FlowAnalysis(flow.functions[id], in: flow, walk: self))
    leave()
    if tooDeep != nil || !cutsCircles && flow.isLeft(id) { return nil }
    return flow.keep(result, of: id)
  }

  private func enter(_ id: FunctionTable.ID) {
    underWay.append(id)
    isUnderWay.insert(id)
  }

  private func leave() { isUnderWay.remove(underWay.removeLast()) }

  /// Whether a function leads into a circle here, as all under way do then that lead to it.
  private func isToBeLeft(_ id: FunctionTable.ID) -> Bool {
    if cutsCircles { return isUnderWay.contains(id) }
    // Side by side, chains are left alone, too, or each walk would follow them from where it begins.
    let isLeft =
      isUnderWay.contains(id) || flow.isLeft(id) || underWay.count >= Self.depthLimit
    if isLeft { underWay.forEach(flow.leave) }
    return isLeft
  }
}
