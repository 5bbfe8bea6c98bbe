internal import Diagnostics
internal import SchemaModel

extension CompiledModelImport {
  /// The delete rules by Core Data's numbers (`NSDeleteRule`).
  private static let deleteRules: [DeleteRule] = [.noAction, .nullify, .cascade, .deny]

  /// The number of a delete rule.
  static func number(of rule: DeleteRule) -> Int { deleteRules.firstIndex(of: rule) ?? 0 }

  /// A relationship; nil if it is transient or has no destination.
  func relationship(_ object: PropertyList, _ name: String, _ part: String) -> Relationship? {
    remarkUserInfo(of: object, part)
    guard !archive.flag("NSIsTransient", of: object) else {
      log.remark(.transientRelationship, of: part, at: nil)
      return nil
    }
    guard
      let destination = archive.text("_NSDestinationEntityName", of: object)
        ?? archive.value("NSDestinationEntity", of: object)
        .flatMap({ archive.text("NSEntityName", of: $0) })
    else {
      log.report(.noDestination(relationship: part), at: nil)
      return nil
    }
    let maximum = archive.integer("NSMaxCount", of: object) ?? 0
    var relationship = Relationship(
      name, maximum == 1 ? .toOne : .toMany, destination,
      isOptional: archive.flag("NSIsOptional", of: object))
    relationship.inverse =
      archive.text("_NSInverseRelationshipName", of: object)
      ?? archive.value("NSInverseRelationship", of: object)
      .flatMap { archive.text("NSPropertyName", of: $0) }
    relationship.isOrdered = archive.flag("NSIsOrdered", of: object)
    if relationship.isOrdered, relationship.cardinality == .toOne {
      relationship.isOrdered = false
      log.remark(.orderedToOne, of: part, at: nil)
    }
    relationship.maximumCount = maximum > 1 ? maximum : nil
    // Models created in code may have -1 for no maximum, which has a different hash than 0.
    if maximum < 0 { log.remark(.negativeMaximum, of: part, String(maximum), at: nil) }
    relationship.minimumCount =
      archive.integer("NSMinCount", of: object).flatMap { $0 > 0 ? $0 : nil }
    relationship.hashModifier = archive.text("NSVersionHashModifier", of: object)
    relationship.renamedFrom = archive.text("NSRenamingIdentifier", of: object)
      .flatMap { $0 == name ? nil : $0 }
    let rule = archive.integer("NSDeleteRule", of: object) ?? 0
    relationship.declaredDeleteRule =
      Self.deleteRules.indices.contains(rule) ? Self.deleteRules[rule] : nil
    return relationship
  }

  /// Reads the unique keys and the indexes of an entity.
  func readLists(of entity: inout Entity, _ object: PropertyList) {
    entity.uniquenessConstraints = archive.list("NSUniqueTuples", of: object).map { names($0) }
    let fetchIndexes = archive.list("NSFetchIndexDescriptions", of: object)
    for index in fetchIndexes {
      if let index = fetchIndex(index, of: entity) { add(index, to: &entity) }
    }
    // Newer compilers write all indexes as fetch indexes, and repeat them in the older lists.
    guard fetchIndexes.isEmpty else { return }
    for index in archive.list("NSCompoundIndexes", of: object) {
      add(Index(names(index).map { .init($0) }), to: &entity)
    }
    for (name, property) in archive.dictionary("NSProperties", of: object)
    where archive.flag("NSIsIndexed", of: property) {
      if entity.attribute(named: name) != nil { add(Index(on: name), to: &entity) }
    }
  }

  private func add(_ index: Index, to entity: inout Entity) {
    let links = index.elements.map(\.property).first { name in
      entity.relationship(named: name)?.cardinality == .toMany
    }
    if let links {
      // The platform creates no such index, because the links are in another table.
      log.remark(
        .unsupportedIndex, of: entity.name, "it names the to-many relationship '\(links)'", at: nil)
      return
    }
    if !index.elements.isEmpty, !entity.indexes.contains(index) { entity.indexes.append(index) }
  }

  /// The names of the properties in a list, which contains names or the properties themselves.
  private func names(_ list: PropertyList) -> [String] {
    archive.list(list).compactMap { archive.text($0) ?? archive.text("NSPropertyName", of: $0) }
  }

  /// An index; nil, with a remark, if an element is not a plain property.
  private func fetchIndex(_ object: PropertyList, of entity: Entity) -> Index? {
    if archive.value("NSPartialIndexPredicate", of: object) != nil {
      log.remark(.partialIndex, of: entity.name, "a predicate", at: nil)
    }
    var elements: [Index.Element] = []
    for element in archive.list("NSIndexElements", of: object) {
      guard archive.integer("NSFetchIndexElementType", of: element) ?? 0 == 0 else {
        log.remark(.unsupportedIndex, of: entity.name, "it is of type 'RTree'", at: nil)
        return nil
      }
      guard let name = archive.text("NSPropertyName", of: element) else {
        log.remark(.unsupportedIndex, of: entity.name, "it is over an expression", at: nil)
        return nil
      }
      elements.append(.init(name, isAscending: archive.flag("NSAscending", of: element)))
    }
    return Index(elements, platformName: archive.text("NSIndexName", of: object))
  }
}
