/// Builds the outline of a document.
///
/// The outline covers the same parts that ``CanonicalForm`` digests. A part that is added to one of them must
/// be added to the other, too.
struct OutlineBuilder {
  private(set) var parts: [String: String] = [:]
  private(set) var paths: [String: SchemaPath] = [:]

  init(_ document: SchemaDocument) {
    for entity in document.schema.entities { add(entity) }
    for enumeration in document.schema.enumerations {
      add("enum \(enumeration.name)", enumeration.outline, at: ["enums", enumeration.name])
    }
    for composite in document.schema.composites { add(composite) }
    if let migration = document.migration { add(migration) }
  }

  private mutating func add(_ part: String, _ text: String, at path: [String]) {
    parts[part] = text
    paths[part] = SchemaPath(path)
  }
}

// MARK: - The model

extension OutlineBuilder {
  private mutating func add(_ entity: Entity) {
    let (name, path) = (entity.name, ["entities", entity.name])
    add("entity \(name)", entity.outline, at: path)
    for attribute in entity.attributes {
      add(
        "attribute \(name).\(attribute.name)", attribute.outline,
        at: path + ["attributes", attribute.name])
    }
    for relationship in entity.relationships {
      add(
        "relationship \(name).\(relationship.name)", relationship.outline,
        at: path + ["relationships", relationship.name])
    }
    for key in entity.uniquenessConstraints {
      add("unique \(name) (\(key.joined(separator: ", ")))", "", at: path + ["unique"])
    }
    for index in entity.indexes {
      add("index \(name) (\(index.outline))", "", at: path + ["indexes"])
    }
    for rule in entity.rules {
      add("rule \(name) \(rule.name.quoted)", rule.check.quoted, at: path + ["rules"])
    }
  }

  private mutating func add(_ composite: Composite) {
    let path = ["composites", composite.name]
    add("composite \(composite.name)", "", at: path)
    for element in composite.elements {
      add(
        "element \(composite.name).\(element.name)", element.outline,
        at: path + ["attributes", element.name])
    }
  }
}

// MARK: - The migration

extension OutlineBuilder {
  private mutating func add(_ migration: MigrationDeclaration) {
    add("migration", migration.kind?.rawValue ?? "", at: ["migration"])
    add(migration.before, "before")
    if !migration.maps.isEmpty {
      let entities = migration.maps.map(\.entity).joined(separator: ", ")
      add("maps", entities, at: ["migration", "map"])
    }
    for map in migration.maps { add(map) }
    for (position, step) in migration.steps.enumerated() {
      add(
        "step \(position + 1)", step.description.quoted, at: ["migration", "steps", "\(position)"])
    }
    add(migration.after, "after")
  }

  private mutating func add(
    _ checks: [MigrationDeclaration.Check], _ moment: String
  ) {
    for (position, check) in checks.enumerated() {
      add(
        "check \(moment) \(position + 1)", check.outline, at: ["migration", moment, "\(position)"])
    }
  }

  private mutating func add(_ map: MigrationDeclaration.EntityMap) {
    let path = ["migration", "map", map.entity]
    for (property, expression) in map.properties {
      add("map \(map.entity).\(property)", expression.quoted, at: path + [property])
    }
    for (property, choices) in map.keptLinks {
      add(
        "map \(map.entity).\(property)", "keep \(choices.list)".quoted, at: path + [property])
    }
    if let filter = map.filter {
      add("map \(map.entity) where", filter.quoted, at: path + ["where"])
    }
    for origin in map.origins {
      let name = "map \(map.entity) from \(origin.entity)"
      let place = path + ["from", origin.entity]
      add(name, origin.link.map { "link \($0)" } ?? "", at: place)
      for (property, expression) in origin.properties {
        add("\(name).\(property)", expression.quoted, at: place + [property])
      }
      if let filter = origin.filter { add("\(name) where", filter.quoted, at: place + ["where"]) }
    }
    if let deduplication = map.deduplication {
      add("map \(map.entity) dedupe", deduplication.description.quoted, at: path + ["dedupe"])
    }
  }
}
