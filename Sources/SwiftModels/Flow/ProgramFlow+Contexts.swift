extension ProgramFlow {
  /// The type whose property of that name a context is kept in, seen from one of its methods.
  ///
  /// The context of the views around a view is none of its own.
  func keeper(
    ofContext name: String, seenFrom owner: SourceProgram.TypeID, isShared: Bool = false
  ) -> SourceProgram.TypeID? {
    var next: SourceProgram.TypeID? = owner
    var visited: Set<SourceProgram.TypeID> = []
    while let current = next, visited.insert(current).inserted {
      let properties = program[current].parts.lazy.flatMap(\.members.properties)
      if let property = properties.first(where: { $0.name == name }) {
        return property.keepsContext && (property.isStatic || !isShared) ? current : nil
      }
      next = program.superclass(of: current)
    }
    return nil
  }
}

extension PropertyFacts {
  /// Whether it holds a context, and keeps it.
  var keepsContext: Bool {
    guard isStored || value != nil, attributes.isEmpty else { return false }
    return type.map(\.isContext) ?? value?.isContextOfContainer ?? false
  }
}

extension WrittenType {
  /// Whether it is the type of a context, optional or not.
  fileprivate var isContext: Bool {
    switch self {
    case .optional(let inner): inner.isContext
    case .named(let path): path.last?.name == "ModelContext"
    case .array, .dictionary, .other: false
    }
  }
}

extension Expression {
  /// Whether it makes a context, or asks a container for its own.
  var isContextOfContainer: Bool {
    switch kind {
    case .member(_?, "mainContext"): true
    default: makesContext
    }
  }

  /// Whether it makes a context.
  var makesContext: Bool {
    guard case .call(let callee, _) = kind else { return false }
    return ["ModelContext", "ModelContext.init", "SwiftData.ModelContext"].contains(callee.text)
  }
}
