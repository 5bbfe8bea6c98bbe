internal import Diagnostics
internal import SchemaModel

/// Infers the mapping from one version to the next, as far as names and declarations decide it.
///
/// A property that nothing decides, such as a new required attribute without a default, gets no value and
/// becomes a requirement, which holds if a store has no such objects.
struct MappingInference {
  let correspondence: SchemaCorrespondence
  let declaration: MigrationDeclaration?
  private let document: SchemaDocument
  let carried: CarriedAssociations
  /// The target's to-one relationships that store their links, by owner, with their links.
  private var stored: [String: [String: [CarriedLinks]]] = [:]
  private(set) var requirements: [Requirement] = []

  init(_ correspondence: SchemaCorrespondence, document: SchemaDocument) {
    self.correspondence = correspondence
    declaration = document.migration
    self.document = document
    carried = CarriedAssociations(correspondence)
    for (association, links) in carried.sources where association.kind == .toOne {
      let primary = association.primary
      stored[primary.entity, default: [:]][primary.relationship.name] = links
    }
  }

  /// The mapping, with its requirements on the data.
  static func infer(
    _ correspondence: SchemaCorrespondence, document: SchemaDocument
  ) -> (mapping: Mapping, requirements: [Requirement]) {
    var inference = Self(correspondence, document: document)
    let entities = correspondence.target.entities.map { inference.mapping(of: $0) }
    let additions = inference.additions()
    inference.requireDistinctIdentities(among: additions)
    let links = inference.carried.sources.filter { $0.association.kind == .manyToMany }
      .map { LinkMapping($0.association, sources: $0.links) }
    let mapping = Mapping(
      source: correspondence.source, target: correspondence.target, entities: entities,
      links: links, additions: additions, steps: document.migration?.steps ?? [],
      merges: document.migration?.merges(in: correspondence.target) ?? [])
    return (mapping.knowingFormerNumbers, inference.requirements)
  }
}

// MARK: - Entities

extension MappingInference {
  /// Whether a relationship of the target is a to-one that is stored with its object.
  func isStored(_ owned: Owned<Relationship>) -> Bool {
    stored[owned.owner]?[owned.property.name] != nil
  }

  /// The source links of a to-one that is stored with its object.
  func links(of owned: Owned<Relationship>) -> [CarriedLinks] {
    stored[owned.owner]?[owned.property.name] ?? []
  }

  /// The source of a to-one that is stored with an entity's objects, if no expression gives it.
  func carriedLink(
    _ end: Association.End, of entity: String, from old: Entity
  ) -> ValueSource {
    let before = correspondence.old(end.relationship, declaredBy: end.entity, in: entity)
    return linkedValue(
      stored[end.entity]?[end.relationship.name] ?? [], before: before, ofObjectsOf: old.name)
  }

  private mutating func mapping(of entity: Entity) -> EntityMapping {
    guard let old = correspondence.oldEntity(of: entity.name) else {
      return EntityMapping(entity.name, source: nil, layers: [])
    }
    if entity.isAbstract, !old.isAbstract {
      require(
        .noObjects(entity: old.name),
        because: "entity '\(entity.name)' becomes abstract and can have no objects of its own",
        remedy: "delete them before, or let '\(entity.name)' stay concrete and give the entities "
          + "below it a new parent",
        at: .entity(entity.name).appending("abstract"))
    }
    let expressions = expressions(for: entity.name, from: old)
    var context = EntityContext(
      entity: entity, old: old.name, expressions: expressions.values,
      keptLinks: keptLinks(of: entity.name), isFiltered: expressions.filter != nil)
    var values: [PropertyMapping] = []
    let attributes = correspondence.target.properties(of: entity.name, Attribute.self)
    values.reserveCapacity(attributes.count)
    for (place, owned) in attributes.enumerated() where !owned.property.isTransient {
      let before = correspondence.old(
        owned.property, declaredBy: owned.owner, in: entity.name, near: place)
      values.append(
        PropertyMapping(
          owned.property.name, value(of: owned, from: before?.property, in: &context),
          continuing: continued(owned.property.name, from: before?.property.name, in: context)))
    }
    for owned in correspondence.target.properties(of: entity.name, Relationship.self) {
      guard let links = stored[owned.owner]?[owned.property.name] else {
        requireLink(owned, in: context)
        continue
      }
      let before = correspondence.old(owned.property, declaredBy: owned.owner, in: entity.name)
      let value = value(of: owned, from: before, carrying: links, in: context)
      values.append(
        PropertyMapping(
          owned.property.name, value,
          replacing: orderedLink(carrying: links, replacedBy: value, owned, in: context),
          continuing: continued(owned.property.name, from: before?.property.name, in: context)))
    }
    let layer = MappingLayer(
      version: correspondence.target.version, entity: entity.name, values: values,
      filter: expressions.filter)
    return EntityMapping(entity.name, source: old.name, layers: [layer])
  }

  /// The source property that this one continues: the same property, or the one of the other kind whose
  /// column it takes over.
  private func continued(
    _ name: String, from old: String?, in context: EntityContext
  ) -> String? {
    old ?? correspondence.columnHeirs(of: context.old).first { $0.new == name }?.old
  }

  /// The declared expressions for an entity: its own and those of its ancestors, whose objects its objects
  /// are too.
  ///
  /// The nearest one decides a value; all filters must be passed. A link without an expression leads to the
  /// object made from its own object.
  private func expressions(
    for entity: String, from old: Entity
  ) -> (values: [String: String], filter: String?) {
    var values = linksToAdditions(from: entity, old)
    var filters: [String] = []
    for ancestor in correspondence.target.lineage(of: entity).reversed() {
      guard let map = declaration?.map(of: ancestor.name) else { continue }
      values.merge(map.properties) { $1 }
      if let filter = map.filter { filters.append(filter) }
    }
    guard filters.count > 1 else { return (values, filters.first) }
    // A line break ends a comment at the end of a condition.
    let enclosed = filters.map { $0.contains("--") ? "(\($0)\n)" : "(\($0))" }
    return (values, enclosed.joined(separator: " AND "))
  }

  /// The declared choices for an entity's to-ones: the nearest one decides.
  func keptLinks(of entity: String) -> [String: [Deduplication.Choice]] {
    correspondence.target.lineage(of: entity).reversed().reduce(into: [:]) { result, ancestor in
      result.merge(declaration?.map(of: ancestor.name)?.keptLinks ?? [:]) { $1 }
    }
  }

  /// Requires different identities of objects from several tables that move into one, in an existing
  /// database.
  private mutating func requireDistinctIdentities(among additions: [EntityMapping]) {
    guard
      correspondence.source.existingTable != nil || correspondence.target.existingTable != nil
    else { return }
    var roots: [String: [String: [String]]] = [:]
    for entity in correspondence.target.entities {
      guard let old = correspondence.sourceNames[entity.name],
        let oldRoot = correspondence.source.root(of: old)?.name,
        let root = correspondence.target.root(of: entity.name)?.name
      else { continue }
      roots[root, default: [:]][oldRoot, default: []].append(old)
    }
    for addition in additions {
      guard let old = addition.source, let oldRoot = correspondence.source.root(of: old)?.name,
        let root = correspondence.target.root(of: addition.entity)?.name
      else { continue }
      roots[root, default: [:]][oldRoot, default: []].append(old)
    }
    for (root, groups) in roots.sorted(by: { $0.key < $1.key }) where groups.count > 1 {
      let entities = groups.values.flatMap { $0 }.sorted()
      require(
        .distinctIdentities(entities: entities),
        because: "\(entities.map { "'\($0)'" }.joined(separator: ", ")) come together below"
          + " '\(root)', where an identity may occur once",
        remedy: "let one of them stay apart from '\(root)', or give its objects other identities "
          + "in the store before",
        at: .entity(root))
    }
  }

  /// Requires something of the data, for a part of this version.
  ///
  /// If the part stands in a previous version's file, the place is a declaration of the type that it names.
  mutating func require(
    _ condition: Requirement.Condition, because: String, remedy: String? = nil,
    at path: SchemaPath, of type: AttributeType? = nil
  ) {
    let declarations = type.map { document.schema.declarations(of: $0) } ?? []
    requirements.append(
      Requirement(
        condition, because: because, remedy: remedy,
        location: document.location(
          of: [path] + declarations, in: Set([document.file].compactMap(\.self)))))
  }
}

/// The entity whose values are being inferred.
struct EntityContext {
  let entity: Entity
  let old: String
  let expressions: [String: String]
  var keptLinks: [String: [Deduplication.Choice]] = [:]
  let isFiltered: Bool
  /// The declared entity from which the objects are additionally made; nil for objects that continue.
  var origin: String? = nil
}
