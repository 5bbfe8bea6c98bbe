package import Diagnostics
package import MigrationPlanner
public import SchemaModel
internal import SQLText

/// The step from one version of a model to the next, with everything that changes.
public struct VersionStep: Sendable {
  /// The previous version.
  public let source: SchemaDocument
  /// The new version, with its declaration of the step.
  public let target: SchemaDocument
  /// The versions after the new version, in ascending order.
  public let later: [SchemaDocument]
  /// The planner's review of the step.
  package let review: HopReview

  /// A step between two versions.
  public init(
    from source: SchemaDocument, to target: SchemaDocument, later: [SchemaDocument] = []
  ) {
    self.source = source
    self.target = target
    self.later = later
    review = HopReview(from: source, to: target)
  }

  /// The classified changes, in a fixed order.
  package var changes: [PlannedChange] { review.changes }
}

// MARK: - Declarations of the step

extension VersionStep {
  /// Whether a mapping model of Core Data migrates the step, so that the new values are unknown here.
  ///
  /// In this case the schema file says only that the migration is custom.
  var hasMappingModel: Bool {
    guard target.schema.declaredPlatform == .coreData, let migration = target.migration else {
      return false
    }
    return migration == MigrationDeclaration(kind: .custom)
  }

  /// The maps of an entity of the new version, and of its sub-entities.
  func maps(of entity: String) -> [MigrationDeclaration.EntityMap] {
    (target.migration?.maps ?? []).filter {
      target.schema.isEntity($0.entity, orDescendantOf: entity)
    }
  }

  /// Whether an expression computes the property.
  func hasExpression(for property: String, of entity: String) -> Bool {
    maps(of: entity).contains { $0.properties[property] != nil }
  }

  /// Whether an expression may give different values to objects with the same old values of some properties.
  ///
  /// An expression over only these properties gives equal values. It may still give no value, and objects
  /// without a value are not duplicates.
  func mayTellApart(
    _ property: String, of entity: String, equalIn properties: [String]
  ) -> Bool {
    let owner = sourceEntity(entity)
    let others = source.schema.lineage(of: owner).flatMap {
      $0.attributes.map(\.name) + $0.relationships.map(\.name)
    }
    let marks = Set(others).subtracting(properties).union(Self.wordsThatTellApart)
    return maps(of: entity).compactMap { $0.properties[property] }.contains { sql in
      let tokens = SQLTokens(sql)
      return SQLExpression(sql).volatilePart != nil || tokens.mentions(marks)
        || (tokens.mentions(["case"]) && !tokens.mentions(["else"]))
    }
  }

  private static let wordsThatTellApart: Set = [
    "_id", "rowid", "oid", "select", "null", "nullif", "over",
  ]

  /// Whether a condition on one of these old properties filters the objects of the entity.
  func hasFilter(of entity: String, mentioning properties: Set<String>) -> Bool {
    maps(of: entity).compactMap(\.filter).contains { SQLTokens($0).mentions(properties) }
  }

  /// Whether the migration merges objects of the entity by a key within these properties.
  ///
  /// Without properties, any key counts.
  func hasDeduplication(of entity: String, within properties: [String]? = nil) -> Bool {
    (target.migration?.maps ?? []).contains { map in
      target.schema.isEntity(entity, orDescendantOf: map.entity)
        && map.deduplication.map { found in
          properties.map { Set(found.key).isSubset(of: $0) } ?? true
        } ?? false
    }
  }

  /// The path of the expression for a property, whether or not it exists.
  func expressionPath(_ property: String, of entity: String) -> SchemaPath {
    SchemaPath(["migration", "map", entity, property])
  }
}

// MARK: - A lost base

extension VersionStep {
  /// The problem that a schema file has only what a version adds, and does not extend the previous version.
  ///
  /// It is nil if the file keeps more than half of the entities, or at least half of the properties of one, has as
  /// many entities as before, or lists a removal.
  package var missingBase: Diagnostic? {
    let old = source.schema.entities
    let kept = old.filter { !isGone(entity: $0.name) }
    guard let (file, base) = fileNames, target.removals.isEmpty,
      kept.count * 2 <= old.count, target.schema.entities.count < old.count,
      kept.allSatisfy(isFragment)
    else { return nil }
    return Diagnostic(
      code: "missing-extends",
      "'\(file)' has no 'extends: \(base)', so every entity that it does not list, and "
        + "every property, is deleted with its values",
      at: target.sources.location(of: SchemaPath(["version"])),
      notes: [
        .init("write 'extends: \(base)' below the version"),
        .init("if the removals are meant, list them at the end: 'removed: {entities: […]}'"),
      ])
  }

  /// The names of both schema files without their folders.
  private var fileNames: (target: Substring, source: Substring)? {
    let names = [target.file, source.file].map { $0?.split(separator: "/").last }
    return names[0].flatMap { target in names[1].map { (target, $0) } }
  }

  /// Whether the new version has less than half of the properties of an entity.
  private func isFragment(_ old: Entity) -> Bool {
    let entity = review.targetName(ofEntity: old.name).flatMap { target.schema.entity(named: $0) }
    let names = old.attributes.map(\.name) + old.relationships.map(\.name)
    let kept = names.count {
      entity?.attribute(named: $0) != nil || entity?.relationship(named: $0) != nil
    }
    return kept * 2 < names.count
  }
}

// MARK: - Places

extension VersionStep {
  /// The place of a removed part of the old version.
  ///
  /// This is its entry under `removed`, or else the nearest part of the new version.
  func place(ofDropped path: SchemaPath) -> Finding.Place {
    let removed = SchemaPath(["removed"] + path.components)
    if target.sources.exactLocation(of: removed) != nil { return .part(removed) }
    guard path.components.count > 2, path.components[0] == "entities",
      let entity = review.targetName(ofEntity: path.components[1])
    else { return .part(SchemaPath(["version"])) }
    return .part(.entity(entity))
  }
}

// MARK: - Store conditions

extension VersionStep {
  /// The old name of the entity, which stores of the previous version have.
  func sourceEntity(_ name: String) -> String { review.sourceName(ofEntity: name) ?? name }

  /// The old name of the property, which stores of the previous version have.
  func sourceProperty(_ name: String, of entity: String) -> String {
    review.sourceName(ofProperty: name, of: entity)
  }
}
