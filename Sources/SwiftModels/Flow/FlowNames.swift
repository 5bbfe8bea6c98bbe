/// The meanings of names at a point of a function: of types, and of contexts.
struct FlowNames {
  let index: ProgramIndex
  let function: FunctionTable.Function
  let scope: Scope
  /// The values of the local names, which hide outer ones.
  let values: [String: FlowValue]

  /// Whether a type is a context.
  static func isContext(_ type: SwiftType) -> Bool {
    guard case .unseen(let name) = type.unwrapped else { return false }
    return ["ModelContext", "SwiftData.ModelContext", "NSManagedObjectContext"].contains(name)
  }

  /// The meaning of a type here; local type names hide outer ones.
  func resolved(_ type: WrittenType) -> SwiftType {
    switch type {
    case .named(let path):
      let isHidden = path.first.map { $0.name != "Self" && values[$0.name] != nil } ?? false
      return isHidden ? .unseen("\(type)") : index.program.resolve(type, in: scope)
    case .optional(let inner):
      let wrapped = resolved(inner)
      return wrapped.isOptional ? wrapped : .optional(wrapped)
    case .array(let element): return .array(resolved(element))
    case .dictionary(_, let value): return .array(resolved(value))
    case .other: return index.program.resolve(type, in: scope)
    }
  }

  // MARK: Contexts

  /// Whether a name is a usual one for contexts, or the name of a context property of the function's type.
  func isContext(_ name: String) -> Bool {
    let names: Set = [
      "context", "modelContext", "mainContext", "viewContext", "managedObjectContext",
    ]
    return names.contains(name) || index.isContextOfViews(name, of: function.owner)
      || function.owner.map { index.keeper(ofContext: name, seenFrom: $0) != nil } ?? false
  }

  /// The context that a name or a path of names stands for: `context`, `self.context`, `Library.background`.
  func context(named text: String) -> ContextIdentity {
    let (base, name) = text.splitAtLastDot
    if let base, base != "self" {
      return sharedKeeper(name, spelled: base).map { .kept(by: $0, name) } ?? .named(text)
    }
    // A local name hides the property.
    guard base != nil || values[name] == nil, let owner = function.owner,
      !function.facts.parameters.contains(where: { base == nil && $0.name == name }),
      let keeper = index.keeper(ofContext: name, seenFrom: owner)
    else { return .named(text) }
    return .kept(by: keeper, name)
  }

  /// Whether a type keeps a shared context in a property of this name.
  func isSharedContext(_ name: String, spelled type: String?) -> Bool {
    type.flatMap { sharedKeeper(name, spelled: $0) } != nil
  }

  private func sharedKeeper(_ name: String, spelled type: String) -> SourceProgram.TypeID? {
    let id: SourceProgram.TypeID?
    if type == "Self" {
      id = function.owner
    } else if values[type] == nil, type.first?.isUppercase == true,
      case .declared(let found) = index.program.resolve(
        .named(type.split(separator: ".").map { .init(name: String($0)) }), in: scope)
    {
      id = found
    } else {
      id = nil
    }
    return id.flatMap { index.keeper(ofContext: name, seenFrom: $0, isShared: true) }
  }
}

extension String {
  /// The text before the last dot, if there is a dot, and the text after it.
  fileprivate var splitAtLastDot: (base: String?, name: String) {
    guard let dot = lastIndex(of: ".") else { return (nil, self) }
    return (String(self[..<dot]), String(self[index(after: dot)...]))
  }
}
