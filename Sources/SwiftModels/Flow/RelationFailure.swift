/// A reason why a relation fails.
enum RelationFailure: Hashable, Sendable {
  /// Both ends are new, and the owner is inserted first; the other end is inserted at the position.
  case ownerFirst(other: Position)
  /// No code inserts either end, though the function saves at the position.
  case neverInserted(save: Position)
  /// The two ends are inserted into two contexts.
  case severalContexts
  /// The identifier of an end is read at the position, before the save, and then leaves the context.
  ///
  /// A model keeps the identifier, another context or actor gets it, or a file does.
  case identifierRead(Position)
}

extension FlowResult {
  /// The reason why a relation fails; nil if none is seen.
  func failure(of event: RelationEvent) -> RelationFailure? {
    if let place = insertion(afterOwnerOf: event) { return .ownerFirst(other: place) }
    if let place = saveWithoutInsertion(of: event) { return .neverInserted(save: place) }
    if goesIntoSeveralContexts(event) { return .severalContexts }
    return identifierRead(after: event).map { .identifierRead($0) }
  }

  /// Whether neither the objects of a relation nor the objects related to them ever join a context.
  ///
  /// The function makes them, no other code with a context holds them, and nothing saves.
  func isForShow(_ event: RelationEvent) -> Bool {
    if showsOnly {
      return objects.connected(to: event.objects).allSatisfy { !objects[$0].isInserted }
    }
    return isKeptHere(event) && failure(of: event) == nil
  }

  /// The place where the other end is inserted by name after the owner, though both ends are new.
  ///
  /// Owners related to an object that may be stored are excluded, because they join its context.
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

  /// The place where the function saves, though the objects are neither inserted nor held by other code.
  private func saveWithoutInsertion(of event: RelationEvent) -> Position? {
    guard isKeptHere(event),
      objects.connected(to: event.objects).allSatisfy({ !objects[$0].isShown })
    else { return nil }
    return contextUse.saves.filter { $0 > event.position }.min()
  }

  /// Whether an object of the owner and an object of the other end are only inserted into different contexts.
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

  /// The contexts that an object is inserted into; unknown for a context that other code may hold.
  private func contexts(of object: FlowObject) -> [ContextIdentity] {
    objects[object].insertions.map { insertion in
      insertion.context.flatMap { contextUse.leaked.contains($0) ? nil : $0 } ?? .unknown
    }
  }

  /// The place where the identifier of a new object is read before the first save.
  private func identifierRead(after event: RelationEvent) -> Position? {
    let firstSave = contextUse.saves.filter { $0 > event.position }.min()
    return event.freshObjects.filter { objects[$0].model != nil }
      .flatMap { objects[$0].identifierReads }
      .filter { read in read > event.position && firstSave.map { read < $0 } ?? true }.min()
  }

  /// Whether an end is certainly new: made here, and not inserted by any code.
  private func isNew(_ end: RelationEvent.End) -> Bool {
    end.isFresh && !end.objects.isEmpty && end.objects.allSatisfy { objects[$0].model != nil }
  }

  /// The places at which an end is inserted by name after a position, sorted.
  private func insertions(of end: RelationEvent.End, after position: Position) -> [Position] {
    end.objects.flatMap(insertions).filter { $0 > position }.sorted()
  }

  /// Whether all objects of a relation, and all related to them, are made here and stay here.
  private func isKeptHere(_ event: RelationEvent) -> Bool {
    event.ends.allSatisfy { !$0.objects.isEmpty }
      && objects.connected(to: event.objects).map { objects[$0] }.allSatisfy { object in
        object.model != nil && !object.isInserted && !object.isEscaped && !object.isReturned
      }
  }
}
