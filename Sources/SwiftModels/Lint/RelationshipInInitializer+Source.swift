internal import Diagnostics
internal import SchemaLint

extension RelationshipInInitializer: SourceAnalysis {
  /// A finding for every parameter of a model's initializer that it stores in a relationship.
  func findings(in flow: ProgramFlow) -> [Finding] {
    let frozen = flow.versions.frozenModels
    return flow.results.flatMap { id, result -> [Finding] in
      let function = flow.functions[id]
      // The initializer of a released copy cannot be mended; a call of it is told where it stands.
      guard function.isInitializer, let owner = function.owner, flow.models.contains(owner),
        !frozen.contains(owner)
      else { return [] }
      let name = flow.program[owner].facts.name
      let relations = result.summary.relations.compactMap { relation -> StoredParameter? in
        guard relation.owner == .itself, case .parameter(let place) = relation.value else {
          return nil
        }
        return StoredParameter(place: place, property: relation.property, part: relation.part)
      }
      let call = function.call(of: name, without: Set(relations.map(\.place)))
      return relations.map { stored in
        let (parameter, property) = (function.facts.parameters[stored.place], stored.property)
        let isSetLater = flow.isSetLater(property, of: owner)
        return Finding(
          Self.id, .storesObject(stored.part ?? parameter.name, in: property, of: name),
          at: flow.place(parameter.position, in: id),
          notes: [
            isSetLater && stored.part == nil
              ? .init(.takeOut(parameter.name, property, of: name, call))
              : .init(.setLater(stored.part ?? parameter.name, property, isSetLater: isSetLater))
          ])
      }
    }
  }
}

/// A parameter of an initializer that is stored in a relationship, or of which a part is.
private struct StoredParameter {
  var place: Int
  var property: String
  var part: String?
}

extension FunctionTable.Function {
  /// A call of an initializer that does without some of its parameters, each value called as the
  /// parameter is: `Edition(isbn: isbn)`.
  fileprivate func call(of type: String, without places: Set<Int>) -> String {
    let arguments = facts.parameters.indices.filter { !places.contains($0) }.map { place in
      let parameter = facts.parameters[place]
      return (parameter.label.map { "\($0): " } ?? "") + parameter.name
    }
    return "\(type)(\(arguments.joined(separator: ", ")))"
  }
}

extension ProgramFlow {
  /// Whether whoever makes an object can leave a relationship unset, and set it afterwards.
  fileprivate func isSetLater(_ property: String, of id: SourceProgram.TypeID) -> Bool {
    guard let facts = propertyFacts(property, of: id), !facts.isSetPrivately, !facts.isConstant,
      let type = propertyType(property, of: id)
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

  fileprivate static func setLater(
    _ parameter: String, _ property: String, isSetLater: Bool
  ) -> Self {
    let first = isSetLater ? "" : "make '\(property)' an optional that other files may set, "
    return Self(
      first + "take '\(parameter)' out of the "
        + "initializer, and set '\(property)' once the object is inserted")
  }

  fileprivate static func takeOut(
    _ parameter: String, _ property: String, of model: String, _ call: String
  ) -> Self {
    let name = model.prefix(1).lowercased() + model.dropFirst()
    return Self(
      """
      take '\(parameter)' out of the initializer, and write where \(withArticle(model)) is made:
      let \(name) = \(call)
      context.insert(\(name))
      \(name).\(property) = \(parameter)
      """)
  }
}
