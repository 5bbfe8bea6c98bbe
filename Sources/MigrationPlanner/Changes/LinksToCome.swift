package import SchemaModel

extension SchemaHistory {
  /// The schema of each version, with a to-one relationship instead of each attribute that a later version
  /// turns into one: its values already identify objects.
  package var schemasWithLinksToCome: [Version: Schema] {
    var result: [Version: Schema] = [:]
    var next: (document: SchemaDocument, schema: Schema)?
    for document in versions.reversed() {
      var schema = document.schema
      if let next {
        let step = SchemaCorrespondence(from: document, to: next.document)
        for position in schema.entities.indices {
          step.foreseeLinks(of: &schema.entities[position], in: next.schema)
        }
      }
      result[schema.version] = schema
      next = (document, schema)
    }
    return result
  }
}

extension SchemaCorrespondence {
  fileprivate func foreseeLinks(of entity: inout Entity, in later: Schema) {
    guard let name = targetNames[entity.name], let after = later.entity(named: name) else { return }
    let expressions = declaration?.map(of: name)?.properties ?? [:]
    let heirs = columnHeirs(of: entity.name)
    for attribute in entity.attributes {
      let kept = new(attribute.name, in: name, Attribute.self)?.property.name
      let found = after.relationships.first { link in
        link.cardinality == .toOne
          && (link.name == kept || expressions[link.name] == attribute.name
            || heirs.contains { ($0.old, $0.new) == (attribute.name, link.name) })
      }
      guard var link = found, let destination = sourceNames[link.destination] else { continue }
      let back = link.inverse.flatMap { later.relationship(named: $0, of: link.destination) }
      (link.name, link.column) = (attribute.name, attribute.column)
      (link.destination, link.inverse) = (destination, nil)
      link.isOptional = attribute.isOptional
      entity.attributes.removeAll { $0.name == attribute.name }
      entity.relationships.append(link)
      guard back?.relationship.cardinality == .toOne else { continue }
      entity.uniquenessConstraints.append([attribute.name])
    }
  }
}
