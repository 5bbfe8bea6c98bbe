internal import SchemaModel

/// Judges changes: what the platform can infer, why, and what may be lost.
///
/// The facts are those of Core Data's lightweight migration. Where nobody has shown that the
/// platform infers a change, it is custom and the reason says so.
struct ChangeClassifier {
  let correspondence: SchemaCorrespondence
  let declaration: MigrationDeclaration?
  private let mergedEntities: Set<String>
  let carriedLinks: CarriedAssociations

  init(_ correspondence: SchemaCorrespondence, declaration: MigrationDeclaration?) {
    self.correspondence = correspondence
    self.declaration = declaration
    mergedEntities = HierarchyMerges(correspondence).entities
    carriedLinks = CarriedAssociations(correspondence)
  }

  /// The change with its judgement.
  func planned(_ change: SchemaChange) -> PlannedChange {
    let verdict = parting(verdict(on: change), change)
    return PlannedChange(
      change, obstacle: verdict.obstacle, reason: verdict.reason, risk: verdict.risk,
      isHashNeutral: verdict.isHashNeutral)
  }

  /// What is listed as removed is dropped here, although the platform finds it again by its first
  /// name.
  private func parting(_ verdict: Verdict, _ change: SchemaChange) -> Verdict {
    switch change.kind {
    case .dropEntity, .dropAttribute, .dropRelationship:
      guard let name = correspondence.partedNames[change.path], verdict.risk == .certain else {
        return verdict
      }
      return .custom(
        .declared,
        "it is listed as removed, and the platform takes '\(name)' for it, whose first name both have",
        risk: .certain, isHashNeutral: verdict.isHashNeutral)
    default: return verdict
    }
  }

  private func verdict(on change: SchemaChange) -> Verdict {
    switch change {
    case .addEntity, .dropEntity, .renameEntity, .changeParent, .changeAbstractness,
      .changeEntityHashModifier:
      entityVerdict(on: change)
    case .addAttribute, .dropAttribute, .renameAttribute, .moveAttribute, .changeAttributeType,
      .changeAttributeOptionality, .changeDefault, .changeStorage, .changeTransience,
      .changePreservation, .changeAttributeHashModifier, .changeBounds:
      attributeVerdict(on: change)
    case .changeEnumeration(_, _, let enumeration):
      enumerationVerdict(on: enumeration)
    case .changeComposite(_, let old, let new):
      compositeVerdict(from: old, to: new)
    case .addRelationship, .dropRelationship, .renameRelationship, .moveRelationship,
      .changeDestination, .changeCardinality, .changeRelationshipOptionality, .changeInverse,
      .changeDeleteRule, .changeOrdering, .changeCounts, .changeRelationshipHashModifier:
      relationshipVerdict(on: change)
    case .rewriteAttribute, .rewriteRelationship, .dropLinks:
      declaredVerdict(on: change)
    case .addUniqueness, .dropUniqueness, .addIndex, .dropIndex, .addRule, .dropRule, .changeRule,
      .changeTable, .changePrimaryKey, .changeColumn, .changeColumnType:
      constraintVerdict(on: change)
    }
  }
}

// MARK: - Entities

extension ChangeClassifier {
  private func entityVerdict(on change: SchemaChange) -> Verdict {
    switch change {
    case .addEntity(let entity):
      added(entity)
    case .dropEntity(let entity):
      dropped(entity)
    case .renameEntity:
      .inferred("renamedFrom says which entity it was")
    case .changeParent(let entity, _, _):
      changedParent(of: entity)
    case .changeAbstractness(_, let toAbstract):
      .custom(
        .undocumented,
        toAbstract
          ? "objects of an abstract entity cannot be, and whether the platform infers it is not"
            + " documented"
          : "whether the platform infers that an abstract entity becomes concrete is not"
            + " documented")
    default:
      .inferred("a hash modifier is there to make the platform migrate")
    }
  }
}

extension ChangeClassifier {
  private func added(_ entity: Entity) -> Verdict {
    guard let map = declaration?.map(of: entity.name), !map.origins.isEmpty else {
      return .inferred("a new entity starts empty")
    }
    let takenAlong = map.origins.compactMap { origin -> String? in
      let names = map.members(of: origin, in: correspondence.source)
        .filter { $0.name != origin.entity && !$0.isAbstract }.map { "'\($0.name)'" }
      return names.isEmpty
        ? nil
        : "those of \(names.joined(separator: ", ")) are taken as objects of '\(origin.entity)'"
    }
    return .custom(
      .declared,
      (["the platform makes no objects of others"] + takenAlong).joined(separator: "; "))
  }

  private func dropped(_ entity: Entity) -> Verdict {
    if entity.isAbstract {
      return .inferred("an entity that is gone is dropped with its objects")
    }
    guard let successor = correspondence.successors[entity.name],
      let origin = declaration?.map(of: successor)?
        .origin(ofObjectsOf: entity.name, in: correspondence.source)
    else {
      return .inferred("an entity that is gone is dropped with its objects", risk: .certain)
    }
    let forgotten = forgottenProperties(of: entity, in: origin, successor)
    var losses: [String] = []
    if origin.filter != nil { losses.append("those that fail 'where' are dropped") }
    if !forgotten.isEmpty {
      losses.append("they have no \(forgotten.map { "'\($0)'" }.joined(separator: ", ")) there")
    }
    return .custom(
      .declared,
      (["its objects become objects of '\(successor)'"] + losses).joined(separator: "; "),
      risk: losses.isEmpty ? .none : .possible)
  }

  /// What the objects of an entity had and no value or link of the objects that they become is
  /// made of.
  private func forgottenProperties(
    of entity: Entity, in origin: MigrationDeclaration.Origin, _ successor: String
  ) -> [String] {
    let words = origin.properties.values.reduce(into: Set<String>()) {
      $0.formUnion(SQLWords.words(of: $1))
    }
    let (source, target) = (correspondence.source, correspondence.target)
    let attributes = source.allAttributes(of: entity.name).filter { attribute in
      !attribute.isTransient && !words.contains(attribute.name.lowercased())
        && (origin.properties[attribute.name] != nil
          || target.attribute(named: attribute.name, of: successor) == nil)
    }
    let relationships = source.allRelationships(of: entity.name).filter { relationship in
      guard !words.contains(relationship.name.lowercased()),
        let owner = source.relationship(named: relationship.name, of: entity.name)?.owner
      else { return false }
      let isTaken =
        origin.properties[relationship.name] == nil
        && target.relationship(named: relationship.name, of: successor) != nil
      return !isTaken && !carriedLinks.carries(relationship.name, of: owner)
    }
    return attributes.map(\.name) + relationships.map(\.name)
  }

  private func changedParent(of entity: String) -> Verdict {
    if mergedEntities.contains(entity) {
      return .custom(
        .notInferred, "two hierarchies become one, which the platform does not infer")
    }
    return correspondence.linksLeftBehind(by: entity).isEmpty
      ? .inferred("an entity may get another place in its hierarchy")
      : .inferred(
        "links that lead to its objects as objects of an entity above it are dropped",
        risk: .possible)
  }
}

// MARK: - Constraints

extension ChangeClassifier {
  private func constraintVerdict(on change: SchemaChange) -> Verdict {
    switch change {
    case .addUniqueness:
      .inferred("a unique key is added, which fails if two objects share it")
    case .dropUniqueness:
      .inferred("a unique key is dropped, and every object satisfies less")
    case .addIndex:
      .unseen("the platform sees no difference, and adds the index to new stores alone")
    case .dropIndex:
      .unseen("the platform sees no difference, and keeps the index in existing stores")
    case .addRule, .changeRule:
      .unseen("the platform sees no difference; existing objects that break the rule fail here")
    case .dropRule:
      .unseen("the platform sees no difference, and every object satisfies less")
    default:
      .unseen("it says where an existing database keeps things, which the platform does not see")
    }
  }
}
