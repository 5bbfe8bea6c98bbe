public import SchemaModel

extension SchemaChange {
  /// The subject of the change: `BookModel`, `BookModel.year`, or `BookModel(title, author)`.
  public var subject: String {
    let place = place
    if let list = place.list { return "\(place.owner)(\(list.joined(separator: ", ")))" }
    return place.name.map { "\(place.owner).\($0)" } ?? place.owner
  }

  /// The place of the subject in the new version's file; for a dropped thing, in the old version's.
  public var path: SchemaPath {
    let place = place
    if let declaration = declarationPath { return declaration }
    switch place.kind {
    case .entity: return .entity(place.owner)
    case .attribute: return .property(place.name ?? "", of: place.owner, .attributes)
    case .relationship: return .property(place.name ?? "", of: place.owner, .relationships)
    case .composite: return SchemaPath(["composites", place.owner])
    case .uniqueness: return .entity(place.owner).appending("unique")
    case .index: return .entity(place.owner).appending("indexes")
    case .rule: return .entity(place.owner).appending("rules")
    }
  }

  /// The place of the declaration, for changes that are declared for the data alone.
  private var declarationPath: SchemaPath? {
    switch self {
    case .rewriteAttribute(let attribute, let entity):
      SchemaPath(["migration", "map", entity, attribute.name])
    case .rewriteRelationship(let relationship, let entity):
      SchemaPath(["migration", "map", entity, relationship.name])
    case .dropLinks(_, let entity, let filtered):
      SchemaPath(["migration", "map", filtered.first ?? entity, "where"])
    default: nil
    }
  }

  /// Whether the path leads into the old version's file.
  public var isDrop: Bool {
    switch self {
    case .dropEntity, .dropAttribute, .dropRelationship, .dropUniqueness, .dropIndex, .dropRule:
      true
    default: false
    }
  }
}

/// The subject of a change, as parts from which its name, path and order are made.
struct ChangePlace {
  /// The kinds of things that change, in the order in which changes are listed.
  enum Kind: Int {
    case entity, attribute, relationship, uniqueness, index, rule, composite
  }

  var kind: Kind
  /// The entity or the composite.
  var owner: String
  /// The property or the rule.
  var name: String?
  /// The properties of a key or an index.
  var list: [String]?
}

extension SchemaChange {
  /// The subject of the change.
  var place: ChangePlace {
    switch self {
    case .addEntity(let entity), .dropEntity(let entity):
      ChangePlace(kind: .entity, owner: entity.name)
    case .renameEntity(_, let entity), .changeParent(let entity, _, _),
      .changeAbstractness(let entity, _), .changeEntityHashModifier(let entity, _, _),
      .changeTable(let entity, _, _), .changePrimaryKey(let entity, _, _):
      ChangePlace(kind: .entity, owner: entity)
    case .addAttribute(let attribute, let entity), .dropAttribute(let attribute, let entity),
      .renameAttribute(let attribute, _, let entity), .moveAttribute(let attribute, _, let entity),
      .changeAttributeType(_, let attribute, let entity),
      .changeAttributeOptionality(let attribute, let entity, _),
      .changeTransience(let attribute, let entity, _),
      .changeBounds(_, let attribute, let entity), .rewriteAttribute(let attribute, let entity),
      .changeRelationshipToAttribute(_, let attribute, let entity):
      ChangePlace(kind: .attribute, owner: entity, name: attribute.name)
    case .changeDefault(let name, let entity, _, _), .changeStorage(let name, let entity, _, _),
      .changePreservation(let name, let entity, _), .changeEnumeration(let name, let entity, _),
      .changeAttributeHashModifier(let name, let entity, _, _),
      .changeDerivation(let name, let entity, _, _), .changeColumnType(let name, let entity, _, _):
      ChangePlace(kind: .attribute, owner: entity, name: name)
    case .changeColumn(let name, let entity, let kind, _, _):
      ChangePlace(
        kind: kind == .attributes ? .attribute : .relationship, owner: entity, name: name)
    case .changeComposite(let name, _, _):
      ChangePlace(kind: .composite, owner: name)
    case .addRelationship(let relationship, let entity),
      .dropRelationship(let relationship, let entity),
      .renameRelationship(let relationship, _, let entity),
      .moveRelationship(let relationship, _, let entity),
      .changeCounts(_, let relationship, let entity),
      .changeRelationshipOptionality(let relationship, let entity, _),
      .rewriteRelationship(let relationship, let entity),
      .changeAttributeToRelationship(_, let relationship, let entity),
      .dropLinks(let relationship, let entity, _):
      ChangePlace(kind: .relationship, owner: entity, name: relationship.name)
    case .changeDestination(let name, let entity, _, _),
      .changeCardinality(let name, let entity, _, _), .changeInverse(let name, let entity, _, _),
      .changeDeleteRule(let name, let entity, _, _), .changeOrdering(let name, let entity, _),
      .changeRelationshipHashModifier(let name, let entity, _, _):
      ChangePlace(kind: .relationship, owner: entity, name: name)
    case .addUniqueness(let names, let entity), .dropUniqueness(let names, let entity):
      ChangePlace(kind: .uniqueness, owner: entity, list: names)
    case .addIndex(let index, let entity), .dropIndex(let index, let entity):
      ChangePlace(kind: .index, owner: entity, list: index.terms)
    case .addRule(let rule, let entity), .dropRule(let rule, let entity),
      .changeRule(_, let rule, let entity):
      ChangePlace(kind: .rule, owner: entity, list: [rule.name])
    }
  }
}

extension Index {
  /// Its elements and its name, in the form of a change's subject: `title`, `createdAt desc`, `title as
  /// byTitle`.
  var terms: [String] {
    var terms = elements.map { $0.isAscending ? $0.property : "\($0.property) desc" }
    if let name, let last = terms.indices.last { terms[last] += " as \(name)" }
    return terms
  }
}
