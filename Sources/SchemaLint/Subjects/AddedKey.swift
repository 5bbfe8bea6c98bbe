internal import MigrationPlanner
internal import SchemaModel
internal import SQLText

/// A unique key that a step adds and that existing objects may violate.
struct AddedKey {
  /// The entity, by its new name.
  let entity: String
  /// The key, by the new names.
  let properties: [String]
  /// The removed keys of the previous version that share a property with the new key, by the old names.
  let replaced: [[String]]
  /// The place of the key.
  let path: SchemaPath
  /// The objects that are equal by the key; nil if some of the key's values are created in the same step.
  let condition: StoreCondition?
  /// Whether all values of the key are created in the same step, so that every object gets the same values.
  let isNew: Bool

  /// The keys that a step adds, except for keys that no object can violate.
  ///
  /// A key is also left out if the migration declares what happens to its duplicates.
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
      step.hasFilter(of: entity, mentioning: Set(old))
      || step.hasDeduplication(of: entity, within: properties)
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
    isNew = properties.allSatisfy { step.addition($0, of: entity) != nil }
    let isMade = properties.contains {
      step.addition($0, of: entity) != nil || step.hasExpression(for: $0, of: entity)
    }
    condition = isMade ? nil : .sharing(old, entity: step.sourceEntity(entity))
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

  /// A rule that merges the duplicates of the key; nil if they should not be merged.
  ///
  /// They should not be merged in these cases:
  /// - All objects would be equal.
  /// - A table is older than the model.
  /// - The migration already merges the objects by another key.
  func deduplication(in step: VersionStep) -> Deduplication? {
    guard !isNew, step.target.schema.entities.allSatisfy({ $0.table == nil }),
      !step.hasDeduplication(of: entity)
    else { return nil }
    let date = step.target.schema.allAttributes(of: entity).first { attribute in
      attribute.type == .date && attribute.storage == .inline && !attribute.isTransient
        && !properties.contains(attribute.name)
        && step.addition(attribute.name, of: entity) == nil
    }
    return Deduplication(by: properties, keep: [date.map { .newest($0.name) } ?? .first])
  }

  /// The checks of the migration that fail if objects are merged.
  func countsThatBreak(in step: VersionStep) -> [SchemaPath] {
    let checks = step.target.migration?.after ?? []
    return checks.enumerated().compactMap { position, check in
      guard case .count(let counted, _) = check,
        step.target.schema.areRelated(counted, entity)
      else { return nil }
      return SchemaPath(["migration", "after", "\(position)"])
    }
  }

  /// A query for the number of remaining groups of duplicates.
  var duplicates: String {
    let list = properties.map(\.sqlName).joined(separator: ", ")
    let filled = properties.map { "\($0.sqlName) IS NOT NULL" }.joined(separator: " AND ")
    return "SELECT count(*) FROM (SELECT 1 FROM \(entity.sqlName) WHERE \(filled) GROUP BY \(list) "
      + "HAVING count(*) > 1)"
  }
}

extension VersionStep {
  /// The change that adds a property to an existing entity; nil if the property is not added.
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

  /// Whether a new property has a different value in every object, or no value.
  fileprivate func startsDistinct(_ property: String, of entity: String) -> Bool {
    switch addition(property, of: entity) {
    case .addAttribute(let attribute, _):
      // The platform computes a default once, and gives it to all existing objects.
      attribute.defaultValue == nil
        || (attribute.defaultValue == .newUUID && !target.schema.namesPlatform)
    case .addRelationship: true
    default: false
    }
  }
}

extension AddedKey {
  /// The advice for getting objects with different keys.
  func advice(in step: VersionStep) -> [Finding.Note] {
    let map = "migration: map: \(entity):"
    if isNew {
      return [
        .init(step.target.schema.namesPlatform ? .optionalKey : .tellApart(properties[0], map))
      ]
    }
    guard let deduplication = deduplication(in: step) else { return [.init(.mergeBefore(map))] }
    return [.init(.merge(deduplication, map))]
      + (step.target.schema.namesPlatform ? [.init(.mergeInApp)] : [])
      + countsThatBreak(in: step).map { .init(.dropCount(of: self), at: .part($0)) }
  }
}

extension Finding.Message {
  fileprivate static func merge(_ deduplication: Deduplication, _ map: String) -> Self {
    Self(
      "say which of two equal ones stays: 'dedupe: \(deduplication.notation)' under '\(map)'; links "
        + "to the others lead to it then")
  }

  fileprivate static let mergeInApp = Self(
    "'dedupe' does nothing on devices: merge the duplicates in the app before the platform migrates, as in "
      + "'willMigrate' of a custom stage")

  /// The advice for a new key of a model whose stores the platform migrates.
  package static let optionalKey = Self(
    "a default is the same for all existing objects: make it optional, and give each object a value of its own "
      + "in a custom stage")

  fileprivate static func tellApart(_ property: String, _ map: String) -> Self {
    Self(
      "all existing objects begin with the same value: give each a value of its own, with "
        + "'\(property): {using: …}' under '\(map)'")
  }

  fileprivate static func mergeBefore(_ map: String) -> Self {
    Self(
      "merge equal ones before this version, or say with 'where' under '\(map)' which to leave behind"
    )
  }

  fileprivate static func dropCount(of key: AddedKey) -> Self {
    Self("this count cannot hold where a '\(key.entity)' is merged into another: take it out then")
  }
}

extension Deduplication {
  /// The declaration on one line, in the notation of a schema file.
  var notation: String {
    let kept = choices.map(\.description)
    let choice = kept.count == 1 ? kept[0] : "[\(kept.joined(separator: ", "))]"
    return "{by: [\(key.joined(separator: ", "))], keep: \(choice)}"
  }
}
