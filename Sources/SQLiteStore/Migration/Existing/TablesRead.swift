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

  /// What the declared SQL of a mapping reads, whose paths are resolved.
  init(by mapping: Mapping, in source: StoreLayout, to target: StoreLayout) {
    let names = Dictionary(
      source.definition.tables.map { ($0.name.asciiLowercased, $0.name) },
      uniquingKeysWith: { first, _ in first })
    for entity in mapping.entities where target.isExisting(entity.entity) {
      let read = entity.layers.flatMap(\.declaredSQL).map(SQLTokens.init).filter(\.hasSubquery)
        .flatMap(\.namesAlone).compactMap { names[$0] }
      if !read.isEmpty { byEntity[entity.entity] = Set(read) }
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
  /// Copies the tables before anything else happens.
  mutating func copyTablesRead() {
    guard let existing else { return }
    for table in existing.tablesRead.all {
      guard let definition = existing.definition(of: table, in: source) else { continue }
      let copy = TablesRead.copy(of: table)
      let reason = "declared SQL reads '\(table)' as it was"
      let isNative = source.existingTables[table] == nil
      let rowID = isNative ? nil : existing.found.rowID(of: definition)
      let columns = definition.columns.map { column in
        let collation = column.furtherClauses.filter { $0.uppercased().hasPrefix("COLLATE") }
        return ([column.name.quotedName, column.type] + collation).joined(separator: " ")
      }
      let names = [rowID].compactMap(\.self) + definition.columns.map(\.name)
      let declared = (rowID.map { ["\($0.quotedName) INTEGER"] } ?? []) + columns
      run(
        "CREATE TEMP TABLE \(copy) (\(declared.joined(separator: ", ")))"
          + (isNative ? " STRICT" : ""), reason, of: reader(of: table))
      run(
        "INSERT INTO temp.\(copy) SELECT \(names.map(\.quotedName).joined(separator: ", ")) "
          + "FROM \(table.quotedName)", reason, of: reader(of: table))
      let key = source.keyNames(ofRowsIn: table)
      run(
        "CREATE INDEX temp.\("_migrate_key_of_\(table)".quotedName) ON \(copy) "
          + "(\(key.quotedNames))", reason, of: reader(of: table))
    }
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
    existing?.plans.first { existing?.tablesRead.byEntity[$0.entity]?.contains(table) == true }?
      .table ?? table
  }
}
