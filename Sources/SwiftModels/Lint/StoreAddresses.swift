internal import SchemaModel

/// The paths at which the code around an opening has stores, by the expressions that it has for them.
///
/// ```swift
/// let file = URL.documentsDirectory.appending(path: "Library")
/// let configuration = ModelConfiguration(url: file) // 'file' is the path of a store
/// ```
struct StoreAddresses {
  /// An expression that stands for one path wherever it is written.
  private enum Address: Hashable {
    /// A parameter or variable of the function that begins there.
    case local(file: Int, Position, String)
    /// What is spelled so in the braces of a type, or in a file.
    case spelled(SourceProgram.TypeID?, file: Int?, String)
  }

  private let flow: ProgramFlow
  /// The functions that are looked at: those of the type, and those that they lead to.
  private let functions: [FunctionTable.Function]
  private var known: Set<Address> = []

  /// The paths in the function that opens a container, in its type, and in what it calls.
  init(around opening: ContainerOpening, _ flow: ProgramFlow) {
    self.flow = flow
    let own = flow.code.filter { $0.owner != nil && $0.owner == opening.function.owner }
    functions = flow.functionsReached(from: [opening.function] + own, depth: 3)
    for function in functions {
      function.facts.statements.forEachExpression { expression in
        let path = Self.storePath(in: expression)
        if let path, let address = address(of: path, in: function) { known.insert(address) }
      }
    }
    if !known.isEmpty { followCalls() }
  }

  /// Whether an expression is the path of a store.
  func contains(_ path: Expression, inFile file: Int) -> Bool {
    guard !known.isEmpty,
      let function = functions.filter({
        $0.file == file && $0.facts.position <= path.position
      }).max(by: { $0.facts.position < $1.facts.position })
    else { return false }
    return address(of: path, in: function).map(known.contains) ?? false
  }

  /// The path that an expression gives to a store.
  private static func storePath(in expression: Expression) -> Expression? {
    if case .assignment(let target, let value, false) = expression.kind,
      case .member(let base?, "url") = target.kind
    {
      return base.text?.lowercased().contains("desc") ?? false ? value : nil
    }
    let label: String
    switch expression.calledName {
    case "ModelConfiguration", "NSPersistentStoreDescription": label = "url"
    case "addPersistentStore": label = "at"
    default: return nil
    }
    return expression.callArguments.first { $0.label == label }?.value
  }

  /// What a function is given where a path is known is that path, and the other way round.
  private mutating func followCalls() {
    var pairs: [(Address, Address)] = []
    for function in functions {
      let scope = Scope(file: function.file, type: function.owner)
      function.facts.statements.forEachExpression { expression in
        let callees = flow.callees(of: expression, in: scope)
        guard callees.count == 1, let callee = callees.first else { return }
        let parameters = callee.facts.parameters
        for (argument, place) in zip(
          expression.callArguments, parameters.places(of: expression.callArguments))
        {
          guard let place, let given = address(of: argument.value, in: function) else { continue }
          pairs.append((given, Self.local(parameters[place].name, of: callee)))
        }
      }
    }
    for _ in 0..<Self.rounds {
      for (given, taken) in pairs where known.contains(given) || known.contains(taken) {
        known.formUnion([given, taken])
      }
    }
  }

  /// Through how many calls a path is followed.
  private static let rounds = 4

  private static func local(_ name: String, of function: FunctionTable.Function) -> Address {
    .local(file: function.file, function.facts.position, name)
  }

  private func address(
    of path: Expression, in function: FunctionTable.Function
  ) -> Address? {
    let body = function.facts.statements
    let constants = SourceConstants(program: flow.program, locals: LocalConstants(body))
    let meaning = constants.meaning(
      of: path.withoutForm, in: Scope(file: function.file, type: function.owner))
    let expression = meaning.expression.withoutForm
    if case .name(let name, _) = expression.kind, function.declares(name) {
      return Self.local(name, of: function)
    }
    return expression.spelling.map {
      .spelled(meaning.scope.type, file: meaning.scope.type == nil ? meaning.scope.file : nil, $0)
    }
  }
}

extension FunctionTable.Function {
  /// Whether a name is one of its parameters or variables.
  fileprivate func declares(_ name: String) -> Bool {
    if facts.parameters.contains(where: { $0.name == name }) { return true }
    var isDeclared = false
    CodeWalk(statement: { statement in
      switch statement {
      case .binding(let binding), .iteration(let binding, _):
        isDeclared = isDeclared || binding.names.contains(name)
      default: break
      }
    }).go(through: facts.statements)
    return isDeclared
  }
}

extension ProgramFlow {
  /// Functions, with those that they call by names that the files declare.
  fileprivate func functionsReached(
    from first: [FunctionTable.Function], depth: Int
  ) -> [FunctionTable.Function] {
    var result: [FunctionTable.Function] = []
    var known: Set<Place> = []
    var pending = first
    for _ in 0...depth {
      let new = pending.filter {
        known.insert(Place(file: $0.file, position: $0.facts.position)).inserted
      }
      result += new
      pending = new.flatMap { function -> [FunctionTable.Function] in
        var called: [FunctionTable.Function] = []
        function.facts.statements.forEachExpression { expression in
          called += callees(of: expression, in: Scope(file: function.file, type: function.owner))
        }
        return called
      }
    }
    return result
  }
}

private struct Place: Hashable {
  var file: Int
  var position: Position
}

extension Expression {
  /// The path in another form of it: `url` in `url.path`, in `URL(filePath: url)` and in `try url`.
  fileprivate var withoutForm: Expression {
    switch kind {
    case .attempt(let inner, _), .cast(let inner, _): inner.withoutForm
    case .member(let base?, let name) where Self.forms.contains(name): base.withoutForm
    case .call(let callee, let arguments): callee.path(made: arguments)?.withoutForm ?? self
    default: self
    }
  }

  private static let forms: Set = ["path", "absoluteURL", "standardizedFileURL"]

  private func path(made arguments: [Argument]) -> Expression? {
    switch (kind, arguments.first?.label) {
    case (.name("URL", _), "fileURLWithPath"?), (.name("URL", _), "filePath"?):
      arguments.first?.value
    case (.member(let base?, "path"), "percentEncoded"?), (.member(let base?, "path"), nil): base
    default: nil
    }
  }

  /// The expression as text, of names, calls and literals; nil of anything else.
  fileprivate var spelling: String? {
    switch kind {
    case .name(let name, _): return name
    case .literal(let literal): return "\(literal)"
    case .member(nil, let name): return ".\(name)"
    case .member(let base?, let name):
      if base.text == "self" || base.text == "Self" { return name }
      return base.spelling.map { "\($0).\(name)" }
    case .call(let callee, let arguments):
      var texts: [String] = []
      for argument in arguments {
        guard let text = argument.value.spelling else { return nil }
        texts.append(argument.label.map { "\($0): \(text)" } ?? text)
      }
      return callee.spelling.map { "\($0)(\(texts.joined(separator: ", ")))" }
    case .attempt(let inner, _), .cast(let inner, _): return inner.spelling
    default: return nil
    }
  }
}
