/// The order of events after which a relation is known to fail.
enum RelationFailure: Hashable, Sendable {
  /// Both ends are new, and the owner is inserted before the other end, which is inserted there.
  case ownerFirst(other: Position)
  /// Nothing inserts either end, though the function saves there.
  case neverInserted(save: Position)
  /// The two ends go into two contexts.
  case severalContexts
  /// The identifier of an end is read there, before the save.
  case identifierRead(Position)
}

extension FlowResult {
  /// The order of events after which a relation fails; nil where none is seen.
  func failure(of event: RelationEvent) -> RelationFailure? {
    guard let traces else { return nil }
    if let place = insertion(afterOwnerOf: event, traces) { return .ownerFirst(other: place) }
    if let place = saveWithoutInsertion(of: event, traces) { return .neverInserted(save: place) }
    if goesIntoSeveralContexts(event, traces) { return .severalContexts }
    return identifierRead(after: event, traces).map { .identifierRead($0) }
  }

  /// Whether none of the objects that hang together there ever goes into a context: they are made
  /// here, nobody else gets them in hand who has a context, and nothing saves.
  func isForShow(_ event: RelationEvent) -> Bool {
    guard let traces else { return false }
    if traces.showsOnly {
      return traces.inserted.isDisjoint(with: traces.objects(connectedTo: event.objects))
    }
    return traces.isKeptHere(event) && failure(of: event) == nil
  }

  /// Where an end is inserted by name, once the owner was, though both are new.
  private func insertion(afterOwnerOf event: RelationEvent, _ traces: Traces) -> Position? {
    guard traces.isMadeHere(event.owner),
      let owner = traces.insertions(of: event.owner, after: event.position).first
    else { return nil }
    return event.values.filter(traces.isMadeHere).compactMap { value in
      traces.insertions(of: value, after: event.position).first.flatMap { $0 > owner ? $0 : nil }
    }.min()
  }

  /// Where the function saves, though nothing inserts the objects and nobody else has them in hand.
  private func saveWithoutInsertion(of event: RelationEvent, _ traces: Traces) -> Position? {
    guard traces.isKeptHere(event),
      traces.loosened.isDisjoint(with: traces.objects(connectedTo: event.objects))
    else { return nil }
    return contextUse.saves.filter { $0 > event.position }.min()
  }

  private func goesIntoSeveralContexts(_ event: RelationEvent, _ traces: Traces) -> Bool {
    traces.places.clashes.contains { clash in
      event.objects.isSuperset(of: [clash.inserted, clash.other])
        && contextUse.leaked.isDisjoint(with: clash.contexts)
    }
  }

  /// Where the identifier of a new object is read before anything saves.
  private func identifierRead(after event: RelationEvent, _ traces: Traces) -> Position? {
    let new = event.freshObjects.filter { traces.made[$0] != nil }
    let firstSave = contextUse.saves.filter { $0 > event.position }.min()
    return new.flatMap { traces.places.identifierReads(of: $0) }.filter { read in
      read > event.position && firstSave.map { read < $0 } ?? true
    }.min()
  }
}

extension FlowResult.Traces {
  /// Whether an end is new for certain: made here, and nothing can have inserted it.
  fileprivate func isMadeHere(_ end: RelationEvent.End) -> Bool {
    end.isFresh && !end.objects.isEmpty && end.objects.allSatisfy { made[$0] != nil }
  }

  /// Where an end is inserted by name after a place, in the order of places.
  fileprivate func insertions(of end: RelationEvent.End, after position: Position) -> [Position] {
    end.objects.flatMap { places.insertions(of: $0) }.filter { $0 > position }.sorted()
  }

  /// Whether all objects that hang together there are made here, and stay here.
  fileprivate func isKeptHere(_ event: RelationEvent) -> Bool {
    let group = objects(connectedTo: event.objects)
    return event.ends.allSatisfy { !$0.objects.isEmpty } && group.allSatisfy { made[$0] != nil }
      && inserted.isDisjoint(with: group) && escaped.isDisjoint(with: group)
      && returned.isDisjoint(with: group)
  }
}
