internal import SchemaModel

/// Writes the code that merges objects with equal values of some properties.
struct AppMerge {
  let entity: String
  let properties: [String]
  let newestBy: String
  let schema: Schema
  let words: AppRepairWords

  /// A relationship without an inverse.
  typealias OneWayLink = (owner: Entity, relationship: Relationship)

  /// The relationships without an inverse that lead to an entity, or to an ancestor or descendant of it.
  static func oneWayLinks(to entity: String, in schema: Schema) -> [OneWayLink] {
    let family = Set(
      schema.lineage(of: entity).map(\.name) + schema.family(of: entity).dropFirst().map(\.name))
    return schema.entities.flatMap { owner in
      owner.relationships
        .filter { $0.inverse == nil && family.contains($0.destination) }
        .map { (owner, $0) }
    }
  }

  private var oneWayLinks: [OneWayLink] { Self.oneWayLinks(to: entity, in: schema) }

  /// The remarks about links that are not moved.
  var remarks: [ExportRemark] {
    oneWayLinks.filter { $0.relationship.cardinality == .toMany }.map { owner, relationship in
      let part = "\(owner.name).\(relationship.name)"
      return ExportRemark(
        part: part,
        "links of '\(part)', which has no inverse, are not moved to the object that stays")
    }
  }

  /// Adds the body of the function.
  ///
  /// Links between objects that are merged are removed first, so that no delete rule reaches the object that
  /// is kept.
  func write(to lines: inout SwiftLines) {
    let moved = oneWayLinks.filter { $0.relationship.cardinality == .toOne }
    let own = schema.allRelationships(of: entity).filter(isOwn)
    let type = words.type(entity)
    let needsKeepers = !moved.isEmpty || !own.isEmpty
    lines.add("var kept: [[AnyHashable]: \(type)] = [:]")
    if needsKeepers { lines.add("var keepers: [\(words.identityType): \(type)] = [:]") }
    lines.add("var duplicates: [(object: \(type), keeper: \(type))] = []")
    lines.add("let newestFirst = \(words.objects(of: entity)).sorted {")
    lines.indented { $0.add("isNewer(\(newest("$0")), \(newest("$1")))") }
    lines.add("}")
    lines.braces("for object in newestFirst") { lines in
      writeKey(to: &lines)
      lines.braces("guard let keeper = kept[key] else") { lines in
        lines.add("kept[key] = object")
        lines.add("continue")
      }
      lines.add("duplicates.append((object, keeper))")
      if needsKeepers {
        lines.add("keepers[\(words.identity("object"))] = keeper")
        lines.add("keepers[\(words.identity("keeper"))] = keeper")
      }
    }
    if !own.isEmpty {
      lines.braces("for object in newestFirst") { lines in
        lines.add(
          "guard let keeper = keepers[\(words.identity("object"))] else { continue }")
        for relationship in own { empty(relationship, to: &lines) }
      }
    }
    lines.braces("for (object, keeper) in duplicates") { lines in
      for relationship in schema.allRelationships(of: entity) { write(relationship, to: &lines) }
      for descendant in schema.family(of: entity).dropFirst()
      where !descendant.relationships.isEmpty {
        lines.braces(condition(descendant)) { lines in
          for relationship in descendant.relationships { write(relationship, to: &lines) }
        }
      }
    }
    for (owner, relationship) in moved { write(relationship, of: owner, to: &lines) }
    lines.comment(
      "Unless the moved links are saved first, a delete rule may take their objects along.")
    lines.add("try context.save()")
    lines.add("for (object, _) in duplicates { context.delete(object) }")
  }

  /// Adds the lines that remove links to objects that are merged with the object.
  private func empty(_ relationship: Relationship, to lines: inout SwiftLines) {
    let name = relationship.name
    if relationship.cardinality == .toOne {
      guard relationship.isOptional else { return }
      let target = words.toOne(name, of: "object")
      lines.braces(
        "if let target = \(target), keepers[\(words.identity("target"))] === keeper"
      ) { $0.add(words.setToOne(name, of: "object", to: "nil")) }
    } else if inverse(of: relationship)?.cardinality != .toOne {
      let others = SwiftSpelling.name("\(name)Outside")
      lines.add("let \(others) = \(words.toMany(relationship, of: "object")).filter {")
      lines.indented { $0.add("keepers[\(words.identity("$0"))] !== keeper") }
      lines.add("}")
      lines.add(words.setToMany(relationship, of: "object", to: others))
    }
  }

  private func inverse(of relationship: Relationship) -> Relationship? {
    relationship.inverse.flatMap {
      schema.relationship(named: $0, of: relationship.destination)?.relationship
    }
  }

  private func newest(_ object: String) -> String {
    guard let attribute = schema.attribute(named: newestBy, of: entity)?.attribute
    else { return object }
    let value = words.value(attribute, of: object)
    return words.isSwiftData ? value : "\(value) as? \(words.orderedType(attribute) ?? "String")"
  }

  /// Adds the key of an object; an object without a value for a part of the key has no duplicates.
  private func writeKey(to lines: inout SwiftLines) {
    var parts: [String] = []
    for (place, name) in properties.enumerated() {
      let part = properties.count == 1 ? "part" : "part\(place + 1)"
      if let attribute = schema.attribute(named: name, of: entity)?.attribute {
        let value = words.value(attribute, of: "object")
        if words.isSwiftData, !attribute.isOptional {
          parts.append(value)
        } else {
          let cast = words.isSwiftData ? "" : " as? AnyHashable"
          lines.add("guard let \(part) = \(value)\(cast) else { continue }")
          parts.append(part)
        }
      } else if let link = schema.relationship(named: name, of: entity)?.relationship {
        let target = words.toOne(name, of: "object")
        if words.isSwiftData, !link.isOptional {
          parts.append(words.identity(target))
        } else {
          lines.add("guard let \(part) = \(target) else { continue }")
          parts.append(words.identity(part))
        }
      }
    }
    if schema.family(of: entity).count > 1 {
      parts.append(
        words.isSwiftData ? "String(describing: type(of: object))" : "object.entity.name ?? \"\"")
    }
    lines.add("let key: [AnyHashable] = [\(parts.joined(separator: ", "))]")
  }

  private func condition(_ descendant: Entity) -> String {
    let name = SwiftSpelling.name(descendant.name)
    return words.isSwiftData
      ? "if let keeper = keeper as? \(name), let object = object as? \(name)"
      : "if object.entity.relationshipsByName["
        + "\(SwiftSpelling.text(descendant.relationships[0].name))] != nil"
  }

  /// Adds the lines that move the links of a duplicate to the object that is kept.
  private func write(_ relationship: Relationship, to lines: inout SwiftLines) {
    let inverse = inverse(of: relationship)
    switch (relationship.cardinality, inverse?.cardinality) {
    case (.toOne, _):
      guard relationship.isOptional else { return }
      let name = relationship.name
      lines.braces("if \(words.toOne(name, of: "keeper")) == nil") { lines in
        lines.add(words.setToOne(name, of: "keeper", to: words.toOne(name, of: "object")))
      }
      // In a one-to-one, the object at the other end may require its link.
      if inverse.map({ $0.cardinality == .toMany || $0.isOptional }) ?? true {
        lines.add(words.setToOne(name, of: "object", to: "nil"))
      }
    case (.toMany, .toOne):
      lines.braces("for other in \(words.toMany(relationship, of: "object"))") { lines in
        lines.add(words.setToOne(relationship.inverse ?? "", of: "other", to: "keeper"))
      }
    case (.toMany, _):
      let links = "\(relationship.name)OfBoth"
      let both = SwiftSpelling.name(links)
      lines.add("var \(both) = \(words.toMany(relationship, of: "keeper"))")
      lines.braces(
        "for other in \(words.toMany(relationship, of: "object")) "
          + "where !\(both).contains(other)"
      ) { $0.add("\(both).append(other)") }
      lines.add(words.setToMany(relationship, of: "object", to: "[]"))
      lines.add(words.setToMany(relationship, of: "keeper", to: both))
    }
  }

  /// Whether a relationship may link an object to the kept one, which must then not be linked to itself.
  private func isOwn(_ relationship: Relationship) -> Bool {
    schema.isEntity(entity, orDescendantOf: relationship.destination)
      || schema.isEntity(relationship.destination, orDescendantOf: entity)
  }

  /// Adds the lines that move links without an inverse to the object that is kept.
  private func write(
    _ relationship: Relationship, of owner: Entity, to lines: inout SwiftLines
  ) {
    let name = relationship.name
    let isBound = relationship.isOptional || !words.isSwiftData
    let target = isBound ? "target" : words.toOne(name, of: "object")
    let isNarrower =
      words.isSwiftData
      && !schema.lineage(of: entity).contains { $0.name == relationship.destination }
    let cast = isNarrower ? " as? \(words.type(relationship.destination))" : ""
    lines.braces("for object in \(words.objects(of: owner.name))") { lines in
      let binding = isBound ? "let target = \(words.toOne(name, of: "object")), " : ""
      lines.braces("if \(binding)let keeper = keepers[\(words.identity(target))]\(cast)") {
        $0.add(words.setToOne(name, of: "object", to: "keeper"))
      }
    }
  }
}
