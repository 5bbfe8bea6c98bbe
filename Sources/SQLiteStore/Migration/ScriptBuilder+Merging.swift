internal import MigrationPlanner
internal import SchemaModel

extension ScriptBuilder {
  /// The tables of which no unique index may stand while objects are merged: a link that is moved
  /// may be in the way of another one, which goes later or is to be told of.
  var mergingTables: Set<String> {
    mapping.merges.reduce(into: []) { tables, merge in
      guard let statements = statements(of: merge) else { return }
      tables.formUnion([statements.table] + statements.incoming.map(\.table))
    }
  }

  /// Those, and the tables of the links that lead to merged objects.
  var tablesOfMerges: Set<String> {
    mapping.merges.compactMap { statements(of: $0) }.reduce(into: mergingTables) {
      tables, statements in
      tables.formUnion(statements.incomingJoins.map(\.links.name))
    }
  }

  /// Makes one object of those that are the same.
  mutating func mergeDuplicates() {
    for merge in mapping.merges {
      guard let statements = statements(of: merge) else { continue }
      let rewrite = rewrite(of: merge, statements)
      add(statements.preparation, merge, marking: .begins(rewrite), last: true)
      add(statements.changes, merge)
      add(statements.ending, merge, marking: .ends, last: false)
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
    guard let table = target.table(of: merge.entity),
      let map = MergeMap(merge.deduplication, of: merge.entity, in: target)
    else { return nil }
    return MergeStatements(target, table: table, map)
  }

  private func rewrite(of merge: EntityMerge, _ statements: MergeStatements) -> RowRewrite {
    let key = merge.deduplication.key
    let objects =
      EntityRows(layout: target).query(of: merge.entity, includingDescendants: true) ?? ""
    return RowRewrite(
      cause: .merge(
        MergeForecast(
          entity: merge.entity, key: key, count: MergeMap.count(in: MergeStatements.plan),
          examples: MergeMap.examples(of: key, among: objects, MergeStatements.plan))),
      proofs: statements.proofs,
      resizedTables: Set([statements.table] + statements.incomingJoins.map(\.links.name)))
  }
}

// MARK: - What will be merged

extension ScriptBuilder {
  /// What is known before anything is written, in the order in which it happens.
  var mergeForecasts: [MergeForecast] {
    mapping.merges.enumerated().map { position, merge in
      let earlier = mapping.merges[..<position]
      let destinations = merge.destinations(in: mapping.target)
      let isKnown = !earlier.contains {
        $0.isAmong(destinations + [merge.entity], in: mapping.target)
      }
      let key = merge.deduplication.key
      guard isKnown, let objects = objectsBefore(of: merge.entity) else {
        return MergeForecast(entity: merge.entity, key: key)
      }
      let map = MergeMap(
        merge.deduplication, of: merge.entity, objects: objects, ofSeveralEntities: true)
      let losers = "(\(map.query))"
      return MergeForecast(
        entity: merge.entity, key: key, count: MergeMap.count(in: losers),
        examples: MergeMap.examples(of: key, among: objects, losers))
    }
  }

  /// The objects of an entity as they will be, asked of the tables as they are; nil where it will
  /// have none.
  private func objectsBefore(of entity: String) -> String? {
    let family = Set(target.schema.family(of: entity).map(\.name))
    let columns = target.storedProperties(of: entity)
    guard let plan = plansBefore.first(where: { $0.target.name == target.table(of: entity) }) else {
      return nil
    }
    let queries = plan.members.compactMap { member -> String? in
      guard let name = member.entities?.target, family.contains(name) else { return nil }
      let values = Dictionary(
        member.columns.map { ($0.name, $0.value.sql) }, uniquingKeysWith: { first, _ in first })
      let identity = StoreLayout.identityColumn
      let list =
        [(identity, identity)] + columns.map { ($0.property, $0.column) }
      let selected = list.map { "\(values[$0.1] ?? "NULL") AS \($0.0.quotedName)" }
      let kind = "\(name.quotedText) AS \(StoreLayout.discriminatorColumn.quotedName)"
      return "SELECT \((selected + [kind]).joined(separator: ", ")) FROM \(member.relation)"
        + (member.condition.map { " WHERE \($0)" } ?? "")
    }
    return queries.isEmpty ? nil : queries.joined(separator: " UNION ALL ")
  }
}
