internal import SchemaModel

/// The enumerations and composites of one schema, each under a name that no other has.
struct SharedTypes {
  /// The enumerations, in the order in which attributes need them.
  var enumerations: [Enumeration] = []
  /// The composites, in the order in which attributes need them.
  var composites: [Composite] = []
  private var names: [Instance: String] = [:]
  private var taken: Set<String> = []

  /// A type that one of the files declares; a generic one once for each use of it.
  struct Instance: Hashable, Sendable {
    /// The declaration.
    var id: SourceProgram.TypeID
    /// What the generic parameters stand for.
    var arguments: [SwiftType] = []
  }

  /// The name of a type that is here already.
  func name(of type: Instance) -> String? { names[type] }

  /// Gives a type its name: its own, or with what is around it where another type has that.
  mutating func claim(_ type: Instance, _ program: SourceProgram) -> String {
    let path = program.path(of: type.id)
    let end = type.arguments.map { "_" + program.name(of: $0) }.joined()
    let candidates = path.indices.reversed().map { path[$0...].joined(separator: "_") + end }
    let name = claim(candidates.first { !taken.contains($0) } ?? candidates[0])
    names[type] = name
    return name
  }

  /// Takes a name, with a number behind it where it is taken.
  mutating func claim(_ name: String) -> String {
    var result = name
    var number = 2
    while !taken.insert(result).inserted {
      result = "\(name)\(number)"
      number += 1
    }
    return result
  }

  /// Adds a composite and returns its place in the list.
  mutating func reserveComposite(_ composite: Composite) -> Int {
    composites.append(composite)
    return composites.count - 1
  }
}

extension SourceProgram {
  /// A type in one word, as a part of a name: `Optional_Int`.
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
