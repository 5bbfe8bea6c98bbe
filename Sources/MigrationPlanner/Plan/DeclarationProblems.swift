internal import Diagnostics
internal import SchemaModel

/// The problems with the names that a migration declaration uses.
struct DeclarationProblems {
  private(set) var diagnostics: [Diagnostic] = []
  private let document: SchemaDocument
  /// Whether names of the new version were already checked when the file was read, where the unreadable parts
  /// are known.
  private let isRead: Bool
  /// The entities that an origin's objects of the previous version become.
  let heirs: (MigrationDeclaration.Origin, MigrationDeclaration.EntityMap) -> [String]
  /// Whether a to-one takes over links that were not stored with its objects.
  let keepsLinksElsewhere: (Association.End) -> Bool
  /// The source links of an end that stores them.
  let linksBefore: (Association.End) -> [CarriedLinks]
  /// The attribute of the previous version that an entity's attribute continues, by the entity and its name.
  let oldAttribute: (String, String) -> Attribute?
  /// The declaration to check.
  var declaration: MigrationDeclaration? { document.migration }

  init(_ correspondence: SchemaCorrespondence, target: SchemaDocument) {
    let source = correspondence.source
    document = target
    isRead = target.file != nil
    heirs = { origin, map in
      map.members(of: origin, in: source).compactMap { correspondence.targetNames[$0.name] }
    }
    let linksBefore = { (end: Association.End) in
      CarriedAssociations(correspondence).sources.first { $0.association.primary == end }?.links
        ?? []
    }
    self.linksBefore = linksBefore
    oldAttribute = { entity, name in
      correspondence.target.attribute(named: name, of: entity).flatMap {
        correspondence.old($0.attribute, declaredBy: $0.owner, in: entity)?.property
      }
    }
    keepsLinksElsewhere = { linksBefore($0).contains { !$0.isOwn } }
    guard let declaration = target.migration else { return }
    for map in declaration.maps { check(map, source: source, target: target.schema) }
    for (position, step) in declaration.steps.enumerated() {
      check(step, source: source, target: target.schema, at: "\(position)")
    }
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
    check(map.properties, of: map.entity, in: target, at: path)
    for (property, choices) in map.keptLinks.sorted(by: { $0.key < $1.key }) {
      check(choices, for: property, of: map.entity, source, target, at: path.appending(property))
    }
    check(condition: map.filter, of: map.entity, at: path.appending("where"))
    for origin in map.origins { check(origin, of: map, source, target, at: path) }
    guard let deduplication = map.deduplication else { return }
    check(deduplication, of: map.entity, in: target, at: path.appending("dedupe"))
    checkComparison(deduplication, of: map, in: target, at: path.appending("dedupe"))
  }

  private mutating func check(
    _ origin: MigrationDeclaration.Origin, of map: MigrationDeclaration.EntityMap,
    _ source: Schema, _ target: Schema, at path: SchemaPath
  ) {
    let (entity, path) = (map.entity, path.appending("from", origin.entity))
    guard source.entity(named: origin.entity) != nil else {
      return reportUnknown(origin.entity, version: source.version, in: source, at: path)
    }
    if let table = source.existingTable ?? target.existingTable {
      report(
        "unmakeable-objects",
        "objects of '\(entity)' cannot be made of others in an existing database, to which "
          + "the table '\(table)' belongs", remedy: "make them in the database, and drop 'from'",
        at: path)
    }
    check(origin.properties, of: entity, in: target, at: path)
    check(condition: origin.filter, of: entity, at: path.appending("where"))
    checkMaking(of: map, from: origin, in: target, at: path)
    if let name = origin.link, !isLink(name, between: map, and: origin, target) {
      report(
        "unknown-link",
        "'\(name)' is no to-one relationship between '\(entity)' and what becomes of "
          + "'\(origin.entity)'",
        nearest: nearest(to: name, among: links(between: map, and: origin, target)),
        remedy: "name one as 'Entity.relationship', or leave 'link' out",
        at: path.appending("link"))
    }
  }

  /// Suggestions for a to-one relationship.
  private func links(
    between map: MigrationDeclaration.EntityMap, and origin: MigrationDeclaration.Origin,
    _ target: Schema
  ) -> [String] {
    ([map.entity] + heirs(origin, map)).flatMap { entity in
      target.allRelationships(of: entity).map { "\(entity).\($0.name)" }
    }.filter { isLink($0, between: map, and: origin, target) }
  }

  private func isLink(
    _ name: String, between map: MigrationDeclaration.EntityMap,
    and origin: MigrationDeclaration.Origin, _ target: Schema
  ) -> Bool {
    guard let link = DeclaredLink(name, in: target) else { return false }
    let entity = map.entity
    return heirs(origin, map).contains {
      link.leads(from: entity, to: $0, in: target) || link.leads(from: $0, to: entity, in: target)
    }
  }

  private mutating func check(
    _ properties: [String: String], of entity: String, in target: Schema, at path: SchemaPath
  ) {
    for property in properties.keys.sorted() {
      let place = path.appending(property)
      if let attribute = target.attribute(named: property, of: entity)?.attribute {
        if attribute.isTransient {
          report(
            "transient-expression",
            "attribute '\(entity).\(property)' is not stored and takes no expression",
            at: place)
        }
      } else if let relationship = target.relationship(named: property, of: entity) {
        check(relationship.owner, relationship.relationship, in: target, at: place)
      } else {
        reportUnknown(property, of: entity, in: target, at: place)
      }
    }
  }

  /// Checks a relationship with an expression: only one that stores its links may have an expression.
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

  mutating func reportUnknown(
    _ entity: String, version: Version, in schema: Schema, at path: SchemaPath
  ) {
    if isRead, version == document.schema.version { return }
    let names = schema.entities.map(\.name)
    report(
      "unknown-entity", "version \(version) has no entity '\(entity)'",
      nearest: nearest(to: entity, among: names),
      remedy: "version \(version) has: \(names.joined(separator: ", "))", at: path)
  }

  /// Reports a property that an entity of the new version does not have.
  mutating func reportUnknown(
    _ property: String, of entity: String, in target: Schema, at path: SchemaPath
  ) {
    guard !isRead else { return }
    let names =
      target.allAttributes(of: entity).map(\.name)
      + target.allRelationships(of: entity).map(\.name)
    report(
      "unknown-property", "entity '\(entity)' has no property '\(property)'",
      nearest: nearest(to: property, among: names), at: path)
  }

  /// Adds a problem, with the most likely name, or with a remedy.
  mutating func report(
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
  /// Whether an end stores its association's links.
  fileprivate func associations(storedFrom end: Association.End) -> Bool {
    associations.contains { $0.primary == end }
  }
}
