internal import Diagnostics
internal import SQLText
internal import SchemaModel

extension DeclarationProblems {
  /// Objects are distinguished and preferred by the values in their rows.
  mutating func check(
    _ deduplication: Deduplication, of entity: String, in target: Schema, at path: SchemaPath
  ) {
    if let table = target.existingTable {
      report(
        "unmergeable-objects",
        "objects of '\(entity)' cannot be merged in an existing database, to which the table "
          + "'\(table)' belongs", remedy: "merge them in the database, and drop 'dedupe'", at: path)
    }
    for property in deduplication.key {
      check(property, of: entity, in: target, at: path.appending("by")) { attribute in
        attribute.storage == .inline
      }
    }
    for attribute in deduplication.choices.attributes {
      check(attribute, of: entity, in: target, at: path.appending("keep")) { attribute in
        attribute.storage == .inline
      }
    }
    for condition in deduplication.choices.conditions {
      check(condition: condition, of: entity, at: path.appending("keep"))
      checkFiles(in: condition, of: entity, target, at: path.appending("keep"))
    }
  }

  /// Checks that numbers and dates are not converted to texts by an expression, as 9 would then be greater
  /// than 10.
  mutating func checkComparison(
    _ deduplication: Deduplication, of map: MigrationDeclaration.EntityMap, in target: Schema,
    at path: SchemaPath
  ) {
    let lineage = target.lineage(of: map.entity).compactMap { declaration?.map(of: $0.name) }
    for name in deduplication.choices.attributes
    where target.attribute(named: name, of: map.entity)?.attribute.type == .string {
      guard lineage.contains(where: { $0.properties[name] != nil }),
        let old = oldAttribute(map.entity, name), old.type.isNumeric || old.type == .date
      else { continue }
      report(
        "unworkable-choice",
        "'\(map.entity).\(name)' was \(old.type == .date ? "a date" : "a number") and is made a text, "
          + "which does not say which object is newer",
        remedy:
          "merge the objects in an earlier version, or keep '\(name)' as it is and give "
          + "the text to another attribute", at: path.appending("keep"))
    }
  }

  /// A row holds the name of a file, which only shows whether there is a value.
  mutating func checkFiles(
    in condition: String, of entity: String, _ target: Schema, at place: SchemaPath
  ) {
    let condition = SQLExpression(condition)
    for attribute in target.allAttributes(of: entity)
    where attribute.storage == .external && condition.readsMoreThanPresence(of: attribute.name) {
      report(
        "unstored-key",
        "the bytes of '\(entity).\(attribute.name)' are not stored with its object, and cannot decide "
          + "which object stays", remedy: "ask only whether it 'IS NULL' or 'IS NOT NULL'",
        at: place)
    }
  }

  private mutating func check(
    _ property: String, of entity: String, in target: Schema, at place: SchemaPath,
    isUsable: (Attribute) -> Bool
  ) {
    if let attribute = target.attribute(named: property, of: entity)?.attribute {
      guard attribute.isTransient || !isUsable(attribute) else { return }
    } else if let end = target.end(property, of: entity) {
      guard !target.associations.contains(where: { $0.kind == .toOne && $0.primary == end }) else {
        return
      }
    } else {
      return reportUnknown(property, of: entity, in: target, at: place)
    }
    report(
      "unstored-key",
      "'\(entity).\(property)' is not stored with its object, and cannot distinguish two objects",
      at: place)
  }
}

extension Schema {
  /// An entity with an existing table, if there is one.
  var existingTable: String? { entities.first { $0.table != nil }?.name }
}

extension SQLExpression {
  /// Whether a column is used in other ways than in `pic IS NULL` or `pic IS NOT NULL`.
  fileprivate func readsMoreThanPresence(of column: String) -> Bool {
    switch self {
    case .name(let parts): parts.last?.asciiLowercased == column.asciiLowercased
    case .operation("ISNULL", let operands) where operands.allSatisfy { $0.parts.isEmpty }: false
    default: parts.contains { $0.readsMoreThanPresence(of: column) }
    }
  }
}
