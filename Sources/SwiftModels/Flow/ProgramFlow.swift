internal import Synchronization

/// The flow of objects through all functions of a program, each followed once.
final class ProgramFlow: Sendable {
  /// The program.
  let program: SourceProgram
  /// The model classes and their relationships.
  let models: ModelTable
  /// The functions.
  let functions: FunctionTable
  /// The objects that types make for themselves.
  let ownObjects: OwnObjects
  /// The versions and migration plans.
  let versions: VersionTable
  /// The classes that inherit from each class, near and far.
  private let subclasses: [SourceProgram.TypeID: [SourceProgram.TypeID]]
  /// Whether an enumeration of the program has a case `some`, as an optional has.
  let declaresSome: Bool
  /// The code that may open a container.
  let openingCode: OpeningCode
  private let known: Mutex<KnownResults>
  private let left = Mutex<Set<FunctionTable.ID>>([])

  /// The flow through a program.
  init(_ program: SourceProgram) {
    self.program = program
    models = ModelTable(program)
    functions = FunctionTable(program)
    openingCode = OpeningCode(functions, depth: ContainerOpening.depthLimit)
    known = Mutex(KnownResults(count: functions.functions.count))
    ownObjects = OwnObjects(program, models, functions)
    versions = VersionTable(program)
    subclasses = program.subclasses
    declaresSome = program.allTypes.contains { id in
      program[id].parts.contains { part in part.members.cases.contains { $0.name == "some" } }
    }
    followAll()
  }

  /// Follows what leads into no circle side by side, and then the rest.
  private func followAll() {
    let ids = Array(functions.functions.indices)
    _ = ids.deepMap { id in
      // What came of it is kept; whether anything did is seen there.
      FlowWalk(self, cutsCircles: false).result(of: id) != nil
    }
    let rest = FlowWalk(self, cutsCircles: true)
    for id in ids { _ = rest.result(of: id) }
  }

  /// Where the names of a function are looked up.
  func scope(of id: FunctionTable.ID) -> Scope {
    Scope(file: functions[id].file, type: functions[id].owner)
  }
}

// MARK: - What came of it

extension ProgramFlow {
  /// What came of following a function; nil for one without a body.
  func result(of id: FunctionTable.ID) -> FlowResult? { known.withLock { $0.results[id] } }

  /// What comes of following code that is no function by itself, such as a step of a migration.
  func result(of code: FunctionTable.Function) -> FlowResult {
    FlowResult(FlowAnalysis(code, in: self, walk: FlowWalk(self, cutsCircles: true)))
  }

  /// Remembers what came of following a function, and returns what it keeps of that.
  func keep(_ result: FlowResult, of id: FunctionTable.ID) -> FlowResult {
    known.withLock { $0.keep(result, of: id) }
  }

  /// Whether a function leads into a circle, as far as that is known.
  func isLeft(_ id: FunctionTable.ID) -> Bool { left.withLock { $0.contains(id) } }

  /// Remembers that a function leads into a circle.
  func leave(_ id: FunctionTable.ID) { left.withLock { _ = $0.insert(id) } }
}

// MARK: - Finding functions

extension ProgramFlow {
  /// The function that a bare name calls, if there is exactly one that it can be.
  func function(
    named name: String, taking arguments: [Argument], from caller: FunctionTable.Function
  ) -> FunctionTable.ID? {
    var owner = caller.owner
    while let id = owner {
      if let found = method(named: name, of: id, taking: arguments) { return found }
      // What a type declares hides what is further out, even where nobody can tell what it does.
      if declaresMember(name, of: id) { return nil }
      owner = program[id].parent
    }
    let found = functions.globals(named: name).filter { fits($0, arguments) }
    return found.count == 1 ? found[0] : nil
  }

  /// Whether a type or one of its superclasses declares a function or property of that name.
  private func declaresMember(_ name: String, of id: SourceProgram.TypeID) -> Bool {
    var next: SourceProgram.TypeID? = id
    var visited: Set<SourceProgram.TypeID> = []
    while let current = next, visited.insert(current).inserted {
      if !functions.members(named: name, of: current).isEmpty { return true }
      next = program.superclass(of: current)
    }
    return propertyFacts(name, of: id) != nil
  }

  /// Whether an object of a class may have a method of a subclass in the place of its own.
  func isOverridden(
    _ name: String, of id: SourceProgram.TypeID, taking arguments: [Argument]
  ) -> Bool {
    subclasses[id, default: []].contains { subclass in
      functions.members(named: name, of: subclass).contains { fits($0, arguments) }
    }
  }

  /// The method that a call means, if there is exactly one that it can be.
  ///
  /// What an initializer makes is of the class itself, and `super` is no subclass: only otherwise may
  /// a subclass have a method of its own.
  func method(
    named name: String, of id: SourceProgram.TypeID, taking arguments: [Argument],
    isSuper: Bool = false
  ) -> FunctionTable.ID? {
    // Whatever conforms to a protocol has a method of its own.
    guard program[id].facts.kind != .protocol else { return nil }
    if name != "init", !isSuper, isOverridden(name, of: id, taking: arguments) { return nil }
    var next: SourceProgram.TypeID? = id
    var visited: Set<SourceProgram.TypeID> = []
    while let current = next, visited.insert(current).inserted {
      let found = functions.members(named: name, of: current).filter { fits($0, arguments) }
      if !found.isEmpty { return found.count == 1 ? found[0] : nil }
      next = program.superclass(of: current)
    }
    return nil
  }

  /// The initializer that a call means, if there is exactly one that it can be.
  func initializer(
    of id: SourceProgram.TypeID, taking arguments: [Argument]
  ) -> FunctionTable.ID? {
    method(named: "init", of: id, taking: arguments)
  }

  /// What sets a computed property of a type, or of its superclasses.
  func setter(of property: String, of id: SourceProgram.TypeID) -> FunctionTable.ID? {
    var next: SourceProgram.TypeID? = id
    var visited: Set<SourceProgram.TypeID> = []
    let isOverridden = subclasses[id, default: []].contains {
      functions.setter(of: property, of: $0) != nil
    }
    if isOverridden { return nil }
    while let current = next, visited.insert(current).inserted {
      if let found = functions.setter(of: property, of: current) { return found }
      next = program.superclass(of: current)
    }
    return nil
  }

  private func fits(_ id: FunctionTable.ID, _ arguments: [Argument]) -> Bool {
    let parameters = functions[id].facts.parameters
    let places = places(of: arguments, in: id)
    guard !places.contains(nil) else { return false }
    let taken = Set(places.compactMap(\.self))
    return parameters.indices.allSatisfy { taken.contains($0) || parameters[$0].hasDefault }
  }

  /// The parameter that each argument is for, by its place.
  func places(of arguments: [Argument], in id: FunctionTable.ID) -> [Int?] {
    functions[id].facts.parameters.places(of: arguments)
  }

  /// The method that a model class has of an extension of one of its protocols, if there is exactly
  /// one that a call can mean.
  func inheritedMethod(
    named name: String, of id: SourceProgram.TypeID, taking arguments: [Argument]
  ) -> FunctionTable.ID? {
    let found =
      protocols(of: id).flatMap { functions.members(named: name, of: $0) }
      + functions.members(named: name, ofExtended: "PersistentModel")
    let fitting = found.filter { functions[$0].facts.body != nil && fits($0, arguments) }
    return fitting.count == 1 ? fitting[0] : nil
  }

  /// The function that an extension adds to a context, if there is exactly one that a call can mean.
  func contextMethod(named name: String, taking arguments: [Argument]) -> FunctionTable.ID? {
    let found = functions.members(named: name, ofExtended: "ModelContext")
      .filter { fits($0, arguments) }
    return found.count == 1 ? found[0] : nil
  }

  /// The protocols that a class conforms to and that the files declare.
  private func protocols(of id: SourceProgram.TypeID) -> [SourceProgram.TypeID] {
    var result: [SourceProgram.TypeID] = []
    var pending = [id]
    while let next = pending.popLast() {
      for part in program[next].parts {
        for type in part.inherited {
          guard case .declared(let found) = program.resolve(type, in: Scope(file: part.file)),
            found != id, !result.contains(found)
          else { continue }
          if program[found].facts.kind == .protocol { result.append(found) }
          pending.append(found)
        }
      }
    }
    return result
  }
}

// MARK: - Properties

extension ProgramFlow {
  /// The type of a property of a type, or of its superclasses.
  func propertyType(_ name: String, of id: SourceProgram.TypeID) -> SwiftType? {
    property(name, of: id).flatMap { property, scope in
      property.type.map { program.resolve($0, in: scope) }
        ?? property.value.flatMap { TypeInference(program: program, scope: scope).type(of: $0) }
    }
  }

  /// The declaration of a property of a type, or of its superclasses.
  func propertyFacts(_ name: String, of id: SourceProgram.TypeID) -> PropertyFacts? {
    property(name, of: id)?.facts
  }

  /// A property of a type, or of its superclasses, and where its type is looked up.
  func property(
    _ name: String, of id: SourceProgram.TypeID
  ) -> (facts: PropertyFacts, scope: Scope)? {
    var next: SourceProgram.TypeID? = id
    var visited: Set<SourceProgram.TypeID> = []
    while let current = next, visited.insert(current).inserted {
      for part in program[current].parts {
        if let found = part.members.properties.first(where: { $0.name == name }) {
          return (found, Scope(file: part.file, type: current))
        }
      }
      next = program.superclass(of: current)
    }
    return nil
  }

  /// Whether an object can be made without what an initializer takes and stores in a relationship.
  func isOmissible(
    _ parameter: FunctionFacts.Parameter, for property: String, of id: SourceProgram.TypeID,
    from initializer: FunctionTable.ID
  ) -> Bool {
    guard !parameter.isVariadic, let stored = propertyFacts(property, of: id),
      !stored.isConstant, !stored.isSetPrivately, let type = propertyType(property, of: id),
      isUsedOnce(parameter.name, in: initializer)
    else { return false }
    let given = program.resolve(parameter.type, in: scope(of: initializer))
    guard type == given || type == .optional(given) else { return false }
    if case .array = given { return true }
    return parameter.hasDefault || given.isOptional
  }

  /// Whether a function does one thing only with a parameter.
  private func isUsedOnce(_ name: String, in id: FunctionTable.ID) -> Bool {
    var uses = 0
    functions[id].facts.statements.forEachExpression { expression in
      if case .name(name, _) = expression.kind { uses += 1 }
    }
    return uses == 1
  }

  /// The type of a relationship of a value that is a model.
  func relationshipType(_ name: String, of value: FlowValue) -> SwiftType? {
    guard case .declared(let id)? = value.type?.unwrapped else { return nil }
    return propertyType(name, of: id)
  }

  /// Whether a type is a struct that one of the files declares.
  func isStruct(_ type: SwiftType) -> Bool {
    type.declaration.map { program[$0].facts.kind == .struct } ?? false
  }

  /// Whether the methods of a type have a context at hand.
  func hasContext(_ id: SourceProgram.TypeID?) -> Bool {
    guard let id else { return false }
    return program[id].facts.attributes.contains { $0.name == "ModelActor" }
      || program[id].parts.flatMap(\.members.properties).contains(where: \.isContext)
  }

  /// Whether a property of a type is a context that comes from around it.
  func isContext(_ name: String, of id: SourceProgram.TypeID?) -> Bool {
    guard let id else { return false }
    return program[id].parts.contains { part in
      part.members.properties.contains { $0.name == name && $0.isFromEnvironment }
    }
  }
}

extension PropertyFacts {
  /// Whether it is a context, or a container that has one.
  fileprivate var isContext: Bool {
    let type = type?.description ?? ""
    if type.contains("ModelContext") || type.contains("ModelContainer") { return true }
    return isFromEnvironment
  }

  /// Whether it is the context that the views around it have.
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

/// What came of following functions so far.
private struct KnownResults {
  /// The results by the number of the function.
  private(set) var results: [FlowResult?]
  /// What callers have to know of the functions: mostly it is nothing at all.
  private var known: Set<FlowResult.KnownToCallers> = []

  init(count: Int) { results = Array(repeating: nil, count: count) }

  mutating func keep(_ result: FlowResult, of id: FunctionTable.ID) -> FlowResult {
    let shared = result.sharing(&known)
    results[id] = shared
    return shared
  }
}
