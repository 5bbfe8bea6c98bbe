/// A walk that follows the objects of one function, from where they are made to where they end.
///
/// The statements are followed once, in their order, with known facts instead of values. Where the code
/// branches, every branch is followed. Where branches meet, only the facts common to both are kept. An object
/// therefore counts as fresh only if no path can have inserted it.
struct FunctionFlow {
  let index: ProgramIndex
  let function: FunctionTable.Function
  let scope: Scope
  /// The summaries of all functions, by number.
  private let helpers: [FlowSummary?]
  /// The functions whose summaries were used.
  private(set) var asked: Set<FunctionTable.ID> = []

  /// The known facts at the current point.
  var state = FlowState()
  /// The objects, with all that happens to them.
  var objects = TracedObjects()
  /// The places at which objects are related, with the objects that were new there.
  private(set) var events: [RelationEvent] = []
  /// The relations of the callers' objects, each with the index of its event.
  private var givenRelations: [(relation: FlowSummary.Relation, event: Int?)] = []
  /// The summary for the callers.
  private(set) var summary = FlowSummary()
  /// The use of contexts.
  var contextUse = ContextUse()
  /// The model objects that are passed to other actors.
  var actorCrossings: [ActorCrossing] = []
  /// Whether any code in the function has access to a context.
  var hasContext: Bool

  /// The object whose method the function is.
  private(set) var itself: FlowObject?
  /// The innermost body: a closure's, or the function's own.
  var body = Body()
  /// The closures and inner functions that have a name.
  var localBodies: [String: Closure] = [:]
  /// The names of the closures and inner functions that are being followed.
  var running: Set<String> = []
  /// The names that each surrounding block declares.
  private var declared: [Set<String>] = [[]]
  /// The number of closures and inner functions around the current point.
  var depth = 0
  /// The number of decisions in the code so far: conditions, `switch`es and loops.
  var questions = 0
  /// The number of the first object that is made in a closure that runs later.
  var laterStart = 0
  /// The number of followed calls of inner functions.
  var localCalls = 0
  private var contextCount = 0
  private var exits: [FlowState] = []
  private var returned: Set<FlowSummary.Returned> = []

  /// A body that is being followed: the function's own, or a closure's.
  struct Body {
    /// The states at the exits of each surrounding loop or `switch`.
    var scopeExits: [[FlowState]] = []
    /// The bodies of the surrounding `defer` statements; the last one runs first.
    var deferred: [[Statement]] = []
    /// The results of the body, one for each path.
    var results: [FlowValue] = []
    /// The `try?` or `try!` around the current point.
    var attempt: (position: Position, isForced: Bool)?
  }

  /// The meanings of names at the current point.
  var names: FlowNames {
    FlowNames(index: index, function: function, scope: scope, values: state.names)
  }

  /// Creates the walk for a function, with the summaries of the functions that it may call.
  init(_ function: FunctionTable.Function, in index: ProgramIndex, helpers: [FlowSummary?]) {
    self.index = index
    self.function = function
    self.helpers = helpers
    scope = Scope(file: function.file, type: function.owner)
    hasContext = index.hasContext(function.owner) || function.extended == "ModelContext"
  }

  /// Follows the function from beginning to end.
  mutating func follow() {
    enter()
    if let value = run(function.facts.statements), function.facts.result != nil { give(value) }
    leave()
    finish()
  }

  /// The summary of a called function.
  mutating func summary(of id: FunctionTable.ID) -> FlowSummary? {
    asked.insert(id)
    return helpers[id]
  }
}

// MARK: - Beginning

extension FunctionFlow {
  private mutating func enter() {
    if let owner = function.owner {
      state.names["self"] = FlowValue(type: .declared(owner), text: "self")
      if index.models.contains(owner), !function.facts.isStatic { addItself() }
    } else if function.extended == "ModelContext", !function.facts.isStatic {
      state.names["self"] = FlowValue(
        type: .unseen("ModelContext"), context: .named("self"), text: "self")
    } else if function.extended == "PersistentModel" {
      state.names["self"] = FlowValue(text: "self")
      addItself()
    }
    for (place, parameter) in function.facts.parameters.enumerated() { bind(parameter, place) }
  }

  private mutating func addItself() {
    let object = objects.add(TracedObject(origin: .itself))
    itself = object
    state.standings[object] = function.isInitializer ? .fresh : .given
    state.names["self"]?.objects = [object]
  }

  private mutating func bind(_ parameter: FunctionFacts.Parameter, _ place: Int) {
    let type = names.resolved(parameter.isVariadic ? .array(parameter.type) : parameter.type)
    var value = FlowValue(type: type, text: parameter.name)
    if case .dictionary = parameter.type { value.isPaired = true }
    if FlowNames.isContext(type) {
      value.context = names.context(named: parameter.name)
      hasContext = true
    } else if mayBeModel(type.core) {
      let object = objects.add(TracedObject(origin: .parameter(place), name: parameter.name))
      state.standings[object] = .given
      value.objects = [object]
    }
    state.names[parameter.name] = value
  }

  /// Whether a value of a type may be a model object: `Book`, `any PersistentModel`, a generic parameter.
  private func mayBeModel(_ type: SwiftType) -> Bool {
    switch type {
    case .declared(let id):
      index.models.contains(id) || index.program[id].facts.kind == .protocol
    case .unseen: !FlowNames.isContext(type)
    case .unstorable(let text): !text.contains("->")
    case .scalar, .optional, .array, .set, .dictionary, .generic: false
    }
  }
}

// MARK: - End

extension FunctionFlow {
  /// Keeps the state where the function is left.
  mutating func leave() {
    if state.isReachable, depth == 0 { exits.append(state) }
  }

  /// Notes a value that the function returns to its caller.
  mutating func give(_ value: FlowValue) {
    guard state.isReachable, depth == 0 else { return }
    for object in value.objects { objects[object].isReturned = true }
    if !value.isNothing { returned.insert(returned(value)) }
  }

  private func returned(_ value: FlowValue) -> FlowSummary.Returned {
    if let context = value.context { return context.isMade ? .newContext : .unknown }
    let end = callersEnd(value)
    if end != .other { return .given(end) }
    guard !value.objects.isEmpty else { return .unknown }
    if state.isFresh(value) { return .new }
    if value.objects.allSatisfy({ state.standing($0) == .inserted && !isGiven($0) }) {
      return .inserted
    }
    return newAmongSeveral(value).isEmpty ? .unknown : .foundOrNew
  }

  private mutating func finish() {
    let end = exits.joined ?? state
    answerForGiven(end)
    for object in objects.all where callersEnd(object) != .other {
      let traced = objects[object]
      if traced.isInserted, end.standing(object) == .inserted {
        summary.fates[callersEnd(object)] = .inserted(byName: !traced.insertions.isEmpty)
      } else if traced.isInserted || traced.isEscaped {
        summary.fates[callersEnd(object)] = .escaped
      }
    }
    if returned.count == 1, let only = returned.first {
      summary.returned = only
    } else if returned.contains(.new) || returned.contains(.foundOrNew) {
      summary.returned = .foundOrNew
    }
    if summary.returned == .newContext, contextUse.leaked.contains(where: \.isMade) {
      summary.returned = .unknown
    }
    summary.effects = contextUse.effects
  }

  /// Blames the function, not its callers, if it inserts a caller's object only after relating it.
  ///
  /// The callers cannot prevent this mistake.
  private mutating func answerForGiven(_ end: FlowState) {
    var answered: Set<Int> = []
    for place in events.indices {
      func isLate(_ object: FlowObject?) -> Bool {
        object.map { end.early[.init(object: $0, event: place)] ?? false } ?? false
      }
      if events[place].ends.contains(where: { isLate($0.given) }) { answered.insert(place) }
      if isLate(events[place].owner.given) { events[place].owner.isFresh = true }
      for index in events[place].values.indices where isLate(events[place].values[index].given) {
        events[place].values[index].isFresh = true
      }
    }
    events = events.filter { $0.ends.contains(where: \.isFresh) }
    summary.relations =
      givenRelations.filter { _, event in
        event.map { !answered.contains($0) } ?? true
      }.map(\.relation).distinct
  }

  /// Whether an object existed before the function began.
  private func isGiven(_ object: FlowObject) -> Bool {
    switch objects[object].origin {
    case .parameter: true
    case .itself: !function.isInitializer
    case .made, .found: false
    }
  }

  /// The end of a relation that an object is, as the callers see it.
  private func callersEnd(_ object: FlowObject) -> FlowSummary.End {
    switch objects[object].origin {
    case .parameter(let place): .parameter(place)
    case .itself: .itself
    case .made, .found: .other
    }
  }

  /// The end of a relation that a value is, if the callers passed it.
  private func callersEnd(_ value: FlowValue) -> FlowSummary.End {
    if value.objects.isEmpty, value.text == "self", function.owner != nil { return .itself }
    guard value.objects.count == 1, let object = value.objects.first, isGiven(object) else {
      return .other
    }
    return callersEnd(object)
  }
}

// MARK: - Relations of the callers

extension FunctionFlow {
  /// Notes a relation.
  ///
  /// The callers are responsible for a relation in an initializer, and for a relation of objects that only
  /// they can have inserted.
  mutating func note(_ event: RelationEvent, _ owner: FlowValue, _ values: [FlowValue]) {
    if function.isInitializer, let itself, owner.objects.contains(itself) {
      guard owner.objects.count == 1, state.isFresh(owner) else { return }
      for (property, value) in zip(event.properties, values) { noteStored(property, value) }
      return
    }
    for (property, value) in zip(event.properties, values) {
      let relation = FlowSummary.Relation(
        owner: earlyEnd(owner), property: property, value: earlyEnd(value))
      guard relation.owner != .other || relation.value != .other else { continue }
      givenRelations.append((relation, events.count))
    }
    for object in event.ends.compactMap(\.given) {
      state.early[.init(object: object, event: events.count)] = false
    }
    events.append(event)
  }

  /// Notes an object that an initializer stores, possibly along with others.
  private mutating func noteStored(_ property: String, _ value: FlowValue) {
    for object in value.objects.sorted(by: { $0.number < $1.number }) {
      let end = earlyEnd(FlowValue(objects: [object]))
      givenRelations.append((.init(owner: .itself, property: property, value: end), nil))
    }
  }

  /// The caller's object that a value is, unless it may have been inserted since.
  func given(_ value: FlowValue) -> FlowObject? {
    guard value.objects.count == 1, let object = value.objects.first,
      state.standing(object) == .given
    else { return nil }
    return object
  }

  /// The end of a relation that a value is to the callers, unless it is inserted here, or may be.
  private func earlyEnd(_ value: FlowValue) -> FlowSummary.End {
    guard value.objects.count == 1, let object = value.objects.first,
      [.fresh, .given].contains(state.standing(object))
    else { return .other }
    return callersEnd(object)
  }
}

// MARK: - Objects and names

extension FunctionFlow {
  /// Adds an object that the function makes.
  mutating func makeObject(of model: SourceProgram.TypeID) -> FlowObject {
    let object = objects.add(TracedObject(origin: .made(model), questions: questions))
    state.standings[object] = .fresh
    return object
  }

  /// Adds an object from outside the function; at most its context is known.
  mutating func foundObject(in context: ContextIdentity? = nil) -> FlowObject {
    let object = objects.add(TracedObject(origin: .found))
    state.contexts[object] = context
    return object
  }

  /// Adds a context that no other code holds yet.
  mutating func newContext() -> FlowValue {
    contextCount += 1
    return FlowValue(type: .unseen("ModelContext"), context: .made(contextCount))
  }

  /// The possible objects of a value that are certainly new: `try find(title) ?? Book(title: title)`.
  ///
  /// An object counts only if the code has not branched since it was made, because the condition may have
  /// asked which object the value is.
  func newAmongSeveral(_ value: FlowValue) -> Set<FlowObject> {
    guard value.isOneOfSeveral, value.objects.count > 1,
      index.models.model(value.type?.unwrapped) != nil, !state.isFresh(value)
    else { return [] }
    return value.objects.filter { object in
      state.standing(object) == .fresh && objects[object].questions == questions
    }
  }

  /// Declares a name in the innermost block.
  mutating func declare(_ name: String, _ value: FlowValue) {
    var value = value
    value.text = name
    declared[declared.count - 1].insert(name)
    state.names[name] = value
    for object in value.objects where objects[object].name == nil { objects[object].name = name }
    if value.context != nil { hasContext = true }
  }

  /// Runs a closure in a new block, whose names end with it.
  mutating func inBlock<Result>(_ body: (inout Self) -> Result) -> Result {
    let outer = state.names
    declared.append([])
    let result = body(&self)
    for name in declared.removeLast() { state.names[name] = outer[name] }
    return result
  }

  /// Runs a closure from the current state, then restores that state.
  mutating func fork<Result>(_ body: (inout Self) -> Result) -> (Result, FlowState) {
    let before = state
    let result = body(&self)
    let after = state
    state = before
    return (result, after)
  }
}
