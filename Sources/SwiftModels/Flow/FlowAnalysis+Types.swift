extension FlowAnalysis {
  /// What a type means here, where names of the function's own hide types further out.
  func resolved(_ type: WrittenType) -> SwiftType {
    switch type {
    case .named(let path):
      guard let first = path.first, first.name != "Self", state.names[first.name] != nil else {
        return flow.program.resolve(type, in: scope)
      }
      return .unseen("\(type)")
    case .optional(let inner):
      let wrapped = resolved(inner)
      return wrapped.isOptional ? wrapped : .optional(wrapped)
    case .array(let element): return .array(resolved(element))
    case .dictionary, .other: return flow.program.resolve(type, in: scope)
    }
  }
}
