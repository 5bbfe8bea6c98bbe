internal import Diagnostics
internal import SchemaModel

/// What is wrong with the names that a migration declaration uses.
struct DeclarationProblems {
  private(set) var diagnostics: [Diagnostic] = []
  private let document: SchemaDocument

  init(source: Schema, target: SchemaDocument) {
    document = target
    guard let declaration = target.migration else { return }
    for map in declaration.maps { check(map, source: source, target: target.schema) }
    check(declaration.before, "before", in: source)
    check(declaration.after, "after", in: target.schema)
  }

  private mutating func check(
    _ map: MigrationDeclaration.EntityMap, source: Schema, target: Schema
  ) {
    let path = SchemaPath(["migration", "map", map.entity])
    guard target.entity(named: map.entity) != nil else {
      reportUnknown(map.entity, version: target.version, in: target, at: path)
      return
    }
    for property in map.properties.keys.sorted() {
      let place = path.appending(property)
      if let attribute = target.attribute(named: property, of: map.entity)?.attribute {
        if attribute.isTransient {
          report(
            "transient-expression",
            "attribute '\(map.entity).\(property)' is not stored and takes no expression",
            at: place)
        }
      } else if let relationship = target.relationship(named: property, of: map.entity) {
        check(relationship.owner, relationship.relationship, in: target, at: place)
      } else {
        let names =
          target.allAttributes(of: map.entity).map(\.name)
          + target.allRelationships(of: map.entity).map(\.name)
        report(
          "unknown-property", "entity '\(map.entity)' has no property '\(property)'",
          nearest: nearest(to: property, among: names), at: place)
      }
    }
  }

  /// Only a relationship that stores its links takes an expression.
  private mutating func check(
    _ owner: String, _ relationship: Relationship, in target: Schema, at place: SchemaPath
  ) {
    let end = Association.End(entity: owner, relationship: relationship)
    let inverse = target.inverse(of: end)
    if relationship.cardinality == .toMany {
      let other = inverse.flatMap { $0.relationship.cardinality == .toOne ? $0 : nil }
      report(
        "to-many-expression",
        "to-many '\(end)' is not stored with its object and takes no expression",
        remedy: other.map { "give '\($0)' an expression instead" }, at: place)
    } else if let inverse, inverse != end,
      target.associations(storedFrom: inverse), !target.associations(storedFrom: end)
    {
      report(
        "inverse-expression", "the links of '\(end)' are stored from its inverse",
        remedy: "give '\(inverse)' an expression instead", at: place)
    }
  }

  private mutating func check(
    _ checks: [MigrationDeclaration.Check], _ key: String, in schema: Schema
  ) {
    for (position, check) in checks.enumerated() {
      guard case .count(let entity, _) = check, schema.entity(named: entity) == nil else {
        continue
      }
      reportUnknown(
        entity, version: schema.version, in: schema,
        at: SchemaPath(["migration", key, "\(position)"]))
    }
  }

  private mutating func reportUnknown(
    _ entity: String, version: Version, in schema: Schema, at path: SchemaPath
  ) {
    report(
      "unknown-entity", "version \(version) has no entity '\(entity)'",
      nearest: nearest(to: entity, among: schema.entities.map(\.name)), at: path)
  }

  private mutating func report(
    _ code: String, _ message: String, nearest: String? = nil, remedy: String? = nil,
    at path: SchemaPath
  ) {
    let note = nearest.map { "did you mean '\($0)'?" } ?? remedy
    diagnostics.append(
      Diagnostic(
        code: code, message, at: document.sources.location(of: path),
        notes: note.map { [.init($0)] } ?? []))
  }
}

extension Schema {
  /// Whether an end is the one from which its association's links are stored.
  fileprivate func associations(storedFrom end: Association.End) -> Bool {
    associations.contains { $0.primary == end }
  }
}
