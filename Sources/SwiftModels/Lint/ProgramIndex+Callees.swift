extension ProgramIndex {
  /// The functions that a call may mean, judging only by their names.
  ///
  /// A name that no surrounding type declares may be a method in an extension of a platform type:
  /// `FileManager.default.removeStore(at: url)`.
  func callees(of call: Expression, in scope: Scope) -> [FunctionTable.Function] {
    guard case .call(let callee, _) = call.kind else { return [] }
    switch callee.kind {
    case .name(let name, _):
      var owner = scope.type
      while let id = owner {
        let found = functions.members(named: name, of: id)
        if !found.isEmpty { return found.map { functions[$0] } }
        owner = program[id].parent
      }
      let found = functions.globals(named: name)
      return (found.isEmpty ? [functions.onlyMember(named: name)].compactMap(\.self) : found)
        .map { functions[$0] }
    case .member(let base?, let name):
      let owner: SourceProgram.TypeID?
      if base.text == "self" || base.text == "Self" {
        owner = scope.type
      } else if let written = base.writtenType,
        case .declared(let id) = program.resolve(written, in: scope)
      {
        owner = id
      } else {
        owner = nil
      }
      let found = owner.map { functions.members(named: name, of: $0) }
      return (found ?? [functions.onlyMember(named: name)].compactMap(\.self)).map { functions[$0] }
    default: return []
    }
  }

  /// Members of a context: a function of the app with such a name is another one.
  private static let membersOfContexts: Set = [
    "save", "fetch", "fetchCount", "fetchIdentifiers", "enumerate", "transaction", "insert",
    "delete",
  ]

  /// A body, and the bodies of all functions that it may call, judging by their names or the names of their
  /// types alone.
  func bodies(callableFrom body: [Statement]) -> [[Statement]] {
    var result = [body]
    var (next, known) = ([body], Set<String>())
    while !next.isEmpty {
      var called: Set<String> = []
      for body in next {
        body.forEachExpression { expression in
          guard case .call(let callee, _) = expression.kind else { return }
          switch callee.kind {
          case .name(let name, _): called.insert(name)
          case .member(let base, let name)
          where base?.text == "self" || !Self.membersOfContexts.contains(name):
            called.insert(name)
          default: break
          }
        }
      }
      called.subtract(known)
      known.formUnion(called)
      next = functions.all.filter { function in
        let type = function.isInitializer ? function.owner.map { program[$0].facts.name } : nil
        return !function.isTest && called.contains(type ?? function.facts.name)
      }.compactMap(\.facts.body)
      result += next
    }
    return result
  }

  /// A body, and the bodies of all declared functions that it calls.
  func bodies(
    reachedFrom body: [Statement], in scope: Scope, depth: Int = 4
  ) -> [(body: [Statement], scope: Scope)] {
    var result = [(body, scope)]
    guard depth > 0 else { return result }
    var known: Set<Position> = []
    body.forEachExpression { expression in
      for callee in callees(of: expression, in: scope) {
        guard let inner = callee.facts.body, known.insert(callee.facts.position).inserted else {
          continue
        }
        result += bodies(
          reachedFrom: inner, in: Scope(file: callee.file, type: callee.owner), depth: depth - 1)
      }
    }
    return result
  }
}
