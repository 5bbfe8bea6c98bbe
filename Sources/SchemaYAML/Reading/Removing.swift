internal import Diagnostics
internal import SchemaModel

extension SchemaDraft {
  /// Removes the parts that a later version no longer has.
  ///
  /// A part that does not exist is reported.
  mutating func remove(_ removals: Removals, log: ProblemLog) {
    // A key may be written at the attribute that is removed with it.
    removeLists(removals, log: log)
    removeParts(removals, log: log)
    Self.remove(removals.entities, from: &entities, kind: "entity", log: log)
    Self.remove(removals.enumerations, from: &enumerations, kind: "enumeration", log: log)
    Self.remove(removals.composites, from: &composites, kind: "composite", log: log)
    Self.remove(removals.queries, from: &queries, kind: "query", log: log)
  }

  private static func remove<Element>(
    _ names: [Removals.Name], from roster: inout Roster<Element>, kind: String, log: ProblemLog
  ) {
    for name in names {
      if roster[name.text] == nil {
        log.report(
          .unknownRemoval(kind: kind, name: name.text, candidates: roster.names),
          at: name.location)
      }
      roster[name.text] = nil
    }
  }

  private mutating func removeParts(_ removals: Removals, log: ProblemLog) {
    remove(removals.attributes, at: \.attributes, kind: "attribute", log: log)
    remove(removals.relationships, at: \.relationships, kind: "relationship", log: log)
    remove(removals.rules, at: \.rules, kind: "rule", log: log)
  }

  private mutating func remove<Element>(
    _ parts: [Removals.Part<String>], at path: WritableKeyPath<EntityDraft, Roster<Element>>,
    kind: String, log: ProblemLog
  ) {
    for part in parts {
      edit(part, log: log) { entity in
        let known = entity[keyPath: path]
        if known[part.value] == nil {
          let name = "\(part.entity).\(part.value)"
          let candidates = known.names.map { "\(part.entity).\($0)" }
          log.report(
            .unknownRemoval(kind: kind, name: name, candidates: candidates), at: part.location)
        }
        entity[keyPath: path][part.value] = nil
      }
    }
  }

  private mutating func removeLists(_ removals: Removals, log: ProblemLog) {
    for part in removals.unique {
      edit(part, log: log) { entity in
        if !entity.removeUnique(part.value) {
          log.report(
            .unknownRemoval(
              kind: "uniqueness constraint", name: part.value.notation, candidates: []),
            at: part.location)
        }
      }
    }
    for part in removals.indexes {
      edit(part, log: log) { entity in
        if !entity.removeIndex(Index(notation: part.value)) {
          log.report(
            .unknownRemoval(kind: "index", name: part.value.notation, candidates: []),
            at: part.location)
        }
      }
    }
  }

  /// Changes the entity that a removal names.
  ///
  /// A missing entity is reported.
  private mutating func edit<Value>(
    _ part: Removals.Part<Value>, log: ProblemLog, _ change: (inout EntityDraft) -> Void
  ) {
    guard var entity = entities[part.entity] else {
      log.report(
        .unknownRemoval(kind: "entity", name: part.entity, candidates: entities.names),
        at: part.location)
      return
    }
    log.within(.entity(part.entity)) { change(&entity) }
    entities[part.entity] = entity
  }
}

extension EntityDraft {
  /// Removes a constraint from the list or from its attribute; returns false if none exists.
  fileprivate mutating func removeUnique(_ properties: [String]) -> Bool {
    let count = unique.count
    unique.removeAll { $0.value == properties }
    if unique.count < count { return true }
    guard properties.count == 1, attributes[properties[0]]?.rare["unique"] != nil else {
      return false
    }
    attributes[properties[0]]?.rare["unique"] = nil
    return true
  }

  /// Removes an index from the list or from its attribute; returns false if none exists.
  fileprivate mutating func removeIndex(_ index: Index) -> Bool {
    // If several indexes have the same properties, the one without a name is removed.
    let count = indexes.count
    indexes.removeAll { $0.value == index }
    if indexes.count < count { return true }
    if index.elements.count == 1, index.elements[0].isAscending,
      attributes[index.elements[0].property]?.rare["indexed"] != nil
    {
      attributes[index.elements[0].property]?.rare["indexed"] = nil
      return true
    }
    indexes.removeAll { $0.value.elements == index.elements }
    return indexes.count < count
  }
}

extension [String] {
  /// The list as written in a schema file.
  fileprivate var notation: String { "[\(joined(separator: ", "))]" }
}
