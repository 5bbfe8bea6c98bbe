internal import SchemaLint

extension PredicateOnEnum: SourceAnalysis {
  /// A finding for every stored enumeration that a predicate looks at.
  func findings(in flow: ProgramFlow) -> [Finding] {
    flow.code.flatMap { function -> [Finding] in
      guard function.mentions("Predicate") else { return [] }
      let scope = Scope(file: function.file, type: function.owner)
      return PredicateReader(program: flow.program, scope: scope).predicates(in: function)
        .flatMap { $0.enumerations(in: flow) }.distinct.map { use in
          Finding(
            Self.id, .asks(use), at: flow.place(use.position, inFile: function.file),
            notes: [.init(.storeRawValue(use))])
        }
    }
  }
}

/// A stored enumeration that a predicate looks at.
private struct EnumerationUse: Hashable {
  var model: String
  var property: String
  var position: Position
}

/// A predicate on the objects of a model.
private struct ModelPredicate {
  var model: SourceProgram.TypeID
  var closure: Closure

  /// The properties it looks at whose values are enumerations.
  func enumerations(in flow: ProgramFlow) -> [EnumerationUse] {
    let element = closure.parameters.first ?? "$0"
    var found: [EnumerationUse] = []
    closure.body.forEachExpression { expression in
      guard case .member(let base?, let name) = expression.kind,
        let owner = type(of: base, from: element, in: flow),
        flow.isStoredEnumeration(name, of: owner)
      else { return }
      found.append(
        EnumerationUse(
          model: flow.program[owner].facts.name, property: name, position: expression.position))
    }
    return found
  }

  private func type(
    of expression: Expression, from element: String, in flow: ProgramFlow
  ) -> SourceProgram.TypeID? {
    switch expression.kind {
    case .name(element, _): return model
    case .member(let base?, let name):
      guard let owner = type(of: base, from: element, in: flow),
        let link = flow.models.link(name, of: owner), !link.isToMany
      else { return nil }
      return link.destination
    default: return nil
    }
  }
}

extension ProgramFlow {
  fileprivate func isStoredEnumeration(_ name: String, of model: SourceProgram.TypeID) -> Bool {
    program.modelLineage(of: model).contains { owner in
      program.storedProperties(of: owner).contains { property in
        guard property.facts.name == name, !property.isTransient,
          case .declared(let id)? = property.type?.unwrapped
        else { return false }
        return program[id].facts.kind == .enum
      }
    }
  }
}

/// Finds predicates, and the models that they are about.
private struct PredicateReader {
  let program: SourceProgram
  let scope: Scope

  func predicates(in function: FunctionTable.Function) -> [ModelPredicate] {
    var found: [ModelPredicate] = []
    var expected: [Position: WrittenType] = [:]
    CodeWalk(
      statement: { statement in
        guard case .binding(let binding) = statement, let value = binding.value,
          let type = binding.type?.predicated
        else { return }
        expected[value.position] = type
      },
      expression: { expression in
        for (position, type) in expectations(expression) { expected[position] = type }
        if case .macro(let macro) = expression.kind,
          let predicate = predicate(macro, expected[expression.position])
        {
          found.append(predicate)
        }
        return true
      }
    ).go(through: function.facts.statements)
    return found
  }

  /// What a call says about the predicates among its arguments: `FetchDescriptor<Book>(…)`.
  private func expectations(_ expression: Expression) -> [(Position, WrittenType)] {
    guard case .call(let callee, let arguments) = expression.kind else { return [] }
    if case .name("FetchDescriptor", let types) = callee.kind, let type = types.first {
      return arguments.map { ($0.value.position, type) }
    }
    guard let model = arguments.first(where: { $0.label == "model" })?.value,
      case .member(let base?, "self") = model.kind, let type = base.writtenType
    else { return [] }
    return arguments.map { ($0.value.position, type) }
  }

  private func predicate(_ macro: MacroFacts, _ expected: WrittenType?) -> ModelPredicate? {
    guard macro.name == "Predicate", case .closure(let closure)? = macro.arguments.last?.value.kind,
      let written = macro.types.first ?? (closure.types.first ?? nil) ?? expected,
      case .declared(let model) = program.resolve(written, in: scope), program.isModel(model)
    else { return nil }
    return ModelPredicate(model: model, closure: closure)
  }
}

extension WrittenType {
  /// What `Predicate<T>` is about.
  fileprivate var predicated: WrittenType? {
    guard case .named(let path) = self, path.last?.name == "Predicate" else { return nil }
    return path.last?.arguments.first
  }
}

extension Finding.Message {
  fileprivate static func asks(_ use: EnumerationUse) -> Self {
    Self(
      "the predicate looks at '\(use.model).\(use.property)', whose type is an enumeration: the "
        + "store cannot answer that, and the fetch fails while the app runs")
  }

  fileprivate static func storeRawValue(_ use: EnumerationUse) -> Self {
    Self(
      "store the raw value in a property of its own, 'var \(use.property)Name: String', and look "
        + "at that")
  }
}
