internal import SchemaModel

/// The contexts that types keep in properties, compared by the code that sets them.
///
/// ```swift
/// init(_ container: ModelContainer) {
///   main = container.mainContext
///   background = ModelContext(container) // certainly another context
/// }
/// ```
struct KeptContexts {
  /// The origin of a context.
  fileprivate enum Origin: Hashable {
    /// Made at this place.
    case made(file: Int, Position)
    /// The main context of a container, which the source names like this.
    case main(String)
    /// The argument of an initializer's parameter.
    case given(file: Int, Position, String)
    /// The value of another property.
    case property(String)
    /// Any context.
    case unknown
  }

  private struct Property: Hashable {
    var owner: SourceProgram.TypeID
    var name: String
  }

  private let flow: ProgramFlow
  private var origins: [Property: Set<Origin>] = [:]
  /// The properties that other code may set, and whether each one is computed on first use.
  private var settable: [Property: Bool] = [:]
  /// The names of properties that are set on other objects.
  private var assignedElsewhere: Set<String> = []

  /// Finds the contexts that the types of a program keep.
  init(_ flow: ProgramFlow) {
    self.flow = flow
    for owner in flow.program.allTypes {
      for part in flow.program[owner].parts {
        for property in part.members.properties where property.keepsContext {
          add(property, of: owner, inFile: part.file)
        }
      }
    }
    guard !origins.isEmpty else { return }
    let names = Set(origins.keys.map(\.name))
    for function in flow.code where function.mentions(anyOf: names) {
      addAssignments(in: function)
    }
    for (key, isLazy) in settable where !isLazy || assignedElsewhere.contains(key.name) {
      origins[key, default: []].insert(.unknown)
    }
  }

  /// Whether two properties of a type have different contexts; nil if that is not certain.
  func areDifferent(
    _ first: String, _ second: String, of owner: SourceProgram.TypeID
  ) -> Bool? {
    let one = origins[Property(owner: owner, name: first)] ?? []
    let other = origins[Property(owner: owner, name: second)] ?? []
    guard one.isDisjoint(with: other.subtracting([.unknown])), !one.contains(.property(second)),
      !other.contains(.property(first))
    else { return false }
    if one.isEmpty || other.isEmpty { return nil }
    let areKnown = one.union(other).allSatisfy(\.isKnown)
    // A new context differs from every other one; two existing contexts may be the same.
    let isOneMade = [one, other].contains { $0.allSatisfy(\.isMade) }
    return areKnown && isOneMade ? true : nil
  }

  /// Whether a property always has a context that was made for it.
  func isMade(_ name: String, of owner: SourceProgram.TypeID) -> Bool {
    let origins = origins[Property(owner: owner, name: name)] ?? []
    return !origins.isEmpty && origins.allSatisfy(\.isMade)
  }

  // MARK: Collecting

  private mutating func add(
    _ property: PropertyFacts, of owner: SourceProgram.TypeID, inFile file: Int
  ) {
    let key = Property(owner: owner, name: property.name)
    origins[key, default: []] = []
    if let value = property.value {
      origins[key, default: []].insert(
        origin(of: value, owner, in: LocalConstants([]), file, of: nil))
    }
    // Other code may set any context; a value that is computed on first use is seldom set.
    if !property.isConstant, !property.isSetPrivately {
      settable[key] = !property.isStored && !property.isStatic
    }
  }

  private mutating func addAssignments(in function: FunctionTable.Function) {
    guard let owner = function.owner else { return }
    let body = function.facts.statements
    let locals = LocalConstants(body)
    body.forEachExpression { expression in
      guard case .assignment(let target, let value, _) = expression.kind else { return }
      if case .member(let base?, let name) = target.kind, base.text != "self" {
        assignedElsewhere.insert(name)
      }
      guard let name = Self.ownName(target),
        let keeper = flow.index.keeper(ofContext: name, seenFrom: owner)
      else { return }
      origins[Property(owner: keeper, name: name), default: []].insert(
        origin(of: value, owner, in: locals, function.file, of: function))
    }
  }

  private func origin(
    of value: Expression, _ owner: SourceProgram.TypeID, in locals: LocalConstants, _ file: Int,
    of function: FunctionTable.Function?
  ) -> Origin {
    var value = value
    if case .name(let name, _) = value.kind, let local = locals[name] { value = local }
    if value.makesContext { return .made(file: file, value.position) }
    if case .member(let container?, "mainContext") = value.kind {
      return container.text.map { .main($0.withoutSelf) } ?? .unknown
    }
    guard let name = Self.ownName(value) else { return .unknown }
    if case .name = value.kind, let function,
      function.facts.parameters.contains(where: { $0.name == name })
    {
      // A method may be called with the context of the other property.
      return function.isInitializer
        ? .given(file: file, function.facts.position, name) : .unknown
    }
    return flow.index.keeper(ofContext: name, seenFrom: owner) == nil ? .unknown : .property(name)
  }

  /// The name in `context` or `self.context`.
  private static func ownName(_ expression: Expression) -> String? {
    switch expression.kind {
    case .name(let name, _): name
    case .member(let base?, let name) where ["self", "Self"].contains(base.text): name
    default: nil
    }
  }
}

extension KeptContexts.Origin {
  fileprivate var isMade: Bool { if case .made = self { true } else { false } }

  /// Whether the origin of the context is known.
  fileprivate var isKnown: Bool {
    switch self {
    case .made, .main, .given: true
    case .property, .unknown: false
    }
  }
}

extension String {
  /// The text after `self.`, if it begins with that.
  var withoutSelf: String { hasPrefix("self.") ? String(dropFirst(5)) : self }
}
