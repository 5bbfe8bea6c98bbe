internal import Diagnostics
internal import SchemaLint

extension RelationshipInInitializer: SourceAnalysis {
  /// A finding for every model whose initializers store parameters in relationships, with all of these.
  func findings(in flow: ProgramFlow) -> [Finding] {
    // The initializer of a released copy cannot be changed; its calls are reported instead.
    let frozen = flow.versions.frozenModels
    let found = flow.results.flatMap { id, result in parameters(of: id, result, flow) }
      .filter { !frozen.contains($0.owner) }.grouped(by: \.owner)
    return flow.oncePerClass(found.map { ($0[0].owner, finding($0, flow)) })
  }

  private func parameters(
    of id: FunctionTable.ID, _ result: FlowResult, _ flow: ProgramFlow
  ) -> [StoredParameter] {
    let function = flow.functions[id]
    guard function.isInitializer, let owner = function.owner, flow.models.contains(owner) else {
      return []
    }
    return result.summary.relations.compactMap { relation in
      guard relation.owner == .itself, case .parameter(let place) = relation.value else {
        return nil
      }
      return StoredParameter(
        owner: owner, function: id, place: place, property: relation.property)
    }
  }

  private func finding(_ stored: [StoredParameter], _ flow: ProgramFlow) -> Finding {
    let first = stored[0]
    let name = flow.program[first.owner].facts.name
    let others = stored.dropFirst().map { other in
      Finding.Note(
        .storesToo(other.name(in: flow), in: other.property), at: other.location(in: flow))
    }
    let advice = stored.filter { $0.function == first.function }
    return Finding(
      Self.id, .storesObject(first.name(in: flow), in: first.property, of: name),
      at: first.location(in: flow), notes: self.advice(advice, name, flow) + others)
  }

  /// The advice for the parameters of one initializer.
  private func advice(
    _ stored: [StoredParameter], _ model: String, _ flow: ProgramFlow
  ) -> [Finding.Note] {
    guard stored.allSatisfy({ $0.isSetLater(in: flow) }) else {
      return stored.map {
        .init(.setLater($0.name(in: flow), $0.property, isSetLater: $0.isSetLater(in: flow)))
      }
    }
    let function = flow.functions[stored[0].function]
    let call = function.call(of: model, without: Set(stored.map(\.place)))
    let pairs = stored.map { (parameter: $0.name(in: flow), property: $0.property) }
    return [.init(.takeOut(pairs, of: model, call))]
  }
}

/// A parameter of an initializer that is stored in a relationship.
private struct StoredParameter {
  var owner: SourceProgram.TypeID
  var function: FunctionTable.ID
  var place: Int
  var property: String

  func name(in flow: ProgramFlow) -> String { parameter(in: flow).name }

  func location(in flow: ProgramFlow) -> Finding.Place {
    flow.place(parameter(in: flow).position, in: function)
  }

  func isSetLater(in flow: ProgramFlow) -> Bool { flow.isSetLater(property, of: owner) }

  private func parameter(in flow: ProgramFlow) -> FunctionFacts.Parameter {
    flow.functions[function].facts.parameters[place]
  }
}

extension FunctionTable.Function {
  /// A call of an initializer without some of its parameters: `Edition(isbn: isbn)`.
  fileprivate func call(of type: String, without places: Set<Int>) -> String {
    let arguments = facts.parameters.indices.filter { !places.contains($0) }.map { place in
      let parameter = facts.parameters[place]
      return (parameter.label.map { "\($0): " } ?? "") + parameter.name
    }
    return "\(type)(\(arguments.joined(separator: ", ")))"
  }
}

extension ProgramFlow {
  /// Whether callers can leave a relationship unset, and set it afterwards.
  fileprivate func isSetLater(_ property: String, of id: SourceProgram.TypeID) -> Bool {
    guard let facts = index.propertyFacts(property, of: id), !facts.isSetPrivately,
      !facts.isConstant,
      let type = index.propertyType(property, of: id)
    else { return false }
    if case .array = type { return true }
    return type.isOptional || facts.value != nil
  }
}

extension Finding.Message {
  fileprivate static func storesObject(
    _ parameter: String, in property: String, of model: String
  ) -> Self {
    Self(
      "the initializer of '\(model)' stores '\(parameter)' in the relationship '\(property)', which "
        + "relates the object before it is inserted")
  }

  fileprivate static func storesToo(_ parameter: String, in property: String) -> Self {
    Self("'\(parameter)' is stored in the relationship '\(property)', too")
  }

  fileprivate static func setLater(
    _ parameter: String, _ property: String, isSetLater: Bool
  ) -> Self {
    let first = isSetLater ? "" : "make '\(property)' an optional that other files may set, "
    return Self(
      first + "take '\(parameter)' out of the "
        + "initializer, and set '\(property)' once the object is inserted")
  }

  fileprivate static func takeOut(
    _ stored: [(parameter: String, property: String)], of model: String, _ call: String
  ) -> Self {
    let name = model.prefix(1).lowercased() + model.dropFirst()
    let lines =
      ["let \(name) = \(call)", "context.insert(\(name))"]
      + stored.map { "\(name).\($0.property) = \($0.parameter)" }
    return Self(
      "take \(stored.map(\.parameter).quoted) out of the initializer, and write where "
        + "\(withArticle(model)) is made:\n" + lines.joined(separator: "\n"))
  }
}
