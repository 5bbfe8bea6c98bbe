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
  /// Whether expressions make some of its values of the old ones, equal ones of equal ones.
  let isRewritten: Bool

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
      step.hasFilter(of: entity) || step.hasDeduplication(of: entity, within: properties)
      || properties.contains { step.mayTellApart($0, of: entity, equalIn: old) }
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
    isRewritten = properties.contains { step.hasExpression(for: $0, of: entity) }
    condition =
      isNew || isRewritten ? nil : .sharing(old, entity: step.sourceEntity(entity))
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
    let old = oldColumns(in: step)
    let empty = old.map { "\($0) IS NULL OR " }.joined()
    return "\(empty)_id IN (SELECT min(_id) FROM \(oldTable(in: step)) "
      + "GROUP BY \(old.joined(separator: ", ")))"
  }

  /// The old names of the properties, as SQL takes them.
  func oldColumns(in step: VersionStep) -> [String] {
    properties.map { step.sourceProperty($0, of: entity).sqlName }
  }

  /// The old name of the entity, as SQL takes it.
  func oldTable(in step: VersionStep) -> String { step.sourceEntity(entity).sqlName }

  /// The checks of the migration that cannot hold where some of the objects are left behind.
  func countsThatBreak(in step: VersionStep) -> [SchemaPath] {
    let checks = step.target.migration?.after ?? []
    return checks.enumerated().compactMap { position, check in
      guard case .count(let counted, _) = check,
        step.target.schema.areRelated(counted, entity)
      else { return nil }
      return SchemaPath(["migration", "after", "\(position)"])
    }
  }

  /// A query for the number of groups of duplicates that are left.
  var duplicates: String {
    let list = properties.map(\.sqlName).joined(separator: ", ")
    let filled = properties.map { "\($0.sqlName) IS NOT NULL" }.joined(separator: " AND ")
    return "SELECT count(*) FROM (SELECT 1 FROM \(entity.sqlName) WHERE \(filled) GROUP BY \(list) "
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

extension [Finding.Note] {
  /// How a migration keeps one of the objects that a key finds equal, and what is linked to the
  /// others.
  static func keepingOne(of key: AddedKey, in step: VersionStep) -> Self {
    if key.isRewritten { return [.init(.sayWhichStays(of: key))] }
    let links = KeptLinks(to: key, in: step)
    return [.init(.keepOne(key, step))] + links.redirections.map { .init(.redirect($0)) }
      + (links.unreachable.isEmpty ? [] : [.init(.mergeFirst(links.unreachable))])
      + key.countsThatBreak(in: step).map { .init(.dropCount(of: key), at: .part($0)) }
  }
}

extension Finding.Message {
  fileprivate static func keepOne(_ key: AddedKey, _ step: VersionStep) -> Self {
    Self(
      "say which of two equal ones stays, with a condition under 'migration.map.\(key.entity)': "
        + "where: \(MigrationScaffold.quoted(key.firstOfEach(in: step)))")
  }

  fileprivate static func sayWhichStays(of key: AddedKey) -> Self {
    Self(
      "what is equal before is equal behind the expressions of the migration, too: say which stays, "
        + "with 'dedupe' or 'where' under 'migration.map.\(key.entity)'")
  }

  fileprivate static func redirect(_ link: KeptLinks.Redirection) -> Self {
    Self(
      "and lead what is linked to the others to it, under "
        + "'migration.map.\(link.entity).\(link.property)': using: \(MigrationScaffold.quoted(link.sql))"
    )
  }

  fileprivate static func mergeFirst(_ relationships: [String]) -> Self {
    let list = relationships.map { "'\($0)'" }.joined(separator: ", ")
    return Self(
      "no expression leads the links of \(list) to it: merge equal ones before, with "
        + "'migrate repair --merge', which moves their links")
  }

  fileprivate static func dropCount(of key: AddedKey) -> Self {
    Self("this count cannot hold where a '\(key.entity)' is left behind: take it out then")
  }
}
