/// The look-ups behind `try?` whose results decide whether an object is inserted.
///
/// A failed look-up seems to find nothing. If an insertion depends on it, the object is inserted a second
/// time.
struct DecidingLookUps {
  /// The place of a `try?`.
  struct Place: Hashable {
    /// The number of the file.
    var file: Int
    /// The place in the file.
    var position: Position
  }

  private var places: Set<Place> = []

  /// Finds the look-ups in the functions of an app, and in the functions that these call for one.
  init(_ flow: ProgramFlow) {
    var (known, returned): ([Place: String], [String: Set<Place>]) = ([:], [:])
    for (id, result) in flow.appResults {
      for attempt in result.contextUse.attempts where !attempt.isForced && !attempt.isSave {
        let place = Place(file: flow.functions[id].file, position: attempt.position)
        known[place] = flow.functions[id].facts.name
      }
    }
    guard !known.isEmpty else { return }
    let inserting = Set(
      flow.appCode.filter { $0.mentions("insert") && $0.facts.statements.insert([]) }
        .map(\.facts.name))
    func walk(_ function: FunctionTable.Function) -> LookUpWalk {
      var walk = LookUpWalk(
        file: function.file, known: Set(known.keys), helpers: returned, inserting: inserting)
      walk.follow(function.facts)
      return walk
    }
    let callers = Set(known.values)
    for function in flow.appCode where callers.contains(function.facts.name) {
      let found = walk(function).returned
      returned[function.facts.name, default: []].formUnion(found)
    }
    returned = returned.filter { !$0.value.isEmpty }
    for function in flow.appCode
    where callers.contains(function.facts.name) || function.mentions(anyOf: returned.keys) {
      places.formUnion(walk(function).deciding)
    }
  }

  /// Whether an insertion depends on the look-up at a place.
  func contains(_ position: Position, inFile file: Int) -> Bool {
    places.contains(Place(file: file, position: position))
  }
}

/// A walk that follows the results of look-ups through one function, by name.
private struct LookUpWalk {
  typealias Place = DecidingLookUps.Place

  let file: Int
  let known: Set<Place>
  /// The look-ups whose results functions return, by the name of the function.
  let helpers: [String: Set<Place>]
  /// The names of functions that insert objects.
  let inserting: Set<String>
  private(set) var deciding: Set<Place> = []
  private(set) var returned: Set<Place> = []
  private var names: [String: Set<Place>] = [:]

  init(
    file: Int, known: Set<Place>, helpers: [String: Set<Place>], inserting: Set<String>
  ) {
    self.file = file
    self.known = known
    self.helpers = helpers
    self.inserting = inserting
  }

  mutating func follow(_ facts: FunctionFacts) {
    let statements = facts.statements
    run(statements)
    if case .expression(let value)? = statements.last { returned.formUnion(lookUps(in: value)) }
  }

  private mutating func run(_ statements: [Statement]) {
    for (place, statement) in statements.enumerated() {
      run(statement, before: Array(statements[(place + 1)...]))
    }
  }

  private mutating func run(_ statement: Statement, before rest: [Statement]) {
    switch statement {
    case .expression(let value):
      // An `if` or `switch` expression may stand where its value would be the result.
      if case .branches(let statement) = value.kind {
        run(statement, before: rest)
      } else {
        look(at: value, before: rest)
      }
    case .binding(let binding):
      guard let value = binding.value else { return }
      look(at: value, before: rest)
      name(binding.names, value)
    case .conditional(let conditions, let then, let otherwise):
      let found = lookUps(in: conditions)
      let leaves = [then, otherwise].contains { $0.endsEarly }
      decide(found, if: [then, otherwise] + (leaves ? [rest] : []))
      run(then)
      run(otherwise)
    case .requirement(let conditions, let otherwise):
      decide(lookUps(in: conditions), if: [otherwise, rest])
      run(otherwise)
    case .selection(let subject, let cases):
      decide(lookUps(in: subject), if: cases.map(\.body))
      for item in cases { run(item.body) }
    case .iteration(let binding, let body):
      binding.value.map { look(at: $0, before: rest) }
      run(body)
    case .repetition(let conditions, let body, _):
      _ = lookUps(in: conditions)
      run(body)
    case .attempt(let body, let handlers):
      run(body)
      handlers.forEach { run($0) }
    case .deferred(let body): run(body)
    case .function(let facts): run(facts.statements)
    case .result(let value):
      guard let value else { return }
      look(at: value, before: rest)
      returned.formUnion(lookUps(in: value))
    case .exit: break
    }
  }

  private mutating func decide(_ found: Set<Place>, if bodies: [[Statement]]) {
    guard !found.isEmpty, bodies.contains(where: { $0.insert(inserting) }) else { return }
    deciding.formUnion(found)
  }

  private mutating func name(_ names: [String], _ value: Expression) {
    let found = lookUps(in: value)
    for name in names { self.names[name] = found.isEmpty ? nil : found }
  }

  /// Follows an expression: its assignments, its closures, and new objects in place of missing ones.
  private mutating func look(at value: Expression, before rest: [Statement]) {
    var (closures, choices, assignments): ([Closure], [[Expression]], [(String, Expression)]) =
      ([], [], [])
    CodeWalk(expression: { expression in
      switch expression.kind {
      case .closure(let closure):
        closures.append(closure)
        return false
      case .choice(let values): choices.append(values)
      case .assignment(let target, let value, _):
        if case .name(let name, _) = target.kind { assignments.append((name, value)) }
      default: break
      }
      return true
    }).go(through: value)
    for values in choices where values.dropFirst().contains(where: \.makesObject) {
      decide(lookUps(in: values[0]), if: [[.expression(value)], rest])
    }
    for (name, value) in assignments { self.name([name], value) }
    for closure in closures { run(closure.body) }
  }

  private mutating func lookUps(in conditions: [Condition]) -> Set<Place> {
    var found: Set<Place> = []
    for condition in conditions {
      switch condition {
      case .expression(let value): found.formUnion(lookUps(in: value))
      case .binding(let binding):
        guard let value = binding.value else { continue }
        found.formUnion(lookUps(in: value))
        name(binding.names, value)
      }
    }
    return found
  }

  /// The look-ups whose results an expression contains.
  private func lookUps(in value: Expression) -> Set<Place> {
    var found: Set<Place> = []
    CodeWalk(expression: { [file, known, helpers, names] expression in
      switch expression.kind {
      case .attempt(_, isForced: false):
        let place = Place(file: file, position: expression.position)
        if known.contains(place) { found.insert(place) }
      case .name(let name, _): found.formUnion(names[name] ?? [])
      case .call: found.formUnion(expression.calledName.flatMap { helpers[$0] } ?? [])
      default: break
      }
      return true
    }).go(through: value)
    return found
  }
}

extension ContextUse.Attempt {
  /// Whether the attempt is a save, not a look-up.
  var isSave: Bool { ["save", "transaction"].contains(name) }
}

extension [Statement] {
  /// Whether the statements insert an object, directly or by a function with one of these names.
  fileprivate func insert(_ names: Set<String>) -> Bool {
    containsExpression { expression in
      if case .member(_?, "insert") = expression.kind { return true }
      guard let name = expression.calledName else { return false }
      return name == "insert" || names.contains(name) && name != "save"
    }
  }

  /// Whether the statements after them do not run.
  fileprivate var endsEarly: Bool {
    switch last {
    case .result, .exit: true
    default: false
    }
  }
}

extension Expression {
  /// Whether the expression makes an object: `Book(title: title)`.
  fileprivate var makesObject: Bool {
    calledName?.first?.isUppercase ?? false
  }
}
