internal import SchemaModel

/// The links to objects that a new unique key leaves behind, and how they come to lead to the ones
/// that stay.
struct KeptLinks {
  /// A relationship whose links are kept with the object that has it.
  struct Redirection {
    /// The entity that has it, by its new name.
    let entity: String
    /// Its new name.
    let property: String
    /// Where its links lead from now on, in SQL over the old names.
    let sql: String
  }

  /// The relationships that an expression can lead elsewhere, in order.
  let redirections: [Redirection]
  /// The relationships whose links stand by themselves, which no expression can: `Book.tags`.
  let unreachable: [String]

  /// The links that lead to objects equal in a key's properties; those about which the migration
  /// says something are its business.
  init(to key: AddedKey, in step: VersionStep) {
    let schema = step.target.schema
    var (redirections, unreachable): ([Redirection], [String]) = ([], [])
    for association in schema.associations.sorted(by: { $0.primary < $1.primary }) {
      let end = association.primary
      let isOnWay = [end.relationship.destination, association.inverse?.relationship.destination]
        .contains { $0.map { schema.areRelated($0, key.entity) } ?? false }
      guard isOnWay, step.isCarried(end) else { continue }
      switch association.kind {
      case .toOne where schema.areRelated(end.relationship.destination, key.entity):
        let old = step.sourceProperty(end.relationship.name, of: end.entity).sqlName
        redirections.append(
          Redirection(
            entity: end.entity, property: end.relationship.name,
            sql: "coalesce((\(key.kept(insteadOf: old, in: step))), \(old))"))
      case .toOne: continue
      case .manyToMany: unreachable.append("\(end)")
      }
    }
    (self.redirections, self.unreachable) = (redirections, unreachable)
  }
}

extension AddedKey {
  /// A query for the object that stays of those that are equal to a linked one.
  ///
  /// The outer query knows no column of the entity, so that a link of the same name is not taken for
  /// it.
  fileprivate func kept(insteadOf link: String, in step: VersionStep) -> String {
    let table = oldTable(in: step)
    let columns = oldColumns(in: step).joined(separator: ", ")
    return "SELECT _kept FROM (SELECT mine._id AS _mine, min(other._id) AS _kept "
      + "FROM \(table) AS mine JOIN \(table) AS other USING (\(columns)) GROUP BY mine._id) "
      + "WHERE _mine = \(link)"
  }
}

extension VersionStep {
  /// Whether a relationship was there before, and the migration says nothing about its links.
  fileprivate func isCarried(_ end: Association.End) -> Bool {
    addition(end.relationship.name, of: end.entity) == nil && !isNew(entity: end.entity)
      && !decidesLinks(of: end.relationship.name, entity: end.entity)
  }
}

extension Schema {
  /// Whether objects of one entity can be objects of the other.
  func areRelated(_ one: String, _ other: String) -> Bool {
    isEntity(one, orDescendantOf: other) || isEntity(other, orDescendantOf: one)
  }
}
