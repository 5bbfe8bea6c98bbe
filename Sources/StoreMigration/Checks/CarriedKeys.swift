internal import MigrationPlanner
internal import SchemaModel

/// Finds the unique keys under which a stage cannot have made duplicates.
///
/// All objects of the entity had the same values under a key before. In doubt a key may have duplicates.
struct CarriedKeys {
  private let mapping: Mapping
  private let trail: StageTrail

  /// The keys that a stage carries over.
  init(_ mapping: Mapping) { (self.mapping, trail) = (mapping, StageTrail(mapping)) }

  /// Whether objects of an entity can only share the values of a key if they did before.
  func contains(_ properties: [String], of entity: String) -> Bool {
    let members = trail.members(of: entity)
    guard let first = members.first else { return true }
    // Objects that are copies of the same source object differ in no other value.
    guard Set(members.map(\.source)).count == members.count else { return false }
    return members.dropFirst().reduce(keys(behind: properties, first)) {
      $0.intersection(keys(behind: properties, $1))
    }.isEmpty == false
  }

  /// Whether a link to another object was already limited to one object.
  func contains(_ association: Association) -> Bool {
    let primary = association.primary
    guard let end = trail.end(primary.entity, primary.relationship.name) else { return false }
    return trail.members(of: primary.entity).isEmpty || trail.origin(of: end)?.isExclusive == true
  }

  /// A key of the previous version.
  private struct Key: Hashable {
    var entity: String
    var properties: Set<String>
  }

  /// The source keys whose values these properties carry, in the lineage of the member's source.
  private func keys(behind properties: [String], _ member: StageTrail.Member) -> Set<Key> {
    let origins = Set(properties.compactMap { member.origin(of: $0) })
    guard origins.count == properties.count else { return [] }
    let owners = mapping.source.lineage(of: member.source).filter { owner in
      owner.uniquenessConstraints.contains { Set($0) == origins }
    }
    return Set(owners.map { Key(entity: $0.name, properties: origins) })
  }
}
