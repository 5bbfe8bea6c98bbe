/// Follows the objects of one function from where they are made to where they end.
///
/// The statements are carried out once, in their order, with what is known instead of values:
/// where ways part, both are gone, and where they meet, only what both agree on is kept. So an
/// object is called fresh only where nothing on any way can have inserted it.
struct FlowAnalysis {
  let flow: ProgramFlow
  /// What follows the functions that this one calls.
  let walk: FlowWalk
  let function: FunctionTable.Function
  let scope: Scope
  /// What is known at the point that was reached.
  var state = FlowState()
  /// The places at which objects are related before they are inserted.
  var events: [RelationEvent] = []
  /// The places at which objects are related that only the callers can have inserted.
  var givenEvents: [RelationEvent] = []
  /// Where each relation is made that is told to the callers, and of which of their objects.
  var origins: [FlowSummary.Relation: Set<[EarlyRelation]>] = [:]
  /// What is known on all ways out of the function.
  private var end: FlowState?
  /// What callers have to know.
  var summary = FlowSummary()
  /// The objects that are made here, with the class of each.
  private(set) var made: [FlowObject: SourceProgram.TypeID] = [:]
  /// What the objects are called, where they have a name.
  var objectNames: [FlowObject: String] = [:]
  /// The objects that are inserted on some way.
  var everInserted: Set<FlowObject> = []
  /// The objects that somebody else gets in hand on some way.
  var everEscaped: Set<FlowObject> = []
  /// The objects that are only shown to somebody else, as far as one can tell.
  var everLoosened: Set<FlowObject> = []
  /// The objects that are returned on some way.
  var everReturned: Set<FlowObject> = []
  /// The objects that only this function knows among the properties of its type, by name.
  var ownObjects: [String: FlowObject] = [:]
  /// The objects that the properties of its type have, by name, where that is no model.
  var members = OwnMembers()
  /// Where objects are made and inserted.
  var places = ObjectPlaces()
  /// The objects that each object is related to.
  var neighbours: [FlowObject: Set<FlowObject>] = [:]
  /// The objects that are related to what is not known.
  var tied: Set<FlowObject> = []
  /// The parameters, by the objects that stand for them.
  private(set) var parameters: [FlowObject: Int] = [:]
  /// The object whose method it is.
  private(set) var itself: FlowObject?
  /// Whether a context is at hand anywhere in the function.
  var hasContext = false
  /// What functions inside this one do, by name.
  var localFunctions: [String: FunctionFacts] = [:]
  /// What closures do that have a name, by that.
  var localClosures: [String: Closure] = [:]
  /// The closures that may be carried out at another time.
  var keptClosures: [KeptClosure] = []
  /// The names of those that are being followed.
  var localCalls: Set<String> = []
  /// How many calls of them have been followed.
  var localCallCount = 0
  /// The states in which the innermost loops and `switch`es are left, for each of them.
  var exits: [[FlowState]] = []
  /// What is done when the blocks around this point are left, the last one first, with how many
  /// loops and `switch`es are around each.
  var deferred: [(body: [Statement], exits: Int)] = []
  /// How many of them are around the innermost `do` that catches errors.
  var deferredAroundCatch = 0
  /// What the innermost closure gives, on each of its ways.
  var closureResults: [FlowValue] = []
  /// The names that the blocks around this point declare, for each of them.
  private var declared: [Set<String>] = [[]]
  /// What is done with contexts.
  var contextUse = ContextUse()
  /// The model objects that are handed to other actors.
  var actorCrossings: [ActorCrossing] = []
  /// The `try?` or `try!` around the point.
  var attemptAround: (position: Position, isForced: Bool)?
  /// How many loops are around the point.
  var loopDepth = 0
  /// How many contexts are made here.
  var contextCount = 0
  /// The ways that part around the point, and those on which objects are made.
  var ways = FlowWays()
  /// How many closures and inner functions deep the point is.
  var depth = 0
  /// How many of them may be carried out at another time.
  var laterDepth = 0
  private var results: [Standing] = []
  private var givenResults: Set<FlowSummary.End> = []
  private var partResults: [[FlowSummary.Part]] = []
  private var contextResults: [ContextIdentity?] = []
  private var objectCount = 0

  /// Calls within a function are followed down to this depth.
  static let depthLimit = 24
  /// As many calls of functions inside this one are followed, or they could double at each level.
  static let localCallLimit = 256

  /// Follows a function from its beginning to its end.
  init(_ function: FunctionTable.Function, in flow: ProgramFlow, walk: FlowWalk) {
    self.flow = flow
    self.walk = walk
    self.function = function
    scope = Scope(file: function.file, type: function.owner)
    hasContext = flow.hasContext(function.owner) || function.extended == "ModelContext"
    enter()
    if let value = run(function.facts.statements), function.facts.result != nil { give(value) }
    leave()
    releaseState()
    runKept()
    finish()
  }

  // MARK: Beginning and end

  private mutating func enter() {
    if let owner = function.owner, flow.models.contains(owner), !function.facts.isStatic {
      let object = makeObject()
      itself = object
      state.standings[object] = function.isInitializer ? .fresh : .given
      state.names["self"] = FlowValue(objects: [object], type: .declared(owner), text: "self")
    } else if let owner = function.owner {
      state.names["self"] = FlowValue(type: .declared(owner), text: "self")
      if flow.program[owner].facts.kind == .protocol { addItself() }
    } else if function.extended == "PersistentModel" {
      state.names["self"] = FlowValue(text: "self")
      addItself()
    } else if function.extended == "ModelContext", !function.facts.isStatic {
      state.names["self"] = FlowValue(
        type: .unseen("ModelContext"), isContext: true, text: "self")
    }
    for (place, parameter) in function.facts.parameters.enumerated() { bind(parameter, place) }
  }

  /// What conforms to a protocol may be an object.
  private mutating func addItself() {
    guard !function.facts.isStatic else { return }
    let object = makeObject()
    itself = object
    state.standings[object] = .given
    state.names["self"]?.objects = [object]
  }

  private mutating func bind(_ parameter: FunctionFacts.Parameter, _ place: Int) {
    var value = typed(parameter.isVariadic ? .array(parameter.type) : parameter.type)
    value.text = parameter.name
    value.noteOrigin(place)
    let type = value.type ?? .unseen("")
    if Self.isFunction(type) {
      value.callback = place
    } else if mayBeModel(type.core) {
      let object = makeObject()
      parameters[object] = place
      objectNames[object] = parameter.name
      state.standings[object] = .given
      value.objects = [object]
    }
    value.isContext = Self.isContext(type)
    if value.isContext { hasContext = true }
    state.names[parameter.name] = value
  }

  /// Whether a type is a model class.
  func isModel(_ type: SwiftType) -> Bool {
    if case .declared(let id) = type { flow.models.contains(id) } else { false }
  }

  /// Whether a value of a type may be an object: `Book`, `any PersistentModel`, a generic parameter.
  private func mayBeModel(_ type: SwiftType) -> Bool {
    switch type {
    case .declared(let id): flow.models.contains(id) || flow.program[id].facts.kind == .protocol
    case .unseen, .unstorable: !Self.isContext(type)
    case .scalar, .optional, .array, .set, .dictionary, .generic: false
    }
  }

  private mutating func finish() {
    for (object, place) in parameters {
      if everInserted.contains(object), state.standing(object) == .inserted {
        summary.inserted.insert(place)
      } else if everEscaped.contains(object) || everInserted.contains(object) {
        summary.escaped.insert(place)
      }
    }
    noteMembers()
    noteInsertedByName()
    noteTied()
    answerForGiven()
    if let itself {
      summary.insertsItself = everInserted.contains(itself)
      summary.letsItselfEscape = everEscaped.contains(itself)
    }
    if let first = results.first { summary.result = results.reduce(first) { $0.joined($1) } }
    if summary.result == .fresh { summary.mayReturnNew = false }
    if givenResults.count == 1, let given = givenResults.first { summary.given = given }
    summary.parts = joinedParts
    summary.makesContext =
      !contextResults.isEmpty
      && contextResults.allSatisfy { made in
        made.map { !contextUse.leaked.contains($0) } ?? false
      }
  }

  /// The parts of the tuples that are returned, as far as all agree on them.
  private var joinedParts: [FlowSummary.Part] {
    guard let first = partResults.first,
      partResults.allSatisfy({ $0.map(\.label) == first.map(\.label) })
    else { return [] }
    return first.indices.map { place in
      let parts = partResults.map { $0[place] }
      var part = parts[0]
      part.standing = parts.reduce(part.standing) { $0.joined($1.standing) }
      if !parts.allSatisfy({ $0.type == part.type }) { part.type = nil }
      return part
    }
  }

  /// Remembers what is known where the function is left.
  mutating func leave() {
    guard state.isReachable, depth == 0 else { return }
    end = end.map { $0.joined(state) } ?? state
  }

  private mutating func noteInsertedByName() {
    for object in end?.insertedByName ?? [] where isGiven(object) {
      summary.insertedByName.insert(givenEnd(FlowValue(objects: [object])))
    }
  }

  /// What the callers give and the function inserts itself, but only after it related it, is told
  /// here: the callers can do nothing about it.
  private mutating func answerForGiven() {
    let late = (end?.earlyRelations ?? [:]).filter(\.value)
    guard !late.isEmpty else { return }
    let isLate = { (given: FlowObject?, position: Position) in
      given.map { late[EarlyRelation(object: $0, position: position)] == true } ?? false
    }
    events += givenEvents.filter { event in
      event.ends.contains { isLate($0.given, event.position) }
    }
    for place in events.indices {
      let position = events[place].position
      if isLate(events[place].owner.given, position) { events[place].owner.isFresh = true }
      for index in events[place].values.indices
      where isLate(events[place].values[index].given, position) {
        events[place].values[index].isFresh = true
      }
    }
    summary.relations.removeAll { relation in
      origins[relation]?.allSatisfy { $0.contains { late[$0] == true } } ?? false
    }
  }

  /// Notes what the function gives to its caller.
  mutating func give(_ value: FlowValue) {
    guard state.isReachable, depth == 0 else { return }
    for object in value.objects { everReturned.insert(object) }
    contextResults.append(value.madeContext.map { .made($0) })
    guard !value.isNothing else { return }
    givenResults.insert(givenEnd(value))
    partResults.append(
      value.parts.map { part in
        FlowSummary.Part(
          label: part.label, type: part.value.type, standing: standing(ofReturned: part.value))
      })
    results.append(standing(ofReturned: value))
    if results.last == .fresh, !isFree(value) { summary.returnsFree = false }
    if results.last == .fresh, !isFree(value.objects) { summary.returnsTied = true }
    if results.last == .fresh || !newAmongSeveral(value).isEmpty { summary.mayReturnNew = true }
  }

  /// How far the objects of a value have come that were not there before the function began.
  private func standing(ofReturned value: FlowValue) -> Standing {
    let standings = value.objects.map { isGiven($0) ? .open : state.standing($0) }
    return standings.dropFirst().reduce(standings.first ?? .open) { $0.joined($1) }
  }

  /// What a value is to the callers, where it is what they passed.
  func givenEnd(_ value: FlowValue) -> FlowSummary.End {
    if value.objects.isEmpty, isItself(value) { return .itself }
    guard let object = value.objects.first, value.objects.count == 1 else { return .other }
    if object == itself, !function.isInitializer { return .itself }
    if let name = members.name(of: object) { return .member(name) }
    return parameters[object].map { .parameter($0) } ?? .other
  }

  /// Whether an object was there before the function began.
  private func isGiven(_ object: FlowObject) -> Bool {
    parameters[object] != nil || members.name(of: object) != nil
      || object == itself && !function.isInitializer
  }

  // MARK: Objects

  /// A new object, of which nothing is known yet.
  mutating func makeObject() -> FlowObject {
    objectCount += 1
    return FlowObject(id: objectCount)
  }

  /// An object that is made here.
  mutating func makeObject(of model: SourceProgram.TypeID) -> FlowObject {
    let object = makeObject()
    made[object] = model
    ways.note(object)
    state.standings[object] = .fresh
    return object
  }

  // MARK: Names

  /// Declares a name in the innermost block.
  mutating func declare(_ name: String, _ value: FlowValue) {
    declared[declared.count - 1].insert(name)
    state.names[name] = value
    for object in value.objects where objectNames[object] == nil { objectNames[object] = name }
    if value.isContext { hasContext = true }
  }

  /// Whether the function declares a name itself, and does not get it from its callers.
  func isDeclaredHere(_ name: String) -> Bool { declared.contains { $0.contains(name) } }

  /// Carries something out in a block of its own, whose names end with it.
  mutating func inBlock<Result>(_ body: (inout Self) -> Result) -> Result {
    let outer = state.names
    declared.append([])
    let result = body(&self)
    for name in declared.removeLast() { state.names[name] = outer[name] }
    return result
  }

  /// Whether values of a type are functions.
  private static func isFunction(_ type: SwiftType) -> Bool {
    if case .unstorable(let text) = type.unwrapped { text.contains("->") } else { false }
  }

  /// Whether a type is that of a context, or of what has one.
  static func isContext(_ type: SwiftType) -> Bool {
    switch type.unwrapped {
    case .unseen(let name):
      ["ModelContext", "SwiftData.ModelContext", "NSManagedObjectContext"].contains(name)
    default: false
    }
  }
}
