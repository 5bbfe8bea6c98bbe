internal import StoreLayout
internal import SQLite
internal import SQLText

/// Something that a store asks of rows by itself, and of which its model says nothing: only who writes
/// them learns whether they meet it.
public enum OwnDemand: Hashable, Sendable {
  /// The primary key of a table that was there before any model.
  case primaryKey(table: String)
  /// A UNIQUE in such a table's statement.
  case uniqueness(table: String)
  /// A CHECK in such a table's statement.
  case check(table: String)
  /// The types of such a table that is STRICT.
  case strictTypes(table: String)
  /// A column that SQLite computes and that must have a value.
  case computedColumn(String, table: String)
  /// A unique index that is not the model's.
  case index(String)
  /// A trigger that is not the model's, on a table whose rows change where they stand.
  case trigger(String)
}

extension StoreScript {
  /// What the store itself asks of the values that the script writes and that are others than before.
  package var ownDemands: [OwnDemand] {
    guard !unmanagedAfter.isEmpty else { return [] }
    let changes = changedColumns
    return unmanagedAfter.flatMap { object -> [OwnDemand] in
      switch object.id.kind {
      case .table: changes[object.id.name].map { demands(of: object, $0) } ?? []
      case .index: isDemanding(object, changes) ? [.index(object.id.name)] : []
      case .trigger: firesTriggers(on: object.table) ? [.trigger(object.id.name)] : []
      case .view: []
      }
    }
  }

  /// The columns of a table whose values change.
  private struct Changes {
    var columns: Set<String> = []
    /// Those whose values are what declared SQL gives.
    var declared: Set<String> = []
  }

  /// By table: the columns in which rows may have other values, by their names afterwards.
  private var changedColumns: [String: Changes] {
    var result: [String: Changes] = [:]
    for forecast in forecasts + existingForecasts {
      let names = target.definition.table(named: forecast.table)?.columns.map(\.name) ?? []
      var changes = Changes()
      // Rows that come together from several places have never stood in one table.
      if forecast.fillings.count > 1 { changes.columns.formUnion(names) }
      for value in forecast.fillings.flatMap(\.computed) {
        changes.columns.insert(value.column)
        if !value.isCarried, !value.sql.hasPrefix("migrate_") {
          changes.declared.insert(value.column)
        }
      }
      if !changes.columns.isEmpty { result[forecast.table] = changes }
    }
    for reach in reaches {
      for table in reach.wholeTables {
        let names = target.definition.table(named: table)?.columns.map(\.name) ?? []
        result[table, default: Changes()].columns.formUnion(names)
        result[table, default: Changes()].declared.formUnion(names)
      }
      for (table, columns) in reach.columns {
        result[table, default: Changes()].columns.formUnion(columns)
        result[table, default: Changes()].declared.formUnion(columns)
      }
    }
    return result
  }

  /// Whether rows of a table are changed while its triggers are there.
  private func firesTriggers(on table: String) -> Bool {
    mergedTables.contains(table)
      || reaches.contains { $0.wholeTables.contains(table) || $0.columns[table] != nil }
  }

  private func demands(of object: SchemaObject, _ changes: Changes) -> [OwnDemand] {
    guard !object.isVirtual else { return [] }
    let (table, text) = (object.id.name, TableText(object.sql))
    let computed = ComputedColumns(text, of: text.columns.map(\.name), changing: changes.columns)
      .recomputed.keys.sorted()
    let changed = changes.columns.union(computed)
    var demands: [OwnDemand] = []
    if text.keys(.primaryKey).contains(where: {
      $0.mentions(changed) && !isForeseenPrimaryKey($0, of: text, table, besides: computed)
    }) {
      demands.append(.primaryKey(table: table))
    }
    if text.keys(.unique).contains(where: {
      $0.mentions(changed) && !isForeseen($0, on: text, table, besides: computed)
    }) {
      demands.append(.uniqueness(table: table))
    }
    if text.hasCheck(reading: changed) { demands.append(.check(table: table)) }
    if text.options.contains("STRICT"), !changes.declared.isEmpty {
      demands.append(.strictTypes(table: table))
    }
    return demands
      + computed.filter { text.isRequired($0) }.map { .computedColumn($0, table: table) }
  }

  private func isDemanding(_ index: SchemaObject, _ changes: [String: Changes]) -> Bool {
    let columns = changes[index.table]?.columns ?? []
    let isMerged = mergedTables.contains(index.table)
    let text = IndexText(index.sql)
    guard text.isUnique, isMerged || !columns.isEmpty else { return false }
    let statement = unmanagedAfter.first { $0.id == SchemaObject.ID(.table, index.table) }?.sql
    let table = TableText(statement ?? "")
    let computed = ComputedColumns(
      table, of: table.columns.map(\.name), changing: columns
    ).recomputed.keys.sorted()
    guard isMerged || text.names.mentions(columns.union(computed)) else { return false }
    return text.columns.map { !isForeseen($0, on: table, index.table, besides: computed) } ?? true
  }

  /// Whether a table's primary key is known to the model, which are looked at beforehand, too.
  private func isForeseenPrimaryKey(
    _ key: [String], of text: TableText, _ table: String, besides computed: [String]
  ) -> Bool {
    guard !key.mentions(computed), !text.hasForeignCollation(of: key),
      let existing = target.existingTables[table]
    else { return false }
    return Set(existing.primaryKey.map(\.asciiLowercased)) == Set(key.map(\.asciiLowercased))
      && target.properties(ofKeyOf: existing) != nil
  }

  /// Whether a key is one of the model's, which are looked at beforehand.
  private func isForeseen(
    _ key: [String], on text: TableText, _ table: String, besides computed: [String]
  ) -> Bool {
    guard !key.mentions(computed), !text.hasForeignCollation(of: key) else { return false }
    let columns = Set(key.map(\.asciiLowercased))
    return target.definition.indexes.contains { index in
      index.table == table && index.isUnique && index.filter == nil
        && Set(index.columns.map(\.name.asciiLowercased)) == columns
    }
  }
}

extension Sequence where Element == String {
  /// Whether one of the names is among others, as SQLite compares names.
  fileprivate func mentions(_ names: some Sequence<String>) -> Bool {
    !Set(map(\.asciiLowercased)).isDisjoint(with: names.map(\.asciiLowercased))
  }
}

/// A `CREATE INDEX` statement, as far as it says which rows may not be alike.
private struct IndexText {
  let isUnique: Bool
  /// Every name in it, folded.
  let names: Set<String>
  /// Its columns; nil where it is over expressions, or over some rows only.
  let columns: [String]?

  init(_ sql: String) {
    let tokens = SQLTokens(sql)
    isUnique = tokens.count > 1 && tokens[1].keyword == "UNIQUE"
    names = tokens.foldedNames
    guard let open = tokens.tokens.firstIndex(where: { $0.text == "(" }),
      tokens.end(ofParenthesesAt: open) == tokens.count
    else {
      columns = nil
      return
    }
    let items = tokens.items(in: open + 1..<tokens.count - 1)
    let isPlain = items.allSatisfy { item in
      guard item.count == 2 else { return item.count == 1 }
      return ["ASC", "DESC"].contains(tokens[item.upperBound - 1].keyword)
    }
    columns = isPlain ? items.map { tokens[$0.lowerBound].name } : nil
  }
}
