/// What the flow of objects asks of model classes: their relationships, by name.
struct ModelTable: Sendable {
  /// A relationship of a model class.
  struct Link: Hashable, Sendable {
    /// The class that it leads to.
    var destination: SourceProgram.TypeID
    /// Whether it leads to any number of objects.
    var isToMany: Bool
  }

  private var links: [SourceProgram.TypeID: [String: Link]] = [:]
  private var protocolLinks: [SourceProgram.TypeID: [String: Link]] = [:]

  /// The relationships of all model classes of a program, inherited ones too.
  init(_ program: SourceProgram) {
    var own: [SourceProgram.TypeID: [String: Link]] = [:]
    for model in program.models { own[model] = Self.links(of: model, in: program) }
    for model in program.unseenModels { links[model] = [:] }
    for model in program.models {
      var all: [String: Link] = [:]
      for ancestor in program.modelLineage(of: model) {
        all.merge(own[ancestor] ?? [:]) { mine, _ in mine }
      }
      links[model] = all
    }
    addProtocols(of: program)
  }

  /// Whether a type is a model class.
  func contains(_ id: SourceProgram.TypeID) -> Bool { links[id] != nil }

  /// The relationship of that name of a model class, or of all models that conform to a protocol.
  func link(_ name: String, of id: SourceProgram.TypeID) -> Link? {
    (links[id] ?? protocolLinks[id])?[name]
  }

  /// The models that the relationships of a model class lead to.
  func destinations(of id: SourceProgram.TypeID) -> [SourceProgram.TypeID] {
    (links[id] ?? [:]).values.map(\.destination)
  }

  /// What a protocol asks for is a relationship where it is one of each model that conforms to it,
  /// and nothing else conforms.
  private mutating func addProtocols(of program: SourceProgram) {
    var conforming: [SourceProgram.TypeID: [SourceProgram.TypeID]] = [:]
    for id in program.allTypes {
      for part in program[id].parts {
        for type in part.inherited {
          guard
            case .declared(let found) = program.resolve(
              type, in: Scope(file: part.file, type: program[id].parent)),
            program[found].facts.kind == .protocol
          else { continue }
          conforming[found, default: []].append(id)
        }
      }
    }
    for (id, types) in conforming where types.allSatisfy(contains) {
      for property in program[id].parts.first?.members.properties ?? [] {
        let found = types.map { links[$0]?[property.name] }
        guard let first = found.first, let link = first, found.allSatisfy({ $0 == link }) else {
          continue
        }
        protocolLinks[id, default: [:]][property.name] = link
      }
    }
  }

  private static func links(
    of model: SourceProgram.TypeID, in program: SourceProgram
  ) -> [String: Link] {
    var result: [String: Link] = [:]
    for property in program.storedProperties(of: model) where !property.isTransient {
      guard let type = property.type, case .declared(let id) = (type.element ?? type).unwrapped,
        program.isModel(id) || program.unseenModels.contains(id)
      else { continue }
      result[property.facts.name] = Link(destination: id, isToMany: type.element != nil)
    }
    return result
  }
}

extension SwiftType {
  /// The type of what the value is made of: the element of a list, the value of an optional.
  var core: SwiftType { (element ?? self).unwrapped }
}
