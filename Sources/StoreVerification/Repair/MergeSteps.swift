internal import SQLiteStore
internal import SchemaModel

/// Works out how duplicates become one object each.
struct MergeSteps {
  private let connection: Connection
  private let layout: StoreLayout
  private let merge: DuplicateMerge
  private let table: String
  /// The rows of the entity, and which of them goes into which: `_loser`, `_survivor`, `_rank`.
  private let losers: String

  private static let identity = StoreLayout.identityColumn.quotedName

  /// - Throws: ``VerificationError`` for a key or attribute that is not there; ``RepairError``.
  init(_ merge: DuplicateMerge, _ layout: StoreLayout, _ connection: Connection) throws {
    self.connection = connection
    self.layout = layout
    self.merge = merge
    let keys = KeyChecks(connection: connection, layout: layout, found: DatabaseDefinition())
    let columns = try keys.columns(of: merge.key)
    let date = try keys.columns(
      of: UniqueKey(entity: merge.key.entity, properties: [merge.newestBy]))[0]
    table = layout.table(of: merge.key.entity) ?? ""
    losers = Self.losers(merge, layout, table: table, keys: columns, date: date)
    try checkPreference()
    try checkIsMergeable()
  }

  /// The step; nil where there are no duplicates.
  func step() throws(SQLiteError) -> RepairStep? {
    guard let count = try connection.integer(SQL(raw: "SELECT count(*) FROM (\(losers))")),
      count > 0
    else { return nil }
    let examples = try connection.rows(
      SQL(raw: "SELECT \"_loser\" FROM (\(losers)) ORDER BY 1 LIMIT \(Finding.exampleLimit)"))
    return RepairStep(
      action: .merge(merge), count: count, examples: examples.compactMap { $0[0].integer },
      statements: MergeStatements(layout, table: table, losers: losers).all)
  }

  private static func losers(
    _ merge: DuplicateMerge, _ layout: StoreLayout, table: String, keys: [String], date: String
  ) -> String {
    let entity = merge.key.entity
    let discriminator = layout.discriminator(of: entity).map { [$0] } ?? []
    let conditions =
      keys.map { "\($0.quotedName) IS NOT NULL" }
      + [layout.rowCondition(of: entity, includingDescendants: true)].compactMap(\.self)
    let order =
      (merge.preference.map { ["((\n\($0)\n) IS TRUE) DESC"] } ?? [])
      + ["\(date.quotedName) DESC NULLS LAST", identity]
    return """
      SELECT \(identity) AS "_loser", "_survivor", "_rank" FROM (SELECT \(identity), \
      first_value(\(identity)) OVER "_group" AS "_survivor", row_number() OVER "_group" AS "_rank" \
      FROM \(table.quotedName) WHERE \(conditions.joined(separator: " AND ")) \
      WINDOW "_group" AS (\
      PARTITION BY \((keys + discriminator).map(\.quotedName).joined(separator: ", ")) \
      ORDER BY \(order.joined(separator: ", ")))) WHERE \(identity) <> "_survivor"
      """
  }

  private func checkPreference() throws(RepairError) {
    guard let preference = merge.preference else { return }
    do {
      _ = try connection.prepare(SQL(raw: losers))
    } catch {
      throw .unusablePreference(preference, reason: error.message)
    }
  }

  /// A delete rule on the storing end would fire for an object that in truth lives on.
  ///
  /// Emptying the link first keeps it quiet, where the link may be empty.
  private func checkIsMergeable() throws(RepairError) {
    for end in MergeStatements(layout, table: table, losers: losers).outgoing.map(\.end)
    where !end.relationship.isOptional {
      guard [.cascade, .deny].contains(end.relationship.deleteRule) else { continue }
      throw .unmergeable(PropertyName(end))
    }
  }
}
