internal import MigrationPlanner
internal import SchemaModel

/// A unique key that a step adds and that objects which are there already may break.
struct AddedKey {
  /// The entity, by its new name.
  let entity: String
  /// The key, by the new names.
  let properties: [String]
  /// The keys of the version before that share a property with it and are gone, by the old names.
  let replaced: [[String]]
  /// Where it stands.
  let path: SchemaPath
  /// The objects that it finds equal; nil where some of its values are only made in this step.
  let condition: StoreCondition?

  /// The keys that a step adds, without those that no object can break and those for which the
  /// migration says what becomes of duplicates.
  static func all(in step: VersionStep) -> [AddedKey] {
    step.changes.compactMap { planned in
      guard case .addUniqueness(let properties, let entity) = planned.change else { return nil }
      return AddedKey(properties, of: entity, in: step)
    }
  }

  private init?(_ properties: [String], of entity: String, in step: VersionStep) {
    let old = properties.map { step.sourceProperty($0, of: entity) }
    let keys =
      step.source.schema.entity(named: step.sourceEntity(entity))?.uniquenessConstraints ?? []
    let isImplied = keys.contains { Set($0).isSubset(of: old) }
    let isDecided =
      step.hasFilter(of: entity)
      || properties.contains { step.hasExpression(for: $0, of: entity) }
    guard !isImplied, !isDecided,
      !properties.contains(where: { step.startsDistinct($0, of: entity) })
    else { return nil }
    self.entity = entity
    self.properties = properties
    replaced = keys.filter { key in
      !Set(key).isDisjoint(with: old)
        && step.changes.contains {
          $0.change == .dropUniqueness(key, entity: step.sourceEntity(entity))
        }
    }
    path = Self.path(of: properties, entity, in: step.target.schema)
    let isNew = properties.contains { step.addition($0, of: entity) != nil }
    condition = isNew ? nil : .sharing(old, entity: step.sourceEntity(entity))
  }

  private static func path(
    of properties: [String], _ entity: String, in schema: Schema
  ) -> SchemaPath {
    let list = SchemaPath.entity(entity).appending("unique")
    let position = schema.entity(named: entity)?.uniquenessConstraints.firstIndex(of: properties)
    return position.map { list.appending("\($0)") } ?? list
  }
}

extension AddedKey: CustomStringConvertible {
  /// The entity with its properties: `Book(isbn, format)`.
  var description: String { "\(entity)(\(properties.joined(separator: ", ")))" }

  /// A condition that keeps the first object of each group of duplicates.
  ///
  /// Objects without a value are no duplicates.
  func firstOfEach(in step: VersionStep) -> String {
    let old = properties.map { step.sourceProperty($0, of: entity) }
    let source = step.sourceEntity(entity)
    let empty = old.map { "\($0) IS NULL OR " }.joined()
    return "\(empty)_id IN (SELECT min(_id) FROM \(source) GROUP BY \(old.joined(separator: ", ")))"
  }

  /// A query for the number of groups of duplicates that are left.
  var duplicates: String {
    let list = properties.joined(separator: ", ")
    let filled = properties.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    return "SELECT count(*) FROM (SELECT 1 FROM \(entity) WHERE \(filled) GROUP BY \(list) "
      + "HAVING count(*) > 1)"
  }
}

extension VersionStep {
  /// The change that adds a property to an entity that was there before, if it is new.
  func addition(_ property: String, of entity: String) -> SchemaChange? {
    changes.map(\.change).first { change in
      switch change {
      case .addAttribute(let attribute, let owner):
        attribute.name == property && target.schema.isEntity(entity, orDescendantOf: owner)
      case .addRelationship(let relationship, let owner):
        relationship.name == property && target.schema.isEntity(entity, orDescendantOf: owner)
      default: false
      }
    }
  }

  /// Whether a new property has another value in every object, or none.
  fileprivate func startsDistinct(_ property: String, of entity: String) -> Bool {
    switch addition(property, of: entity) {
    case .addAttribute(let attribute, _):
      attribute.defaultValue == nil || attribute.defaultValue == .newUUID
    case .addRelationship: true
    default: false
    }
  }
}
