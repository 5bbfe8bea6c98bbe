internal import SchemaModel

/// The enumerations and composites of one schema, each with a unique name.
struct SharedTypes {
  /// The enumerations, in the order in which attributes need them.
  var enumerations: [Enumeration] = []
  /// The composites, in the order in which attributes need them.
  var composites: [Composite] = []
  private var names: [Instance: String] = [:]
  private var taken: Set<String> = []

  /// A declared type; a generic type occurs once for each set of arguments.
  struct Instance: Hashable, Sendable {
    /// The declaration.
    var id: SourceProgram.TypeID
    /// The generic arguments.
    var arguments: [SwiftType] = []
  }

  /// The name of a type that has already been added.
  func name(of type: Instance) -> String? { names[type] }

  /// Gives a type its own name, or a longer one with the surrounding types if the name is taken.
  mutating func claim(_ type: Instance, _ program: SourceProgram) -> String {
    let path = program.path(of: type.id)
    let end = type.arguments.map { "_" + program.name(of: $0) }.joined()
    let candidates = path.indices.reversed().map { path[$0...].joined(separator: "_") + end }
    let name = claim(candidates.first { !taken.contains($0) } ?? candidates[0])
    names[type] = name
    return name
  }

  /// Claims a name, with a number after it if the name is taken.
  mutating func claim(_ name: String) -> String {
    var result = name
    var number = 2
    while !taken.insert(result).inserted {
      result = "\(name)\(number)"
      number += 1
    }
    return result
  }

  /// Adds a composite, and returns its index in the list.
  mutating func reserveComposite(_ composite: Composite) -> Int {
    composites.append(composite)
    return composites.count - 1
  }
}

extension SourceProgram {
  /// The name of a type in one word, as a part of a longer name: `Optional_Int`.
  fileprivate func name(of type: SwiftType) -> String {
    switch type {
    case .scalar(let scalar): scalar.rawValue
    case .optional(let type): "Optional_" + name(of: type)
    case .array(let element): "Array_" + name(of: element)
    case .set(let element): "Set_" + name(of: element)
    case .dictionary: "Dictionary"
    case .declared(let id): self[id].facts.name
    case .generic(let id, let arguments):
      ([self[id].facts.name] + arguments.map(name)).joined(separator: "_")
    case .unseen(let text), .unstorable(let text):
      String(text.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }
  }
}

extension SourceProgram {
  /// Whether values of a type may contain values of a struct or enumeration, at any depth.
  func leadsBack(_ type: SwiftType, to target: SharedTypes.Instance) -> Bool {
    var pending = [type]
    var visited: Set<SharedTypes.Instance> = []
    while let type = pending.popLast() {
      guard let instance = instance(in: type) else { continue }
      if instance == target { return true }
      // A generic struct may contain ever larger instances of itself.
      guard visited.count < 256, visited.insert(instance).inserted else { continue }
      pending += partTypes(of: instance)
    }
    return false
  }

  private func instance(in type: SwiftType) -> SharedTypes.Instance? {
    switch type.unwrapped {
    case .array(let element), .set(let element): instance(in: element)
    case .declared(let id): SharedTypes.Instance(id: id)
    case .generic(let id, let arguments): SharedTypes.Instance(id: id, arguments: arguments)
    case .scalar, .optional, .dictionary, .unseen, .unstorable: nil
    }
  }

  /// The types of a struct's stored properties, or of the values that an enumeration's cases carry.
  private func partTypes(of type: SharedTypes.Instance) -> [SwiftType] {
    switch self[type.id].facts.kind {
    case .struct:
      return storedProperties(of: type.id, with: type.arguments).compactMap(\.type)
    case .enum:
      let scope = scope(of: type.id, with: type.arguments)
      return self[type.id].parts.flatMap(\.members.cases).flatMap(\.payload).map {
        resolve($0.type, in: scope)
      }
    case .class, .actor, .protocol: return []
    }
  }
}
