internal import MigrationPlanner
internal import SQLText
internal import SQLite
internal import StoreLayout
internal import StoreScript
internal import SchemaModel
internal import StoreVerification

/// Proves that a stage broke no reference: a reference that leads nowhere afterwards did so before.
struct ReferenceProof {
  private let script: StoreScript
  private let mapping: Mapping
  /// The rows whose references led nowhere before, by table.
  private let before: [String: Set<Int64>]

  /// Records the references that are already broken; none without a connection.
  init(of script: StoreScript, mapping: Mapping, on connection: Connection?) throws {
    (self.script, self.mapping) = (script, mapping)
    before =
      try connection.map { connection in
        try References.mayBreak(script, connection).identities(
          in: connection.readDefinition(of: script.source))
      } ?? [:]
  }

  /// Compares the broken references after the stage.
  ///
  /// - Throws: ``MigrationFailure/brokenReferences(_:)`` with the references of every key that has a newly
  ///   broken one.
  func check(_ connection: Connection, _ expressions: ExpressionPlaces) throws {
    let references = References.mayBreak(script, connection)
    let definition = try connection.readDefinition(of: script.target)
    let broken = try references.broken(in: definition)
    guard !broken.isEmpty else { return }
    let known = knownIdentities
    let found = try references.identities(in: definition)
    let new = broken.filter { reference in
      !(found[reference.table] ?? []).isSubset(of: known[reference.table] ?? [])
    }
    guard new.isEmpty else {
      throw MigrationFailure.brokenReferences(new.map { explained($0, expressions) })
    }
  }

  /// A reference with the condition that left its object behind, and the property that refers.
  private func explained(
    _ reference: BrokenReference, _ expressions: ExpressionPlaces
  ) -> BrokenReference {
    var reference = reference
    reference.isOfModel = script.target.definition.table(named: reference.table) != nil
    let layout = script.target
    reference.location =
      layout.entities(in: reference.destination).lazy
      .compactMap { expressions.locationOfFilter(of: $0.name) }.first
    reference.property =
      layout.entities(in: reference.table).lazy.compactMap { entity in
        layout.property(in: reference.column, of: entity.name).map { PropertyName(entity.name, $0) }
      }.first
    return reference
  }

  /// The references that were broken before, by the tables that hold them now: objects keep their identity.
  private var knownIdentities: [String: Set<Int64>] {
    let managed = Set(script.source.definition.tables.map(\.name))
    var result = before.filter { !managed.contains($0.key) }
    for entity in mapping.entities {
      guard let now = script.target.table(of: entity.entity),
        let then = entity.source.flatMap({ script.source.table(of: $0) })
      else { continue }
      result[now, default: []].formUnion(before[then] ?? [])
    }
    for link in mapping.links {
      guard let now = script.target.joinTable(of: link.association)?.name else { continue }
      for carried in link.sources {
        guard let then = script.source.joinTable(of: carried.association)?.name else { continue }
        result[now, default: []].formUnion(before[then] ?? [])
      }
    }
    return result
  }
}
