/// Follows the objects of one function from where they are made to where they end.
///
/// The statements are carried out once, in their order, with what is known instead of values. Where
/// ways part, both are followed, and where they meet, only what both agree on is kept. So an object is
/// called fresh only where nothing on any way can have inserted it.
struct FunctionFlow {
  let index: ProgramIndex
  let function: FunctionTable.Function
  let scope: Scope
  /// The summaries of all functions, by their numbers.
  private let helpers: [FlowSummary?]
  /// The functions whose summaries were asked for.
  private(set) var asked: Set<FunctionTable.ID> = []

  /// The knowledge at the point that was reached.
  var state = FlowState()
  /// The objects, with all that happens to them.
  var objects = TracedObjects()
  /// The places at which objects are related, with what is new of them by then.
  private(set) var events: [RelationEvent] = []
  /// The relations of what the callers give, each with its place among the events.
  private var givenRelations: [(relation: FlowSummary.Relation, event: Int?)] = []
  /// The part that callers have to know.
  private(set) var summary = FlowSummary()
  /// The use that is made of contexts.
  var contextUse = ContextUse()
  /// The model objects that are handed to other actors.
  var actorCrossings: [ActorCrossing] = []
  /// Whether a context is at hand anywhere in the function.
  var hasContext: Bool

  /// The object whose method it is.
  private(set) var itself: FlowObject?
  /// The innermost body: that of a closure, or the function's own.
  var body = Body()
  /// The closures and inner functions that have a name.
  var localBodies: [String: Closure] = [:]
  /// The names of those that are being followed.
  var running: Set<String> = []
  /// The names that the blocks around the point declare, for each of them.
  private var declared: [Set<String>] = [[]]
  /// The number of closures and inner functions around the point.
  var depth = 0
  /// The number of questions that the code has asked by now: conditions, `switch`es and loops.
  var questions = 0
  /// The number of the first object that is made in a closure which is carried out later.
  var laterStart = 0
  /// The number of calls of inner functions that were followed.
  var localCalls = 0
  private var contextCount = 0
  private var exits: [FlowState] = []
  private var returned: Set<FlowSummary.Returned> = []

  /// A body that is being followed: the function's own, or that of a closure.
  struct Body {
    /// The states in which the loops and `switch`es around the point are left, for each of them.
    var scopeExits: [[FlowState]] = []
    /// The bodies that run when the blocks around the point are left, the last one first.
    var deferred: [[Statement]] = []
    /// The values that it gives, on each of its ways.
    var results: [FlowValue] = []
    /// The `try?` or `try!` around the point.
    var attempt: (position: Position, isForced: Bool)?
  }

  /// A function of a program, with what is known of those that it may call.
  init(_ function: FunctionTable.Function, in index: ProgramIndex, helpers: [FlowSummary?]) {
    self.index = index
    self.function = function
    self.helpers = helpers
    scope = Scope(file: function.file, type: function.owner)
    hasContext = index.hasContext(function.owner) || function.extended == "ModelContext"
  }

  /// Follows it from its beginning to its end.
  mutating func follow() {
    enter()
    if let value = run(function.facts.statements), function.facts.result != nil { give(value) }
    leave()
    finish()
  }

  /// The summary of a function that is called.
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
    let type = resolved(parameter.isVariadic ? .array(parameter.type) : parameter.type)
    var value = FlowValue(type: type, text: parameter.name)
    if case .dictionary = parameter.type { value.isPaired = true }
    if Self.isContext(type) {
      value.context = identity(ofName: parameter.name)
      hasContext = true
    } else if mayBeModel(type.core) {
      let object = objects.add(TracedObject(origin: .parameter(place), name: parameter.name))
      state.standings[object] = .given
      value.objects = [object]
    }
    state.names[parameter.name] = value
  }

  /// Whether a value of a type may be an object: `Book`, `any PersistentModel`, a generic parameter.
  private func mayBeModel(_ type: SwiftType) -> Bool {
    switch type {
    case .declared(let id):
      index.models.contains(id) || index.program[id].facts.kind == .protocol
    case .unseen: !Self.isContext(type)
    case .unstorable(let text): !text.contains("->")
    case .scalar, .optional, .array, .set, .dictionary, .generic: false
    }
  }

  /// Whether a type is that of a context.
  static func isContext(_ type: SwiftType) -> Bool {
    guard case .unseen(let name) = type.unwrapped else { return false }
    return ["ModelContext", "SwiftData.ModelContext", "NSManagedObjectContext"].contains(name)
  }
}

// MARK: - End

extension FunctionFlow {
  /// Remembers what is known where the function is left.
  mutating func leave() {
    if state.isReachable, depth == 0 { exits.append(state) }
  }

  /// Notes what the function gives to its caller.
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

  /// A function that inserts what the callers give, but only after it related it, is at fault itself:
  /// the callers can do nothing about it.
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

  /// Whether an object was there before the function began.
  private func isGiven(_ object: FlowObject) -> Bool {
    switch objects[object].origin {
    case .parameter: true
    case .itself: !function.isInitializer
    case .made, .found: false
    }
  }

  /// The end that an object is to the callers.
  private func callersEnd(_ object: FlowObject) -> FlowSummary.End {
    switch objects[object].origin {
    case .parameter(let place): .parameter(place)
    case .itself: .itself
    case .made, .found: .other
    }
  }

  /// The end that a value is to the callers, where they gave it.
  private func callersEnd(_ value: FlowValue) -> FlowSummary.End {
    if value.objects.isEmpty, value.text == "self", function.owner != nil { return .itself }
    guard value.objects.count == 1, let object = value.objects.first, isGiven(object) else {
      return .other
    }
    return callersEnd(object)
  }
}

// MARK: - What the callers answer for

extension FunctionFlow {
  /// Notes a relation; that of an initializer, and that of what only the callers can have inserted, is
  /// theirs to answer for.
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

  /// An initializer stores what it is given, maybe along with other objects.
  private mutating func noteStored(_ property: String, _ value: FlowValue) {
    for object in value.objects.sorted(by: { $0.number < $1.number }) {
      let end = earlyEnd(FlowValue(objects: [object]))
      givenRelations.append((.init(owner: .itself, property: property, value: end), nil))
    }
  }

  /// The object of the callers that a value is, as long as nothing is known to have inserted it.
  func given(_ value: FlowValue) -> FlowObject? {
    guard value.objects.count == 1, let object = value.objects.first,
      state.standing(object) == .given
    else { return nil }
    return object
  }

  /// The end that a value is to the callers, unless it is inserted here, or may be.
  private func earlyEnd(_ value: FlowValue) -> FlowSummary.End {
    guard value.objects.count == 1, let object = value.objects.first,
      [.fresh, .given].contains(state.standing(object))
    else { return .other }
    return callersEnd(object)
  }
}

// MARK: - Objects and names

extension FunctionFlow {
  /// An object that is made here.
  mutating func makeObject(of model: SourceProgram.TypeID) -> FlowObject {
    let object = objects.add(TracedObject(origin: .made(model), questions: questions))
    state.standings[object] = .fresh
    return object
  }

  /// An object that was there before, of which nothing is known but its context.
  mutating func foundObject(in context: ContextIdentity? = nil) -> FlowObject {
    let object = objects.add(TracedObject(origin: .found))
    state.contexts[object] = context
    return object
  }

  /// A context that nobody else knows yet.
  mutating func newContext() -> FlowValue {
    contextCount += 1
    return FlowValue(type: .unseen("ModelContext"), context: .made(contextCount))
  }

  /// The objects among several that a value may be which nothing can have inserted on the ways on
  /// which it is them: `try find(title) ?? Book(title: title)`.
  ///
  /// Where the code has asked something since they were made, it may have asked which of them it is.
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

  /// Carries something out in a block of its own, whose names end with it.
  mutating func inBlock<Result>(_ body: (inout Self) -> Result) -> Result {
    let outer = state.names
    declared.append([])
    let result = body(&self)
    for name in declared.removeLast() { state.names[name] = outer[name] }
    return result
  }

  /// Carries something out from here, and comes back to what is known here.
  mutating func fork<Result>(_ body: (inout Self) -> Result) -> (Result, FlowState) {
    let before = state
    let result = body(&self)
    let after = state
    state = before
    return (result, after)
  }
}
