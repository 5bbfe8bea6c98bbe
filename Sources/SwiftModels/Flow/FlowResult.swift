/// The result of following one function.
struct FlowResult: Sendable {
  /// The part that callers have to know.
  let summary: FlowSummary
  /// The functions that it calls and whose summaries were asked for.
  let asked: Set<FunctionTable.ID>
  /// True if a context is at hand anywhere in the function.
  let hasContext: Bool
  /// The places at which objects are related before they are inserted, in their order.
  let events: [RelationEvent]
  /// The use that is made of contexts.
  let contextUse: ContextUse
  /// The model objects that are handed to other actors, in their order.
  let actorCrossings: [ActorCrossing]
  /// The classes of the objects that are made here and inserted on some way.
  let insertedModels: Set<SourceProgram.TypeID>
  /// The objects, for whoever speaks of the events; none where there are no events.
  let objects: TracedObjects
  /// True if what is made here is not meant for a store: it is shown, or tried by a test that has no
  /// context.
  let showsOnly: Bool

  /// Follows a function, with what is known of those that it calls; nil for one without a body.
  init?(
    of function: FunctionTable.Function, in index: ProgramIndex, helpers: [FlowSummary?]
  ) {
    guard function.facts.body != nil else { return nil }
    var flow = FunctionFlow(function, in: index, helpers: helpers)
    flow.follow()
    summary = flow.summary
    asked = flow.asked
    hasContext = flow.hasContext
    events = flow.events.distinct.oncePerCall.sorted { $0.position < $1.position }
    contextUse = flow.contextUse
    actorCrossings = flow.actorCrossings.distinct.sorted { $0.position < $1.position }
    insertedModels = Set(
      flow.objects.all.map { flow.objects[$0] }.filter(\.isInserted).compactMap(\.model))
    objects = flow.events.isEmpty ? TracedObjects() : flow.objects
    showsOnly = function.isForShow || function.isTest && !flow.hasContext
  }
}

// MARK: - What is known of the objects of events

extension FlowResult {
  /// The class of an object that is made here.
  func model(of object: FlowObject) -> SourceProgram.TypeID? { objects[object].model }

  /// The name of an object.
  func name(of object: FlowObject) -> String? { objects[object].name }

  /// True if an object is called like that.
  func isName(_ name: String) -> Bool { objects.all.contains { objects[$0].name == name } }

  /// Where an object is inserted by name, in the order of places.
  func insertions(of object: FlowObject) -> [Position] {
    objects[object].insertions.map(\.position).sorted()
  }

  /// The relations of objects that are made here and returned without having been inserted.
  var returnedRelations: [RelationEvent] {
    events.filter { event in
      event.objects.contains {
        let object = objects[$0]
        return object.model != nil && object.isReturned && !object.isInserted
      }
    }
  }
}

extension [RelationEvent] {
  /// The events, without those that say of a call what another one says of it: a function that
  /// relates an object from both sides makes one mistake.
  fileprivate var oncePerCall: [RelationEvent] {
    enumerated().filter { place, event in
      guard case .helper = event.way else { return true }
      let fresh = event.freshObjects
      return !enumerated().contains { otherPlace, other in
        guard otherPlace != place, other.position == event.position, other.way == event.way,
          case let others = other.freshObjects, others.isSuperset(of: fresh)
        else { return false }
        return others != fresh || otherPlace < place
      }
    }.map(\.element)
  }
}

extension Sequence where Element: Hashable {
  /// The elements in their order, each once.
  var distinct: [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}
