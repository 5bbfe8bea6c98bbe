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

  /// Calls are followed down to this depth side by side; deeper ones wait, as the stack of a thread
  /// may be small.
  private static let depthLimit = 32

  /// A walk through a program.
  init(_ flow: ProgramFlow, cutsCircles: Bool) {
    self.flow = flow
    self.cutsCircles = cutsCircles
  }

  /// What came of following a function; nil while it is under way, where it is left alone, and for
  /// one without a body.
  func result(of id: FunctionTable.ID) -> FlowResult? {
    guard flow.functions[id].facts.body != nil else { return nil }
    if let known = flow.result(of: id) { return known }
    if isToBeLeft(id) {
      for id in underWay { flow.leave(id) }
      return nil
    }
    underWay.append(id)
    let result = FlowResult(FlowAnalysis(flow.functions[id], in: flow, walk: self))
    underWay.removeLast()
    if !cutsCircles, flow.isLeft(id) { return nil }
    flow.keep(result, of: id)
    return result
  }

  private func isToBeLeft(_ id: FunctionTable.ID) -> Bool {
    if underWay.contains(id) { return true }
    if cutsCircles { return false }
    return flow.isLeft(id) || underWay.count > Self.depthLimit
  }
}
