import MigrationPlanner
import SchemaModel
import TestSupport
import Testing

/// Laws that hold for any schemas, tried on many made by chance from a seed.
struct PlannerLawTests {
  @Test(arguments: 0..<60 as Range<UInt64>)
  func `a schema differs from itself in nothing`(seed: UInt64) throws {
    let schema = randomSchema(seed: seed)
    #expect(try differences(schema, schema) == [])
    #expect(try plan(schema, schema.renumbered(2)).hops[0].changes == [])
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `a mapping has a value for everything that the target stores`(seed: UInt64) throws {
    let old = randomSchema(seed: seed)
    let new = successor(of: old, seed: seed &+ 1000)
    let mapping = try plan(old, new).stages[0].mapping
    #expect(mapping.entities.map(\.entity) == new.entities.map(\.name))
    for entity in mapping.entities where entity.source != nil {
      let stored = new.allAttributes(of: entity.entity).filter { !$0.isTransient }.map(\.name)
      let links = Set(
        new.associations.filter { $0.kind == .toOne }.map(\.primary.description))
      let toOnes = new.lineage(of: entity.entity).reversed().flatMap { owner in
        owner.relationships.map(\.name).filter { links.contains("\(owner.name).\($0)") }
      }
      #expect(entity.layers.last?.values.map(\.property) == stored + toOnes)
    }
    let manyToMany = new.associations.filter { $0.kind == .manyToMany }
    #expect(mapping.links.map(\.association) == manyToMany)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `the mapping reads only what the source stores`(seed: UInt64) throws {
    let old = randomSchema(seed: seed)
    let mapping = try plan(old, successor(of: old, seed: seed &+ 1000)).stages[0].mapping
    for entity in mapping.entities {
      guard let source = entity.source else { continue }
      let names =
        old.allAttributes(of: source).filter { !$0.isTransient }.map(\.name)
        + old.allRelationships(of: source).map(\.name)
      let read = entity.layers[0].values.compactMap { $0.value.copiedProperty }
      #expect(Set(read).isSubset(of: Set(names)))
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `composition is associative, and is the mapping that a plan carries out`(seed: UInt64) throws
  {
    let first = randomSchema(seed: seed)
    let second = successor(of: first, seed: seed &+ 1000)
    let third = successor(of: second, seed: seed &+ 2000)
    let fourth = successor(of: third, seed: seed &+ 3000)
    let (a, b, c) = (
      try plan(first, second).stages[0].mapping, try plan(second, third).stages[0].mapping,
      try plan(third, fourth).stages[0].mapping
    )
    let plan = try Planner.plan(
      from: document(first), through: [document(second), document(third), document(fourth)])
    guard let ab = a.composed(with: b), let bc = b.composed(with: c) else {
      // Where only two in a row will do, a plan has them in a row.
      #expect(plan.stages.count > 1)
      return
    }
    let left = ab.composed(with: c)
    #expect(left == a.composed(with: bc))
    #expect(plan.stages.count > 1 || plan.stages[0].mapping == left)
  }

  @Test func `most mappings made by chance can be composed`() throws {
    let composed = try (0..<60 as Range<UInt64>).filter { seed in
      let first = randomSchema(seed: seed)
      let second = successor(of: first, seed: seed &+ 1000)
      let third = successor(of: second, seed: seed &+ 2000)
      let (one, two) = (try plan(first, second).stages[0], try plan(second, third).stages[0])
      return one.mapping.composed(with: two.mapping) != nil
    }
    #expect(composed.count >= 50)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `a store gets the same values directly and step by step`(seed: UInt64) throws {
    let first = randomSchema(seed: seed)
    let second = successor(of: first, seed: seed &+ 1000)
    let third = successor(of: second, seed: seed &+ 2000)
    let one = try plan(first, second).stages[0].mapping
    let two = try plan(second, third).stages[0].mapping
    guard let direct = one.composed(with: two) else { return }
    for entity in direct.entities {
      let middle = two.entity(entity.entity)?.source
      guard let source = entity.source, let middle, let half = one.entity(middle) else {
        #expect(middle.flatMap { one.entity($0)?.source } == nil)
        continue
      }
      let object = first.sampleObject(of: source)
      let steps = two.entity(entity.entity)?.evaluated(on: half.evaluated(on: object))
      #expect(entity.evaluated(on: object) == steps)
    }
  }
}

// MARK: - A tiny evaluator: values as texts that tell where they come from

extension ValueSource {
  fileprivate var copiedProperty: String? {
    switch self {
    case .copied(let property): property
    case .filled(let value, _, _), .converted(let value, _, _), .moved(let value, _):
      value.copiedProperty
    default: nil
    }
  }

  fileprivate func evaluated(on object: [String: String]) -> String {
    switch self {
    case .copied(let property): object[property] ?? "?"
    case .defaulted(let value, _): "\(value)"
    case .none: "none"
    case .filled(let value, let filling, _):
      value.evaluated(on: object) == "none" ? "\(filling)" : value.evaluated(on: object)
    case .converted(let value, _, let type):
      value.evaluated(on: object) == "none"
        ? "none" : "\(value.evaluated(on: object))>\(type.keyword)"
    case .moved(let value, _), .held(let value, _): value.evaluated(on: object)
    case .recoded, .recomposed, .expression, .linked, .chosen: "\(self)"
    }
  }
}

extension EntityMapping {
  fileprivate func evaluated(on object: [String: String]) -> [String: String] {
    layers.reduce(object) { object, layer in
      Dictionary(
        uniqueKeysWithValues: layer.values.map { ($0.property, $0.value.evaluated(on: object)) })
    }
  }
}

extension Schema {
  /// An object of an entity in which every other optional attribute has no value.
  fileprivate func sampleObject(of entity: String) -> [String: String] {
    var object: [String: String] = [:]
    for (position, attribute) in allAttributes(of: entity).enumerated() where !attribute.isTransient
    {
      let isMissing = attribute.isOptional && position.isMultiple(of: 2)
      object[attribute.name] = isMissing ? "none" : "value of \(attribute.name)"
    }
    for relationship in allRelationships(of: entity) {
      object[relationship.name] = "object of \(relationship.name)"
    }
    return object
  }

  /// The same schema under another version.
  fileprivate func renumbered(_ version: Int) -> Schema {
    var copy = self
    copy.version = Version(version)
    return copy
  }
}
