internal import Diagnostics
internal import SchemaModel
internal import StoreVerification

/// Where a version's schema file demands what objects do not meet.
struct SchemaPlaces {
  /// The document of the version; nil where there is none.
  let document: SchemaDocument?

  /// The place of the demand that a problem is about.
  func location(of problem: Problem) -> SourceLocation? {
    if let rule = problem.rule { return location(ofRule: rule.name, of: rule.entity) }
    return problem.property.flatMap { location(of: $0.property, of: $0.entity) }
  }

  /// The place of an attribute or a relationship, where the entity or an ancestor declares it.
  func location(of property: String, of entity: String) -> SourceLocation? {
    guard let schema = document?.schema else { return nil }
    for owner in schema.lineage(of: entity) {
      if owner.attributes.contains(where: { $0.name == property }) {
        return document?.sources.location(of: .property(property, of: owner.name, .attributes))
      }
      if owner.relationship(named: property) != nil {
        return document?.sources.location(of: .property(property, of: owner.name, .relationships))
      }
    }
    return nil
  }

  /// The place of a unique key; of the property where an attribute by itself is unique.
  func location(ofKey properties: [String], of entity: String) -> SourceLocation? {
    let keys = document?.schema.entity(named: entity)?.uniquenessConstraints ?? []
    let path = SchemaPath.entity(entity)
    let position = keys.firstIndex(of: properties)
    if let position,
      let place = document?.sources.exactLocation(of: path.appending("unique", "\(position)"))
    {
      return place
    }
    return properties.first.flatMap { location(of: $0, of: entity) }
  }

  private func location(ofRule name: String, of entity: String) -> SourceLocation? {
    let rules = document?.schema.entity(named: entity)?.rules ?? []
    guard let position = rules.firstIndex(where: { $0.name == name }) else { return nil }
    return document?.sources.location(of: .entity(entity).appending("rules", "\(position)"))
  }
}
