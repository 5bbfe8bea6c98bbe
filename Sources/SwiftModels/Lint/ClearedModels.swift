/// The models whose objects are all deleted from the store by the code of a migration step.
///
/// ```swift
/// for book in try context.fetch(FetchDescriptor<SchemaV1.Book>()) { context.delete(book) }
/// try context.delete(model: SchemaV1.Author.self)
/// try context.save()
/// // neither a book nor an author is left
/// ```
struct ClearedModels {
  /// The certainty that no object is left.
  enum Certainty: Comparable {
    /// An error or a condition may keep some objects.
    case likely
    /// All objects are deleted, or the step fails.
    case certain
  }

  /// A value that stands for all objects of a model.
  private struct Fetched {
    var model: SourceProgram.TypeID
    var certainty: Certainty
  }

  /// The models whose objects are all deleted, and the deletion saved.
  private(set) var models: [SourceProgram.TypeID: Certainty] = [:]
  private var unsaved: [SourceProgram.TypeID: Certainty] = [:]
  /// The models whose objects a single call deletes, itself or with the next save.
  private var deletedAtOnce: Set<SourceProgram.TypeID> = []
  /// The certainty that earlier deletions are saved; nil without a save.
  private var saved: Certainty?
  /// Whether code may insert objects.
  private var mayInsert = false
  private var fetched: [String: Fetched] = [:]
  private var descriptors: [String: SourceProgram.TypeID] = [:]
  private let names: ClearingNames
  private let flow: ProgramFlow
  /// The number of further functions that a call is followed through.
  private let depth: Int

  /// Finds the models that a function clears; its first parameter is the context.
  init(_ function: FunctionTable.Function, _ flow: ProgramFlow) {
    let names = ClearingNames(
      context: function.facts.parameters.first?.name ?? "context",
      scope: Scope(file: function.file, type: function.owner))
    self.init(function, names, flow, depth: 3)
    for model in deletedAtOnce where models[model] == nil { models[model] = .likely }
  }

  private init(
    _ function: FunctionTable.Function, _ names: ClearingNames, _ flow: ProgramFlow, depth: Int
  ) {
    self.names = names
    self.flow = flow
    self.depth = depth
    go(through: function.facts.statements, .certain)
  }

  // MARK: Statements

  /// Follows statements in their order; after a statement that may leave them, the rest is only likely.
  private mutating func go(through body: [Statement], _ start: Certainty) {
    var certainty = start
    for statement in body {
      go(through: statement, certainty)
      if [statement].mayLeave { certainty = .likely }
    }
  }

  private mutating func go(through statement: Statement, _ certainty: Certainty) {
    switch statement {
    case .expression(let value), .result(let value?):
      if case .branches(let inner) = value.kind { return go(through: inner, certainty) }
      perform(value, certainty)
    case .binding(let binding): bind(binding)
    case .iteration(let binding, let body): iterate(binding, body, certainty)
    case .attempt(let body, let handlers):
      go(through: body, handlers.isEmpty ? certainty : .likely)
      for handler in handlers { go(through: handler, .likely) }
    case .conditional(let conditions, let then, let otherwise):
      bind(conditions)
      go(through: then, names.askForChanges(conditions) ? certainty : .likely)
      go(through: otherwise, .likely)
    case .requirement(let conditions, let otherwise):
      bind(conditions)
      go(through: otherwise, .likely)
    case .selection(_, let cases): for item in cases { go(through: item.body, .likely) }
    case .repetition(_, let body, _), .deferred(let body): go(through: body, .likely)
    case .function, .result(nil), .exit: break
    }
  }

  private mutating func bind(_ conditions: [Condition]) {
    for case .binding(let binding) in conditions { bind(binding) }
  }

  /// Notes a name that stands for all objects of a model.
  private mutating func bind(_ binding: Binding) {
    guard let value = binding.value else { return }
    noteInsertions(in: [.expression(value)])
    for name in binding.names { forget(name) }
    guard binding.isWhole, let name = binding.names.first else { return }
    fetched[name] = objects(value)
    descriptors[name] = descriptor(value)
  }

  private mutating func iterate(_ binding: Binding, _ body: [Statement], _ certainty: Certainty) {
    noteInsertions(in: body)
    guard let value = binding.value, let all = objects(value), binding.isWhole,
      let name = binding.names.first, deletes(name, in: body)
    else { return }
    unsaved[all.model] = min(all.certainty, certainty)
  }

  // MARK: Calls

  private mutating func perform(_ value: Expression, _ certainty: Certainty) {
    if case .attempt(let inner, let isForced) = value.kind {
      return perform(inner, isForced ? certainty : .likely)
    }
    if let helper = helper(calledBy: value) { return follow(helper, certainty) }
    noteInsertions(in: [.expression(value)])
    noteChanges(in: value)
    guard case .call(let callee, let arguments) = value.kind else { return }
    switch names.contextMethod(callee) {
    case "save": save(certainty)
    case "transaction":
      guard let closure = arguments.last?.value.closure else { return }
      go(through: closure.body, certainty)
      save(certainty)
    case "delete":
      guard arguments.count == 1, arguments[0].label == "model",
        let model = names.type(named: arguments[0].value, flow.program)
      else { return }
      unsaved[model] = certainty
      deletedAtOnce.insert(model)
    case .some: break
    case nil:
      guard case .member(let base?, "forEach") = callee.kind, let all = objects(base),
        deletes(arguments)
      else { return }
      unsaved[all.model] = min(all.certainty, certainty)
    }
  }

  private mutating func save(_ certainty: Certainty) {
    for (model, deleted) in unsaved { models[model] = min(deleted, certainty) }
    unsaved = [:]
    saved = max(saved ?? certainty, certainty)
  }

  /// The effects of a function that gets the context; nil if the called function is unknown.
  private func helper(calledBy call: Expression) -> ClearedModels? {
    guard depth > 0, let (function, names) = names.helper(calledBy: call, flow),
      function.facts.body != nil
    else { return nil }
    return ClearedModels(function, names, flow, depth: depth - 1)
  }

  /// Adds the effects of a called function.
  private mutating func follow(_ helper: ClearedModels, _ certainty: Certainty) {
    if helper.mayInsert { forgetAll() }
    helper.saved.map { save(min($0, certainty)) }
    for (model, deleted) in helper.models { models[model] = min(deleted, certainty) }
    for (model, deleted) in helper.unsaved { unsaved[model] = min(deleted, certainty) }
    deletedAtOnce.formUnion(helper.deletedAtOnce)
  }

  /// Whether a closure or method that is called for each object deletes the object.
  private func deletes(_ arguments: [Argument]) -> Bool {
    guard arguments.count == 1, let value = arguments.first?.value else { return false }
    if let closure = value.closure {
      return deletes(closure.parameters.first ?? "$0", in: closure.body)
    }
    return names.contextMethod(value) == "delete"
  }

  /// Whether a body deletes the object of a name each time it runs.
  private func deletes(_ name: String, in body: [Statement]) -> Bool {
    !body.mayLeave
      && body.contains { statement in
        guard case .expression(let value) = statement,
          case .call(let callee, let arguments) = value.kind
        else { return false }
        return names.contextMethod(callee) == "delete" && arguments.map(\.label) == [nil]
          && arguments[0].value.text == name
      }
  }

  // MARK: All objects

  /// All objects of a model, if a value stands for them.
  private func objects(_ value: Expression) -> Fetched? {
    switch value.kind {
    case .name(let name, _): return fetched[name]
    case .attempt(let inner, let isForced):
      guard var all = objects(inner) else { return nil }
      if !isForced { all.certainty = .likely }
      return all
    case .choice(let parts) where parts.count == 2 && parts[1].kind == .list([]):
      return objects(parts[0])
    case .call(let callee, let arguments):
      guard names.contextMethod(callee) == "fetch", arguments.count == 1,
        let model = descriptor(arguments[0].value)
      else { return nil }
      return Fetched(model: model, certainty: .certain)
    default: return nil
    }
  }

  /// The model whose objects a descriptor fetches without a filter.
  private func descriptor(_ value: Expression) -> SourceProgram.TypeID? {
    switch value.kind {
    case .name(let name, _): return descriptors[name]
    case .call(let callee, let arguments):
      guard case .name("FetchDescriptor", let types) = callee.kind, let written = types.first,
        arguments.allSatisfy({ $0.label == "sortBy" }),
        case .declared(let model) = names.resolve(written, flow.program)
      else { return nil }
      return model
    default: return nil
    }
  }

  // MARK: Other effects

  /// Forgets the names whose values an expression changes, completely or in part.
  private mutating func noteChanges(in value: Expression) {
    var changed: [String] = []
    [Statement.expression(value)].forEachExpression { part in
      switch part.kind {
      case .assignment(let target, _, _):
        changed += target.text.map { [String($0.prefix { $0 != "." })] } ?? []
      case .call(let callee, _):
        guard case .member(let base?, let name) = callee.kind, let text = base.text,
          name.hasPrefix("remove") || name.hasPrefix("pop")
        else { return }
        changed.append(text)
      default: break
      }
    }
    for name in changed { forget(name) }
  }

  /// Forgets earlier deletions if objects may be inserted afterwards, by the context or by code that gets it.
  private mutating func noteInsertions(in body: [Statement]) {
    let (names, program) = (names, flow.program)
    let inserts = body.containsExpression { expression in
      guard case .call(let callee, let arguments) = expression.kind else { return false }
      if names.mayInsert(callee, arguments) { return true }
      guard let written = callee.writtenType,
        case .declared(let model) = names.resolve(written, program)
      else { return false }
      return program.isModel(model)
    }
    if inserts { forgetAll() }
  }

  private mutating func forget(_ name: String) {
    fetched[name] = nil
    descriptors[name] = nil
  }

  private mutating func forgetAll() {
    mayInsert = true
    models = [:]
    unsaved = [:]
    deletedAtOnce = []
  }
}

extension [Statement] {
  /// Whether the statements may be left before their end, other than by an error.
  fileprivate var mayLeave: Bool {
    var isLeft = false
    CodeWalk(
      statement: { statement in
        switch statement {
        case .result, .exit(.scope): isLeft = true
        default: break
        }
      },
      expression: { $0.closure == nil }
    ).go(through: self)
    return isLeft
  }
}
