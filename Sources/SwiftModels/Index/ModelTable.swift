/// The relationships of model classes, by name.
struct ModelTable: Sendable {
  /// A relationship of a model class.
  struct Link: Hashable, Sendable {
    /// The destination class.
    var destination: SourceProgram.TypeID
    /// Whether the relationship is to-many.
    var isToMany: Bool
  }

  private var links: [SourceProgram.TypeID: [String: Link]] = [:]

  /// Reads the relationships of all model classes of a program, inherited ones included.
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
  }

  /// Whether a type is a model class.
  func contains(_ id: SourceProgram.TypeID) -> Bool { links[id] != nil }

  /// A relationship of a model class, by name.
  func link(_ name: String, of id: SourceProgram.TypeID) -> Link? { links[id]?[name] }

  /// The destination classes of the relationships of a model class.
  func destinations(of id: SourceProgram.TypeID) -> [SourceProgram.TypeID] {
    (links[id] ?? [:]).values.map(\.destination)
  }

  /// The model class of a value, or of the elements of a list.
  func model(_ type: SwiftType?) -> SourceProgram.TypeID? {
    guard case .declared(let id)? = type?.core, contains(id) else { return nil }
    return id
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
  /// The type of the element of a list, or of the value of an optional.
  var core: SwiftType { (element ?? self).unwrapped }
}
