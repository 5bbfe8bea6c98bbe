/// What came of following one function.
///
/// Of most functions only their callers have to know something, and of many it is the same: that is
/// kept once for all of them.
struct FlowResult: Sendable {
  /// What is known for the callers.
  let known: KnownToCallers
  /// What else there is; nil where there is nothing.
  private let details: Details?

  /// What callers have to know of a function.
  final class KnownToCallers: Sendable {
    /// What the function does.
    fileprivate let summary: FlowSummary
    /// Whether a context is at hand anywhere in it.
    fileprivate let hasContext: Bool

    fileprivate init(_ analysis: FlowAnalysis) {
      summary = analysis.summary
      hasContext = analysis.hasContext
    }
  }

  /// What rules ask for, and no callers.
  private final class Details: Sendable {
    let events: [RelationEvent]
    let contextUse: ContextUse
    let actorCrossings: [ActorCrossing]
    let insertedModels: Set<SourceProgram.TypeID>
    let traces: Traces?

    /// What an analysis found; nil where that is nothing.
    init?(_ analysis: FlowAnalysis) {
      events = analysis.events.distinct.oncePerCall.sorted { $0.position < $1.position }
      contextUse = analysis.contextUse
      actorCrossings = analysis.actorCrossings.distinct.sorted { $0.position < $1.position }
      insertedModels = Set(analysis.everInserted.compactMap { analysis.made[$0] })
      traces = events.isEmpty ? nil : Traces(analysis)
      if events.isEmpty, actorCrossings.isEmpty, insertedModels.isEmpty, contextUse == ContextUse()
      {
        return nil
      }
    }
  }

  /// What is known of the objects of one function.
  struct Traces: Sendable {
    /// Where objects are inserted and identified.
    let places: ObjectPlaces
    /// Whether what is made here is not meant for a store: it is shown, or tried by a test that has no
    /// context.
    let showsOnly: Bool
    /// The objects that are made here, with the class of each.
    let made: [FlowObject: SourceProgram.TypeID]
    /// What the objects are called, where they have a name.
    let names: [FlowObject: String]
    /// The objects that are inserted on some way.
    let inserted: Set<FlowObject>
    /// The objects that somebody else gets in hand.
    let escaped: Set<FlowObject>
    /// The objects that are only shown to somebody else, as far as one can tell.
    let loosened: Set<FlowObject>
    /// The objects that are returned on some way.
    let returned: Set<FlowObject>
    private let neighbours: [FlowObject: Set<FlowObject>]

    fileprivate init(_ analysis: FlowAnalysis) {
      places = analysis.places
      let function = analysis.function
      showsOnly = function.isForShow || function.isTest && !analysis.hasContext
      made = analysis.made
      names = analysis.objectNames
      inserted = analysis.everInserted
      escaped = analysis.everEscaped
      loosened = analysis.everLoosened
      returned = analysis.everReturned
      neighbours = analysis.neighbours
    }

    /// Objects, and all that they are related to.
    func objects(connectedTo first: Set<FlowObject>) -> Set<FlowObject> {
      var group: Set<FlowObject> = []
      var pending = first
      while let object = pending.popFirst() {
        if group.insert(object).inserted { pending.formUnion(neighbours[object] ?? []) }
      }
      return group
    }
  }

  /// What an analysis found.
  init(_ analysis: FlowAnalysis) {
    known = KnownToCallers(analysis)
    details = Details(analysis)
  }

  /// The same result, whose callers are told by one of those that tell the same.
  func sharing(_ others: inout Set<KnownToCallers>) -> FlowResult {
    FlowResult(known: others.insert(known).memberAfterInsert, details: details)
  }

  private init(known: KnownToCallers, details: Details?) {
    self.known = known
    self.details = details
  }
}

extension FlowResult.KnownToCallers: Hashable {
  /// Compares what the functions do.
  static func == (left: FlowResult.KnownToCallers, right: FlowResult.KnownToCallers) -> Bool {
    left.hasContext == right.hasContext && left.summary == right.summary
  }

  /// Adds what the function does.
  func hash(into hasher: inout Hasher) {
    hasher.combine(summary)
    hasher.combine(hasContext)
  }
}

extension FlowResult {
  /// What callers have to know.
  var summary: FlowSummary { known.summary }
  /// Whether a context is at hand anywhere in the function.
  var hasContext: Bool { known.hasContext }
  /// The places at which objects are related before they are inserted, in their order.
  var events: [RelationEvent] { details?.events ?? [] }
  /// What is done with contexts.
  var contextUse: ContextUse { details?.contextUse ?? ContextUse() }
  /// The model objects that are handed to other actors, in their order.
  var actorCrossings: [ActorCrossing] { details?.actorCrossings ?? [] }
  /// The classes of the objects that are made here and inserted on some way.
  var insertedModels: Set<SourceProgram.TypeID> { details?.insertedModels ?? [] }
  /// What is known of the objects, for whoever speaks of the events; nil where there are none.
  var traces: Traces? { details?.traces }
}

// MARK: - What is known of the objects of events

extension FlowResult {
  /// Whether what is made here is not meant for a store.
  var showsOnly: Bool { traces?.showsOnly ?? false }

  /// The class of an object that is made here.
  func model(of object: FlowObject) -> SourceProgram.TypeID? { traces?.made[object] }

  /// Whether an object is called like that.
  func isName(_ name: String) -> Bool { traces?.names.values.contains(name) ?? false }

  /// What an object is called.
  func name(of object: FlowObject) -> String? { traces?.names[object] }

  /// The relations of objects that are made here and returned without having been inserted.
  var returnedRelations: [RelationEvent] {
    guard let traces else { return [] }
    return events.filter { event in
      event.objects.contains {
        traces.made[$0] != nil && traces.returned.contains($0) && !traces.inserted.contains($0)
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
