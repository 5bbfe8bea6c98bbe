package import SchemaModel

/// A plausible next version of a schema, whose mapping needs no declaration.
package func successor(of old: Schema, seed: UInt64) -> Schema {
  var random = SeededGenerator(seed: seed)
  var new = old
  new.version = Version(old.version.major + 1)
  for position in new.entities.indices {
    new.entities[position].renamedFrom = nil
    change(&new.entities[position], serial: new.version.major * 100 + position, &random)
  }
  if random.bool(0.3) { renameEntity(in: &new, &random) }
  if random.bool(0.3) {
    new.entities.append(
      Entity(
        "New\(new.version.major)", attributes: [Attribute("x", .transformable, isOptional: true)]))
  }
  changeRelationships(of: &new, &random)
  return new
}

private func change(_ entity: inout Entity, serial: Int, _ random: inout SeededGenerator) {
  for position in entity.attributes.indices {
    var attribute = entity.attributes[position]
    attribute.renamedFrom = nil
    switch Int.random(in: 0..<9, using: &random) {
    case 0:
      attribute.renamedFrom = attribute.name
      attribute.name = "n\(serial)x\(position)"
    case 1 where attribute.type == .int16: attribute.type = .int64
    case 2 where attribute.type == .int16 && attribute.defaultValue == nil: attribute.type = .string
    case 3: attribute.isOptional = true
    case 4 where attribute.defaultValue != nil && attribute.storage == .inline:
      attribute.isOptional = false
    case 5 where attribute.type == .data && attribute.defaultValue == nil:
      attribute.storage = attribute.storage == .inline ? .external : .inline
    case 6 where attribute.type == .string: attribute.defaultValue = .literal(.string("d\(serial)"))
    default: break
    }
    replaceUses(of: entity.attributes[position].name, by: attribute.name, in: &entity)
    entity.attributes[position] = attribute
  }
  if random.bool(0.25), let last = entity.attributes.last {
    entity.attributes.removeLast()
    entity.uniquenessConstraints.removeAll { $0.contains(last.name) }
    entity.indexes.removeAll { index in index.elements.contains { $0.property == last.name } }
  } else if random.bool(0.4) {
    // A type that nothing else has, so that it is not taken for the other half of a rename.
    entity.attributes.append(
      Attribute(
        "n\(serial)", .array(.double), isOptional: random.bool(),
        defaultValue: .literal(.array([.double(0.5)]))))
  }
  if random.bool(0.2) { entity.indexes = [] }
  if random.bool(0.2) { entity.uniquenessConstraints = [] }
}

private func replaceUses(of old: String, by new: String, in entity: inout Entity) {
  for key in entity.uniquenessConstraints.indices {
    for part in entity.uniquenessConstraints[key].indices
    where entity.uniquenessConstraints[key][part] == old {
      entity.uniquenessConstraints[key][part] = new
    }
  }
  for index in entity.indexes.indices {
    for part in entity.indexes[index].elements.indices
    where entity.indexes[index].elements[part].property == old {
      entity.indexes[index].elements[part].property = new
    }
  }
}

private func renameEntity(in schema: inout Schema, _ random: inout SeededGenerator) {
  let position = Int.random(in: schema.entities.indices, using: &random)
  let (old, new) = (schema.entities[position].name, "Renamed\(schema.version.major)")
  for index in schema.entities.indices {
    if schema.entities[index].parent == old { schema.entities[index].parent = new }
    for other in schema.entities[index].relationships.indices
    where schema.entities[index].relationships[other].destination == old {
      schema.entities[index].relationships[other].destination = new
    }
  }
  schema.entities[position].name = new
  schema.entities[position].renamedFrom = old
}

private func changeRelationships(of schema: inout Schema, _ random: inout SeededGenerator) {
  for entity in schema.entities.indices {
    for position in schema.entities[entity].relationships.indices {
      if random.bool(0.15) { schema.entities[entity].relationships[position].isOptional = true }
      if random.bool(0.2) {
        let rules: [DeleteRule] = [.cascade, .nullify, .deny]
        schema.entities[entity].relationships[position].declaredDeleteRule = random.pick(rules)
      }
      if schema.entities[entity].relationships[position].cardinality == .toMany, random.bool(0.1) {
        schema.entities[entity].relationships[position].isOrdered.toggle()
      }
    }
  }
}
