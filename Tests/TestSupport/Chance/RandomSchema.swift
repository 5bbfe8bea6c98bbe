package import SchemaModel

/// Any schema that a store can hold, grown from a seed.
///
/// With identifiers alone, the names are those that a schema file may give; otherwise there are
/// spaces and quotes in them.
package func randomSchema(seed: UInt64, identifiersAlone: Bool = false) -> Schema {
  var random = SeededGenerator(seed: seed)
  let names = [
    "Book", identifiersAlone ? "Order" : "Order \"Details\"", "select", "Note", "日記", "Tag",
  ]
  var entities: [Entity] = []
  for name in names.prefix(Int.random(in: 1...6, using: &random)) {
    entities.append(randomEntity(name, below: entities, &random))
  }
  addInverses(to: &entities, &random)
  return Schema(
    name: "Random", version: Version(1), entities: entities,
    enumerations: [
      Enumeration(
        "Color",
        cases: [
          .init("red", rawValue: .string("red")), .init("seaGreen", rawValue: .string("it's")),
        ]),
      Enumeration(
        "Level", rawType: .int,
        cases: [.init("low", rawValue: .int(0)), .init("high", rawValue: .int(7))]),
    ])
}

/// Siblings often have attributes of one name; an entity and its ancestors never do.
private func randomEntity(
  _ name: String, below entities: [Entity], _ random: inout SeededGenerator
) -> Entity {
  let parent = entities.isEmpty || random.bool(0.7) ? nil : random.pick(entities)
  var depth = 0
  var ancestor = parent
  while let entity = ancestor {
    depth += 1
    ancestor = entities.first { $0.name == entity.parent }
  }
  let attributes = (0..<Int.random(in: 0...5, using: &random)).map {
    randomAttribute("a\(depth)\($0)", &random)
  }
  var entity = Entity(name, parent: parent?.name, attributes: attributes)
  let stored = attributes.filter { !$0.isTransient }.map(\.name)
  let distinct: [AttributeType] = [.string, .int64, .double, .date, .uuid, .url, .decimal]
  let keys = attributes.filter { !$0.isTransient && distinct.contains($0.type) }.map(\.name)
  if let key = keys.first, random.bool() {
    entity.uniquenessConstraints = [[key] + stored.filter { $0 != key }.prefix(1)]
  }
  if !stored.isEmpty, random.bool() {
    entity.indexes = [Index([.init(random.pick(stored), isAscending: random.bool())])]
  }
  return entity
}

private func randomAttribute(_ name: String, _ random: inout SeededGenerator) -> Attribute {
  let choices: [(AttributeType, [Literal])] = [
    (.string, [.string(""), .string("it's \"so\""), .string("a\nb")]), (.int16, [.int(-7)]),
    (.int32, [.int(0)]), (.int64, [.int(.max), .int(.min)]), (.bool, [.bool(true), .bool(false)]),
    (.float, [.double(1.5)]), (.double, [.double(-0.1), .double(1e300), .double(3)]),
    (.decimal, [.string("1.10")]), (.date, [.date(12.5)]),
    (.uuid, [.string("6BA7B810-9DAD-11D1-80B4-00C04FD430C8")]), (.url, [.string("https://a.b/c")]),
    (.data, [.data([]), .data([0, 255])]), (.transformable, []),
    (.array(.string), [.array([.string("a\"b"), .string("c")])]),
    (.enumeration(.named("Color")), [.string("seaGreen")]),
    (.enumeration(.named("Level")), [.string("high")]),
    (.enumeration(.inline(["x", "y"])), [.string("y")]),
  ]
  let (type, defaults) = random.pick(choices)
  let isFresh = type == .uuid && random.bool(0.3)
  let literal =
    defaults.isEmpty || random.bool() ? nil : DefaultValue.literal(random.pick(defaults))
  return Attribute(
    name, type, isOptional: random.bool(), defaultValue: isFresh ? .newUUID : literal,
    storage: type == .data && random.bool(0.3) ? .external : .inline,
    isTransient: random.bool(0.1))
}

/// Relationships of every kind, most of them with an inverse.
private func addInverses(to entities: inout [Entity], _ random: inout SeededGenerator) {
  for number in 0..<Int.random(in: 0...6, using: &random) {
    let (near, far) = (
      Int.random(in: entities.indices, using: &random),
      Int.random(in: entities.indices, using: &random)
    )
    let (name, back) = ("r\(number)", "i\(number)")
    let hasInverse = random.bool(0.7)
    let rules: [DeleteRule?] = [nil, .cascade, .nullify, .deny, .noAction]
    func cardinality() -> Relationship.Cardinality { random.bool() ? .toOne : .toMany }
    let (first, second) = (cardinality(), cardinality())
    entities[near].relationships.append(
      Relationship(
        name, first, entities[far].name, isOptional: random.bool(0.7),
        inverse: hasInverse ? back : nil, deleteRule: random.pick(rules),
        isOrdered: first == .toMany && random.bool(0.3)))
    guard hasInverse else { continue }
    entities[far].relationships.append(
      Relationship(
        back, second, entities[near].name, isOptional: random.bool(0.7), inverse: name,
        deleteRule: random.pick(rules), isOrdered: second == .toMany && random.bool(0.3)))
  }
}
