internal import SchemaModel

extension ContainerOpening {
  /// Whether names or comments call the store a cache.
  ///
  /// The names are the function's, its type's, and those that lead to the store. The comments stand at the
  /// function, at the opening, or at the first statement of the failure handler.
  func isOfCache(deletedBy deletions: [Expression], _ flow: ProgramFlow) -> Bool {
    let type = function.owner.map { flow.program.path(of: $0) } ?? []
    if (type + [function.facts.name]).contains(where: CacheWords.call) { return true }
    let file = flow.program.files[function.file]
    var handled: [Position] = []
    handler?.first.map { [$0].forEachExpression { handled.append($0.position) } }
    let lines = ([function.facts.position, position] + handled.prefix(1)).map { Int($0.line) }
    if file.cacheComments.contains(where: { lines.contains(where: $0.contains) }) { return true }
    return names(leadingTo: deletions + opened).contains(where: CacheWords.call)
  }

  /// The calls that open the store or set its path.
  private var opened: [Expression] {
    let openers: Set = [
      "ModelContainer", "ModelConfiguration", "NSPersistentContainer", "addPersistentStore",
      "NSPersistentStoreDescription",
    ]
    var found: [Expression] = []
    function.facts.statements.forEachExpression { expression in
      if let name = expression.calledName, openers.contains(name) { found.append(expression) }
    }
    return found
  }

  /// The names and texts in the arguments of calls, and in the values of the names in them.
  private func names(leadingTo calls: [Expression]) -> Set<String> {
    let values = self.values
    var known: Set<String> = []
    var pending = calls.flatMap(\.callArguments).map(\.value)
    while let next = pending.popLast() {
      [Statement.expression(next)].forEachExpression { part in
        switch part.kind {
        // The name of a model class does not show where its objects are stored.
        case .name(let name, _) where name.first?.isUppercase != true:
          if known.insert(name).inserted { pending += values[name] ?? [] }
        case .member(_, let name): known.insert(name)
        case .literal(.string(let text)): known.insert(text)
        default: break
        }
      }
    }
    return known
  }

  /// The values of local names.
  private var values: [String: [Expression]] {
    var values: [String: [Expression]] = [:]
    func add(_ name: String, _ value: Expression) { values[name, default: []].append(value) }
    CodeWalk(
      statement: { statement in
        guard case .binding(let binding) = statement, let value = binding.value else { return }
        for name in binding.names { add(name, value) }
      },
      expression: { expression in
        if case .assignment(let target, let value, _) = expression.kind, let name = target.text {
          add(name, value)
        }
        return true
      }
    ).go(through: function.facts.statements)
    return values
  }
}
