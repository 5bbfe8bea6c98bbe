/// Objects that a type makes for itself and that one function alone knows: `let work = Work()`.
///
/// Nobody else can have inserted them before that function does.
struct OwnObjects: Sendable {
  private struct Property: Hashable {
    var owner: SourceProgram.TypeID
    var name: String
  }

  private struct Reader: Hashable {
    var file: Int
    var position: Position
  }

  private var models: [Property: SourceProgram.TypeID] = [:]
  private var readers: [Property: Set<Reader>] = [:]

  /// The objects of all types of a program that are no models themselves.
  init(_ program: SourceProgram, _ table: ModelTable, _ functions: FunctionTable) {
    for owner in program.allTypes where !table.contains(owner) {
      for part in program[owner].parts {
        let scope = Scope(file: part.file, type: owner)
        for property in part.members.properties where property.isStored && property.isConstant {
          guard property.attributes.isEmpty, let value = property.value,
            case .call(let callee, _) = value.kind, let written = callee.writtenType,
            case .declared(let model) = program.resolve(written, in: scope), table.contains(model)
          else { continue }
          models[Property(owner: owner, name: property.name)] = model
        }
      }
    }
    if !models.isEmpty { findReaders(functions, program) }
  }

  /// The class of the object that a type has under a name and that only this function knows.
  func model(
    named name: String, of owner: SourceProgram.TypeID, in function: FunctionTable.Function
  ) -> SourceProgram.TypeID? {
    let property = Property(owner: owner, name: name)
    guard let model = models[property] else { return nil }
    return readers[property] == [Self.reader(function)] ? model : nil
  }

  private mutating func findReaders(_ functions: FunctionTable, _ program: SourceProgram) {
    let names = Set(models.keys.map(\.name))
    for function in functions.all where function.mentions(anyOf: names) {
      var (own, others): (Set<String>, Set<String>) = ([], [])
      function.facts.statements.forEachExpression { expression in
        switch expression.kind {
        case .name(let name, _): own.insert(name)
        case .member(let base, let name):
          if base?.text == "self" { own.insert(name) } else { others.insert(name) }
        case .keyPath(_, let path): others.formUnion(path)
        default: break
        }
      }
      for property in models.keys {
        let isOwn = function.owner.map { isSelf(property, $0, program) } ?? false
        guard others.contains(property.name) || isOwn && own.contains(property.name) else {
          continue
        }
        readers[property, default: []].insert(Self.reader(function))
      }
    }
  }

  /// Whether the methods of a type have a property by its name alone.
  private func isSelf(
    _ property: Property, _ owner: SourceProgram.TypeID, _ program: SourceProgram
  ) -> Bool {
    var next: SourceProgram.TypeID? = owner
    var visited: Set<SourceProgram.TypeID> = []
    while let current = next, visited.insert(current).inserted {
      if current == property.owner { return true }
      next = program.superclass(of: current)
    }
    return false
  }

  private static func reader(_ function: FunctionTable.Function) -> Reader {
    Reader(file: function.file, position: function.facts.position)
  }
}
