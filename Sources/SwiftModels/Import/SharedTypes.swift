internal import SchemaModel

/// The enumerations and composites of one schema, each under a name that no other has.
struct SharedTypes {
  /// The enumerations, in the order in which attributes need them.
  var enumerations: [Enumeration] = []
  /// The composites, in the order in which attributes need them.
  var composites: [Composite] = []
  private var names: [SourceProgram.TypeID: String] = [:]
  private var taken: Set<String> = []

  /// The name of a type that is here already.
  func name(of id: SourceProgram.TypeID) -> String? { names[id] }

  /// Gives a type its name: its own, or with what is around it where another type has that.
  mutating func claim(_ id: SourceProgram.TypeID, _ program: SourceProgram) -> String {
    let path = program.path(of: id)
    let candidates = path.indices.reversed().map { path[$0...].joined(separator: "_") }
    let name = claim(candidates.first { !taken.contains($0) } ?? candidates[0])
    names[id] = name
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
