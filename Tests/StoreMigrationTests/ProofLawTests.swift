import Foundation
import MigrationPlanner
import SQLite
import SchemaModel
import SchemaYAML
import StoreCreation
import StoreLayout
import StoreMigration
import StoreVerification
import Testing
import TestSupport

/// Laws of `apply` that hold for any two versions and any data, tried on many made from a seed.
struct ProofLawTests {
  @Test
  func `after every commit verify finds nothing new, and after every rollback nothing changed`()
    throws
  {
    var ends: [String: Int] = [:]
    for seed in 0..<60 as Range<UInt64> {
      // A store whose own model cannot be read is refused, so names are those of schema files.
      let first = constrained(
        randomSchema(seed: seed, identifiersAlone: true), seed: seed, probability: 0.1)
      let second = constrained(
        successor(of: first, seed: seed &+ 1000), seed: seed &+ 5000, probability: 0.25)
      let history = SchemaHistory([SchemaDocument(schema: first), SchemaDocument(schema: second)])
      guard let store = try filledStore(history.oldest, seed: seed) else {
        ends["no sample", default: 0] += 1
        continue
      }
      let before = try store.dump()
      let known = try countsByCode(of: store)
      let options = try options(history, store)
      let plan = try Migrator(history: history, options: options).plan(for: store.path)
      let dropped = plan.effects.filter { $0.approval?.hasPrefix("drop-attribute:") == true }
      #expect(
        Dictionary(dropped.map { ($0.subject, $0.count) }, uniquingKeysWith: { first, _ in first })
          == (try valuesOfDroppedAttributes(from: first, to: second, in: store)), "seed \(seed)")
      switch failure(of: store, history, options) {
      case nil:
        ends["committed", default: 0] += 1
        for (code, count) in try countsByCode(of: store) {
          #expect(count <= known[code] ?? 0, "seed \(seed): \(code)")
        }
      case .rolledBack(let failure, _):
        ends["rolled back", default: 0] += 1
        #expect(try store.dump() == before, "seed \(seed): \(failure)")
      case .refused:
        ends["refused", default: 0] += 1
        #expect(try store.dump() == before, "seed \(seed)")
      case let error?: Issue.record("seed \(seed): \(error)")
      }
    }
    #expect(ends["committed", default: 0] > 20, "\(ends)")
    #expect(ends["rolled back", default: 0] > 5, "\(ends)")
  }

  /// How many rows there are with each kind of problem, however their entity is called.
  private func countsByCode(of store: TestStore) throws -> [String: Int64] {
    try StoreVerifier.verify(storeAt: store.path).findings.reduce(into: [:]) {
      $0[$1.problem.code, default: 0] += $1.count
    }
  }

  /// The number of values in the column of each attribute that the new version does not have, without zeros.
  private func valuesOfDroppedAttributes(
    from old: Schema, to new: Schema, in store: TestStore
  ) throws -> [String: Int64?] {
    let layout = StoreLayout(of: old)
    var counts: [String: Int64?] = [:]
    for entity in old.entities {
      let successor = new.entities.first { ($0.renamedFrom ?? $0.name) == entity.name }
      let kept = Set(successor?.attributes.map { $0.renamedFrom ?? $0.name } ?? [])
      for attribute in entity.attributes where !kept.contains(attribute.name) {
        guard let table = layout.table(of: entity.name),
          let column = layout.column(of: attribute.name, in: entity.name)
        else { continue }
        // Siblings with an attribute of that name may share the column.
        let isOne = layout.rowCondition(of: entity.name, includingDescendants: true) ?? "1"
        let query: SQL = "SELECT count(\(name: column)) FROM \(name: table) WHERE \(raw: isOne)"
        let count = try store.rows(query).first?.first?.integer ?? 0
        if count > 0 { counts["\(entity.name).\(attribute.name)"] = count }
      }
    }
    return counts
  }

  private func filledStore(_ document: SchemaDocument, seed: UInt64) throws -> TestStore? {
    let store = try TestStore(document)
    try FileManager.default.removeItem(atPath: store.path)
    do {
      try SampleStore.create(at: store.path, of: document, objects: 8, seed: seed)
      return store
    } catch {
      // A required link to an entity that can have no objects, a rule that no value satisfies, or
      // too few values for a key.
      guard error is StoreCreationError || (error as? SQLiteError)?.primaryCode == .constraint
      else { throw error }
      return nil
    }
  }

  private func options(_ history: SchemaHistory, _ store: TestStore) throws -> MigrationOptions {
    let plan = try Migrator(history: history, options: .testing()).plan(for: store.path)
    let losses = Set(plan.migration.hops.flatMap(\.changes).compactMap(\.approval))
    return .testing {
      $0.allowedLosses = losses
      $0.backup = .none
    }
  }
}

/// The schema with demands of every kind that a table itself does not enforce.
private func constrained(_ schema: Schema, seed: UInt64, probability: Double) -> Schema {
  var random = SeededGenerator(seed: seed)
  var schema = schema
  for position in schema.entities.indices {
    // Of a key's values there may be too few that meet a demand for as many objects.
    let keys = Set(schema.entities[position].uniquenessConstraints.flatMap(\.self))
    for index in schema.entities[position].attributes.indices {
      // A default that is against them would be a mistake of the schema.
      guard schema.entities[position].attributes[index].defaultValue == nil,
        !schema.entities[position].attributes[index].isTransient,
        !keys.contains(schema.entities[position].attributes[index].name),
        random.bool(probability)
      else { continue }
      constrain(&schema.entities[position].attributes[index], &random)
    }
    for index in schema.entities[position].relationships.indices
    where schema.entities[position].relationships[index].cardinality == .toMany
      && random.bool(probability)
    {
      if random.bool() {
        schema.entities[position].relationships[index].maximumCount = 1
      } else {
        schema.entities[position].relationships[index].minimumCount = 1
      }
    }
    let stored = schema.entities[position].attributes.filter { !$0.isTransient }.map(\.name)
    if !stored.isEmpty, random.bool(probability) {
      let name = random.pick(stored)
      schema.entities[position].rules = [
        ValidationRule(name: "some \(name)", check: "\(name) IS NOT NULL OR _id % 2")
      ]
    } else {
      schema.entities[position].rules = []
    }
  }
  return schema
}

private func constrain(_ attribute: inout Attribute, _ random: inout SeededGenerator) {
  switch attribute.type {
  case .string where attribute.pattern == nil && random.bool(): attribute.pattern = "[^0-9]*"
  case .string: attribute.maximum = .int(20)
  case .int16, .int32, .int64: attribute.minimum = .int(-5)
  case .double: attribute.maximum = .double(1e9)
  default: break
  }
}
