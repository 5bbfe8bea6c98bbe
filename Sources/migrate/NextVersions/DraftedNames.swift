internal import MigrationPlanner
internal import SchemaModel

/// The models in Swift source as the content of the schema file of an unlocked version.
///
/// `originalName:` in Swift may name a part that only the unlocked version has had until now. The file names
/// the part of the previous version instead, or none, and keeps what Swift does not say.
struct DraftedNames {
  /// A part of the file that has another name in the source.
  struct Rename {
    /// The keys of the part in the file.
    var path: [String]
    /// The name in the source.
    var name: String
  }

  /// The models, completed by what the file says.
  private(set) var schema: Schema
  /// The migration, with the names of the source.
  private(set) var migration: MigrationDeclaration?
  /// The parts to rename in the file; those of the migration may be missing there.
  private(set) var renames: [Rename] = []
  /// The schema of the file, with the names of the source.
  private var file: Schema
  private let trail: NameTrail

  /// The content for the file of a version that follows another one.
  init(of file: SchemaDocument, like source: SchemaDocument, after newest: SchemaDocument) {
    (self.file, schema, migration) = (file.schema, source.schema, file.migration)
    trail = NameTrail([newest, file])
    schema.version = file.schema.version
    schema.declaredPlatform = schema.declaredPlatform ?? file.schema.declaredPlatform
    if source.migration?.kind == .custom {
      migration = migration ?? source.migration
      migration?.kind = .custom
    }
    for place in schema.entities.indices { takeNames(ofEntityAt: place) }
    renameUnreleased()
    schema = schema.completed(by: self.file)
    for place in schema.entities.indices { keepUnsaid(ofEntityAt: place) }
  }
}

// MARK: - Names

/// A property of either kind.
private protocol RenamedProperty {
  var name: String { get set }
  var renamedFrom: String? { get set }
}

extension Attribute: RenamedProperty {}
extension Relationship: RenamedProperty {}

extension DraftedNames {
  private mutating func takeNames(ofEntityAt place: Int) {
    let entity = schema.entities[place]
    guard let known = file.entity(named: entity.name) else { return }
    schema.entities[place].attributes = named(
      entity.attributes, known.attributes, entity, .attributes)
    schema.entities[place].relationships = named(
      entity.relationships, known.relationships, entity, .relationships)
    let isFree = known.renamedFrom.map { schema.entity(named: $0) == nil } ?? false
    if entity.renamedFrom == nil, isFree {
      schema.entities[place].renamedFrom = known.renamedFrom
    }
  }

  /// The properties of an entity with their names in the previous version.
  private mutating func named<Property: RenamedProperty>(
    _ properties: [Property], _ known: [Property], _ entity: Entity,
    _ kind: SchemaPath.PropertyKind
  ) -> [Property] {
    let names = Set(properties.map(\.name))
    return properties.map { property in
      var property = property
      let origins = known.map {
        ($0.name, trail.origin(ofProperty: $0.name, of: entity.name)?.name)
      }
      let same = known.first { $0.name == property.name }
      let former = property.renamedFrom.flatMap { old in
        origins.first { name, origin in !names.contains(name) && (name == old || origin == old) }
      }
      if let former {
        property.renamedFrom = former.1
        if same == nil { rename(.property(former.0, of: entity.name, kind), to: property.name) }
      } else if let same {
        // A name that only the unlocked version had is in no store.
        let isKnown =
          property.renamedFrom.map { trail.first.schema.has($0, in: trail, of: entity.name) }
          ?? false
        if !isKnown {
          property.renamedFrom = same.renamedFrom.flatMap { names.contains($0) ? nil : $0 }
        }
      }
      return property
    }
  }

  /// Renames the parts that only the unlocked version has, and that have one new name in the source.
  private mutating func renameUnreleased() {
    let review = HopReview(
      from: SchemaDocument(schema: file), to: SchemaDocument(schema: schema))
    let found = review.probableRenames.filter {
      $0.candidates.count == 1 && trail.isOfLaterPart($0.drop)
    }
    for item in found {
      guard let new = item.candidates.first, let name = new.components.last,
        found.count(where: { $0.candidates == [new] }) == 1
      else { continue }
      rename(item.drop.path, to: name)
    }
  }

  private mutating func rename(_ path: SchemaPath, to name: String) {
    let keys = path.components
    renames.append(Rename(path: keys, name: name))
    guard let place = file.entities.firstIndex(where: { $0.name == keys[1] }) else { return }
    let map = migration?.maps.firstIndex { $0.entity == keys[1] }
    renames.append(Rename(path: ["migration", "map", keys[1]] + keys.dropFirst(3), name: name))
    guard keys.count > 3 else {
      file.entities[place].name = name
      if let map { migration?.maps[map].entity = name }
      return
    }
    file.entities[place].attributes.rename(keys[3], to: name)
    file.entities[place].relationships.rename(keys[3], to: name)
    guard let map else { return }
    if let value = migration?.maps[map].properties.removeValue(forKey: keys[3]) {
      migration?.maps[map].properties[name] = value
    }
    if let choices = migration?.maps[map].keptLinks.removeValue(forKey: keys[3]) {
      migration?.maps[map].keptLinks[name] = choices
    }
  }
}

extension Array where Element: RenamedProperty {
  fileprivate mutating func rename(_ old: String, to name: String) {
    for place in indices where self[place].name == old { self[place].name = name }
  }
}

extension Schema {
  /// Whether the previous version of an entity has a property.
  fileprivate func has(_ property: String, in trail: NameTrail, of entity: String) -> Bool {
    guard let old = trail.origin(ofEntity: entity) else { return false }
    return allAttributes(of: old).contains { $0.name == property }
      || allRelationships(of: old).contains { $0.name == property }
  }
}

// MARK: - What Swift does not say

extension DraftedNames {
  /// Keeps the documentation, the defaults and the indexes of the file.
  private mutating func keepUnsaid(ofEntityAt place: Int) {
    let entity = schema.entities[place]
    guard let known = file.entity(named: entity.name) else { return }
    schema.entities[place].documentation = known.documentation ?? entity.documentation
    for (index, attribute) in entity.attributes.enumerated() {
      guard let old = known.attribute(named: attribute.name) else { continue }
      schema.entities[place].attributes[index].documentation =
        old.documentation ?? attribute.documentation
      if attribute.isOptional == old.isOptional, attribute.type == old.type,
        !attribute.givesDefault(to: old)
      {
        schema.entities[place].attributes[index].defaultValue = old.defaultValue
      }
    }
    for (index, link) in entity.relationships.enumerated() {
      guard let old = known.relationship(named: link.name) else { continue }
      schema.entities[place].relationships[index].documentation =
        old.documentation ?? link.documentation
      // The rule that Swift has without saying it may be written in the file.
      if link.declaredDeleteRule == nil, old.declaredDeleteRule == .nullify {
        schema.entities[place].relationships[index].declaredDeleteRule = .nullify
      }
    }
    let names = Set(entity.attributes.map(\.name) + entity.relationships.map(\.name))
    let kept = known.indexes.filter { $0.elements.allSatisfy { names.contains($0.property) } }
    schema.entities[place].indexes =
      kept
      + entity.indexes.filter { index in !kept.contains { $0.elements == index.elements } }
  }

  /// What only the file says about parts that the models do not have.
  var lostParts: [String] {
    file.entities.flatMap { known -> [String] in
      let entity = schema.entity(named: known.name)
      let isNew = trail.origin(ofEntity: known.name) == nil
      let rules = entity == nil && isNew ? known.rules.map { "the rule '\($0.name)'" } : []
      return rules
        + known.attributes.filter {
          !$0.hasUnsaidFacts(of: entity?.attribute(named: $0.name))
            && !$0.hasUnsaidFacts(of: trail.origin(of: $0, of: known))
        }.map { "what '\(known.name).\($0.name)' has besides its type" }
    }
  }
}

extension NameTrail {
  fileprivate func origin(of attribute: Attribute, of entity: Entity) -> Attribute? {
    origin(ofProperty: attribute.name, of: entity.name).flatMap { origin in
      first.schema.allAttributes(of: origin.entity).first { $0.name == origin.name }
    }
  }
}
