/// The result of following one function.
struct FlowResult: Sendable {
  /// The summary for the callers.
  let summary: FlowSummary
  /// The functions whose summaries were used.
  let asked: Set<FunctionTable.ID>
  /// Whether any code in the function has access to a context.
  let hasContext: Bool
  /// The places at which objects are related before they are inserted, in their order.
  let events: [RelationEvent]
  /// The use of contexts.
  let contextUse: ContextUse
  /// The model objects that are passed to other actors, in their order.
  let actorCrossings: [ActorCrossing]
  /// The classes of the objects that the function makes and inserts on at least one path.
  let insertedModels: Set<SourceProgram.TypeID>
  /// The traced objects, for messages about the events; empty if there are no events.
  let objects: TracedObjects
  /// Whether the function makes no objects for a store: it is a preview or sample, or a test without a
  /// context.
  let showsOnly: Bool

  /// Follows a function with the summaries of the functions it calls; nil if it has no body.
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

// MARK: - Objects of events

extension FlowResult {
  /// The class of an object that the function makes.
  func model(of object: FlowObject) -> SourceProgram.TypeID? { objects[object].model }

  /// The name of an object.
  func name(of object: FlowObject) -> String? { objects[object].name }

  /// Whether an object has this name.
  func isName(_ name: String) -> Bool { objects.all.contains { objects[$0].name == name } }

  /// The places at which an object is inserted by name, sorted.
  func insertions(of object: FlowObject) -> [Position] {
    objects[object].insertions.map(\.position).sorted()
  }

  /// The relations of objects that are made here and returned before they are inserted.
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
  /// The events, without those that another event of the same call covers.
  ///
  /// A function that relates an object from both sides makes one mistake.
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

  /// The elements and all that is reached from them, step by step.
  func closure(_ next: (Element) -> some Sequence<Element>) -> Set<Element> {
    var (reached, pending): (Set<Element>, [Element]) = ([], Array(self))
    while let element = pending.popLast() {
      if reached.insert(element).inserted { pending += next(element) }
    }
    return reached
  }
}
