extension FlowAnalysis {
  /// What a type means here, where names of the function's own hide types further out.
  func resolved(_ type: WrittenType) -> SwiftType {
    switch type {
    case .named(let path):
      guard let first = path.first, first.name != "Self", let known = state.names[first.name] else {
        return flow.program.resolve(type, in: scope)
      }
      guard let alias = known.alias, first.arguments.isEmpty else { return .unseen("\(type)") }
      if path.count == 1 { return flow.program.resolve(alias, in: scope) }
      guard case .named(let start) = alias else { return .unseen("\(type)") }
      return flow.program.resolve(.named(start + path.dropFirst()), in: scope)
    case .optional(let inner):
      let wrapped = resolved(inner)
      return wrapped.isOptional ? wrapped : .optional(wrapped)
    case .array(let element): return .array(resolved(element))
    case .dictionary, .other: return flow.program.resolve(type, in: scope)
    }
  }

  /// Whether a name of the function's own hides what a type is called.
  func isHiddenHere(_ type: WrittenType) -> Bool {
    switch type {
    case .named(let path):
      path.contains { component in
        state.names[component.name] != nil || component.arguments.contains(where: isHiddenHere)
      }
    case .optional(let inner), .array(let inner): isHiddenHere(inner)
    case .dictionary(let key, let value): isHiddenHere(key) || isHiddenHere(value)
    case .other: true
    }
  }
}
