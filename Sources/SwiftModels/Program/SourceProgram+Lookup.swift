extension SourceProgram {
  /// The meaning of a type in a scope.
  func resolve(_ type: WrittenType, in scope: Scope) -> SwiftType {
    var way = Way()
    return resolve(type, in: scope, &way)
  }

  /// The state of the lookup of a type.
  private struct Way {
    /// The number of types and aliases looked up so far.
    var depth = 0
    /// The types that the generic parameters of the current alias stand for.
    var parameters: [String: SwiftType] = [:]
    /// The aliases that are being looked up.
    var aliases: Set<AliasFacts> = []
  }

  /// The depth at which a lookup stops, in case of a circle of aliases.
  private static let aliasLimit = 64

  private func resolve(_ type: WrittenType, in scope: Scope, _ way: inout Way) -> SwiftType {
    way.depth += 1
    guard way.depth < Self.aliasLimit else { return .unseen("\(type)") }
    switch type {
    case .optional(let wrapped):
      return optional(resolve(wrapped, in: scope, &way))
    case .array(let element): return .array(resolve(element, in: scope, &way))
    case .dictionary: return .dictionary
    case .other(let text): return .unstorable(text)
    case .named(let path): return resolve(path, in: scope, &way)
    }
  }

  /// The optional of a type; an optional of an optional is stored like a single one.
  private func optional(_ type: SwiftType) -> SwiftType { type.isOptional ? type : .optional(type) }

  private func resolve(
    _ path: [WrittenType.Component], in scope: Scope, _ way: inout Way
  ) -> SwiftType {
    guard let first = path.first else { return .unseen("") }
    if path.count == 1, let meant = way.parameters[first.name] { return meant }
    let text = WrittenType.named(path).description
    if first.name == "Self", path.count > 1, let own = scope.type {
      return member(path.dropFirst(), of: own, text, &way)
    }
    switch find(first.name, from: scope) {
    case .type(let id):
      let given = path.last?.arguments.map { resolve($0, in: scope, &way) } ?? []
      return instance(of: member(path.dropFirst(), of: id, text, &way), given)
    case .alias(let alias, let home):
      let type = resolve(alias, first.arguments, from: scope, in: home, &way)
      guard path.count > 1 else { return type }
      guard case .declared(let id) = type else { return .unseen(text) }
      return member(path.dropFirst(), of: id, text, &way)
    case .parameter: return scope.arguments[text] ?? .unseen(text)
    case nil: return platformType(path, text, scope, &way)
    }
  }

  /// A generic type with its generic arguments, if all of them are given.
  private func instance(of type: SwiftType, _ given: [SwiftType]) -> SwiftType {
    guard case .declared(let id) = type, !given.isEmpty,
      self[id].facts.genericParameters.count == given.count
    else { return type }
    return .generic(id, given)
  }

  /// The type that an alias stands for, with its generic arguments.
  private func resolve(
    _ alias: AliasFacts, _ arguments: [WrittenType], from scope: Scope, in home: Scope,
    _ way: inout Way
  ) -> SwiftType {
    let given = arguments.map { resolve($0, in: scope, &way) }
    let outer = way
    guard way.aliases.insert(alias).inserted else { return .unstorable(alias.name) }
    way.parameters = Dictionary(zip(alias.genericParameters, given)) { first, _ in first }
    defer { (way.parameters, way.aliases) = (outer.parameters, outer.aliases) }
    return resolve(alias.type, in: home, &way)
  }

  /// A type that no file declares, or a name after the name of a module.
  private func platformType(
    _ path: [WrittenType.Component], _ text: String, _ scope: Scope, _ way: inout Way
  ) -> SwiftType {
    if path.count > 1 {
      let rest = Array(path.dropFirst())
      if Self.platformModules.contains(path[0].name) { return builtIn(rest, text, scope, &way) }
      // The name of the program's own module may precede its types.
      guard let home = file(inModule: path[0].name, of: rest[0].name, seenFrom: scope.file) else {
        return .unseen(text)
      }
      return resolve(rest, in: Scope(file: home), &way)
    }
    return builtIn(path, text, scope, &way)
  }

  /// Platform modules whose names may precede their types.
  static let platformModules: Set = ["Swift", "Foundation", "SwiftData", "CoreLocation"]

  private func builtIn(
    _ path: [WrittenType.Component], _ text: String, _ scope: Scope, _ way: inout Way
  ) -> SwiftType {
    guard path.count == 1 else { return .unseen(text) }
    if let scalar = StoredScalar(name: path[0].name), path[0].arguments.isEmpty {
      return .scalar(scalar)
    }
    if Self.unstorable.contains(path[0].name) { return .unstorable(text) }
    guard let argument = path[0].arguments.first else { return .unseen(text) }
    switch (path[0].name, path[0].arguments.count) {
    case ("Optional", 1): return optional(resolve(argument, in: scope, &way))
    case ("Array", 1), ("ContiguousArray", 1):
      return .array(resolve(argument, in: scope, &way))
    case ("Set", 1): return .set(resolve(argument, in: scope, &way))
    case ("Dictionary", 2): return .dictionary
    default: return .unseen(text)
    }
  }

  /// Standard library types that are not `Codable`.
  private static let unstorable: Set = [
    "Any", "AnyClass", "AnyHashable", "AnyKeyPath", "AnyObject", "Character", "Error", "KeyPath",
    "Never", "Result", "Substring", "Void",
  ]

  private func member(
    _ path: ArraySlice<WrittenType.Component>, of id: TypeID, _ text: String, _ way: inout Way
  ) -> SwiftType {
    var current = id
    for component in path {
      switch find(component.name, in: current) {
      case .type(let next): current = next
      case .alias(let alias, let home):
        let type = resolve(alias, [], from: home, in: home, &way)
        guard case .declared(let next) = type else {
          return component == path.last ? type : .unseen(text)
        }
        current = next
      case nil where component == path.last:
        return inferred(component.name, of: current, &way) ?? .unseen(text)
      case .parameter, nil: return .unseen(text)
      }
    }
    return .declared(current)
  }

  /// The type that the compiler infers for an associated type without a declaration.
  ///
  /// `Note.ID` is the type of the property `id`; `Kind.RawValue` is the type after the colon of an
  /// enumeration.
  private func inferred(_ name: String, of id: TypeID, _ way: inout Way) -> SwiftType? {
    guard way.depth < Self.aliasLimit else { return nil }
    let written: (type: WrittenType, file: Int)? =
      switch name {
      case "RawValue" where self[id].facts.kind == .enum:
        self[id].parts.first.flatMap { part in part.inherited.first.map { ($0, part.file) } }
      case "ID":
        self[id].parts.lazy.compactMap { part in
          part.members.properties.first { $0.name == "id" && !$0.isStatic }?.spelledType.map {
            ($0, part.file)
          }
        }.first
      default: nil
      }
    guard let written else { return nil }
    let type = resolve(written.type, in: Scope(file: written.file, type: id), &way)
    // The type after the colon of an enumeration without raw values is a protocol.
    if name == "RawValue", case .scalar = type { return type }
    return name == "ID" ? type : nil
  }
}

extension PropertyFacts {
  /// The written type, also if only the initial value names it: `var id = UUID()`.
  fileprivate var spelledType: WrittenType? {
    if let type { return type }
    switch value?.kind {
    case .call(let callee, _)?:
      if case .name(let name, _) = callee.kind { return .name(name) }
      return nil
    default: return nil
    }
  }
}

// MARK: - Names

extension SourceProgram {
  /// Whether one of the files declares a type alias of this name.
  func declaresAlias(_ name: String) -> Bool {
    topLevelAliases[name] != nil || types.contains { $0.aliases[name] != nil }
  }
}

extension SourceProgram {
  private enum Found {
    case type(TypeID)
    case alias(AliasFacts, Scope)
    case parameter
  }

  /// The meaning of a name in a scope: the innermost surrounding declaration, then the module's.
  private func find(_ name: String, from scope: Scope) -> Found? {
    var next = scope.type
    while let id = next {
      if self[id].facts.genericParameters.contains(name) { return .parameter }
      if let found = find(name, in: id) { return found }
      next = self[id].parent
    }
    return findTopLevel(name, from: scope.file)
  }

  /// The meaning of a name after the name of a type: a member of the type or of its superclasses.
  private func find(_ name: String, in id: TypeID) -> Found? {
    var current = id
    var visited: Set<TypeID> = []
    while visited.insert(current).inserted {
      if let nested = self[current].nested[name] { return .type(nested) }
      if let alias = self[current].aliases[name] {
        return .alias(alias.facts, Scope(file: alias.file, type: current))
      }
      guard let parent = superclass(of: current) else { return nil }
      current = parent
    }
    return nil
  }

  /// The meaning of a name outside all types.
  ///
  /// The files may belong to several modules. Of several types with one name, the type in the nearest file
  /// counts.
  private func findTopLevel(_ name: String, from file: Int) -> Found? {
    var best: (nearness: Int, found: Found)?
    func offer(_ found: Found, _ home: Int, isPrivate: Bool) {
      guard !isPrivate || home == file else { return }
      let nearness = home == file ? Int.max : sharedFolders(home, file)
      if best.map({ $0.nearness < nearness }) ?? true { best = (nearness, found) }
    }
    for id in topLevel[name] ?? [] {
      offer(.type(id), self[id].file, isPrivate: self[id].facts.isPrivate)
    }
    for alias in topLevelAliases[name] ?? [] {
      offer(
        .alias(alias.facts, Scope(file: alias.file)), alias.file,
        isPrivate: alias.facts.isPrivate)
    }
    return best?.found
  }

  /// The file from which a name after a module's name is looked up.
  ///
  /// For an imported module, this is a file that declares the name in a folder named after the module.
  /// Otherwise it is the file itself.
  private func file(inModule module: String, of name: String, seenFrom file: Int) -> Int? {
    let homes =
      (topLevel[name] ?? []).map { self[$0].file }
      + (topLevelAliases[name] ?? []).map(\.file)
    guard !homes.isEmpty else { return nil }
    guard files[file].imports.contains(module) else { return file }
    return homes.first { files[$0].path.split(separator: "/").dropLast().contains { $0 == module } }
  }

  /// The number of leading folders that the paths of two files have in common.
  private func sharedFolders(_ first: Int, _ second: Int) -> Int {
    let left = files[first].path.split(separator: "/").dropLast()
    let right = files[second].path.split(separator: "/").dropLast()
    return zip(left, right).prefix { $0 == $1 }.count
  }
}
