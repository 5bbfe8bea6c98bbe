internal import MigrationPlanner
internal import SQLText
internal import SQLite
internal import StoreLayout
internal import StoreScript
internal import SchemaModel
internal import StoreVerification

/// Proves that a stage broke no reference: what leads nowhere afterwards did so before.
struct ReferenceProof {
  private let script: StoreScript
  private let mapping: Mapping
  /// The rows whose references led nowhere before, by table.
  private let before: [String: Set<Int64>]

  /// Takes stock of what is broken already; without a connection, of nothing.
  init(of script: StoreScript, mapping: Mapping, on connection: Connection?) throws {
    (self.script, self.mapping) = (script, mapping)
    before =
      try connection.map { connection in
        try References.mayBreak(script, connection).identities(in: connection.readDefinition())
      } ?? [:]
  }

  /// Compares what is broken after the stage.
  ///
  /// - Throws: ``MigrationFailure/brokenReferences(_:)`` with the references of every key of which
  ///   one is new.
  func check(_ connection: Connection, _ expressions: ExpressionPlaces) throws {
    let references = References.mayBreak(script, connection)
    let definition = try connection.readDefinition()
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

  /// The references that would lead nowhere of tables that were there before any model, and of those
  /// that the model does not name, asked of views of what tables will hold.
  func foreseen(
    on connection: Connection, _ expressions: ExpressionPlaces
  ) throws -> [BrokenReference] {
    let managed = Set(
      (script.source.definition.tables + script.target.definition.tables).map(\.name))
    let others = try unnamedTables(besides: managed)
    guard !script.target.existingTables.isEmpty || !others.isEmpty else { return [] }
    let found = try connection.readDefinition()
    let declared = try declaredTables()
    let ours = script.target.definition.tables.map { table in
      var table = table
      declare(&table, as: declared[table.name] ?? found.table(named: table.name))
      // Links between those of our own are demands of the model.
      if script.target.existingTables[table.name] == nil { table.foreignKeys = [] }
      table.foreignKeys += keysWithoutRelationship(of: table, in: found)
      return table
    }
    let definition = DatabaseDefinition(tables: ours + others)
    return try References.wouldBreak(
      script, connection, in: definition, besides: Set(others.map(\.name))
    ).broken(in: definition).map { explained($0, expressions) }
  }

  /// The tables that were there before any model, by name, as they will then be declared.
  private func declaredTables() throws -> [String: TableDefinition] {
    let objects = script.unmanagedAfter.filter { object in
      object.id.kind == .table && script.target.existingTables[object.id.name] != nil
    }
    guard !objects.isEmpty else { return [:] }
    let store = try Connection.emptyStore(of: DatabaseDefinition(), unmanaged: objects)
    return Dictionary(
      try store.readDefinition().tables.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Gives columns the types that they will be declared with: the model may say another one, or none,
  /// and SQLite compares by what is declared.
  private func declare(_ table: inout TableDefinition, as declared: TableDefinition?) {
    for position in table.columns.indices {
      guard let column = declared?.column(named: table.columns[position].name) else { continue }
      table.columns[position].type = column.type
    }
  }

  /// The tables that the model does not name and that refer to others, as they will then read: SQLite
  /// changes their keys along with the names of what these lead to.
  private func unnamedTables(besides managed: Set<String>) throws -> [TableDefinition] {
    let objects = script.unmanagedAfter.filter { object in
      object.id.kind == .table && !managed.contains(object.id.name)
        && SQLTokens(object.sql).tokens.contains { $0.keyword == "REFERENCES" }
    }
    guard !objects.isEmpty else { return [] }
    return try Connection.emptyStore(of: DatabaseDefinition(), unmanaged: objects).readDefinition()
      .tables
  }

  /// The keys of a table that was there first which no relationship stands for, such as one of
  /// several columns; those alone whose names all stay as they are.
  private func keysWithoutRelationship(
    of table: TableDefinition, in found: DatabaseDefinition
  ) -> [ForeignKeyDefinition] {
    guard script.target.existingTables[table.name] != nil,
      let before = script.source.definition.table(named: table.name),
      let present = found.table(named: table.name)
    else { return [] }
    func has(_ columns: [String], _ table: String) -> Bool {
      guard let known = script.target.definition.table(named: table) else { return false }
      return columns.allSatisfy { known.column(named: $0) != nil }
    }
    return present.foreignKeys.filter { key in
      !before.foreignKeys.contains { $0.columns == key.columns }
        && has(key.columns, table.name) && has(key.parentColumns, key.table)
    }
  }

  /// References with the condition that left their objects behind, and who may let go of them.
  private func explained(
    _ reference: BrokenReference, _ expressions: ExpressionPlaces
  ) -> BrokenReference {
    var reference = reference
    reference.isOfModel = script.target.definition.table(named: reference.table) != nil
    let entities = script.target.schema.entities
    reference.location =
      entities.lazy
      .filter { script.target.table(of: $0.name) == reference.destination }
      .compactMap { expressions.locationOfFilter(of: $0.name) }.first
    reference.property =
      entities.lazy
      .filter { script.target.table(of: $0.name) == reference.table }
      .compactMap { entity in
        script.target.storedProperties(of: entity.name)
          .first { $0.column == reference.column }
          .map { PropertyName(entity.name, $0.property) }
      }.first
    return reference
  }

  /// What was broken before, by the tables that hold it now: objects keep their identity.
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
