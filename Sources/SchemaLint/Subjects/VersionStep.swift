package import MigrationPlanner
public import SchemaModel
internal import SQLText

/// The step from one version of a model to the next, with everything that changes.
public struct VersionStep: Sendable {
  /// The version before.
  public let source: SchemaDocument
  /// The version after, with what it declares about the step.
  public let target: SchemaDocument
  /// The versions after that one, in ascending order.
  public let later: [SchemaDocument]
  /// What the planner makes of the step.
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

  /// The changes, each classified, in a fixed order.
  package var changes: [PlannedChange] { review.changes }
}

// MARK: - What the step declares

extension VersionStep {
  /// Whether a mapping model of Core Data carries the step out, of which the schema file says nothing more:
  /// what becomes of the values is not known then.
  var hasMappingModel: Bool {
    guard target.schema.declaredPlatform == .coreData, let migration = target.migration else {
      return false
    }
    return migration == MigrationDeclaration(kind: .custom)
  }

  /// The maps of an entity of the new version, and of those that inherit from it.
  func maps(of entity: String) -> [MigrationDeclaration.EntityMap] {
    (target.migration?.maps ?? []).filter {
      target.schema.isEntity($0.entity, orDescendantOf: entity)
    }
  }

  /// Whether an expression gives the property its value.
  func hasExpression(for property: String, of entity: String) -> Bool {
    maps(of: entity).contains { $0.properties[property] != nil }
  }

  /// Whether an expression may give a property different values in objects that have the same old
  /// values for some properties.
  ///
  /// What is made of those values alone is the same again, unless it is nothing at all: objects
  /// without a value are no duplicates.
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
      return tokens.volatilePart != nil || tokens.mentions(marks)
        || (tokens.mentions(["case"]) && !tokens.mentions(["else"]))
    }
  }

  private static let wordsThatTellApart: Set = [
    "_id", "rowid", "oid", "select", "null", "nullif", "over",
  ]

  /// Whether a condition on one of these old properties leaves objects of the entity behind.
  func hasFilter(of entity: String, mentioning properties: Set<String>) -> Bool {
    maps(of: entity).compactMap(\.filter).contains { SQLTokens($0).mentions(properties) }
  }

  /// Whether objects of the entity that agree in some of these properties are made one; of all, if
  /// none are given.
  func hasDeduplication(of entity: String, within properties: [String]? = nil) -> Bool {
    (target.migration?.maps ?? []).contains { map in
      target.schema.isEntity(entity, orDescendantOf: map.entity)
        && map.deduplication.map { found in
          properties.map { Set(found.key).isSubset(of: $0) } ?? true
        } ?? false
    }
  }

  /// Where the expression for a property stands, or would stand.
  func expressionPath(_ property: String, of entity: String) -> SchemaPath {
    SchemaPath(["migration", "map", entity, property])
  }
}

// MARK: - Places

extension VersionStep {
  /// Where a part of the old version that is gone is listed as removed; else the nearest part of
  /// the new version that is still there.
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
  /// What the entity was called, of which stores of the version before have objects.
  func sourceEntity(_ name: String) -> String { review.sourceName(ofEntity: name) ?? name }

  /// What the property was called, of which stores of the version before have values.
  func sourceProperty(_ name: String, of entity: String) -> String {
    review.sourceName(ofProperty: name, of: entity)
  }
}
