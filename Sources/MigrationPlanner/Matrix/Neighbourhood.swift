internal import SchemaModel

/// An entity with everything that decides the migration of its own objects, values and links.
///
/// This includes its hierarchy, the shared types that it uses, and, of the entities at the other end of its
/// relationships, their place and their links back. Equal pairs of neighbourhoods change in the same way,
/// whatever else the versions contain.
struct Neighbourhood: Hashable {
  /// The entity, or the composite.
  let subject: String
  /// The part of the schema, as a separate schema.
  let schema: Schema
  /// The parents of the entities in its hierarchy.
  let parents: [String: String?]

  init(of entity: String, in whole: Schema) {
    subject = entity
    let root = whole.root(of: entity)?.name ?? entity
    let hierarchy = whole.family(of: root)
    let members = Set(hierarchy.map(\.name))
    parents = Dictionary(
      hierarchy.map { ($0.name, $0.parent) }, uniquingKeysWith: { first, _ in first })
    var entities = hierarchy.map(\.judged)
    var known = members
    for relationship in whole.allRelationships(of: entity) {
      let root = whole.root(of: relationship.destination)?.name ?? relationship.destination
      guard known.insert(root).inserted else { continue }
      entities += whole.family(of: root).map { $0.seen(from: members) }
    }
    schema = Schema(
      name: "", version: Version(1), entities: entities,
      enumerations: whole.enumerations, composites: whole.composites,
      declaredPlatform: whole.declaredPlatform
    )
    .limited(toTypes: Set(entities.flatMap(\.attributes).flatMap(\.type.sharedNames)))
  }

  /// A shared composite with the types of its elements.
  init(of composite: Composite, in whole: Schema) {
    (subject, parents) = (composite.name, [:])
    schema = Schema(
      name: "", version: Version(1), enumerations: whole.enumerations,
      composites: whole.composites
    ).limited(toTypes: [composite.name])
  }
}

extension Neighbourhood {
  /// Whether the hierarchies of two neighbourhoods have the same entities in the same places.
  ///
  /// If they differ, objects may come from an entity outside of one of the neighbourhoods.
  func hasHierarchy(of other: Neighbourhood) -> Bool {
    parents == other.parents || (parents.count == 1 && other.parents.count == 1)
  }
}

extension Entity {
  /// The entity without parts that make no difference to whether a change can be inferred.
  fileprivate var judged: Entity {
    var entity = self
    (entity.documentation, entity.initializer, entity.table, entity.primaryKey) = (
      nil, nil, nil, nil
    )
    (entity.indexes, entity.rules, entity.uniquenessConstraints) = ([], [], [])
    // A part that is written to is copied.
    for (position, attribute) in attributes.enumerated() where attribute.documentation != nil {
      entity.attributes[position].documentation = nil
    }
    for (position, relationship) in relationships.enumerated()
    where relationship.documentation != nil || relationship.declaredDeleteRule != nil {
      entity.relationships[position].documentation = nil
      entity.relationships[position].declaredDeleteRule = nil
    }
    return entity
  }

  /// The entity as far as other entities' relationships need it.
  fileprivate func seen(from others: Set<String>) -> Entity {
    var entity = self
    entity.attributes = []
    entity = entity.judged
    entity.relationships = entity.relationships.filter { others.contains($0.destination) }
    return entity
  }
}

extension Schema {
  /// The schema with only the shared types that have one of these names, and the types that these use.
  fileprivate func limited(toTypes names: Set<String>) -> Schema {
    var (names, last) = (names, Set<String>())
    while names != last {
      last = names
      for composite in composites where names.contains(composite.name) {
        names.formUnion(composite.elements.flatMap(\.type.sharedNames))
      }
    }
    var schema = self
    schema.enumerations = enumerations.filter { names.contains($0.name) }
    schema.composites = composites.filter { names.contains($0.name) }
    return schema
  }
}

extension AttributeType {
  /// The names of the shared types that it uses.
  fileprivate var sharedNames: [String] {
    switch self {
    case .array(let element): element.sharedNames
    case .enumeration(.named(let name)), .composite(let name): [name]
    case .enumeration(.inline), .string, .int16, .int32, .int64, .bool, .float, .double, .decimal,
      .date, .uuid, .url, .data, .transformable:
      []
    }
  }
}
