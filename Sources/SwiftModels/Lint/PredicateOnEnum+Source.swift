internal import SchemaLint

extension PredicateOnEnum: SourceAnalysis {
  /// A finding for every stored enumeration in a predicate.
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

/// A stored enumeration in a predicate.
private struct EnumerationUse: Hashable {
  var model: String
  var property: String
  var position: Position
}

/// A predicate on the objects of a model.
private struct ModelPredicate {
  var model: SourceProgram.TypeID
  var closure: Closure

  /// The properties in the predicate whose values are enumerations.
  func enumerations(in flow: ProgramFlow) -> [EnumerationUse] {
    let element = closure.parameters.first ?? "$0"
    var found: [EnumerationUse] = []
    CodeWalk(expression: { expression in
      if let inner = predicateOnList(expression, from: element, in: flow) {
        found += inner.enumerations(in: flow)
        return false
      }
      guard case .member(let base?, let name) = expression.kind,
        let owner = type(of: base, from: element, in: flow),
        flow.isStoredEnumeration(name, of: owner)
      else { return true }
      found.append(
        EnumerationUse(
          model: flow.program[owner].facts.name, property: name, position: expression.position))
      return true
    }).go(through: closure.body)
    return found
  }

  /// The predicate on the objects of a to-many relationship: `shelf.books.contains { $0.kind == kind }`.
  private func predicateOnList(
    _ expression: Expression, from element: String, in flow: ProgramFlow
  ) -> ModelPredicate? {
    guard case .call(let callee, let arguments) = expression.kind,
      case .member(let list?, _) = callee.kind, case .member(let base?, let name) = list.kind,
      case .closure(let closure)? = arguments.last?.value.kind,
      let owner = type(of: base, from: element, in: flow),
      let link = flow.models.link(name, of: owner), link.isToMany
    else { return nil }
    return ModelPredicate(model: link.destination, closure: closure)
  }

  private func type(
    of expression: Expression, from element: String, in flow: ProgramFlow
  ) -> SourceProgram.TypeID? {
    switch expression.kind {
    case .name(element, _): return model
    case .member(let base?, let name):
      guard let owner = type(of: base, from: element, in: flow) else { return nil }
      if let link = flow.models.link(name, of: owner) {
        return link.isToMany ? nil : link.destination
      }
      return flow.storedStruct(name, of: owner)
    default: return nil
    }
  }
}

extension ProgramFlow {
  /// Whether a model, or a struct that a model stores, has an enumeration property of this name.
  fileprivate func isStoredEnumeration(_ name: String, of owner: SourceProgram.TypeID) -> Bool {
    stored(name, of: owner).map { program[$0].facts.kind == .enum } ?? false
  }

  /// The struct that a model, or a struct in a model, stores under this name.
  fileprivate func storedStruct(
    _ name: String, of owner: SourceProgram.TypeID
  ) -> SourceProgram.TypeID? {
    stored(name, of: owner).flatMap { program[$0].facts.kind == .struct ? $0 : nil }
  }

  private func stored(
    _ name: String, of owner: SourceProgram.TypeID
  ) -> SourceProgram.TypeID? {
    let properties = program.modelLineage(of: owner).flatMap { program.storedProperties(of: $0) }
    guard let property = properties.first(where: { $0.facts.name == name }), !property.isTransient,
      case .declared(let id)? = property.type?.unwrapped
    else { return nil }
    return id
  }
}

/// A reader of predicates and their models.
private struct PredicateReader {
  let program: SourceProgram
  let scope: Scope

  func predicates(in function: FunctionTable.Function) -> [ModelPredicate] {
    var found: [ModelPredicate] = []
    var expected: [Position: WrittenType] = [:]
    var descriptors: [String: WrittenType] = [:]
    let inMemory = MemoryPredicates(function.facts.statements)
    if let type = function.facts.result?.predicated {
      for value in function.facts.statements.compactMap(\.value) {
        expected[value.position] = type
      }
    }
    CodeWalk(
      statement: { statement in
        guard case .binding(let binding) = statement else { return }
        if let value = binding.value, let type = binding.type?.predicated {
          expected[value.position] = type
        }
        if let name = binding.names.first { descriptors[name] = binding.described }
      },
      expression: { expression in
        for (position, type) in expectations(expression) { expected[position] = type }
        if case .assignment(let target, let value, false) = expression.kind,
          case .member(let base?, "predicate") = target.kind, let name = base.text
        {
          expected[value.position] = descriptors[name]
        }
        if case .macro(let macro) = expression.kind, !inMemory.contains(expression.position),
          let predicate = predicate(macro, expected[expression.position])
        {
          found.append(predicate)
        }
        return true
      }
    ).go(through: function.facts.statements)
    return found
  }

  /// The types of the predicates among the arguments of a call: `FetchDescriptor<Book>(…)`.
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
  /// The model in `Predicate<T>`.
  fileprivate var predicated: WrittenType? { argument(of: "Predicate") }

  /// The first generic argument of a type with this name.
  fileprivate func argument(of name: String) -> WrittenType? {
    guard case .named(let path) = self, path.last?.name == name else { return nil }
    return path.last?.arguments.first
  }
}

extension Binding {
  /// The model of a name that stands for a descriptor: `var all = FetchDescriptor<Book>()`.
  fileprivate var described: WrittenType? {
    if let type { return type.argument(of: "FetchDescriptor") }
    guard case .call(let callee, _)? = value?.kind else { return nil }
    return callee.writtenType?.argument(of: "FetchDescriptor")
  }
}

extension Statement {
  /// The value of a statement that is a whole body.
  fileprivate var value: Expression? {
    switch self {
    case .expression(let value), .result(let value?): value
    default: nil
    }
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
