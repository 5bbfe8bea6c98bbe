internal import SchemaModel

/// Judges changes: what the platform can infer, the reason, and what may be lost.
///
/// The facts are those of Core Data's lightweight migration. A change that the platform is not known to infer
/// is custom, and the reason says so.
struct ChangeClassifier {
  let correspondence: SchemaCorrespondence
  private let declaration: MigrationDeclaration?
  let declared: DeclaredValues
  /// Whether the platform's own losses are judged; otherwise those of 'migrate', which never loses a value
  /// that does not fit.
  let isOfPlatform: Bool
  private let hasPlatform: Bool
  private let mergedEntities: Set<String>
  let carriedLinks: CarriedAssociations
  let linkFates: LinkFates

  init(
    _ correspondence: SchemaCorrespondence, declaration: MigrationDeclaration?,
    isOfPlatform: Bool = false
  ) {
    self.correspondence = correspondence
    self.declaration = declaration
    declared = DeclaredValues(correspondence: correspondence, declaration: declaration)
    self.isOfPlatform = isOfPlatform
    hasPlatform = correspondence.target.hasPlatform
    mergedEntities = HierarchyMerges(correspondence).entities
    carriedLinks = CarriedAssociations(correspondence)
    linkFates = LinkFates(correspondence, carriedLinks, declaration: declaration)
  }

  /// The change with its verdict.
  func planned(_ change: SchemaChange) -> PlannedChange {
    let judged = parting(verdict(on: change), change)
    let verdict = hasPlatform ? judged : withoutPlatform(judged, on: change)
    var planned = PlannedChange(
      change, obstacle: verdict.obstacle, reason: verdict.wholeReason, risk: verdict.risk,
      isHashNeutral: verdict.isHashNeutral)
    planned.reasonOnPlatform = verdict.reason
    return planned
  }

  /// The verdict on a drop that is listed as removed, although the platform would match the thing by its
  /// first name.
  private func parting(_ verdict: Verdict, _ change: SchemaChange) -> Verdict {
    switch change.kind {
    case .dropEntity, .dropAttribute, .dropRelationship:
      guard let name = correspondence.partedNames[change.path],
        verdict.risk == .certain || goesWithOtherEnd(change)
      else { return verdict }
      return .custom(
        .declared,
        "it is listed as removed, and the platform takes '\(name)' for it, whose first name both have",
        risk: verdict.risk, isHashNeutral: verdict.isHashNeutral)
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
      .changePreservation, .changeDerivation, .changeAttributeHashModifier, .changeBounds:
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
    case .changeAttributeToRelationship(let old, let new, let entity):
      overtaken(old.name, by: "relationship", new.name, isOptional: new.isOptional, of: entity)
    case .changeRelationshipToAttribute(let old, let new, let entity):
      overtaken(old.name, by: "attribute", new.name, isOptional: new.isOptional, of: entity)
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
    case .renameEntity(let old, let new):
      correspondence.target.declaredPlatform == .swiftData
        ? renamedClass(from: old, to: new)
        : .inferred("renamedFrom says which entity it was")
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
  /// The verdict on a renamed class, which SwiftData takes for a removed class and a new one.
  ///
  /// A stage of the app may carry the objects over, and 'migrate' itself does.
  private func renamedClass(from old: String, to new: String) -> Verdict {
    .custom(
      .declared,
      "SwiftData has no original name for a class: unless a custom stage copies its objects, every '\(old)' is "
        + "lost, and '\(new)' starts empty",
      risk: isOfPlatform && declaration?.kind != .custom ? .certain : .none)
  }

  private func added(_ entity: Entity) -> Verdict {
    guard let map = declaration?.map(of: entity.name), !map.origins.isEmpty else {
      return .inferred("a new entity starts empty")
    }
    let takenAlong = map.origins.compactMap { origin -> String? in
      let names = map.members(of: origin, in: correspondence.source)
        .filter { $0.name != origin.entity && !$0.isAbstract }.map { "'\($0.name)'" }
      return names.isEmpty
        ? nil
        : "objects of \(names.joined(separator: ", ")) count as objects of '\(origin.entity)'"
    }
    return .custom(
      .declared,
      (["the platform makes no objects of others"] + takenAlong).joined(separator: "; "))
  }

  private func dropped(_ entity: Entity) -> Verdict {
    let succession = Succession(of: entity, by: correspondence, linkFates)
    let heirs = succession.heirs
    guard !entity.isAbstract, !heirs.isEmpty else {
      return .inferred(
        "a removed entity is dropped with its objects",
        risk: entity.isAbstract ? .none : .certain)
    }
    var losses: [String] = []
    if heirs.allSatisfy(\.isFiltered) {
      losses.append(
        "those that fail \(heirs.count == 1 ? "'where'" : "every 'where'") are dropped")
    }
    for heir in heirs where !heir.forgotten.isEmpty {
      let names = heir.forgotten.map { "'\($0)'" }.joined(separator: ", ")
      losses.append(
        heirs.count == 1 ? "they have no \(names) there" : "'\(heir.entity)' has no \(names)")
    }
    let reworked = Set(heirs.flatMap(\.reworked)).sorted()
    if !reworked.isEmpty {
      let names = reworked.map { "'\($0)'" }.joined(separator: ", ")
      losses.append("of \(names) they have what the expressions leave")
    }
    let links = Set(succession.links.map(\.end.relationship.name))
      .subtracting(reworked).filter { name in !heirs.allSatisfy { $0.forgotten.contains(name) } }
    if !links.isEmpty {
      let names = links.sorted().map { "'\($0)'" }.joined(separator: ", ")
      losses.append("of \(names) the links go whose objects it does not connect any longer")
    }
    let names = heirs.map { "'\($0.entity)'" }.joined(separator: " and ")
    return .custom(
      .declared, (["its objects become objects of \(names)"] + losses).joined(separator: "; "),
      risk: losses.isEmpty ? .none : .possible)
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

// MARK: - Declared changes

extension ChangeClassifier {
  /// Judges a declared change to data, which is never inferred and never visible in a hash.
  private func declaredVerdict(on change: SchemaChange) -> Verdict {
    switch change {
    case .rewriteAttribute(let attribute, let entity):
      declared.keepsValues(attribute, of: entity)
        ? Self.rewriting(
          mayLose: attribute.isOptional && declared.mayLack(attribute.name, of: entity),
          "an expression drops the previous value where it gives none")
        : Self.rewriting(
          mayLose: true,
          "an expression replaces the previous value, or drops it where it gives none")
    case .rewriteRelationship(let relationship, let entity):
      declaration?.map(of: entity)?.properties[relationship.name] == nil
        ? .custom(
          .declared,
          "the platform makes no objects of others; a link to a made object replaces the "
            + "previous link", risk: .possible, isHashNeutral: true)
        : Self.rewriting(
          mayLose: declared.mayLoseLinks(relationship, of: entity),
          "an expression replaces the previous link, or drops it where it gives no object")
    default:
      .custom(
        .declared,
        "a link goes with the object that is left behind, also where the other one stays",
        risk: .possible, isHashNeutral: true)
    }
  }

  /// The verdict on a property that takes over the column of one of the other kind.
  private func overtaken(
    _ old: String, by kind: String, _ new: String, isOptional: Bool, of entity: String
  ) -> Verdict {
    guard let expression = declaration?.map(of: entity)?.properties[new], expression != old else {
      return .inferred("the \(kind) takes over the column of '\(old)', with its values")
    }
    let owner = correspondence.sourceNames[entity] ?? entity
    let keepsValue =
      ValueUse.of(old, in: expression, of: owner) == .whole && !expression.contains("|")
    return Self.rewriting(
      mayLose: !keepsValue || isOptional && declared.mayLack(new, of: entity),
      "an expression replaces the previous value, or drops it where it gives none")
  }

  private static func rewriting(mayLose: Bool, _ consequence: String) -> Verdict {
    let reason = "the platform evaluates no expressions"
    return mayLose
      ? .custom(
        .declared, "\(reason); \(consequence)", risk: .possible, isHashNeutral: true)
      : .custom(.declared, reason, isHashNeutral: true)
  }
}

// MARK: - Databases without a platform

extension ChangeClassifier {
  /// The verdict on a change to a database that no platform opens.
  ///
  /// There is no inference and no hash. The developer must say what happens only if rows would have no value,
  /// if there is no single conversion of the values to the new type, or if one of several links stays.
  private func withoutPlatform(_ verdict: Verdict, on change: SchemaChange) -> Verdict {
    var result = verdict.here(nil)
    result.isHashNeutral = nil
    result.obstacle = obstacle(to: change, besides: verdict)
    switch result.obstacle {
    case .missingValue?, .missingLink?: break
    case .declared?: result.reason = "the schema file says what happens to the rows"
    case .notInferred?, .unconverted?, .undocumented?:
      result.reason = "there is no one way to carry the values over: the schema file must say it"
    case nil where verdict.risk == .none:
      result.reason = "the tables change, and all other values stay"
    case nil: break
    }
    return result
  }

  private func obstacle(to change: SchemaChange, besides verdict: Verdict) -> InferenceObstacle? {
    guard let obstacle = verdict.obstacle else { return nil }
    switch obstacle {
    case .missingValue, .missingLink, .declared: return obstacle
    case .notInferred, .unconverted, .undocumented: break
    }
    switch change {
    case .changeAttributeType(let old, let new, let entity):
      if declared.give(new.name, of: entity) { return .declared }
      let before = correspondence.source.storedType(of: old.type)
      let after = correspondence.target.storedType(of: new.type)
      return TypeConversion(from: before, to: after) == .undefined ? obstacle : nil
    case .changeCardinality, .changeDestination, .changeComposite: return obstacle
    default: return nil
    }
  }
}
