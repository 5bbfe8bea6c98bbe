package import SQLite
package import StoreLayout
package import SchemaModel

/// The rows and columns that a declared step may change.
package struct StepReach: Hashable, Sendable {
  /// By table: the conditions for rows that may be added, deleted and changed; nil for all rows.
  private(set) var rows: [String: [String?]] = [:]
  /// By table and column: the conditions for rows whose value may change; nil for all rows.
  private(set) var values: [String: [String: [String?]]] = [:]

  /// By table: the columns with names of files, whose bytes no statement can change.
  private let files: [String: Set<String>]

  /// The reach of a step over the objects of a layout.
  package init(of step: DeclaredStep, in layout: StoreLayout) {
    files = Dictionary(grouping: layout.externalAttributes, by: \.table)
      .mapValues { Set($0.map(\.column)) }
    for reach in step.reaches {
      guard let table = layout.table(of: reach.entity) else { continue }
      let condition = layout.rowCondition(of: reach.entity, includingDescendants: true)
      guard let property = reach.property else {
        rows[table, default: []].append(condition)
        continue
      }
      if let column = layout.column(of: property, in: reach.entity) {
        values[table, default: [:]][column, default: []].append(condition)
      }
      if let end = layout.schema.end(property, of: reach.entity) { addLinks(at: end, layout) }
    }
  }

  /// Adds the links of a relationship and their order, wherever they are stored.
  private mutating func addLinks(at end: Association.End, _ layout: StoreLayout) {
    for association in layout.associations where association.has(end) {
      if let links = layout.joinTable(of: association) {
        rows[links.name, default: []].append(nil)
        continue
      }
      guard let link = layout.storedLink(of: association) else { continue }
      for column in [link.column, link.order].compactMap(\.self) {
        values[link.table, default: [:]][column, default: []].append(
          layout.rowCondition(of: link.end.entity, includingDescendants: true))
      }
    }
  }

  /// The tables in which it may change any value of some rows, or the rows themselves.
  package var wholeTables: Set<String> { Set(rows.keys) }

  /// By table: the columns whose values may change.
  package var columns: [String: Set<String>] { values.mapValues { Set($0.keys) } }

  /// Every table that it may change.
  package var tables: Set<String> { Set(rows.keys).union(values.keys) }
}

extension StepReach {
  /// The effects of a statement that the step does not name.
  package struct Excess: Hashable, Sendable {
    /// Each change as a clause, sorted: `changes 'Book.isbn'`.
    package var changes: [String]
    /// The changed properties that are stored in files, as sorted clauses: `changes 'Photo.image'`.
    package var filed: [String]
    /// Whether it does more than read and change rows.
    package var doesMore: Bool
    /// Whether the statement changes nothing.
    package var isIdle: Bool
  }

  /// The effects of a statement that the step does not name.
  package func excess(of effects: StatementEffects) -> Excess {
    let updates = effects.updates.flatMap { table, columns in
      columns.filter { rows[table] == nil && values[table]?[$0] == nil }
        .map { "changes '\(table).\($0)'" }
    }
    let others =
      effects.inserts.filter { rows[$0] == nil }.map { "adds rows to '\($0)'" }
      + effects.deletes.filter { rows[$0] == nil }.map { "deletes rows of '\($0)'" }
    let filed =
      effects.updates.flatMap { table, columns in
        columns.filter { files[table]?.contains($0) ?? false }
          .map { "changes '\(table).\($0)'" }
      } + effects.inserts.filter { files[$0] != nil }.map { "adds rows to '\($0)'" }
    let isIdle = effects.inserts.isEmpty && effects.deletes.isEmpty && effects.updates.isEmpty
    return Excess(
      changes: (updates + others).sorted(), filed: filed.sorted(), doesMore: effects.doesMore,
      isIdle: isIdle)
  }

  /// The proofs that a step changes nothing but what it names.
  ///
  /// Each table's checksum leaves out the data that may change.
  func proofs(in definition: DatabaseDefinition) -> [ConservationCheck] {
    tables.sorted().compactMap { name in
      guard let table = definition.table(named: name) else { return nil }
      let free = rows[name] ?? []
      guard !free.contains(nil) else { return nil }
      var columns: [String] = []
      var kept: [String] = []
      for column in table.columns.map(\.name) {
        let conditions = values[name]?[column] ?? []
        if conditions.contains(nil) { continue }
        columns.append(column)
        kept.append(
          conditions.isEmpty
            ? column.quotedName
            : "CASE WHEN \(Self.any(of: conditions)) THEN NULL ELSE \(column.quotedName) END")
      }
      let query =
        "SELECT \(kept.joined(separator: ", ")) FROM \(name.quotedName)"
        + (free.isEmpty ? "" : " WHERE (\(Self.any(of: free))) IS NOT TRUE")
      return ConservationCheck(
        subject: name, table: name, source: query, target: query, columns: columns)
    }
  }

  private static func any(of conditions: [String?]) -> String {
    conditions.compactMap(\.self).map { "(\($0))" }.joined(separator: " OR ")
  }
}
