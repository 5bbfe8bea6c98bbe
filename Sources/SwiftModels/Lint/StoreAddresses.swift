internal import SchemaModel

/// The addresses of stores in the code around an opening.
///
/// ```swift
/// let file = URL.documentsDirectory.appending(path: "Library")
/// let configuration = ModelConfiguration(url: file) // 'file' is the path of a store
/// ```
struct StoreAddresses {
  private let flow: ProgramFlow
  /// The searched functions: those of the type, and the functions that they call.
  private let functions: [FunctionTable.Function]
  /// The stores in the function with the opening, and in the functions that it calls.
  private var opened: Set<FileAddress> = []
  /// All stores.
  private var known: Set<FileAddress> = []
  /// The files that the opening function always creates again.
  private var made: Set<FileAddress> = []
  /// The files that the opening function writes itself.
  private var written: Set<FileAddress> = []

  /// Finds the paths in the function with the opening, in its type, and in called functions.
  init(around opening: ContainerOpening, _ flow: ProgramFlow) {
    self.flow = flow
    let (owner, extended) = (opening.function.owner, opening.function.extended)
    let own = flow.code.filter {
      owner != nil && $0.owner == owner || extended != nil && $0.extended == extended
    }
    functions = flow.functionsReached(from: [opening.function] + own, depth: 3)
    known = Self.stores(in: functions, flow)
    opened = Self.stores(in: flow.functionsReached(from: [opening.function], depth: 3), flow)
    let reader = AddressReader(opening.function, flow)
    made = Set(opening.replacedFiles.compactMap(reader.address))
    written = Set(opening.writtenFiles.compactMap(reader.address))
    followCalls()
  }

  /// Whether a path leads to a store, or to a folder around a store.
  ///
  /// The result is false if the path is known to be something else, and nil if it is not known.
  func contains(_ path: Expression, inFile file: Int) -> Bool? {
    guard
      let function = functions.filter({
        $0.file == file && $0.facts.position <= path.position
      }).max(by: { $0.facts.position < $1.facts.position }),
      let address = AddressReader(function, flow).address(of: path)
    else { return nil }
    if address.isTemporary || made.contains(address) { return false }
    let isStore = known.contains { store in
      let relation = address.relation(to: store)
      return relation == .isSame || relation == .isAround
    }
    if isStore { return true }
    let relations = opened.map { address.relation(to: $0) }
    if written.contains(address) { return false }
    return relations.isEmpty || relations.contains(.isUnknown) ? nil : false
  }

  private static func stores(
    in functions: [FunctionTable.Function], _ flow: ProgramFlow
  ) -> Set<FileAddress> {
    var found: Set<FileAddress> = []
    for function in functions {
      let reader = AddressReader(function, flow)
      function.facts.statements.forEachExpression { expression in
        if let path = storePath(in: expression), let address = reader.address(of: path) {
          found.insert(address)
        }
        if opensUsualStore(expression) { found.insert(usual) }
      }
    }
    return found
  }

  /// The path that an expression sets for a store.
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

  /// Whether a call opens the app's default store.
  private static func opensUsualStore(_ expression: Expression) -> Bool {
    expression.calledName == "ModelContainer"
      && !expression.callArguments.contains { $0.label == "configurations" }
  }

  private static let usual = FileAddress(
    root: .platform("applicationSupport"), names: ["default.store"])

  /// Adds the addresses of arguments and parameters that stand for the same path.
  private mutating func followCalls() {
    var pairs: [(FileAddress, FileAddress)] = []
    for function in functions {
      let scope = Scope(file: function.file, type: function.owner)
      let reader = AddressReader(function, flow)
      function.facts.statements.forEachExpression { expression in
        let callees = flow.index.callees(of: expression, in: scope)
        guard callees.count == 1, let callee = callees.first else { return }
        // In an extension of a path type, the path is `self`.
        if callee.extended != nil, case .call(let called, _) = expression.kind,
          case .member(let base?, _) = called.kind, let given = reader.address(of: base)
        {
          pairs.append((given, AddressReader.local("self", of: callee)))
        }
        let parameters = callee.facts.parameters
        for (argument, place) in zip(
          expression.callArguments, parameters.places(of: expression.callArguments))
        {
          guard let place, let given = reader.address(of: argument.value) else { continue }
          pairs.append((given, AddressReader.local(parameters[place].name, of: callee)))
        }
      }
    }
    for _ in 0..<Self.rounds {
      for (given, taken) in pairs {
        known.follow(given, taken)
        opened.follow(given, taken)
        made.follow(given, taken)
        written.follow(given, taken)
      }
    }
  }

  /// The number of calls that a path is followed through.
  private static let rounds = 4
}

extension Set<FileAddress> {
  /// Adds the addresses that follow from the equality of two addresses.
  fileprivate mutating func follow(_ first: FileAddress, _ second: FileAddress) {
    guard count < 256 else { return }
    for address in self {
      address.replacing(first, with: second).map { _ = insert($0) }
      address.replacing(second, with: first).map { _ = insert($0) }
    }
  }
}

extension ProgramFlow {
  /// The given functions, and the declared functions that they call.
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
          called += index.callees(
            of: expression, in: Scope(file: function.file, type: function.owner))
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
