internal import Diagnostics
internal import SchemaModel

extension SchemaDraft {
  /// Removes unique keys and indexes of an earlier version that have lost a property.
  ///
  /// Keys and indexes over a single property are removed with it. Others are reported at the removal: they
  /// are declared in a released file, which must not be edited.
  mutating func dropOrphanedLists(
    _ removals: Removals, renaming later: SchemaDraft, log: ProblemLog
  ) {
    let newNames = Dictionary(
      later.entities.elements.compactMap { new in new.entity.renamedFrom.map { ($0, new.name) } },
      uniquingKeysWith: { first, _ in first })
    for part in removals.attributes + removals.relationships {
      let owner = newNames[part.entity] ?? part.entity
      for name in entities.names {
        let lineage = self.lineage(of: name)
        let isGone = !lineage.contains { $0.declares(part.value) }
        guard isGone, lineage.contains(where: { $0.name == owner }) else { continue }
        entities[name]?.dropLists(with: part, log: log)
      }
    }
  }

  /// An entity and its ancestors; a cycle is followed only once.
  private func lineage(of name: String) -> [EntityDraft] {
    var result: [EntityDraft] = []
    var next: String? = name
    while let name = next, let entity = entities[name],
      !result.contains(where: { $0.name == name })
    {
      result.append(entity)
      next = entity.entity.parent
    }
    return result
  }
}

extension EntityDraft {
  fileprivate func declares(_ property: String) -> Bool {
    attributes[property] != nil || relationships[property] != nil
  }

  fileprivate mutating func dropLists(with part: Removals.Part<String>, log: ProblemLog) {
    unique = unique.filter { list in
      !isOrphaned(list, list.value, list.value, in: "unique", by: part, log)
    }
    indexes = indexes.filter { list in
      let properties = list.value.elements.map(\.property)
      return !isOrphaned(list, properties, list.value.notation, in: "indexes", by: part, log)
    }
    let place = places.first { $0.keys.first == "initializer" }
    if let names = entity.initializer, let place,
      isOrphaned(
        Placed(value: names, location: place.location), names, names, in: "initializer", by: part,
        log)
    {
      entity.initializer = nil
    }
  }

  /// Whether a list of an earlier version names the removed property; such a list of this version is reported
  /// as its own mistake.
  private func isOrphaned<Value>(
    _ list: Placed<Value>, _ properties: [String], _ notation: [String], in key: String,
    by part: Removals.Part<String>, _ log: ProblemLog
  ) -> Bool {
    guard properties.contains(part.value), list.location.file != part.location.file else {
      return false
    }
    guard properties.count > 1 || key == "initializer" else { return true }
    log.report(
      .removedFromList(
        property: "\(part.entity).\(part.value)", entity: name, key: key,
        list: notation),
      at: part.location)
    return true
  }
}
