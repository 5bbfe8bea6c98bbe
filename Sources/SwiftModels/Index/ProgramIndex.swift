/// The functions and models of a program, and the meaning of names and calls in it.
struct ProgramIndex: Sendable {
  /// The program.
  let program: SourceProgram
  /// The model classes and their relationships.
  let models: ModelTable
  /// The functions.
  let functions: FunctionTable
  /// All subclasses of each class, direct and indirect.
  private let subclasses: [SourceProgram.TypeID: [SourceProgram.TypeID]]

  /// Creates the index of a program.
  init(_ program: SourceProgram) {
    self.program = program
    models = ModelTable(program)
    functions = FunctionTable(program)
    subclasses = program.subclasses
  }

  /// The scope in which the names of a function are looked up.
  func scope(of id: FunctionTable.ID) -> Scope {
    Scope(file: functions[id].file, type: functions[id].owner)
  }

  /// A type and its superclasses, the nearest first.
  private func lineage(of id: SourceProgram.TypeID) -> [SourceProgram.TypeID] {
    var result = [id]
    while let next = result.last.flatMap(program.superclass), !result.contains(next) {
      result.append(next)
    }
    return result
  }
}

// MARK: - Functions

extension ProgramIndex {
  /// The function that a call of a bare name means; nil unless there is exactly one candidate.
  func function(
    named name: String, taking arguments: [Argument], from caller: FunctionTable.Function
  ) -> FunctionTable.ID? {
    var owner = caller.owner
    while let id = owner {
      if let found = method(named: name, of: id, taking: arguments) { return found }
      // A member hides outer functions, even if its effects are unknown.
      if declaresMember(name, of: id) { return nil }
      owner = program[id].parent
    }
    return only(functions.globals(named: name), taking: arguments)
  }

  /// Whether a type or one of its superclasses declares a function or property of this name.
  private func declaresMember(_ name: String, of id: SourceProgram.TypeID) -> Bool {
    lineage(of: id).contains { !functions.members(named: name, of: $0).isEmpty }
      || property(name, of: id) != nil
  }

  /// The method that a call means; nil unless there is exactly one candidate.
  ///
  /// The object may be of a subclass that overrides the method, and each type that conforms to a protocol has
  /// its own.
  func method(
    named name: String, of id: SourceProgram.TypeID, taking arguments: [Argument],
    isSuper: Bool = false
  ) -> FunctionTable.ID? {
    guard program[id].facts.kind != .protocol else { return nil }
    let isOverridden = subclasses[id, default: []].contains { subclass in
      functions.members(named: name, of: subclass).contains { fits($0, arguments) }
    }
    if isOverridden, name != "init", !isSuper { return nil }
    for type in lineage(of: id) {
      let found = functions.members(named: name, of: type).filter { fits($0, arguments) }
      if !found.isEmpty { return found.count == 1 ? found[0] : nil }
    }
    return nil
  }

  /// The initializer that a call means; nil unless there is exactly one candidate.
  func initializer(
    of id: SourceProgram.TypeID, taking arguments: [Argument]
  ) -> FunctionTable.ID? {
    method(named: "init", of: id, taking: arguments)
  }

  /// The setter of a computed property of a type, or of its superclasses.
  func setter(of property: String, of id: SourceProgram.TypeID) -> FunctionTable.ID? {
    lineage(of: id).lazy.compactMap { functions.setter(of: property, of: $0) }.first
  }

  /// The method in an extension of `ModelContext` that a call means; nil unless there is exactly one
  /// candidate.
  func contextMethod(named name: String, taking arguments: [Argument]) -> FunctionTable.ID? {
    only(functions.members(named: name, ofExtended: "ModelContext"), taking: arguments)
  }

  /// Maps each argument to the index of its parameter.
  func places(of arguments: [Argument], in id: FunctionTable.ID) -> [Int?] {
    functions[id].facts.parameters.places(of: arguments)
  }

  private func only(
    _ ids: [FunctionTable.ID], taking arguments: [Argument]
  ) -> FunctionTable.ID? {
    let found = ids.filter { fits($0, arguments) }
    return found.count == 1 ? found[0] : nil
  }

  private func fits(_ id: FunctionTable.ID, _ arguments: [Argument]) -> Bool {
    let parameters = functions[id].facts.parameters
    let places = places(of: arguments, in: id)
    guard !places.contains(nil) else { return false }
    let taken = Set(places.compactMap(\.self))
    return parameters.indices.allSatisfy { taken.contains($0) || parameters[$0].hasDefault }
  }
}

// MARK: - Properties

extension ProgramIndex {
  /// A property of a type or of its superclasses, and the scope of its type.
  func property(
    _ name: String, of id: SourceProgram.TypeID
  ) -> (facts: PropertyFacts, scope: Scope)? {
    for type in lineage(of: id) {
      for part in program[type].parts {
        if let found = part.members.properties.first(where: { $0.name == name }) {
          return (found, Scope(file: part.file, type: type))
        }
      }
    }
    return nil
  }

  /// The declaration of a property of a type, or of its superclasses.
  func propertyFacts(_ name: String, of id: SourceProgram.TypeID) -> PropertyFacts? {
    property(name, of: id)?.facts
  }

  /// The type of a property of a type, or of its superclasses.
  func propertyType(_ name: String, of id: SourceProgram.TypeID) -> SwiftType? {
    property(name, of: id).flatMap { property, scope in
      property.type.map { program.resolve($0, in: scope) }
        ?? property.value.flatMap { TypeInference(program: program, scope: scope).type(of: $0) }
    }
  }
}

// MARK: - Contexts

extension ProgramIndex {
  /// Whether the methods of a type have access to a context.
  func hasContext(_ id: SourceProgram.TypeID?) -> Bool {
    guard let id else { return false }
    return program[id].facts.attributes.contains { $0.name == "ModelActor" }
      || program[id].parts.flatMap(\.members.properties).contains(where: \.isContext)
  }

  /// Whether a property of a type is the context from the environment of a view.
  func isContextOfViews(_ name: String, of id: SourceProgram.TypeID?) -> Bool {
    id.flatMap { propertyFacts(name, of: $0) }?.isFromEnvironment ?? false
  }

  /// The type that keeps a context in a property of this name, as a method of `owner` sees it.
  ///
  /// A view does not keep the context of its environment.
  func keeper(
    ofContext name: String, seenFrom owner: SourceProgram.TypeID, isShared: Bool = false
  ) -> SourceProgram.TypeID? {
    guard let (facts, scope) = property(name, of: owner), facts.keepsContext,
      facts.isStatic || !isShared
    else { return nil }
    return scope.type
  }
}

extension PropertyFacts {
  /// Whether the property stores a context.
  var keepsContext: Bool {
    guard isStored || value != nil, attributes.isEmpty else { return false }
    return type.map(\.isContext) ?? value?.isContextOfContainer ?? false
  }

  /// Whether the property is a context, or a container, which has one.
  fileprivate var isContext: Bool {
    let type = type?.description ?? ""
    return type.contains("ModelContext") || type.contains("ModelContainer") || isFromEnvironment
  }

  /// Whether the property is the context from the environment.
  fileprivate var isFromEnvironment: Bool {
    attributes.contains { attribute in
      attribute.name == "Environment"
        && attribute.arguments.contains { argument in
          guard case .keyPath(_, let names) = argument.value.kind else { return false }
          return names.last == "modelContext"
        }
    }
  }
}

extension WrittenType {
  /// Whether the type is a context, optional or not.
  fileprivate var isContext: Bool {
    switch self {
    case .optional(let inner): inner.isContext
    case .named(let path): path.last?.name == "ModelContext"
    case .array, .dictionary, .other: false
    }
  }
}

extension Expression {
  /// Whether the expression makes a context, or reads the main context of a container.
  fileprivate var isContextOfContainer: Bool {
    if case .member(_?, "mainContext") = kind { true } else { makesContext }
  }

  /// Whether the expression makes a context.
  var makesContext: Bool {
    guard case .call(let callee, _) = kind else { return false }
    return ["ModelContext", "ModelContext.init", "SwiftData.ModelContext"].contains(callee.text)
  }
}
