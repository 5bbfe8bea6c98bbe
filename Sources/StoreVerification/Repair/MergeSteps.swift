internal import SQLText
internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// Plans the merge of duplicates.
struct MergeSteps {
  private let connection: Connection
  private let layout: StoreLayout
  private let merge: DuplicateMerge
  private let statements: MergeStatements
  /// A query for the duplicates of the entity, each with the object that it is merged into.
  private let losers: String

  /// - Throws: ``VerificationError`` for an unknown key or attribute; ``RepairError``.
  init(_ merge: DuplicateMerge, _ layout: StoreLayout, _ connection: Connection) throws {
    self.connection = connection
    self.layout = layout
    self.merge = merge
    _ = try layout.columns(of: merge.key)
    for attribute in merge.choices.attributes {
      _ = try layout.columns(of: UniqueKey(entity: merge.key.entity, properties: [attribute]))
      guard layout.schema.attribute(named: attribute, of: merge.key.entity) != nil else {
        throw RepairError.unusablePreference(attribute, reason: "it is a relationship")
      }
    }
    guard !layout.isExisting(merge.key.entity) else {
      throw RepairError.unmergeableTable(merge.key.entity)
    }
    guard let table = layout.table(of: merge.key.entity),
      let map = MergeMap(merge.deduplication, of: merge.key.entity, in: layout)
    else { preconditionFailure("an entity whose properties have columns has a table") }
    losers = map.query
    statements = MergeStatements(layout, table: table, map)
    for condition in merge.choices.conditions { try check(condition) }
    try checkIsMergeable()
  }

  /// The step; nil if there are no duplicates.
  func step() throws(SQLiteError) -> RepairStep? {
    let counts = try connection.rows(
      SQL(raw: "SELECT count(*), count(DISTINCT \"_survivor\") FROM (\(losers))"))[0]
    guard let count = counts[0].integer, count > 0 else { return nil }
    let examples = try connection.rows(
      SQL(raw: "SELECT \"_loser\" FROM (\(losers)) ORDER BY 1 LIMIT \(Finding.exampleLimit)"))
    let references = self.statements.references(in: try connection.readDefinition())
    let followers = references.map {
      RepairStep.Follower(table: $0.table, count: self.statements.count(of: $0.key, in: $0.table))
    }
    let (statements, settled) = self.statements.all(moving: references)
    return RepairStep(
      action: .merge(merge), count: count, survivors: counts[1].integer,
      examples: examples.compactMap { $0[0].integer },
      takenAlong: try TakenAlongCheck.checks(
        merging: merge.deduplication, of: merge.key.entity, in: layout
      ).effects(on: connection), statements: statements.map(\.sql), settled: settled,
      followers: followers)
  }

  private func check(_ preference: String) throws(RepairError) {
    if let part = SQLExpression(preference).volatilePart {
      throw .unusablePreference(
        preference, reason: "it has another answer each time, for it asks '\(part)'")
    }
    do {
      _ = try connection.prepare(SQL(raw: losers))
    } catch {
      throw .unusablePreference(preference, reason: error.message)
    }
  }

  /// Checks that no delete rule acts on a duplicate, which in fact lives on in another object.
  ///
  /// An optional link is emptied first, so that its rule does not act.
  private func checkIsMergeable() throws(RepairError) {
    for end in statements.outgoing.map(\.end)
    where !end.relationship.isOptional {
      guard [.cascade, .deny].contains(end.relationship.deleteRule) else { continue }
      throw .unmergeable(PropertyName(end))
    }
  }
}

extension DuplicateMerge {
  /// The merge in the form that statements are made from.
  fileprivate var deduplication: Deduplication {
    Deduplication(by: key.properties, keep: choices)
  }
}
