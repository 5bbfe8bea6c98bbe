/// What came of following one function.
final class FlowResult: Sendable {
  /// What callers have to know.
  let summary: FlowSummary
  /// The places at which objects are related before they are inserted, in their order.
  let events: [RelationEvent]
  /// Whether a context is at hand anywhere in the function.
  let hasContext: Bool
  /// What is done with contexts.
  let contextUse: ContextUse
  /// The model objects that are handed to other actors, in their order.
  let actorCrossings: [ActorCrossing]
  /// Where objects are made and inserted.
  let places: ObjectPlaces
  /// Where objects are made that nothing is known to relate or insert, in their order.
  let unfollowed: [Position]
  /// Whether what is made here is not meant for a store: it is shown, or tried by a test that has no
  /// context.
  let showsOnly: Bool
  private let made: [FlowObject: SourceProgram.TypeID]
  private let names: [FlowObject: String]
  private let inserted: Set<FlowObject>
  private let escaped: Set<FlowObject>
  private let returned: Set<FlowObject>
  private let neighbours: [FlowObject: Set<FlowObject>]

  /// What an analysis found.
  init(_ analysis: FlowAnalysis) {
    summary = analysis.summary
    events = analysis.events.distinct.oncePerCall.sorted { $0.position < $1.position }
    hasContext = analysis.hasContext
    contextUse = analysis.contextUse
    actorCrossings = analysis.actorCrossings.distinct.sorted { $0.position < $1.position }
    places = analysis.places
    unfollowed = analysis.places.makings(
      besides: analysis.events.reduce(into: analysis.everInserted) { $0.formUnion($1.objects) })
    let function = analysis.function
    showsOnly = function.isForShow || function.isTest && !analysis.hasContext
    made = analysis.made
    names = analysis.objectNames
    inserted = analysis.everInserted
    escaped = analysis.everEscaped
    returned = analysis.everReturned
    neighbours = analysis.neighbours
  }

  /// The class of an object that is made here.
  func model(of object: FlowObject) -> SourceProgram.TypeID? { made[object] }

  /// The classes of the objects that are made here and inserted on some way.
  var insertedModels: Set<SourceProgram.TypeID> { Set(inserted.compactMap { made[$0] }) }

  /// Whether an object is called like that.
  func isName(_ name: String) -> Bool { names.values.contains(name) }

  /// What an object is called.
  func name(of object: FlowObject) -> String? { names[object] }

  /// The relations of objects that are made here and returned without having been inserted.
  var returnedRelations: [RelationEvent] {
    events.filter { event in
      event.objects.contains { made[$0] != nil && returned.contains($0) && !inserted.contains($0) }
    }
  }

  /// Whether none of the objects that hang together there ever goes into a context: they are made
  /// here, and nobody else gets them in hand, or nobody who has a context.
  func isForShow(_ event: RelationEvent) -> Bool {
    let group = objects(connectedTo: event.objects)
    if showsOnly { return inserted.isDisjoint(with: group) }
    return event.ends.allSatisfy { !$0.objects.isEmpty } && group.allSatisfy { made[$0] != nil }
      && inserted.isDisjoint(with: group) && escaped.isDisjoint(with: group)
      && returned.isDisjoint(with: group)
  }

  private func objects(connectedTo first: Set<FlowObject>) -> Set<FlowObject> {
    var group: Set<FlowObject> = []
    var pending = first
    while let object = pending.popFirst() {
      if group.insert(object).inserted { pending.formUnion(neighbours[object] ?? []) }
    }
    return group
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
