internal import SQLite
internal import StoreLayout
internal import MigrationPlanner
internal import SQLText
internal import SchemaModel

extension ScriptBuilder {
  /// The tables that must not have a unique index while objects are merged.
  ///
  /// A moved link may conflict with another link, which is removed later or must be reported.
  var mergingTables: Set<String> {
    mapping.merges.reduce(into: []) { tables, merge in
      guard let statements = statements(of: merge) else { return }
      tables.formUnion([statements.table] + statements.incoming.map(\.table))
    }
  }

  /// These tables, and the tables of the links that lead to merged objects.
  var tablesOfMerges: Set<String> {
    mapping.merges.compactMap { statements(of: $0) }.reduce(into: mergingTables) {
      tables, statements in
      tables.formUnion(statements.incomingJoins.map(\.links.name))
    }
  }

  /// Merges the duplicates of each declared merge into one object.
  mutating func mergeDuplicates() {
    for merge in mapping.merges {
      guard let statements = statements(of: merge), let forecast = forecast(of: merge) else {
        continue
      }
      let rewrite = RowRewrite(
        cause: .merge(forecast), proofs: statements.proofs,
        resizedTables: Set([statements.table] + statements.incomingJoins.map(\.links.name)))
      add(statements.preparation, merge, marking: .begins(rewrite), last: true)
      add(statements.changes, merge)
      add(statements.ending, merge, marking: .ends, last: false)
      forgetMadeObjects(of: merge.entity, statements.table)
    }
  }

  private mutating func add(
    _ statements: [MergeStatement], _ merge: EntityMerge, marking moment: RewriteMoment? = nil,
    last isLast: Bool = false
  ) {
    let key = merge.deduplication.key.map { "'\($0)'" }.joined(separator: ", ")
    for (position, statement) in statements.enumerated() {
      var step = ScriptStatement(
        statement.sql, reason: "objects of '\(merge.entity)' with the same \(key) are one",
        table: statement.table, touchesRows: statement.isChange)
      if position == (isLast ? statements.count - 1 : 0) { step.rewrite = moment }
      items.append(.run(step))
    }
  }

  private func statements(of merge: EntityMerge) -> MergeStatements? {
    guard let table = target.table(of: merge.entity), let map = map(of: merge) else { return nil }
    return MergeStatements(target, table: table, map)
  }

  /// The pairs of objects to merge, at that point of the migration; nil if the layout has no such objects.
  private func map(of merge: EntityMerge) -> MergeMap? {
    MergeMap(
      merge.deduplication, of: merge.entity, in: target, formerNumbers: merge.formerNumbers,
      made: rememberedObjects(of: merge.entity))
  }

  /// The objects of an entity that were created from others, as recorded; nil if none were.
  private func rememberedObjects(of entity: String) -> String? {
    madeObjects(of: entity).map { _ in "SELECT \"_id\" FROM \(Self.madeTable(of: entity))" }
  }

  /// The counts that are possible once the pairs of merged objects are recorded.
  private func forecast(of merge: EntityMerge) -> MergeForecast? {
    let objects = EntityRows(layout: target).query(
      of: merge.entity, includingDescendants: true, namingEntities: true)
    return objects.map { objects in
      MergeForecast(
        of: merge.entity, by: merge.deduplication.key, among: objects,
        takenAlong: TakenAlongCheck.checks(
          merging: merge.deduplication, of: merge.entity, in: target, pairs: MergeForecast.pairs,
          heirs: heirsOfLater(than: merge), formerNumbers: merge.formerNumbers,
          made: rememberedObjects(of: merge.entity)))
    }
  }
}

extension ScriptBuilder {
  /// Queries for the pairs of objects that later merges join, by the objects' table.
  ///
  /// A link to either of two such objects is then the same link.
  ///
  /// Only merges that depend on nothing but the current objects are included.
  private func heirsOfLater(than merge: EntityMerge) -> [String: String] {
    let position = mapping.merges.firstIndex(of: merge) ?? 0
    var result: [String: String] = [:]
    for other in mapping.merges[(position + 1)...] {
      guard let table = target.table(of: other.entity), table != target.table(of: merge.entity),
        result[table] == nil, !dependsOnOthers(other), let map = map(of: other)
      else { continue }
      result[table] = "SELECT \"_loser\", \"_survivor\" FROM (\(map.query))"
    }
    return result
  }

  /// Whether a merge can be computed only after other merges, or after other rows are added.
  private func dependsOnOthers(_ merge: EntityMerge) -> Bool {
    let destinations = merge.destinations(in: mapping.target)
    let isPreferredByOthers = merge.deduplication.choices.conditions.contains {
      SQLTokens($0).hasSubquery
    }
    return isPreferredByOthers || !mapping.steps.isEmpty
      || mapping.merges.contains { $0 != merge && $0.isAmong(destinations, in: mapping.target) }
  }
}

// MARK: - Objects made from others

extension ScriptBuilder {
  /// The temporary table of an entity's objects that are made from others.
  private static func madeTable(of entity: String) -> String {
    "temp.\("_migrate_made_\(entity)".quotedName)"
  }

  /// Records the objects that are made from others, before the tables from which this is known change.
  mutating func rememberMadeObjects() {
    for merge in mapping.merges {
      guard let query = madeObjects(of: merge.entity), let table = target.table(of: merge.entity)
      else { continue }
      let reason = "of equal objects of '\(merge.entity)' the existing ones stay"
      let name = "_migrate_made_\(merge.entity)".quotedName
      run("CREATE TEMP TABLE \(name) (\"_id\" INTEGER PRIMARY KEY)", reason, of: table)
      run("INSERT INTO temp.\(name) \(query)", reason, of: table)
    }
  }

  private mutating func forgetMadeObjects(of entity: String, _ table: String) {
    guard madeObjects(of: entity) != nil else { return }
    run(
      "DROP TABLE \(Self.madeTable(of: entity))",
      "of equal objects of '\(entity)' the existing ones stayed", of: table)
  }

  /// A query over the current tables for the objects of an entity that are created from others; nil if none
  /// are, or all.
  private func madeObjects(of entity: String) -> String? {
    let family = Set(target.schema.family(of: entity).map(\.name))
    let members = plans.flatMap(\.members).filter { member in
      member.entities.map { family.contains($0.target) } ?? false
    }
    let made = members.filter(\.isAddition)
    guard !made.isEmpty, made.count < members.count else { return nil }
    return made.map { $0.query(StoreLayout.identityColumn.quotedName) }
      .joined(separator: " UNION ALL ")
  }
}
