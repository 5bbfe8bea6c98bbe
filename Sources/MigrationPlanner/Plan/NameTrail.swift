package import SchemaModel

/// The names of parts in earlier versions, from the last version back to the first.
package struct NameTrail {
  /// A property of the first version.
  package struct Origin: Hashable {
    package var entity: String
    package var name: String

    /// The property of an entity of the first version.
    package init(entity: String, name: String) { (self.entity, self.name) = (entity, name) }
  }

  package let first: SchemaDocument
  package let last: SchemaDocument
  private let versions: [SchemaDocument]
  private let hops: [HopNames]

  /// The names in these versions, of which at least one exists.
  package init(_ versions: [SchemaDocument]) {
    self.versions = versions
    (first, last) = (versions[0], versions[versions.count - 1])
    hops = zip(versions, versions.dropFirst()).map { HopNames(from: $0, to: $1) }
  }

  /// The name in the first version of an entity of the last version; nil for a new entity.
  package func origin(ofEntity name: String) -> String? {
    hops.reversed().reduce(name) { name, hop in
      name.flatMap { hop.sourceName(ofEntity: $0) }
    }
  }

  /// The origin in the first version of a property of the last version; nil for a new property.
  package func origin(ofProperty name: String, of entity: String) -> Origin? {
    var origin = Origin(entity: entity, name: name)
    for (hop, source) in zip(hops, versions).reversed() {
      guard let old = hop.sourceName(ofEntity: origin.entity) else { return nil }
      let oldName = hop.sourceName(ofProperty: origin.name, of: origin.entity)
      guard source.schema.hasProperty(oldName, of: old) else { return nil }
      origin = Origin(entity: old, name: oldName)
    }
    return origin
  }
}

extension NameTrail {
  /// Whether a change removes a part of the last version that the first version does not have.
  package func isOfLaterPart(_ change: SchemaChange) -> Bool {
    switch change {
    case .dropEntity(let entity): origin(ofEntity: entity.name) == nil
    case .dropAttribute(let attribute, let entity):
      origin(ofProperty: attribute.name, of: entity) == nil
    case .dropRelationship(let relationship, let entity):
      origin(ofProperty: relationship.name, of: entity) == nil
    default: false
    }
  }
}

extension Schema {
  fileprivate func hasProperty(_ name: String, of entity: String) -> Bool {
    allAttributes(of: entity).contains { $0.name == name }
      || allRelationships(of: entity).contains { $0.name == name }
  }
}
