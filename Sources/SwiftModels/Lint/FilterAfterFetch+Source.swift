internal import SchemaLint

extension FilterAfterFetch: SourceAnalysis {
  /// A finding for every filter that is the only use of all that was fetched.
  func findings(in flow: ProgramFlow) -> [Finding] {
    flow.appResults.flatMap { id, result in
      result.contextUse.fetches.compactMap { fetch in
        guard fetch.uses <= 1, fetch.filters.count == 1,
          PredicateReach(flow.program, fetch.model).canExpress(fetch.filters[0].closure)
        else { return nil }
        let model = flow.program[fetch.model].facts.name
        return Finding(
          Self.id, .fetchesAll(model, fetch.filters[0]),
          at: flow.place(fetch.filters[0].position, in: id),
          notes: [.init(.usePredicate(model, fetch.filters[0]))])
      }
    }
  }
}

/// What a predicate on a model can express.
private struct PredicateReach {
  private let program: SourceProgram
  private let attributes: [String: SwiftType]

  init(_ program: SourceProgram, _ model: SourceProgram.TypeID) {
    self.program = program
    var attributes: [String: SwiftType] = [:]
    for owner in program.modelLineage(of: model) {
      for property in program.storedProperties(of: owner) where !property.isTransient {
        attributes[property.facts.name] = property.type
      }
    }
    self.attributes = attributes
  }

  /// Whether a closure only compares stored values with values of its surroundings.
  func canExpress(_ closure: Closure) -> Bool {
    guard closure.body.count == 1, closure.parameters.count <= 1 else { return false }
    let element = closure.parameters.first ?? "$0"
    var isPossible = true
    var asksElement = false
    closure.body.forEachExpression { expression in
      switch expression.kind {
      case .member(let base?, let name):
        guard case .name(element, _) = base.kind else { return }
        asksElement = true
        isPossible = isPossible && isStoredScalar(name)
      case .name, .literal, .operation, .nothing, .member(nil, _), .choice: break
      default: isPossible = false
      }
    }
    return isPossible && asksElement
  }

  private func isStoredScalar(_ name: String) -> Bool {
    if case .scalar? = attributes[name]?.unwrapped { return true }
    return false
  }
}

extension Finding.Message {
  fileprivate static func fetchesAll(_ model: String, _ filter: ContextUse.Filter) -> Self {
    Self(
      "every '\(model)' is fetched and '\(filter.name)' then keeps some: the store could have "
        + "found those alone")
  }

  fileprivate static func usePredicate(_ model: String, _ filter: ContextUse.Filter) -> Self {
    let limit = filter.name == "first" ? ", with a 'fetchLimit' of 1" : ""
    return Self(
      "let the store filter: 'FetchDescriptor<\(model)>(predicate: #Predicate { … })'\(limit)")
  }
}
