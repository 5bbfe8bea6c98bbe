internal import MigrationPlanner
internal import SchemaModel

/// Flags a relationship that gets another destination entity and loses its links.
///
/// ## Why
///
/// The linked objects belong to the old entity. None of them is an object of the new entity, so the
/// links are dropped. Nothing records afterwards which objects were linked.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     relationships: {author: {toOne: Author?, delete: nullify}}
///   Author: {}
///   Writer: {}
/// # V2.yaml
/// entities:
///   Book:
///     relationships: {author: {toOne: Writer?, delete: nullify}}
///   Author: {}
///   Writer: {}
/// ```
///
/// ## Use instead
///
/// Add a new relationship with the new destination, and let the app fill it from the old
/// relationship.
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     relationships: {author: {toOne: Author?, delete: nullify}}
///   Author: {}
///   Writer: {}
/// # V2.yaml
/// entities:
///   Book:
///     relationships:
///       author: {toOne: Author?, delete: nullify}
///       writer: {toOne: Writer?, delete: nullify}
///   Author: {}
///   Writer: {}
/// ```
///
/// ## When it is safe
///
/// The change is safe if no object has a link there (`--store FILE` shows this). It is also safe if
/// `renamedFrom` says that the new entity is the old entity under another name. If the old entity
/// or the inverse is removed, `drop-entity` or `drop-relationship` reports the loss instead of this
/// rule. To approve the loss when the store is migrated, use
/// `--allow change-destination:Book.author`.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/using-lightweight-migration
public struct ChangeDestination: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "change-destination"

  /// A rule without state.
  public init() {}

  /// A finding for every relationship whose links cannot lead to its new destination.
  public func findings(in step: VersionStep) -> [Finding] {
    let drops = step.changes.compactMap { planned -> Association.End? in
      guard case .dropRelationship(let relationship, let entity) = planned.change else {
        return nil
      }
      return Association.End(entity: entity, relationship: relationship)
    }
    return step.changes.compactMap { planned in
      guard case .changeDestination(let name, let entity, let old, let new) = planned.change,
        planned.risk != .none, !step.decidesLinks(of: name, entity: entity),
        !step.isGone(entity: old)
      else { return nil }
      let (oldName, oldEntity) = (
        step.sourceProperty(name, of: entity), step.sourceEntity(entity)
      )
      let inverse = step.source.schema.relationship(named: oldName, of: oldEntity).flatMap {
        step.source.schema.inverse(of: .init(entity: $0.owner, relationship: $0.relationship))
      }
      if let inverse, drops.contains(inverse) { return nil }
      return Finding(
        Self.id, .leadsElsewhere("\(entity).\(name)", old, new, planned.risk),
        at: .part(planned.change.path),
        notes: [.init(.accept(Self.id, planned, in: step.target.schema))],
        condition: .having(property: oldName, entity: oldEntity))
    }
  }
}

extension Finding.Message {
  fileprivate static func leadsElsewhere(
    _ name: String, _ old: String, _ new: String, _ risk: DataLossRisk
  ) -> Self {
    Self(
      "'\(name)' led to '\(old)' and leads to '\(new)' now: its links "
        + (risk == .certain ? "are lost" : "may be lost"))
  }
}
