import SchemaModel

/// Makes schemas and plausible next versions of them, the same for the same seed.
struct SchemaGenerator {
  private var state: UInt64
  private var serial = 0

  init(seed: Int) { state = UInt64(seed) &+ 0x9E37_79B9_7F4A_7C15 }

  /// The next number below a bound, by SplitMix64.
  private mutating func number(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }

  private mutating func chance(_ percent: Int) -> Bool { number(below: 100) < percent }

  private mutating func name(_ prefix: String) -> String {
    serial += 1
    return "\(prefix)\(serial)"
  }

  private mutating func attribute() -> Attribute {
    let types: [AttributeType] = [.string, .int16, .int64, .bool, .double, .date, .uuid, .data]
    let type = types[number(below: types.count)]
    var attribute = Attribute(name("a"), type, isOptional: chance(50), isTransient: chance(5))
    if type == .data, chance(50) { attribute.storage = .external }
    if type == .int64, chance(50) { attribute.defaultValue = .literal(.int(Int64(serial))) }
    if type == .uuid, chance(50) { attribute.defaultValue = .newUUID }
    return attribute
  }

  /// A schema with sub-entities, and relationships with and without inverse.
  mutating func schema(version: Int) -> Schema {
    var entities: [Entity] = []
    for _ in 0..<(2 + number(below: 4)) {
      var entity = Entity(name("E"))
      if chance(30), let parent = entities.last { entity.parent = parent.name }
      for _ in 0..<number(below: 5) { entity.attributes.append(attribute()) }
      entities.append(entity)
    }
    for _ in 0..<number(below: 4) { relate(&entities) }
    return Schema(name: "Library", version: Version(version), entities: entities)
  }

  private mutating func relate(_ entities: inout [Entity]) {
    let (first, second) = (number(below: entities.count), number(below: entities.count))
    let cardinalities: [Relationship.Cardinality] = [.toOne, .toMany]
    let (mine, theirs) = (name("r"), name("r"))
    let hasInverse = chance(60)
    entities[first].relationships.append(
      Relationship(
        mine, cardinalities[number(below: 2)], entities[second].name, isOptional: true,
        inverse: hasInverse ? theirs : nil))
    guard hasInverse else { return }
    entities[second].relationships.append(
      Relationship(
        theirs, cardinalities[number(below: 2)], entities[first].name, isOptional: true,
        inverse: mine))
  }

  /// The next version: attributes and relationships come, go, and get other names and types.
  ///
  /// What comes has an optionality that what goes has not, so that nothing looks like a rename.
  mutating func successor(of old: Schema) -> Schema {
    var new = old
    new.version = Version(old.version.major + 1)
    for position in new.entities.indices { change(&new.entities[position]) }
    if chance(30) { renameEntity(in: &new) }
    if chance(30) {
      var entity = Entity(name("E"))
      entity.attributes = [attribute()]
      new.entities.append(entity)
    }
    return new
  }

  private mutating func change(_ entity: inout Entity) {
    for position in entity.attributes.indices {
      entity.attributes[position].renamedFrom = nil
      switch number(below: 6) {
      case 0:
        entity.attributes[position].renamedFrom = entity.attributes[position].name
        entity.attributes[position].name = name("a")
      case 1 where entity.attributes[position].type == .int16:
        entity.attributes[position].type = .int64
      case 2: entity.attributes[position].isOptional.toggle()
      default: break
      }
    }
    if chance(30), !entity.attributes.isEmpty {
      entity.attributes.remove(at: number(below: entity.attributes.count))
    } else if chance(50) {
      entity.attributes.append(attribute())
    }
  }

  private mutating func renameEntity(in schema: inout Schema) {
    let position = number(below: schema.entities.count)
    let (old, new) = (schema.entities[position].name, name("E"))
    for index in schema.entities.indices {
      if schema.entities[index].parent == old { schema.entities[index].parent = new }
      schema.entities[index].renamedFrom = nil
      for relationship in schema.entities[index].relationships.indices
      where schema.entities[index].relationships[relationship].destination == old {
        schema.entities[index].relationships[relationship].destination = new
      }
    }
    schema.entities[position].name = new
    schema.entities[position].renamedFrom = old
  }
}
