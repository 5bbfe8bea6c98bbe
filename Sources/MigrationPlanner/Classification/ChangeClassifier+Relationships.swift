internal import SchemaModel

extension ChangeClassifier {
  func relationshipVerdict(on change: SchemaChange) -> Verdict {
    switch change {
    case .addRelationship(let relationship, let entity):
      addition(of: relationship, to: entity)
    case .dropRelationship(let relationship, let entity):
      dropped(relationship, of: entity)
    case .renameRelationship:
      .inferred("renamedFrom says which relationship it was")
    case .moveRelationship:
      .inferred("a relationship may move up or down its hierarchy")
    case .changeDestination(let name, let entity, let old, let new):
      destination(of: name, entity: entity, from: old, to: new)
    case .changeCardinality(let name, let entity, _, let cardinality):
      changedCardinality(of: name, entity: entity, to: cardinality)
    case .changeRelationshipOptionality(let relationship, _, false)
    where relationship.cardinality == .toMany:
      .inferred("an object that has many may have none")
    case .changeRelationshipOptionality(_, _, let toOptional):
      toOptional
        ? .inferred("every link may stay as it is")
        : .custom(.missingLink, "objects without a link have none to get")
    case .changeInverse(let name, let entity, let old, let new):
      correspondence.narrowedLinks(by: change).map(narrowed)
        ?? inverse(of: name, entity: entity, from: old, to: new)
    case .changeDeleteRule:
      .unseen("the platform sees no difference; the rule takes effect at once")
    case .changeOrdering(let name, let entity, false)
    where correspondence.target.relationship(named: name, of: entity)?
      .relationship.cardinality == .toOne:
      .inferred("one object needs no order")
    case .changeOrdering(_, _, let toOrdered):
      toOrdered
        ? .inferred("the linked objects get an order, at first by their identities")
        : .inferred("the objects stay and their order is lost", risk: .possible)
    case .changeCounts:
      .inferred("existing links stay as they are")
    default:
      .inferred("a hash modifier is there to make the platform migrate")
    }
  }

  private func dropped(_ relationship: Relationship, of entity: String) -> Verdict {
    if relationship.cardinality == .toOne,
      let keeper = declared.keeper(of: relationship.name, of: entity)
    {
      return .inferred("the relationship is removed, and '\(keeper)' has its links")
    }
    let reason =
      correspondence.targetNames[relationship.destination] == nil
      ? "the links go with the removed entity '\(relationship.destination)'"
      : "a removed relationship is dropped with its links"
    let isFree =
      relationship.cardinality == .toMany
      && correspondence.source.inverse(of: .init(entity: entity, relationship: relationship))?
        .relationship.cardinality != .toOne
    let keeper = isFree ? "its inverse" : "what the objects at its other end become"
    switch linkFates.fate(of: relationship, of: entity) {
    case .all: return .inferred("the relationship is removed, and \(keeper) keeps the links")
    case .part:
      return .inferred(
        "the relationship is removed, and \(keeper) keeps the links of the objects that are made",
        risk: .possible)
    case .used: return .inferred("\(reason), and an expression uses them first", risk: .possible)
    case .gone: return .inferred(reason, risk: .certain)
    case nil: return parted(relationship, of: entity, reason)
    }
  }

  private func parted(
    _ relationship: Relationship, of entity: String, _ reason: String
  ) -> Verdict {
    if let other = otherEnd(goingWith: relationship, of: entity) {
      return .inferred(
        "the relationship is removed, and its links go with '\(other)', their other end")
    }
    guard carriedLinks.carries(relationship.name, of: entity) else {
      return .inferred(reason, risk: .certain)
    }
    let kept = Verdict.inferred("the relationship is removed, and its inverse keeps the links")
    guard let parting = carriedLinks.parting(of: relationship.name, of: entity),
      !parting.losers.isEmpty
    else { return kept }
    guard parting.keepsSome else { return .inferred(reason, risk: .certain) }
    let names = parting.losers.map { "'\($0)'" }.joined(separator: ", ")
    return parting.isByLosers
      ? .inferred("the links of objects of \(names) are dropped with it", risk: .certain)
      : .inferred(
        "those links of objects of \(names) are dropped with it that lead to what has no such"
          + " relationship any longer", risk: .possible)
  }

  /// Whether a relationship is lost together with the one at the other end of its links, which reports it.
  func goesWithOtherEnd(_ change: SchemaChange) -> Bool {
    guard case .dropRelationship(let relationship, let entity) = change else { return false }
    return linkFates.fate(of: relationship, of: entity) == nil
      && otherEnd(goingWith: relationship, of: entity) != nil
  }

  /// The relationship at the other end of links that is also lost, or leads elsewhere, and reports the loss;
  /// nil if none exists.
  private func otherEnd(goingWith relationship: Relationship, of entity: String) -> String? {
    let end = Association.End(entity: entity, relationship: relationship)
    guard !carriedLinks.carries(relationship.name, of: entity),
      let other = correspondence.source.inverse(of: end), other != end,
      let now = correspondence.targetNames[other.entity]
    else { return nil }
    let heir: Owned<Relationship>? = correspondence.new(other.relationship.name, in: now)
    let tells =
      heir.map {
        destination(
          of: $0.property.name, entity: now, from: other.relationship.destination,
          to: $0.property.destination
        ).risk == .certain
      } ?? correspondence.source.associations.contains { $0.primary == other }
    return tells ? other.description : nil
  }

  private func addition(of relationship: Relationship, to entity: String) -> Verdict {
    if relationship.isOptional || relationship.cardinality == .toMany {
      let back = correspondence.target.inverse(
        of: .init(entity: entity, relationship: relationship))
      let links = back.flatMap {
        correspondence.narrowedLinks(at: $0.relationship.name, of: $0.entity)
      }
      return .inferred(
        links.map { "the new relationship takes over the links of '\($0.before)'" }
          ?? "a new relationship starts without links")
    }
    return .custom(
      .missingLink,
      declared.give(relationship.name, of: entity)
        ? "a new required to-one gets its object from an expression"
        : "a new required to-one has no object to lead to in existing objects")
  }

  private func changedCardinality(
    of name: String, entity: String, to cardinality: Relationship.Cardinality
  ) -> Verdict {
    guard cardinality == .toOne else {
      return .inferred("the one object becomes the only one of many")
    }
    if declared.choose(name, of: entity) {
      return .custom(.undocumented, "of several objects the one stays that 'keep' chooses")
    }
    return declared.give(name, of: entity)
      ? .custom(
        .undocumented, "of several objects only the one stays that an expression chooses",
        risk: .possible)
      : .custom(
        .undocumented,
        "of several objects only one can stay, and Apple's documents do not agree on whether"
          + " the platform chooses"
      ).here("an object with several fails the migration")
  }

  /// The verdict on a narrowed inverse, which the platform infers whichever link it keeps.
  private func narrowed(_ links: NarrowedLinks) -> Verdict {
    let (name, entity) = (links.after.relationship.name, links.after.entity)
    if declared.choose(name, of: entity) || declared.give(name, of: entity) {
      return changedCardinality(of: name, entity: entity, to: .toOne)
    }
    return .inferred(
      "the links go to '\(links.after)', which keeps one of several",
      risk: isOfPlatform ? .possible : .none
    ).here(isOfPlatform ? nil : "an object with several fails the migration")
  }

  private func destination(
    of name: String, entity: String, from old: String, to new: String
  ) -> Verdict {
    let isDecided = declared.give(name, of: entity)
    guard correspondence.carriesObjects(of: old, to: new) else {
      return divided(name, entity: entity, from: old, to: new)
        ?? .custom(
          .undocumented,
          "no object of '\(old)' becomes one of '\(new)', so "
            + (isDecided ? "an expression gives the links" : "the links are dropped"),
          risk: isDecided ? .none : .certain)
    }
    // Every object of the old destination is an object of the new one, and keeps its links.
    let isWhole =
      correspondence.heir(of: old).map { correspondence.target.isEntity($0, orDescendantOf: new) }
      == true && fate(of: name, of: entity) ?? .all == .all
    return .custom(
      .undocumented,
      "whether the platform keeps links that lead to another entity is not documented",
      risk: isDecided || isWhole ? .none : .possible)
  }

  /// The fate of the links that a target relationship continues; nil if it continues none.
  private func fate(of name: String, of entity: String) -> LinkFates.Fate? {
    correspondence.target.relationship(named: name, of: entity).flatMap {
      correspondence.old($0.relationship, declaredBy: $0.owner, in: entity)
    }.flatMap { linkFates.fate(of: $0.property, of: $0.owner) }
  }

  /// The verdict if the links' objects become objects of several entities, including this one; nil otherwise.
  private func divided(
    _ name: String, entity: String, from old: String, to new: String
  ) -> Verdict? {
    let heirs = correspondence.division(of: old)
    guard heirs.contains(where: { correspondence.target.isEntity($0, orDescendantOf: new) }) else {
      return nil
    }
    let names = heirs.map { "'\($0)'" }.joined(separator: " and ")
    let reason = "objects of '\(old)' become objects of \(names)"
    if declared.give(name, of: entity) {
      return .custom(.undocumented, "\(reason), and an expression gives the links")
    }
    switch fate(of: name, of: entity) {
    case .all: return .custom(.undocumented, "\(reason), which keep the links")
    case .part, .used:
      return .custom(
        .undocumented, "\(reason), which keep the links of those that are made", risk: .possible)
    case .gone, nil:
      return .custom(
        .undocumented,
        "\(reason), and nothing says which of them a link leads to, so the links are dropped; "
          + "an expression can give them", risk: .certain)
    }
  }

  private func inverse(
    of name: String, entity: String, from old: String?, to new: String?
  ) -> Verdict {
    guard let new else { return .inferred("the links stay; only the inverse is removed") }
    let relationship = correspondence.target.relationship(named: name, of: entity)?.relationship
    let wasThere =
      relationship.flatMap { relationship in
        correspondence.target.relationship(named: new, of: relationship.destination)
      }.map { other in
        correspondence.old(other.relationship, declaredBy: other.owner, in: other.owner) != nil
      } ?? false
    let isDecided = declared.give(name, of: entity)
    if wasThere, let relationship,
      isDecided || declared.give(new, of: relationship.destination)
    {
      return .custom(
        .declared,
        "two relationships that were independent become one, and an expression decides which"
          + " links count", risk: isDecided ? .none : .possible)
    }
    if wasThere {
      return .inferred(
        "two relationships that were independent become one, and the links of both are united"
          + (isOfPlatform ? ", of which a to-one keeps one" : ""),
        risk: isOfPlatform ? .possible : .none)
    }
    return .inferred(
      old == nil ? "the links stay and get an inverse" : "the links stay and get another inverse")
  }
}
