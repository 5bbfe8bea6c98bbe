internal import SchemaModel

/// The places at which the code around an opening has stores, by the expressions that it has for them.
///
/// ```swift
/// let file = URL.documentsDirectory.appending(path: "Library")
/// let configuration = ModelConfiguration(url: file) // 'file' is the path of a store
/// ```
struct StoreAddresses {
  private let flow: ProgramFlow
  /// The functions that are looked at: those of the type, and those that they lead to.
  private let functions: [FunctionTable.Function]
  /// The stores of the function that opens one, and of what it calls.
  private var opened: Set<FileAddress> = []
  /// All stores.
  private var known: Set<FileAddress> = []
  /// What the function that opens it makes anew each time.
  private var made: Set<FileAddress> = []
  /// What that function writes by other means.
  private var written: Set<FileAddress> = []

  /// The paths in the function that opens a container, in its type, and in what it calls.
  init(around opening: ContainerOpening, _ flow: ProgramFlow) {
    self.flow = flow
    let own = flow.code.filter { $0.owner != nil && $0.owner == opening.function.owner }
    functions = flow.functionsReached(from: [opening.function] + own, depth: 3)
    known = Self.stores(in: functions, flow)
    opened = Self.stores(in: flow.functionsReached(from: [opening.function], depth: 3), flow)
    let reader = AddressReader(opening.function, flow)
    made = Set(opening.replacedFiles.compactMap(reader.address))
    written = Set(opening.writtenFiles.compactMap(reader.address))
    followCalls()
  }

  /// Whether what lies at a path is a store: true of a folder around one, too, false where it is known
  /// to be something else, nil where nobody can tell.
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

  /// Whether a call opens the store that an app has that names none.
  private static func opensUsualStore(_ expression: Expression) -> Bool {
    expression.calledName == "ModelContainer"
      && !expression.callArguments.contains { $0.label == "configurations" }
  }

  private static let usual = FileAddress(
    root: .platform("applicationSupport"), names: ["default.store"])

  /// What a function is given where a path is known is that path, and the other way round.
  private mutating func followCalls() {
    var pairs: [(FileAddress, FileAddress)] = []
    for function in functions {
      let scope = Scope(file: function.file, type: function.owner)
      let reader = AddressReader(function, flow)
      function.facts.statements.forEachExpression { expression in
        let callees = flow.callees(of: expression, in: scope)
        guard callees.count == 1, let callee = callees.first else { return }
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

  /// Through how many calls a path is followed.
  private static let rounds = 4
}

extension Set<FileAddress> {
  /// Adds what is the same where two addresses are.
  fileprivate mutating func follow(_ first: FileAddress, _ second: FileAddress) {
    guard count < 256 else { return }
    for address in self {
      address.replacing(first, with: second).map { _ = insert($0) }
      address.replacing(second, with: first).map { _ = insert($0) }
    }
  }
}

/// Reads the addresses of files in a function.
private struct AddressReader {
  private let function: FunctionTable.Function
  private let constants: SourceConstants

  init(_ function: FunctionTable.Function, _ flow: ProgramFlow) {
    self.function = function
    constants = SourceConstants(
      program: flow.program, locals: LocalConstants(function.facts.statements))
  }

  /// A name of a function's own.
  static func local(_ name: String, of function: FunctionTable.Function) -> FileAddress {
    FileAddress(root: .local(file: function.file, function.facts.position, name))
  }

  /// Where a path leads; nil where it is not spelled.
  func address(of path: Expression) -> FileAddress? {
    address(of: path, Scope(file: function.file, type: function.owner), depth: 12)
  }

  private func address(of path: Expression, _ scope: Scope, depth: Int) -> FileAddress? {
    guard depth > 0 else { return nil }
    let meaning = constants.meaning(of: path.withoutForm, in: scope)
    let expression = meaning.expression.withoutForm
    func inner(_ value: Expression) -> FileAddress? {
      address(of: value, meaning.scope, depth: depth - 1)
    }
    if let folder = expression.platformFolder { return FileAddress(root: .platform(folder)) }
    switch expression.kind {
    case .name(let name, _) where function.declares(name):
      return Self.local(name, of: function)
    case .call(let callee, let arguments):
      if case .member(let base?, let name) = callee.kind,
        let found = member(name, of: base, arguments, meaning.scope, inner)
      {
        return found
      }
    case .operation(let parts, operators: ["+"]) where parts.count == 2:
      return inner(parts[0])?.appending(ending: text(parts[1], meaning.scope))
    case .member(let base?, "url"):
      if let made = configuration(base, meaning.scope) { return inner(made) }
    default: break
    }
    return expression.spelling.map {
      FileAddress(
        root: .spelled(
          meaning.scope.type, file: meaning.scope.type == nil ? meaning.scope.file : nil, $0))
    }
  }

  private func member(
    _ name: String, of base: Expression, _ arguments: [Argument], _ scope: Scope,
    _ inner: (Expression) -> FileAddress?
  ) -> FileAddress? {
    switch (name, arguments.first) {
    case ("appending", let first?) where ["path", "component", "components"].contains(first.label),
      ("appendingPathComponent", let first?):
      let more = arguments.filter { $0.label == first.label || $0.label == nil }.flatMap {
        names($0.value, scope)
      }
      return inner(base)?.appending(more)
    case ("appendingPathExtension", let first?):
      return inner(base)?.appending(ending: text(first.value, scope).map { "." + $0 })
    case ("deletingLastPathComponent", nil): return inner(base)?.folder
    default: return nil
    }
  }

  /// The names in a part of a path: two in `"Stores/Library"`.
  private func names(_ value: Expression, _ scope: Scope) -> [String?] {
    if value.isNewEachTime { return [FileAddress.fresh] }
    guard let text = text(value, scope) else { return [nil] }
    return text.split(separator: "/").map(String.init)
  }

  private func text(_ value: Expression, _ scope: Scope) -> String? {
    if case .string(let text)? = constants.value(of: value, in: scope) { text } else { nil }
  }

  /// The path that a configuration is made with, which has a name.
  private func configuration(_ value: Expression, _ scope: Scope) -> Expression? {
    let made = constants.meaning(of: value, in: scope).expression
    guard made.calledName == "ModelConfiguration" else { return nil }
    return made.callArguments.first { $0.label == "url" }?.value
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
  /// The folder of the platform that an expression names: `URL.documentsDirectory`.
  fileprivate var platformFolder: String? {
    switch kind {
    case .member(let base, let name):
      guard name.hasSuffix("Directory"), Self.platformFolders.contains(String(name.dropLast(9)))
      else { return nil }
      let isURL = base == nil || base?.text == "URL" || base?.text == "FileManager.default"
      return isURL ? name.withoutEnding("Directory") : nil
    case .call(let callee, _) where callee.text == "NSTemporaryDirectory": return "temporary"
    // `FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]`
    case .element(let list, _): return list.listedFolder
    case .attempt(let inner, _), .cast(let inner, _): return inner.platformFolder
    default: return listedFolder
    }
  }

  private static let platformFolders: Set = [
    "applicationSupport", "caches", "desktop", "documents", "downloads", "home", "library",
    "movies",
    "music", "pictures", "temporary", "trash", "user",
  ]

  private var listedFolder: String? {
    switch kind {
    case .member(let list?, "first"): return list.listedFolder
    case .call(let callee, let arguments):
      let name = callee.text ?? ""
      guard name.hasSuffix(".urls") || name.hasSuffix(".url"),
        let first = arguments.first, first.label == "for",
        case .member(_, let folder) = first.value.kind
      else { return nil }
      return folder == "documentDirectory"
        ? "documents" : folder == "libraryDirectory" ? "library" : folder.withoutEnding("Directory")
    default: return nil
    }
  }

  /// Whether it makes another text each time: `UUID().uuidString`, `"\\(Date())"`.
  fileprivate var isNewEachTime: Bool {
    [Statement.expression(self)].containsExpression { part in
      ["UUID", "Date", "ProcessInfo"].contains(part.calledName)
        || part.text?.contains("globallyUniqueString") ?? false
    }
  }

  /// The path in another form of it: `url` in `url.path`, in `URL(filePath: url)` and in `try url`.
  var withoutForm: Expression {
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

extension String {
  fileprivate func withoutEnding(_ ending: String) -> String { String(dropLast(ending.count)) }
}

extension ContainerOpening {
  /// The paths of what the function writes itself, and not the store.
  fileprivate var writtenFiles: [Expression] {
    var paths: [Expression] = []
    function.facts.statements.forEachExpression { expression in
      switch (expression.calledName, expression.callArguments.first) {
      case ("write", _):
        let targets = expression.callArguments.filter { ["to", "toFile"].contains($0.label) }
        paths += targets.map(\.value)
      case ("createFile", let first?), ("OutputStream", let first?): paths.append(first.value)
      case ("FileHandle", let first?)
      where ["forWritingTo", "forWritingAtPath"].contains(first.label):
        paths.append(first.value)
      default: break
      }
    }
    return paths
  }

  /// The paths of what the function deletes in any case before it opens anything, so that it is made
  /// anew each time.
  fileprivate var replacedFiles: [Expression] {
    var paths: [Expression] = []
    func collect(_ value: Expression) {
      var value = value
      while case .attempt(let inner, _) = value.kind { value = inner }
      guard value.calledName == "removeItem", value.position < position,
        let first = value.callArguments.first
      else { return }
      paths.append(first.value)
    }
    func collect(_ body: [Statement]) {
      for statement in body {
        switch statement {
        case .expression(let value):
          if case .branches(let inner) = value.kind { collect([inner]) } else { collect(value) }
        case .attempt(let body, _): collect(body)
        case .conditional(let conditions, let then, _) where conditions.askForFile: collect(then)
        default: break
        }
      }
    }
    collect(function.facts.statements)
    return paths
  }
}

extension [Condition] {
  /// Whether all that is asked is whether there is a file.
  fileprivate var askForFile: Bool {
    allSatisfy { condition in
      if case .expression(let value) = condition { value.calledName == "fileExists" } else { false }
    }
  }
}
