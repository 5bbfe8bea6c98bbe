/// All functions of a program, by name.
struct FunctionTable: Sendable {
  /// The number of a function.
  typealias ID = Int

  /// A function, or code that acts like one: an initializer, a getter, the body of a macro.
  struct Function: Sendable {
    /// The declaration.
    var facts: FunctionFacts
    /// The file that contains the function.
    var file: Int
    /// The type whose member the function is; nil outside all types.
    var owner: SourceProgram.TypeID?
    /// The name of the extended type, if no file declares that type.
    var extended: String?
    /// Whether the function only shows objects and stores none: a preview, a sample.
    var isForShow = false
    /// Whether the function is part of a test.
    var isTest = false

    /// Whether the function is an initializer.
    var isInitializer: Bool { facts.name == "init" }

    /// Whether the body contains one of these names.
    func mentions(anyOf names: some Sequence<String>) -> Bool {
      facts.statements.mentions(anyOf: names)
    }

    /// Whether the body contains one of these names.
    func mentions(_ names: String...) -> Bool { mentions(anyOf: names) }
  }

  /// The functions, in the order of files and places.
  private(set) var functions: [Function] = []
  /// The initial values of properties and the arguments of their attributes, as bodies of functions.
  ///
  /// The flow of objects is not followed through them.
  private(set) var values: [Function] = []
  private var byOwner: [SourceProgram.TypeID: [String: [ID]]] = [:]
  private var byExtended: [String: [String: [ID]]] = [:]
  private var global: [String: [ID]] = [:]
  private var setters: [SourceProgram.TypeID: [String: ID]] = [:]

  /// Collects the functions of a program.
  init(_ program: SourceProgram) {
    for id in program.allTypes {
      for part in program[id].parts {
        add(part.members, of: id, extended: nil, in: part.file, program)
      }
    }
    for (file, facts) in program.files.enumerated() {
      add(facts.members, of: nil, extended: nil, in: file, program)
      addUnseenExtensions(facts, file, program)
    }
    for (file, facts) in program.files.enumerated() where !facts.statements.isEmpty {
      let body = FunctionFacts(named: "", body: script(facts, file))
      add(Function(facts: body, file: file, isTest: program.isTest(file)))
    }
  }

  /// A function by its number.
  subscript(id: ID) -> Function { functions[id] }

  /// The functions, followed by the values.
  var all: some Sequence<Function> { [functions, values].joined() }

  /// The functions of this name outside all types.
  func globals(named name: String) -> [ID] { global[name] ?? [] }

  /// The members of this name that a type itself declares.
  func members(named name: String, of id: SourceProgram.TypeID) -> [ID] {
    byOwner[id]?[name] ?? []
  }

  /// The setter of a computed property that a type itself declares.
  func setter(of property: String, of id: SourceProgram.TypeID) -> ID? { setters[id]?[property] }

  /// The member of this name in extensions of undeclared types; nil unless there is exactly one.
  func onlyMember(named name: String) -> ID? {
    let found = byExtended.values.flatMap { $0[name] ?? [] }
    return found.count == 1 ? found[0] : nil
  }

  /// The members of this name in extensions of a type that no file declares.
  func members(named name: String, ofExtended type: String) -> [ID] {
    byExtended[type]?[name] ?? []
  }
}

// MARK: - Collecting

extension FunctionTable {
  /// The statements of a file, without the bindings that a function of the file reads.
  ///
  /// For such a binding, only its value is kept.
  private func script(_ facts: FileFacts, _ file: Int) -> [Statement] {
    let readers = functions.filter { $0.file == file && $0.owner == nil }
    return facts.statements.map { statement in
      guard case .binding(let binding) = statement, let value = binding.value,
        readers.contains(where: { $0.mentions(anyOf: binding.names) })
      else { return statement }
      return .expression(value)
    }
  }

  /// Adds the members of extensions of the platform's types.
  private mutating func addUnseenExtensions(
    _ facts: FileFacts, _ file: Int, _ program: SourceProgram
  ) {
    for item in facts.extensions {
      switch program.resolve(item.extended, in: Scope(file: file)) {
      case .unseen(let name): add(item.members, of: nil, extended: name, in: file, program)
      case .scalar:
        add(item.members, of: nil, extended: "\(item.extended)", in: file, program)
      default: continue
      }
    }
  }

  private mutating func add(
    _ members: Members, of owner: SourceProgram.TypeID?, extended: String?, in file: Int,
    _ program: SourceProgram
  ) {
    let isForShow = owner.map { isTypeForShow($0, program) } ?? false
    let isTest = program.isTest(file) || owner.map(program.isTest) ?? false
    func function(_ facts: FunctionFacts) -> Function {
      Function(
        facts: facts, file: file, owner: owner, extended: extended,
        isForShow: isForShow || FunctionFacts.isNameForShow(facts.name), isTest: isTest)
    }
    for facts in members.functions {
      var added = function(facts)
      added.isTest = isTest || facts.attributes.contains { $0.name == "Test" }
      add(added)
    }
    for property in members.properties {
      let read =
        [property.value].compactMap(\.self)
        + property.attributes.flatMap(\.arguments).map(\.value)
      if !read.isEmpty {
        values.append(function(property.facts(of: read.map { .expression($0) })))
      }
      for place in property.accessors.indices { add(property, place, function) }
      // In a script, the initial values are followed with the statements.
      let isInScript = owner == nil && program.files[file].isScript
      if let value = property.value, value.runsCode, !isInScript {
        add(function(FunctionFacts(named: property.name, body: [.expression(value)])))
      }
    }
    for macro in members.macros {
      for case .closure(let closure) in macro.arguments.map(\.value.kind) {
        add(function(FunctionFacts(named: "#" + macro.name, body: closure.body)))
      }
    }
  }

  /// Adds an accessor of a property.
  ///
  /// A setter is no method, and is found only by its property.
  private mutating func add(
    _ property: PropertyFacts, _ place: Int, _ function: (FunctionFacts) -> Function
  ) {
    var facts = property.facts(of: property.accessors[place])
    guard let setter = property.setter, setter.place == place else {
      return add(function(facts))
    }
    facts.result = nil
    if let type = property.type {
      facts.parameters = [
        FunctionFacts.Parameter(
          name: setter.parameter, position: property.position, type: type, hasDefault: false,
          isVariadic: false)
      ]
    }
    let added = function(facts)
    if let owner = added.owner { setters[owner, default: [:]][facts.name] = functions.count }
    functions.append(added)
  }

  private mutating func add(_ function: Function) {
    let id = functions.count
    functions.append(function)
    if let owner = function.owner {
      byOwner[owner, default: [:]][function.facts.name, default: []].append(id)
    } else if let type = function.extended {
      byExtended[type, default: [:]][function.facts.name, default: []].append(id)
    } else {
      global[function.facts.name, default: []].append(id)
    }
  }

  private func isTypeForShow(_ id: SourceProgram.TypeID, _ program: SourceProgram) -> Bool {
    program.conforms(id, to: "PreviewProvider")
      || program.path(of: id).contains(where: FunctionFacts.isNameForShow)
  }
}

extension FunctionFacts {
  /// A function with the given name, for code outside every declaration.
  fileprivate init(named name: String, body: [Statement]) {
    self.init(
      name: name, position: Position(line: 1, column: 1), attributes: [], parameters: [],
      isStatic: false, body: body)
  }
}

extension PropertyFacts {
  /// A function without parameters, for a body that belongs to the property.
  fileprivate func facts(of body: [Statement]) -> FunctionFacts {
    FunctionFacts(
      name: name, position: position, attributes: [], parameters: [], result: type,
      isStatic: isStatic, body: body)
  }
}

extension Expression {
  /// Whether the value is made by calls, or by a closure that runs at once.
  fileprivate var runsCode: Bool {
    switch kind {
    case .call(let callee, let arguments):
      callee.runsCode || arguments.contains { $0.value.runsCode }
    case .closure: true
    case .cast(let inner, _), .attempt(let inner, _): inner.runsCode
    default: false
    }
  }
}
