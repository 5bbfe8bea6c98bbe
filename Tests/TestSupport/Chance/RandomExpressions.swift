package import SchemaModel

/// What a migration computes anew, grown from a seed: values of a type that stay of it, over the
/// version before and over what its to-one relationships lead to; nil where that is nothing.
///
/// The same part of a version has the same expression whatever else there is, so that a smaller row
/// of versions computes what the larger one did.
package func randomExpressions(
  from old: Schema, to new: Schema, seed: UInt64
) -> MigrationDeclaration? {
  let maps = new.entities.compactMap { entity -> MigrationDeclaration.EntityMap? in
    guard let before = old.entity(named: entity.renamedFrom ?? entity.name) else { return nil }
    let keys = Set(
      new.family(of: new.root(of: entity.name)?.name ?? entity.name)
        .flatMap(\.uniquenessConstraints).flatMap(\.self))
    var properties: [String: String] = [:]
    for attribute in entity.attributes
    where !attribute.isTransient && !keys.contains(attribute.name) {
      var random = SeededGenerator(
        seed: "\(entity.name).\(attribute.name)".utf8.reduce(seed &+ UInt64(new.version.major)) {
          $0 &* 31 &+ UInt64($1)
        })
      let name = attribute.renamedFrom ?? attribute.name
      guard let source = old.attribute(named: name, of: before.name)?.attribute,
        source.type == attribute.type, source.isOptional == attribute.isOptional,
        !source.isTransient, random.bool(0.3)
      else { continue }
      properties[attribute.name] = expression(for: source, of: before.name, in: old, &random)
    }
    return properties.isEmpty ? nil : .init(entity.name, properties: properties)
  }
  return maps.isEmpty ? nil : MigrationDeclaration(maps: maps)
}

private func expression(
  for attribute: Attribute, of entity: String, in schema: Schema, _ random: inout SeededGenerator
) -> String? {
  let name = "\"\(attribute.name)\""
  switch attribute.type {
  case .string:
    let path = attribute.isOptional ? paths(from: entity, in: schema).first : nil
    if let path, random.bool() { return path }
    return random.pick(["upper(\(name))", "\(name) || '+'", "replace(\(name), 'a', 'b')"])
  case .int16, .int32, .int64: return random.pick(["\(name) / 2", "coalesce(\(name), 0) & 15"])
  case .double, .date: return random.pick(["\(name) / 2", "coalesce(\(name), 0.5)"])
  case .bool: return "NOT \(name)"
  case .float, .decimal, .uuid, .url, .data, .transformable, .array, .enumeration, .composite:
    return nil
  }
}

/// Paths to texts over one and two to-one relationships, whichever end stores them.
private func paths(from entity: String, in schema: Schema) -> [String] {
  func steps(_ entity: String) -> [Relationship] {
    schema.allRelationships(of: entity).filter { $0.cardinality == .toOne }
  }
  func texts(_ entity: String) -> [String] {
    schema.allAttributes(of: entity).filter { $0.type == .string && !$0.isTransient }.map(\.name)
  }
  let twoSteps = steps(entity).flatMap { first in
    steps(first.destination).flatMap { second in
      texts(second.destination).map { "\"\(first.name)\".\"\(second.name)\".\"\($0)\"" }
    }
  }
  let oneStep = steps(entity).flatMap { first in
    texts(first.destination).map { "\"\(first.name)\".\"\($0)\"" }
  }
  return twoSteps + oneStep
}
