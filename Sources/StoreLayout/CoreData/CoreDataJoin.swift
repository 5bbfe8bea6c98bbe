internal import SchemaModel

/// The table with the links of a many-to-many relationship.
struct CoreDataJoin {
  /// The end whose relationship names the table: the entity with the lower number.
  let owner: Association.End
  /// The other end.
  let other: Association.End
  /// The name of the table.
  let name: String
  /// The column with the objects at the owner's end.
  let ownerColumn: String
  /// The column with the objects at the other end.
  let otherColumn: String

  /// The column with the position among the owner's links; nil if they are not ordered.
  var ownerOrder: String? {
    owner.relationship.isOrdered ? CoreDataRules.joinOrder(of: otherColumn) : nil
  }

  /// The column with the position among the other end's links; nil if they are not ordered.
  var otherOrder: String? {
    other.relationship.isOrdered ? CoreDataRules.joinOrder(of: ownerColumn) : nil
  }

  /// The statement that creates the table.
  var table: String {
    let columns = [ownerColumn, otherColumn, otherOrder, ownerOrder].compactMap(\.self)
      .map { "\($0) INTEGER" }
    return "CREATE TABLE \(name) ( \(columns.joined(separator: ", ")), "
      + "PRIMARY KEY (\(ownerColumn), \(otherColumn)) )"
  }

  /// The statement that creates the index.
  var index: String {
    "CREATE INDEX \(name)_\(otherColumn)_INDEX ON \(name) (\(otherColumn), \(ownerColumn))"
  }
}

extension CoreDataJoin {
  /// All join tables, by the number of the owner.
  static func all(by rules: CoreDataRules, _ numbers: [String: Int64]) -> [CoreDataJoin] {
    let columns = columns(by: rules, numbers)
    return rules.entities.flatMap { entity in
      rules.propertiesInOrder(of: entity).compactMap { name in
        guard let (owner, other) = rules.manyToMany(name, of: entity),
          let (low, high) = numbers[owner.entity].flatMap({ low in
            numbers[other.entity].map { (low, $0) }
          }), low < high, let ownerColumn = columns[other], let otherColumn = columns[owner]
        else { return nil }
        return CoreDataJoin(
          owner: owner, other: other, name: CoreDataRules.join(name, low),
          ownerColumn: ownerColumn, otherColumn: otherColumn)
      }
    }
  }

  /// The column for the destinations of each relationship.
  ///
  /// Names are unique over all join tables: among equal names, the first one, in the order of the entities'
  /// names, has no number at its end.
  private static func columns(
    by rules: CoreDataRules, _ numbers: [String: Int64]
  ) -> [Association.End: String] {
    var columns: [Association.End: String] = [:]
    var counts: [String: Int] = [:]
    for entity in rules.entities.sorted(by: { $0.name < $1.name }) {
      for relationship in entity.relationships.sorted(by: { $0.name < $1.name }) {
        guard let (end, other) = rules.manyToMany(relationship.name, of: entity),
          let number = numbers[other.entity]
        else { continue }
        let name = CoreDataRules.join(relationship.name, number)
        let count = counts[name, default: 0]
        counts[name] = count + 1
        columns[end] = count == 0 ? name : "\(name)\(count)"
      }
    }
    return columns
  }
}

extension CoreDataRules {
  /// Both ends of a many-to-many relationship that an entity declares; nil for any other property.
  fileprivate func manyToMany(
    _ name: String, of entity: Entity
  ) -> (end: Association.End, other: Association.End)? {
    guard let relationship = entity.relationship(named: name), relationship.cardinality == .toMany
    else { return nil }
    let end = Association.End(entity: entity.name, relationship: relationship)
    guard let other = schema.inverse(of: end), other.relationship.cardinality == .toMany else {
      return nil
    }
    return (end, other)
  }
}
