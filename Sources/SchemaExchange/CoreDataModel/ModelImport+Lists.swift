internal import Diagnostics
internal import SchemaModel

extension ModelImport {
  /// Reads the unique keys and the indexes of an entity.
  mutating func readLists(of entity: inout Entity, _ element: MarkupElement) {
    readUniquenessConstraints(of: &entity, element)
    for index in element.children(named: "fetchIndex") { readFetchIndex(index, of: &entity) }
    for index in element.children(named: "compoundIndexes").flatMap(\.children) {
      let elements = index.children.compactMap { $0.attribute("value")?.value }
      add(Index(elements.map { .init($0) }), at: index.location, to: &entity)
    }
    for property in element.children
    where property.name == "attribute" || property.name == "relationship" {
      guard ElementFields(property, of: entity.name, log: log).flag("indexed"),
        let name = property.attribute("name")?.value
      else { continue }
      add(Index(on: name), at: property.location, to: &entity)
    }
  }

  private mutating func readUniquenessConstraints(of entity: inout Entity, _ element: MarkupElement)
  {
    let path = SchemaPath.entity(entity.name).appending("unique")
    for constraint in element.children(named: "uniquenessConstraints").flatMap(\.children) {
      let places = constraint.children.compactMap { $0.attribute("value") }
      let listPath = path.appending(String(entity.uniquenessConstraints.count))
      sources.record(constraint.location, for: listPath)
      for (position, place) in places.enumerated() {
        sources.record(place.location, for: listPath.appending(String(position)))
      }
      entity.uniquenessConstraints.append(places.map(\.value))
    }
  }

  private mutating func readFetchIndex(_ element: MarkupElement, of entity: inout Entity) {
    let fields = ElementFields(element, of: entity.name, log: log)
    fields.remark("partialIndexPredicate", .partialIndex)
    fields.remarkUnknown(
      attributes: ["name", "partialIndexPredicate"], elements: ["fetchIndexElement"])
    var elements: [Index.Element] = []
    for child in element.children(named: "fetchIndexElement") {
      switch indexElement(child, of: entity) {
      case .some(let indexElement): elements.append(indexElement)
      case nil: return
      }
    }
    guard !elements.isEmpty else { return }
    add(
      Index(elements, platformName: fields.nonEmpty("name")), at: element.location, to: &entity)
  }

  /// An element of an index; nil, with a remark, if it is not a plain property.
  private func indexElement(_ element: MarkupElement, of entity: Entity) -> Index.Element? {
    let fields = ElementFields(element, of: entity.name, log: log)
    fields.remarkUnknown(
      attributes: ["property", "type", "order", "expression", "expressionType"], elements: [])
    if let type = fields.nonEmpty("type"), type != "Binary" {
      log.remark(
        .unsupportedIndex, of: entity.name, "it is of type '\(type)'", at: fields.location("type"))
      return nil
    }
    guard let property = fields.nonEmpty("property") else {
      let expression = fields.nonEmpty("expression") ?? ""
      log.remark(
        .unsupportedIndex, of: entity.name, "it is over the expression '\(expression)'",
        at: element.location)
      return nil
    }
    return Index.Element(property, isAscending: fields.text("order") != "descending")
  }

  /// Adds an index, unless the entity already has an equal one.
  ///
  /// If a model declares an index in both the old and the new form, the platform creates two with different
  /// names.
  private mutating func add(_ index: Index, at location: SourceLocation, to entity: inout Entity) {
    guard !index.elements.isEmpty, !entity.indexes.contains(index) else { return }
    if let name = index.elements.map(\.property).first(where: entity.lacksColumn) {
      log.remark(.unsupportedIndex, of: entity.name, "'\(name)' has no column", at: location)
      return
    }
    let path = SchemaPath.entity(entity.name).appending("indexes", String(entity.indexes.count))
    sources.record(location, for: path)
    entity.indexes.append(index)
  }
}

extension Entity {
  /// Whether one of the entity's own properties has no column in the entity's table.
  fileprivate func lacksColumn(_ name: String) -> Bool {
    attribute(named: name)?.isTransient ?? (relationship(named: name)?.cardinality == .toMany)
  }
}
