/// The fetches of all objects of a model in a body whose results are used for a single filter.
///
/// ```swift
/// let books = try context.fetch(FetchDescriptor<Book>())
/// return books.filter { $0.pages > limit }
/// ```
struct UnfilteredFetches {
  /// A fetch whose result is used for a single filter.
  struct Filter {
    /// The fetched class, as in the source.
    var model: WrittenType
    /// The name of the method: `filter`, `first`.
    var name: String
    /// The condition.
    var closure: Closure
    /// The place where the call begins.
    var position: Position
  }

  /// The filters, in their order.
  private(set) var filters: [Filter] = []
  /// The values of names that are bound once and never changed.
  private var values: [String: Expression] = [:]
  /// The number of uses of each name.
  private var uses: [String: Int] = [:]
  /// The number of loops, closures and inner functions around each place.
  private var depths: [Position: Int] = [:]

  /// Finds the fetches in a body.
  init(_ body: [Statement]) {
    collectNames(body)
    body.forEachExpression { call in
      guard case .call(let callee, let arguments) = call.kind,
        case .member(let list?, let name) = callee.kind, ["filter", "first"].contains(name),
        let closure = arguments.last?.value.closure, let fetch = fetch(list),
        let model = model(fetch)
      else { return }
      // A result that is fetched once and searched repeatedly belongs in memory.
      guard depths[fetch.position] == depths[call.position] else { return }
      filters.append(Filter(model: model, name: name, closure: closure, position: call.position))
    }
  }

  private mutating func collectNames(_ body: [Statement]) {
    var (values, uses): ([String: [Expression]], [String: Int]) = ([:], [:])
    var (changed, depths): (Set<String>, [Position: Int]) = ([], [:])
    func deepen(_ body: [Statement]) {
      body.forEachExpression { depths[$0.position, default: 0] += 1 }
    }
    CodeWalk(
      statement: { statement in
        for binding in statement.bindings {
          for name in binding.names {
            values[name, default: []] += [binding.value].compactMap(\.self)
          }
        }
        switch statement {
        case .iteration(_, let body), .repetition(_, let body, _): deepen(body)
        case .function(let facts): deepen(facts.statements)
        default: break
        }
      },
      expression: { expression in
        switch expression.kind {
        case .name(let name, _): uses[name, default: 0] += 1
        case .closure(let closure): deepen(closure.body)
        case .assignment(let target, _, _):
          target.text.map { _ = changed.insert(String($0.prefix { $0 != "." })) }
        default: break
        }
        return true
      }
    ).go(through: body)
    self.uses = uses
    self.depths = depths
    self.values = values.compactMapValues { $0.count == 1 ? $0[0] : nil }
      .filter { !changed.contains($0.key) }
  }

  /// The `fetch` call whose unchanged result a value is.
  private func fetch(_ value: Expression) -> Expression? {
    switch value.kind {
    case .attempt(let inner, _): fetch(inner)
    case .choice(let values) where values.count == 2 && values[1].kind == .list([]):
      fetch(values[0])
    case .name(let name, _) where uses[name] == 1: values[name].flatMap(fetch)
    case .call where value.calledName == "fetch" && value.callArguments.count == 1: value
    default: nil
    }
  }

  /// The class whose objects are all fetched.
  private func model(_ fetch: Expression) -> WrittenType? {
    var descriptor = fetch.callArguments[0].value
    if case .name(let name, _) = descriptor.kind {
      guard let value = values[name] else { return nil }
      descriptor = value
    }
    guard case .call(let callee, let arguments) = descriptor.kind,
      case .name("FetchDescriptor", let types) = callee.kind, types.count == 1,
      arguments.allSatisfy({ $0.label == "sortBy" })
    else { return nil }
    return types[0]
  }
}

extension Statement {
  /// The names that the statement binds itself, outside its parts.
  fileprivate var bindings: [Binding] {
    switch self {
    case .binding(let binding): return [binding]
    case .conditional(let conditions, _, _), .requirement(let conditions, _),
      .repetition(let conditions, _, _):
      return conditions.compactMap { if case .binding(let binding) = $0 { binding } else { nil } }
    default: return []
    }
  }
}
