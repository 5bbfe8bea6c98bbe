internal import MigrationPlanner
internal import SchemaModel

/// Flags a change that CloudKit cannot follow once the first version is in production.
///
/// ## Why
///
/// A record type and its fields stay forever once they are promoted to production. A renamed
/// property is a new field there, and the old values never come along. A removed property continues
/// to exist in the records that other devices send. A field of another type is refused.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// profile: cloudkit
/// entities:
///   Book: {attributes: {name: string?}}
/// # V2.yaml
/// profile: cloudkit
/// entities:
///   Book: {attributes: {title: {type: string, optional: true, renamedFrom: name}}}
/// ```
///
/// ## Use instead
///
/// Add the new attribute, and let the app fill it from the old one.
///
/// ```yaml
/// # V1.yaml
/// profile: cloudkit
/// entities:
///   Book: {attributes: {name: string?}}
/// # V2.yaml
/// profile: cloudkit
/// entities:
///   Book: {attributes: {name: string?, title: string?}}
/// ```
///
/// ## When it is safe
///
/// Before the version is released. With a `schema.lock`, only steps from a released version are
/// checked. Without `profile: cloudkit` this rule is off.
///
/// ## References
///
/// - https://developer.apple.com/documentation/cloudkit/deploying-an-icloud-container-s-schema
public struct SyncNotAdditive: ChainRule {
  /// The rule's name.
  public static let id: RuleID = "sync-not-additive"

  /// A rule without state.
  public init() {}

  /// A finding for every change, after release, that is more than an addition.
  public func findings(in chain: VersionChain) -> [Finding] {
    let released = chain.released.map { $0.map(\.version).max() ?? Version(0) }
    return chain.steps.filter { step in
      // A version without the profile of a later version was never in CloudKit.
      step.target.schema.profile == chain.newest?.schema.profile
        && (released.map { step.source.schema.version <= $0 } ?? true)
    }.flatMap { step in
      step.changes.map(\.change).filter(isBreaking).map { change in
        let place = change.isDrop ? step.place(ofDropped: change.path) : .part(change.path)
        return Finding(
          Self.id, .cannotFollow(change), at: step.inTarget(place),
          notes: [.init(.addInstead)])
      }
    }
  }

  private func isBreaking(_ change: SchemaChange) -> Bool {
    switch change {
    case .dropEntity, .renameEntity, .dropAttribute, .renameAttribute, .changeAttributeType,
      .dropRelationship, .renameRelationship, .changeDestination, .changeCardinality,
      .changeAttributeToRelationship, .changeRelationshipToAttribute,
      .changeTransience(_, _, toTransient: true):
      true
    case .changeTransience, .addEntity, .changeParent, .changeAbstractness,
      .changeEntityHashModifier, .addAttribute, .moveAttribute, .changeAttributeOptionality,
      .changeDefault, .changeStorage, .changePreservation, .changeDerivation,
      .changeAttributeHashModifier, .changeBounds, .changeEnumeration, .changeComposite,
      .addRelationship, .moveRelationship,
      .changeRelationshipOptionality, .changeInverse, .changeDeleteRule, .changeOrdering,
      .changeCounts, .changeRelationshipHashModifier, .addUniqueness, .dropUniqueness, .addIndex,
      .dropIndex, .addRule, .dropRule, .changeRule, .changeTable, .changePrimaryKey, .changeColumn,
      .changeColumnType, .rewriteAttribute, .rewriteRelationship, .dropLinks:
      false
    }
  }
}

extension VersionStep {
  /// A place in the newer version's document, as a rule on the whole chain must name it.
  fileprivate func inTarget(_ place: Finding.Place) -> Finding.Place {
    guard case .part(let path) = place else { return place }
    return .version(target.schema.version, path)
  }
}

extension Finding.Message {
  fileprivate static func cannotFollow(_ change: SchemaChange) -> Self {
    Self("CloudKit keeps what is in production and cannot follow: \(change.description)")
  }

  fileprivate static var addInstead: Self {
    Self("keep the old one as it is, add a new one, and let the app fill it")
  }
}
