/// The predicates of a body that are evaluated only in memory, where the limits of a store do not apply.
///
/// ```swift
/// let isOpen = #Predicate<Job> { $0.status == status }
/// let jobs = try all.filter { try isOpen.evaluate($0) }
/// ```
struct MemoryPredicates {
  private var macros: Set<Position> = []

  /// Finds the predicates of a body.
  init(_ body: [Statement]) {
    var bound: [(name: String, macro: Position)] = []
    var asked: [Expression] = []
    var counts: [String: Int] = [:]
    CodeWalk(
      statement: { statement in
        guard case .binding(let binding) = statement, binding.isWhole,
          let name = binding.names.first, case .macro? = binding.value?.kind
        else { return }
        binding.value.map { bound.append((name, $0.position)) }
      },
      expression: { expression in
        if let predicate = expression.predicateInMemory { asked.append(predicate) }
        if case .name(let name, _) = expression.kind { counts[name, default: 0] += 1 }
        return true
      }
    ).go(through: body)
    macros = Set(asked.filter { if case .macro = $0.kind { true } else { false } }.map(\.position))
    for (name, macro) in bound {
      let memory = asked.count { $0.text == name }
      if memory > 0, memory == counts[name] { macros.insert(macro) }
    }
  }

  /// Whether the predicate at this place is one of them.
  func contains(_ position: Position) -> Bool { macros.contains(position) }
}

extension Expression {
  /// The predicate that a call applies to objects in memory: `isOpen.evaluate(job)`, `jobs.filter(isOpen)`.
  fileprivate var predicateInMemory: Expression? {
    guard case .call(let callee, let arguments) = kind,
      case .member(let base?, let name) = callee.kind, arguments.first?.label == nil
    else { return nil }
    switch name {
    case "evaluate": return base
    case "filter" where arguments.count == 1: return arguments[0].value
    default: return nil
    }
  }
}
