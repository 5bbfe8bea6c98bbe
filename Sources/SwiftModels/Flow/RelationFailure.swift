/// The order of events after which a relation is known to fail.
enum RelationFailure: Hashable, Sendable {
  /// Both ends are new, and the owner is inserted before the other end, which is inserted there.
  case ownerFirst(other: Position)
  /// Nothing inserts either end, though the function saves there.
  case neverInserted(save: Position)
  /// The two ends go into two contexts.
  case severalContexts
  /// The identifier of an end is read there, before the save, and a model keeps it, another context or actor
  /// gets it, or a file.
  case identifierRead(Position)
}

extension FlowResult {
  /// The order of events after which a relation fails; nil where none is seen.
  func failure(of event: RelationEvent) -> RelationFailure? {
    if let place = insertion(afterOwnerOf: event) { return .ownerFirst(other: place) }
    if let place = saveWithoutInsertion(of: event) { return .neverInserted(save: place) }
    if goesIntoSeveralContexts(event) { return .severalContexts }
    return identifierRead(after: event).map { .identifierRead($0) }
  }

  /// Whether none of the objects that hang together there ever goes into a context: they are made
  /// here, nobody else gets them in hand who has a context, and nothing saves.
  func isForShow(_ event: RelationEvent) -> Bool {
    if showsOnly {
      return objects.connected(to: event.objects).allSatisfy { !objects[$0].isInserted }
    }
    return isKeptHere(event) && failure(of: event) == nil
  }

  /// Where an end is inserted by name, once the owner was, though both are new.
  ///
  /// What is related to an object that may be stored goes into its context.
  private func insertion(afterOwnerOf event: RelationEvent) -> Position? {
    guard isNew(event.owner),
      objects.connected(to: event.owner.objects).map({ objects[$0] }).allSatisfy({
        $0.model != nil && !$0.isRelatedToUnknown
      }),
      let owner = insertions(of: event.owner, after: event.position).first
    else { return nil }
    return event.values.filter(isNew).compactMap { value in
      insertions(of: value, after: event.position).first.flatMap { $0 > owner ? $0 : nil }
    }.min()
  }

  /// Where the function saves, though nothing inserts the objects and nobody else has them in hand.
  private func saveWithoutInsertion(of event: RelationEvent) -> Position? {
    guard isKeptHere(event),
      objects.connected(to: event.objects).allSatisfy({ !objects[$0].isShown })
    else { return nil }
    return contextUse.saves.filter { $0 > event.position }.min()
  }

  /// Whether an object of one end is only ever inserted into other contexts than one of the other.
  private func goesIntoSeveralContexts(_ event: RelationEvent) -> Bool {
    event.owner.objects.contains { owner in
      event.values.flatMap(\.objects).contains { areInDifferentContexts(owner, $0) }
    }
  }

  private func areInDifferentContexts(_ first: FlowObject, _ second: FlowObject) -> Bool {
    let (ones, others) = (contexts(of: first), contexts(of: second))
    guard !ones.isEmpty, !others.isEmpty else { return false }
    return ones.allSatisfy { one in others.allSatisfy { one.mayBeOther(than: $0) } }
  }

  /// The contexts that an object is inserted into, as far as they are known for certain.
  private func contexts(of object: FlowObject) -> [ContextIdentity] {
    objects[object].insertions.map { insertion in
      insertion.context.flatMap { contextUse.leaked.contains($0) ? nil : $0 } ?? .unknown
    }
  }

  /// Where the identifier of a new object is read before anything saves, and then leaves the context.
  private func identifierRead(after event: RelationEvent) -> Position? {
    let firstSave = contextUse.saves.filter { $0 > event.position }.min()
    return event.freshObjects.filter { objects[$0].model != nil }
      .flatMap { objects[$0].identifierReads }
      .filter { read in read > event.position && firstSave.map { read < $0 } ?? true }.min()
  }

  /// Whether an end is new for certain: made here, and nothing can have inserted it.
  private func isNew(_ end: RelationEvent.End) -> Bool {
    end.isFresh && !end.objects.isEmpty && end.objects.allSatisfy { objects[$0].model != nil }
  }

  /// Where an end is inserted by name after a place, in the order of places.
  private func insertions(of end: RelationEvent.End, after position: Position) -> [Position] {
    end.objects.flatMap(insertions).filter { $0 > position }.sorted()
  }

  /// Whether all objects that hang together there are made here, and stay here.
  private func isKeptHere(_ event: RelationEvent) -> Bool {
    event.ends.allSatisfy { !$0.objects.isEmpty }
      && objects.connected(to: event.objects).map { objects[$0] }.allSatisfy { object in
        object.model != nil && !object.isInserted && !object.isEscaped && !object.isReturned
      }
  }
}
