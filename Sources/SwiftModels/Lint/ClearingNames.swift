/// The meanings of names in code that gets a context to delete objects.
///
/// ```swift
/// func clear<T: PersistentModel>(_ type: T.Type, in context: ModelContext) throws {
///   try context.delete(model: type)  // called with 'V1.Book.self', that is what 'type' and 'T' stand for
/// }
/// ```
struct ClearingNames {
  /// The name of the context.
  let context: String
  /// The scope in which other names are looked up.
  let scope: Scope
  /// Whether the code is an extension of the context, and calls its methods by their bare names.
  var isContextItself = false
  /// The models that parameters stand for, by the names of the parameters and of their types.
  var models: [String: SourceProgram.TypeID] = [:]

  /// The called method of the context; nil for any other call.
  func contextMethod(_ callee: Expression) -> String? {
    switch callee.kind {
    case .member(let base?, let name) where base.text == context: name
    case .name(let name, _) where isContextItself: name
    default: nil
    }
  }

  /// Whether a call may insert objects, by the context or by code that gets it.
  func mayInsert(_ callee: Expression, _ arguments: [Argument]) -> Bool {
    if arguments.contains(where: { $0.value.text == context }) { return true }
    guard let method = contextMethod(callee) else { return false }
    return !Self.harmless.contains(method) && (method == "insert" || isContextItself)
  }

  /// Functions that an extension of a context may call without inserting anything.
  private static let harmless: Set = [
    "FetchDescriptor", "delete", "enumerate", "fetch", "fetchCount", "fetchIdentifiers", "print",
    "rollback", "save", "transaction",
  ]

  /// Whether the only condition is that the context has changes.
  func askForChanges(_ conditions: [Condition]) -> Bool {
    guard conditions.count == 1, case .expression(let value) = conditions[0] else { return false }
    return value.text == context + ".hasChanges" || isContextItself && value.text == "hasChanges"
  }

  /// The meaning of a type.
  func resolve(_ written: WrittenType, _ program: SourceProgram) -> SwiftType {
    if case .named(let path) = written, path.count == 1, let model = models[path[0].name] {
      return .declared(model)
    }
    return program.resolve(written, in: scope)
  }

  /// The model that an expression names: `Book.self`, or a parameter with that value.
  func type(named value: Expression, _ program: SourceProgram) -> SourceProgram.TypeID? {
    if let text = value.text, let model = models[text] { return model }
    if case .member(let base?, "self") = value.kind, let text = base.text, let model = models[text]
    {
      return model
    }
    return program.type(named: value, in: scope)
  }

  /// The only function with the context as an argument that a call can mean, with its names.
  func helper(
    calledBy call: Expression, _ flow: ProgramFlow
  ) -> (FunctionTable.Function, ClearingNames)? {
    guard case .call(let callee, let arguments) = call.kind else { return nil }
    if let method = contextMethod(callee) {
      guard let id = flow.index.contextMethod(named: method, taking: arguments) else { return nil }
      return names(in: flow.functions[id], "self", arguments, isContextItself: true, flow)
    }
    let callees = flow.index.callees(of: call, in: scope)
    let given = arguments.filter { $0.value.text == context }
    guard callees.count == 1, given.count == 1, let callee = callees.first else { return nil }
    let parameters = callee.facts.parameters
    let places = parameters.places(of: arguments)
    guard !places.contains(nil),
      let place = arguments.firstIndex(of: given[0]).flatMap({ places[$0] })
    else { return nil }
    return names(in: callee, parameters[place].name, arguments, isContextItself: false, flow)
  }

  private func names(
    in function: FunctionTable.Function, _ context: String, _ arguments: [Argument],
    isContextItself: Bool, _ flow: ProgramFlow
  ) -> (FunctionTable.Function, ClearingNames) {
    var names = ClearingNames(
      context: context, scope: Scope(file: function.file, type: function.owner),
      isContextItself: isContextItself)
    let parameters = function.facts.parameters
    for (argument, place) in zip(arguments, parameters.places(of: arguments)) {
      guard let place, let model = type(named: argument.value, flow.program) else { continue }
      names.models[parameters[place].name] = model
      let text = "\(parameters[place].type)"
      if text.hasSuffix(".Type") { names.models[String(text.dropLast(5))] = model }
    }
    return (function, names)
  }
}
