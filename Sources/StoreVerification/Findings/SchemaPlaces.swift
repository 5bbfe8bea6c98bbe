package import Diagnostics
package import SchemaModel

/// The places in a version's schema files of the demands that objects do not meet.
package struct SchemaPlaces {
  /// The document of the version; nil if it is unknown.
  private let document: SchemaDocument?
  /// The files that may be edited; empty if every file may be.
  ///
  /// All other files are released.
  package let files: Set<String>

  /// The places in a document, with preference for the files that may be edited.
  package init(document: SchemaDocument?, files: Set<String> = []) {
    (self.document, self.files) = (document, files)
  }

  /// The place of the demand that a problem violates; nil if it is unknown.
  package func location(of problem: Problem) -> SourceLocation? {
    if let rule = problem.rule { return location(ofRule: rule.name, of: rule.entity) }
    if let name = problem.property { return location(of: name.property, of: name.entity) }
    if case .duplicate(let entity, let key, isDeclared: true) = problem {
      return location(ofKey: key, of: entity)
    }
    guard case .editedVersion = problem else { return nil }
    return document?.sources.location(of: SchemaPath(["version"]))
  }

  /// The place where the entity or an ancestor declares an attribute or a relationship.
  package func location(of property: String, of entity: String) -> SourceLocation? {
    guard let schema = document?.schema else { return nil }
    for owner in schema.lineage(of: entity) {
      if let attribute = owner.attributes.first(where: { $0.name == property }) {
        return place(of: .property(property, of: owner.name, .attributes), attribute.type)
      }
      if owner.relationship(named: property) != nil {
        return place(of: .property(property, of: owner.name, .relationships))
      }
    }
    return nil
  }

  /// The place of a unique key, or of the first property if the key has no place itself.
  package func location(ofKey properties: [String], of entity: String) -> SourceLocation? {
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

  private func place(of path: SchemaPath, _ type: AttributeType? = nil) -> SourceLocation? {
    document?.location(
      of: [path] + (type.flatMap { document?.schema.declarations(of: $0) } ?? []), in: files)
  }

  private func location(ofRule name: String, of entity: String) -> SourceLocation? {
    let rules = document?.schema.entity(named: entity)?.rules ?? []
    guard let position = rules.firstIndex(where: { $0.name == name }) else { return nil }
    return place(of: .entity(entity).appending("rules", "\(position)"))
  }
}
