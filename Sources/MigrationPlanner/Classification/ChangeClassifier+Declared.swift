internal import SQLText
internal import SchemaModel

extension ChangeClassifier {
  /// Judges a declared change to data, which is never inferred and never visible in a hash.
  func declaredVerdict(on change: SchemaChange) -> Verdict {
    switch change {
    case .rewriteAttribute(let attribute, let entity):
      keepsValues(attribute, of: entity)
        ? Self.rewriting(
          mayLose: attribute.isOptional && mayLack(attribute.name, of: entity),
          "an expression drops the previous value where it gives none")
        : Self.rewriting(
          mayLose: true,
          "an expression replaces the previous value, or drops it where it gives none"
        )
    case .rewriteRelationship(let relationship, let entity):
      declaration?.map(of: entity)?.properties[relationship.name] == nil
        ? .custom(
          .declared,
          "the platform makes no objects of others; a link to a made object replaces the "
            + "previous link", risk: .possible, isHashNeutral: true)
        : Self.rewriting(
          mayLose: mayLoseLinks(relationship, of: entity),
          "an expression replaces the previous link, or drops it where it gives no object")
    default:
      .custom(
        .declared,
        "a link goes with the object that is left behind, also where the other one stays",
        risk: .possible, isHashNeutral: true)
    }
  }

  private static func rewriting(mayLose: Bool, _ consequence: String) -> Verdict {
    let reason = "the platform evaluates no expressions"
    return mayLose
      ? .custom(
        .declared, "\(reason); \(consequence)", risk: .possible, isHashNeutral: true)
      : .custom(.declared, reason, isHashNeutral: true)
  }

  /// Whether the expression's result always contains the whole old value.
  private func keepsValues(_ attribute: Attribute, of entity: String) -> Bool {
    guard let expression = declaration?.map(of: entity)?.properties[attribute.name],
      let declared = correspondence.target.attribute(named: attribute.name, of: entity),
      let old = correspondence.old(declared.attribute, declaredBy: declared.owner, in: entity)
    else { return false }
    let owner = correspondence.sourceNames[entity] ?? entity
    return ValueUse.of(old.property.name, in: expression, of: owner) == .whole
  }

  private func mayLack(_ property: String, of entity: String) -> Bool {
    declaration?.map(of: entity)?.properties[property].map { SQLExpression($0).mayBeNull } ?? true
  }

  /// Whether links may be lost: a link that stays wherever there was one is not.
  private func mayLoseLinks(_ relationship: Relationship, of entity: String) -> Bool {
    let declared = correspondence.target.relationship(named: relationship.name, of: entity)
    let old = correspondence.old(
      relationship, declaredBy: declared?.owner ?? entity, in: entity)?.property
    guard let old, old.cardinality == .toOne,
      let expression = declaration?.map(of: entity)?.properties[relationship.name]
    else { return true }
    let owner = correspondence.sourceNames[entity] ?? entity
    // For links to another entity, the old destination does not matter. A joined text is not a link.
    let isKept =
      !correspondence.carriesSomeObjects(of: old.destination, to: relationship.destination)
      || (ValueUse.of(old.name, in: expression, of: owner) == .whole && !expression.contains("|"))
    return !isKept || (relationship.isOptional && mayLack(relationship.name, of: entity))
  }
}
