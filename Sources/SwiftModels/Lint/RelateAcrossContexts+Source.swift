internal import Diagnostics
internal import SchemaLint

extension RelateAcrossContexts: SourceAnalysis {
  /// A finding for every link between objects of two contexts.
  ///
  /// The finding is a warning if a type keeps both contexts and may get the same one for both.
  func findings(in flow: ProgramFlow) -> [Finding] {
    let results = flow.results.map { ($0.id, $0.result.contextUse.ownCrossings.distinct) }
      .filter { !$0.1.isEmpty }
    guard !results.isEmpty else { return [] }
    let kept = KeptContexts(flow)
    return results.flatMap { id, crossings in
      crossings.compactMap { crossing -> Finding? in
        if let (owner, name) = crossing.keptBesideMain {
          guard kept.isMade(name, of: owner) else { return nil }
          return finding(on: crossing, .crosses(crossing), in: id, flow)
        }
        guard let pair = KeptPair(crossing) else {
          return finding(on: crossing, .crosses(crossing), in: id, flow)
        }
        switch kept.areDifferent(pair.names.0, pair.names.1, of: pair.owner) {
        case true?: return finding(on: crossing, .crosses(crossing), in: id, flow)
        case nil:
          return finding(on: crossing, .mayCross(crossing, pair), in: id, flow, atMost: .warning)
        case false?: return nil
        }
      }
    }
  }

  private func finding(
    on crossing: ContextUse.Crossing, _ message: Finding.Message, in id: FunctionTable.ID,
    _ flow: ProgramFlow, atMost: Diagnostic.Severity? = nil
  ) -> Finding {
    Finding(
      Self.id, message, at: flow.place(crossing.position, in: id),
      notes: [.init(.fetchAgain(crossing))], atMost: atMost)
  }
}

extension ContextUse.Crossing {
  /// The context that a type keeps, if the other one is a container's main context.
  fileprivate var keptBesideMain: (owner: SourceProgram.TypeID, name: String)? {
    guard contexts.count == 2, contexts.contains(where: \.isMain) else { return nil }
    for case .kept(let owner, let name) in contexts { return (owner, name) }
    return nil
  }
}

/// Two contexts that one type keeps.
private struct KeptPair {
  let owner: SourceProgram.TypeID
  let names: (String, String)

  init?(_ crossing: ContextUse.Crossing) {
    guard crossing.contexts.count == 2,
      case .kept(let owner, let first) = crossing.contexts[0],
      case .kept(_, let second) = crossing.contexts[1]
    else { return nil }
    self.owner = owner
    names = (first, second)
  }
}

extension Finding.Message {
  fileprivate static func crosses(_ crossing: ContextUse.Crossing) -> Self {
    Self(
      "'\(crossing.property)' links objects of two contexts, which ends the app here or on saving")
  }

  fileprivate static func mayCross(_ crossing: ContextUse.Crossing, _ pair: KeptPair) -> Self {
    Self(
      "'\(crossing.property)' links an object of '\(pair.names.0)' to one of '\(pair.names.1)': where "
        + "they are two contexts, that ends the app here or on saving")
  }

  fileprivate static func fetchAgain(_ crossing: ContextUse.Crossing) -> Self {
    Self(
      "insert both into one context, or get the other object there by its 'persistentModelID': "
        + "'context.model(for: id)'")
  }
}
