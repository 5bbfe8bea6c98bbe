internal import SQLite
internal import SQLText
internal import StoreLayout

/// The changes to one table during the migration to another version, with their reasons.
struct TablePlan {
  /// The new name of the table; the old name if the table is dropped.
  let name: String
  /// The existing table; nil for a new table.
  var source: TableDefinition?
  /// The table's new definition, as far as the schema says; nil for a dropped table.
  let target: TableDefinition?
  /// Whether it is a table of an existing database, which keeps the parts that the schema does not name.
  let isExisting: Bool
  /// The rows that become its rows, as queries of the source tables.
  var members: [FillMember] = []
  /// The sources of its rows.
  var groups: [FillGroup] = []
  var change = TableChange()
  /// The indexes to drop from it.
  var droppedIndexes: [String] = []
  /// The indexes to create on it.
  var createdIndexes: [IndexDefinition] = []
  /// The reasons why the table must be rewritten or dropped.
  var reasons: [String] = []

  init(
    _ name: String, from source: TableDefinition?, to target: TableDefinition?,
    isExisting: Bool = false
  ) {
    (self.name, self.source, self.target, self.isExisting) = (name, source, target, isExisting)
  }
}

extension TablePlan {
  /// The cheapest sufficient method.
  var way: MigrationStep.Way {
    guard target != nil else { return .drop }
    guard let source else { return .create }
    guard reasons.isEmpty else { return .rebuild }
    let isUntouched =
      source.name == name && change.isEmpty && droppedIndexes.isEmpty && createdIndexes.isEmpty
    return isUntouched ? .none : .alter
  }

  var isRebuilt: Bool { way == .rebuild }

  /// Whether it is filled.
  var isWritten: Bool { way == .create || way == .rebuild }

  /// Whether rows stay in place.
  var isInPlace: Bool { way == .none || way == .alter }

  /// The table's name while it is rewritten.
  var draft: String { StoreScript.draftPrefix + name }

  /// Its old name and its new name.
  var names: Set<String> { Set([name] + [source?.name].compactMap(\.self)) }

  /// Every table of the source that is read to fill it.
  var reads: Set<String> { members.reduce(into: []) { $0.formUnion($1.reads) } }

  /// The source tables of its rows.
  var homes: Set<String> { Set(members.map(\.home)) }

  /// The proofs that its rows arrive: one for each group, or one for all if the rows of several groups cannot
  /// be distinguished afterwards.
  var conservation: [ConservationCheck] {
    guard groups.count > 1, members.contains(where: \.isAddition) else {
      return groups.map { $0.conservation(in: name) }
    }
    return [FillGroup.conservation(of: groups, in: name)]
  }
}

/// The changes of a table's columns.
struct TableChange {
  /// The new names of the columns that continue, by their old names.
  var kept: [String: String] = [:]
  /// The columns that continue, by their new names, whose values change.
  var changed: Set<String> = []
  /// The interim names of dropped columns whose names other columns take, by their old names.
  var parked: [String: String] = [:]
  /// The dropped columns, by their old names.
  var dropped: [String] = []
  /// The added columns, with their definitions.
  var added: [(name: String, sql: String)] = []
  /// The changes to the statement, by the columns' names before they are renamed.
  var edits: [TableEdit] = []

  /// The renames that lead to the new names, in order.
  ///
  /// Columns that exchange or pass on their names go through interim names. Some columns may have been
  /// removed already.
  func columnRenames(besides gone: [String] = []) -> [ColumnRename] {
    let parked = parked.filter { !gone.contains($0.key) }
    let wanted = [parked, kept.filter { $0.key != $0.value }].flatMap { names in
      names.sorted { $0.key < $1.key }.map { ColumnRename(from: $0.key, to: $0.value) }
    }
    let old = Set(wanted.map(\.from.asciiLowercased))
    var second: [ColumnRename] = []
    let first = wanted.map { rename in
      guard old.contains(rename.to.asciiLowercased) else { return rename }
      let interim = TableNaming.interimName(of: rename.from)
      second.append(ColumnRename(from: interim, to: rename.to))
      return ColumnRename(from: rename.from, to: interim)
    }
    return first + second
  }

  /// The names of the dropped columns at the time when they are dropped.
  var droppedNames: [String] { dropped.map { parked[$0] ?? $0 } }

  /// The changed declared types, by the columns' new names.
  var types: [String: String] {
    edits.reduce(into: [:]) { types, edit in
      if case .type(let column, let type) = edit { types[kept[column] ?? column] = type }
    }
  }

  var isEmpty: Bool { columnRenames().isEmpty && edits.isEmpty && dropped.isEmpty && added.isEmpty }
}

/// The rename of a column.
struct ColumnRename {
  var from: String
  var to: String

  /// The statement for a table.
  func sql(in table: String) -> String {
    "ALTER TABLE \(table.quotedName) RENAME COLUMN \(from.quotedName) TO \(to.quotedName)"
  }
}
