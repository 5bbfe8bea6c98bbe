internal import SchemaLint

extension FilterAfterFetch: SourceAnalysis {
  /// A finding for every filter that is the only use of a fetch of all objects.
  func findings(in flow: ProgramFlow) -> [Finding] {
    flow.appCode.flatMap { function -> [Finding] in
      guard function.mentions("FetchDescriptor") else { return [] }
      let scope = Scope(file: function.file, type: function.owner)
      return UnfilteredFetches(function.facts.statements).filters.compactMap { filter in
        guard let model = flow.models.model(flow.program.resolve(filter.model, in: scope)),
          PredicateReach(flow.program, model).canExpress(filter.closure)
        else { return nil }
        let name = flow.program[model].facts.name
        return Finding(
          Self.id, .fetchesAll(name, filter),
          at: flow.place(filter.position, inFile: function.file),
          notes: [.init(.usePredicate(name, filter))])
      }
    }.distinct
  }
}

/// The expressions that a predicate on a model supports.
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

  /// Whether a closure only compares stored values with values from outside.
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
  fileprivate static func fetchesAll(_ model: String, _ filter: UnfilteredFetches.Filter) -> Self {
    Self(
      "every '\(model)' is fetched and '\(filter.name)' then keeps some: the store could have "
        + "found those alone")
  }

  fileprivate static func usePredicate(_ model: String, _ filter: UnfilteredFetches.Filter) -> Self
  {
    let limit = filter.name == "first" ? ", with a 'fetchLimit' of 1" : ""
    return Self(
      "let the store filter: 'FetchDescriptor<\(model)>(predicate: #Predicate { … })'\(limit)")
  }
}
