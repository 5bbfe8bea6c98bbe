/// All functions of a program, found by name.
struct FunctionTable: Sendable {
  /// The number of a function.
  typealias ID = Int

  /// The functions, in the order of files and places.
  private(set) var functions: [Function] = []
  /// The first values of properties and the arguments of their attributes, as bodies of functions.
  ///
  /// No flow of objects is followed through them.
  private(set) var values: [Function] = []
  private var byOwner: [SourceProgram.TypeID: [String: [ID]]] = [:]
  private var byExtended: [String: [String: [ID]]] = [:]
  private var global: [String: [ID]] = [:]
  private var setters: [SourceProgram.TypeID: [String: ID]] = [:]
  /// The names of all properties that a setter computes.
  private(set) var setNames: Set<String> = []

  /// The functions of a program.
  init(_ program: SourceProgram) {
    for id in program.allTypes {
      for part in program[id].parts { add(part, of: id, in: program) }
    }
    for (file, facts) in program.files.enumerated() {
      add(facts.members, of: nil, extended: nil, in: file, program)
      addUnseenExtensions(facts, file, program)
    }
    for (file, facts) in program.files.enumerated() where !facts.statements.isEmpty {
      addBody(
        script(facts, file, program), "", of: nil, in: file, false, program.isTest(file))
    }
    functions = functions.fitted
    values = values.fitted
  }

  /// A function by its number.
  subscript(id: ID) -> Function { functions[id] }

  /// The functions, and then the values; of a large program nobody wants another list of them.
  var all: some Sequence<Function> { [functions, values].joined() }

  /// The functions of that name outside all types.
  func globals(named name: String) -> [ID] { global[name] ?? [] }

  /// The members of that name of a type itself.
  func members(named name: String, of id: SourceProgram.TypeID) -> [ID] {
    byOwner[id]?[name] ?? []
  }

  /// What sets a computed property of a type itself.
  func setter(of property: String, of id: SourceProgram.TypeID) -> ID? { setters[id]?[property] }

  /// The members of that name in extensions of a type that no file declares.
  func members(named name: String, ofExtended type: String) -> [ID] {
    byExtended[type]?[name] ?? []
  }
}

// MARK: - Collecting

extension FunctionTable {
  /// What a file does by itself; its variables are followed that no function knows, too.
  private func script(
    _ facts: FileFacts, _ file: Int, _ program: SourceProgram
  ) -> [Statement] {
    let declared = facts.statements.flatMap { statement in
      if case .binding(let binding) = statement { binding.names } else { [String]() }
    }
    guard !declared.isEmpty else { return facts.statements }
    let others = [functions, values.filter { $0.file != file || $0.owner != nil }].joined()
    let shared = others.reduce(into: Set<String>()) { $0.formUnion($1.foreignNames(program)) }
    return facts.statements.map { statement in
      guard case .binding(let binding) = statement, !shared.isDisjoint(with: binding.names),
        let value = binding.value
      else { return statement }
      return .expression(value)
    }
  }

  private mutating func add(
    _ part: SourceProgram.Part, of id: SourceProgram.TypeID, in program: SourceProgram
  ) {
    add(part.members, of: id, extended: nil, in: part.file, program)
  }

  /// Extensions of the platform's types have bodies too.
  private mutating func addUnseenExtensions(
    _ facts: FileFacts, _ file: Int, _ program: SourceProgram
  ) {
    for item in facts.extensions {
      guard case .unseen(let name) = program.resolve(item.extended, in: Scope(file: file)) else {
        continue
      }
      add(item.members, of: nil, extended: name, in: file, program)
    }
  }

  private mutating func add(
    _ members: Members, of owner: SourceProgram.TypeID?, extended: String?, in file: Int,
    _ program: SourceProgram
  ) {
    let isForShow = owner.map { isTypeForShow($0, program) } ?? false
    let isTest = program.isTest(file) || owner.map(program.isTest) ?? false
    for (place, function) in zip(Int32(0)..., members.functions) {
      add(
        Function(
          .function(members.functions, place), file: file, owner: owner, extended: extended,
          isForShow: isForShow || Self.isNameForShow(function.name),
          isTest: isTest || function.attributes.contains { $0.name == "Test" }))
    }
    for (place, property) in zip(Int32(0)..., members.properties) {
      let isShown = isForShow || Self.isNameForShow(property.name)
      func declared(_ kind: Function.Declaration, extended: String? = nil) -> Function {
        Function(
          kind, file: file, owner: owner, extended: extended, isForShow: isShown, isTest: isTest)
      }
      if let code = property.values {
        values.append(declared(.value(members.properties, place, code)))
      }
      for accessor in property.accessors.indices {
        let function = declared(
          .accessor(members.properties, place, Int32(accessor)), extended: extended)
        if property.setter?.place == accessor { addSetter(function) } else { add(function) }
      }
      // What a script makes is followed with its statements.
      let isInScript = owner == nil && program.files[file].isScript
      if let value = property.value, value.runsCode, !isInScript {
        addBody([.expression(value)], property.name, of: owner, in: file, isShown, isTest)
      }
    }
    for macro in members.macros {
      let isPreview = macro.name == "Preview"
      for argument in macro.arguments {
        guard case .closure(let closure) = argument.value.kind else { continue }
        addBody(
          closure.body, "#" + macro.name, of: owner, in: file, isPreview || isForShow, isTest)
      }
    }
  }

  private mutating func addBody(
    _ body: [Statement], _ name: String, of owner: SourceProgram.TypeID?, in file: Int,
    _ isForShow: Bool, _ isTest: Bool
  ) {
    add(
      Function(
        .body(name, body), file: file, owner: owner, isForShow: isForShow, isTest: isTest))
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

  /// What sets a property is no method, and found by the property alone.
  private mutating func addSetter(_ function: Function) {
    if let owner = function.owner {
      setters[owner, default: [:]][function.facts.name] = functions.count
      setNames.insert(function.facts.name)
    }
    functions.append(function)
  }

  private func isTypeForShow(_ id: SourceProgram.TypeID, _ program: SourceProgram) -> Bool {
    program.conforms(id, to: "PreviewProvider")
      || program.path(of: id).contains(where: Self.isNameForShow)
  }

  /// Names that people give to what is only shown.
  static func isNameForShow(_ name: String) -> Bool {
    // Letter by letter: every name of a program is asked about.
    let letters = Array(name.utf8.map { $0 | 0x20 })
    return namesForShow.contains { word in
      letters.count >= word.count
        && (0...letters.count - word.count).contains { letters[$0...].starts(with: word) }
    }
  }

  private static let namesForShow = ["preview", "sample", "mock", "placeholder"].map {
    Array($0.utf8)
  }
}

extension FunctionTable.Function {
  /// The names that it reads and that neither it nor its type declares.
  fileprivate func foreignNames(_ program: SourceProgram) -> Set<String> {
    var own = Set(facts.parameters.map(\.name))
    if let owner { own.formUnion(program[owner].parts.flatMap(\.members.properties).map(\.name)) }
    var read: Set<String> = []
    CodeWalk(
      statement: { statement in
        switch statement {
        case .binding(let binding), .iteration(let binding, _): own.formUnion(binding.names)
        default: break
        }
      },
      expression: { expression in
        if case .name(let name, _) = expression.kind { read.insert(name) }
        return true
      }
    ).go(through: facts.statements)
    return read.subtracting(own)
  }
}

extension PropertyFacts {
  /// Its first value and the arguments of its attributes, as a body; nil where there are none.
  fileprivate var values: [Statement]? {
    let values = [value].compactMap(\.self) + attributes.flatMap(\.arguments).map(\.value)
    return values.isEmpty ? nil : values.map { .expression($0) }
  }
}

extension Expression {
  /// Whether the value is made by a closure that runs at once, or by calls.
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
