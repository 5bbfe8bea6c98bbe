internal import SQLite
internal import StoreLayout
internal import MigrationPlanner
internal import SQLText
internal import SchemaModel

/// The tables that declared SQL reads by name while tables that were there first are written anew.
///
/// It means them as the version before has them, and by then they may have other names and columns,
/// or be written anew already. So each one that changes is copied before, and statements that read it
/// find the copy under its name (https://www.sqlite.org/lang_with.html).
struct TablesRead {
  /// By entity of the target: the names of the tables of the source.
  private(set) var byEntity: [String: Set<String>] = [:]
  /// The names for a row's number that the SQL may mean.
  private(set) var rowIDNames: Set<String> = []

  /// What the declared SQL of a mapping reads, whose paths are resolved.
  init(by mapping: Mapping, in source: StoreLayout, to target: StoreLayout) {
    let names = Dictionary(
      source.definition.tables.map { ($0.name.asciiLowercased, $0.name) },
      uniquingKeysWith: { first, _ in first })
    for entity in mapping.entities where target.isExisting(entity.entity) {
      let read = entity.layers.flatMap(\.declaredSQL).map(SQLTokens.init).filter(\.hasSubquery)
        .flatMap(\.namesAlone).compactMap { names[$0] }
      if !read.isEmpty { byEntity[entity.entity] = Set(read) }
      for sql in entity.layers.flatMap(\.declaredSQL) {
        rowIDNames.formUnion(SQLTokens(sql).foldedNames.intersection(["rowid", "_rowid_", "oid"]))
      }
    }
  }

  /// Leaves out tables that nothing happens to.
  mutating func leaveOut(_ untouched: Set<String>) {
    byEntity = byEntity.mapValues { $0.subtracting(untouched) }.filter { !$0.value.isEmpty }
  }

  /// All of them, sorted.
  var all: [String] { byEntity.values.reduce(into: Set()) { $0.formUnion($1) }.sorted() }

  /// What stands before a query that fills the table of an entity.
  func context(of entity: String) -> String {
    guard let tables = byEntity[entity] else { return "" }
    let copies = tables.sorted().map {
      "\($0.quotedName) AS NOT MATERIALIZED (SELECT * FROM temp.\(Self.copy(of: $0)))"
    }
    return "WITH \(copies.joined(separator: ", ")) "
  }

  /// The name of a table's copy.
  static func copy(of table: String) -> String { "_migrate_before_\(table)".quotedName }
}

extension SQLTokens {
  /// The names, folded, that stand alone: no part of another one, as a column of a table is.
  fileprivate var namesAlone: [String] {
    tokens.indices.filter { index in
      isName(index) && !(index > 0 && tokens[index - 1].text == ".")
        && !(index + 1 < count && tokens[index + 1].text == ".")
    }.map { tokens[$0].name.asciiLowercased }
  }
}

// MARK: - The copies

extension ScriptBuilder {
  /// Copies the tables before anything else happens, with indexes like theirs: queries may look up a
  /// row of them for each that is written.
  mutating func copyTablesRead() {
    guard let existing else { return }
    for table in existing.tablesRead.all {
      guard let definition = existing.definition(of: table, in: source) else { continue }
      let (copy, reader) = (TablesRead.copy(of: table), reader(of: table))
      let reason = "declared SQL reads '\(table)' as it was"
      let isNative = source.existingTables[table] == nil
      // As columns, for a row of a query has no number.
      let numbers = rowIDNames(of: definition, existing.tablesRead.rowIDNames)
      let columns = definition.columns.map { column in
        let collation = column.furtherClauses.filter { $0.uppercased().hasPrefix("COLLATE") }
        return ([column.name.quotedName, column.type] + collation).joined(separator: " ")
      }
      let names = numbers + definition.columns.map(\.name)
      let declared = numbers.map { "\($0.quotedName) INTEGER" } + columns
      run(
        "CREATE TEMP TABLE \(copy) (\(declared.joined(separator: ", ")))"
          + (isNative ? " STRICT" : ""), reason, of: reader)
      run(
        "INSERT INTO temp.\(copy) SELECT \(names.map(\.quotedName).joined(separator: ", ")) "
          + "FROM \(table.quotedName)", reason, of: reader)
      for (position, key) in lookups(in: definition, numbers, existing).enumerated() {
        run(
          "CREATE INDEX temp.\("_migrate_key_\(position + 1)_of_\(table)".quotedName) "
            + "ON \(copy) (\(key.quotedNames))", reason, of: reader)
      }
    }
  }

  /// The names by which the SQL may ask for a row's number, where it has one and no column is called so.
  private func rowIDNames(of table: TableDefinition, _ mentioned: Set<String>) -> [String] {
    guard !table.isWithoutRowID else { return [] }
    let taken = Set(table.columns.map(\.name.asciiLowercased))
    return mentioned.union(source.keyNames(ofRowsIn: table.name)).filter {
      ["rowid", "_rowid_", "oid"].contains($0) && !taken.contains($0)
    }.sorted()
  }

  /// The columns, together, by which rows of a table can be looked up.
  private func lookups(
    in table: TableDefinition, _ numbers: [String], _ existing: ExistingPlanner
  ) -> [[String]] {
    let indexes = [existing.found.definition, source.nativeDefinition]
      .flatMap { $0.indexes(on: table.name) }.filter { $0.filter == nil }
      .map { $0.columns.map(\.name) }
    let names = Set(table.columns.map(\.name) + numbers)
    let keys = [source.keyNames(ofRowsIn: table.name), table.primaryKey] + numbers.map { [$0] }
    var result: [[String]] = []
    for key in keys + table.uniqueConstraints + indexes
    where !key.isEmpty && names.isSuperset(of: key) && !result.contains(key) {
      result.append(key)
    }
    return result
  }

  /// Lets go of the copies.
  mutating func dropTablesRead() {
    for table in existing?.tablesRead.all ?? [] {
      run(
        "DROP TABLE temp.\(TablesRead.copy(of: table))", "'\(table)' was read as it was",
        of: reader(of: table))
    }
  }

  /// The first table that is filled by what reads another one.
  private func reader(of table: String) -> String {
    existing?.plans.first { plan in
      plan.members.contains { existing?.tablesRead.byEntity[$0.subject]?.contains(table) == true }
    }?.name ?? table
  }
}
