internal import SQLite
internal import StoreLayout
package import MigrationPlanner
package import SchemaModel

/// The place of the previous version's objects, for closures that read them.
package enum RowsBefore {
  /// The temporary table of an entity's objects, including the objects of its sub-entities.
  static func name(_ entity: String) -> String { "_migrate_before_\(entity)" }

  /// The same table, as SQL names it.
  package static func table(of entity: String) -> String { "temp.\(name(entity).quotedName)" }

  /// The entities of the previous version that the closure of a step may read, sorted.
  package static func entities(of step: DeclaredStep, in mapping: Mapping) -> [String] {
    guard case .closure(_, on: let entity, let reads) = step.work else { return [] }
    let family = Set(mapping.target.family(of: entity).map(\.name))
    let sources = (mapping.entities + mapping.additions).filter { family.contains($0.entity) }
      .compactMap(\.source)
    return Set(reads + sources).sorted()
  }
}

extension ScriptBuilder {
  /// The tables that declared steps may change.
  var stepTables: Set<String> {
    mapping.steps.reduce(into: []) { $0.formUnion(StepReach(of: $1, in: target).tables) }
  }

  /// The entities of the previous version that closures may read, sorted, each with the table of a step that
  /// does.
  private var entitiesToKeep: [(entity: String, table: String)] {
    var tables: [String: String] = [:]
    for step in mapping.steps {
      for entity in RowsBefore.entities(of: step, in: mapping) where tables[entity] == nil {
        tables[entity] = self.table(of: step)
      }
    }
    return tables.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func table(of step: DeclaredStep) -> String {
    StepReach(of: step, in: target).tables.sorted().first ?? ""
  }

  /// Copies the rows that closures read: the tables themselves are dropped after their last reader.
  mutating func copyRowsBefore() {
    let rows = EntityRows(layout: source)
    for (entity, table) in entitiesToKeep {
      guard
        let query = rows.query(of: entity, includingDescendants: true, namingEntities: true)
      else { continue }
      let reason = "'\(entity)' as it was, for a closure to look at"
      let name = RowsBefore.name(entity)
      run("CREATE TEMP TABLE \(name.quotedName) AS \(query)", reason, of: table)
      run(
        "CREATE INDEX temp.\("\(name)_id".quotedName) ON \(name.quotedName) (\"_id\")", reason,
        of: table)
    }
  }

  /// Runs the declared steps on rows that have their values.
  mutating func runSteps() {
    for step in mapping.steps {
      let reach = StepReach(of: step, in: target)
      guard let sql = sql(of: step) else { continue }
      var statement = ScriptStatement(
        sql, reason: "the \(step.title), as it is declared", table: table(of: step),
        touchesRows: true)
      statement.rewrite = .whole(
        RowRewrite(
          cause: .step(step), proofs: reach.proofs(in: target.definition),
          resizedTables: Set(reach.rows.keys)))
      items.append(.run(statement))
    }
    for (entity, table) in entitiesToKeep.reversed() {
      run(
        "DROP TABLE \(RowsBefore.table(of: entity))", "no closure looks at it any more", of: table)
    }
  }

  /// The SQL of a step; for a closure, a query for its rows.
  private func sql(of step: DeclaredStep) -> String? {
    switch step.work {
    case .sql(let sql): sql
    case .closure(let name, on: let entity, reads: _):
      EntityRows(layout: target).query(
        of: entity, includingDescendants: true, namingEntities: true
      ).map { "\($0) /* for the closure \(name.quotedText.replacing("*/", with: "* /")) */" }
    }
  }
}
