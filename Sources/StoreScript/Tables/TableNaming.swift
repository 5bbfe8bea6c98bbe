internal import SQLite
internal import SQLText
internal import StoreLayout

/// The names of the source's tables while tables are filled.
///
/// Usually tables keep their names and are renamed afterwards. A table whose name another one needs, as when
/// two entities exchange their names, gets an interim name first.
struct TableNaming {
  /// A table that gets an interim name before any table is filled.
  struct Move {
    var table: String
    /// Whether references to the old name are meant for the table that takes the name.
    var leavesReferences: Bool

    /// Its old name and its interim name.
    var names: [String] { [table, TableNaming.interimName(of: table)] }
  }

  /// The new names of the tables that continue under another name, by their source names.
  let renamed: [String: String]
  let moves: [Move]

  init(_ lineage: TableLineage, from source: [String], to target: [String]) {
    let pairs = lineage.continued.filter { $0.key != $0.value }
    renamed = Dictionary(pairs.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    let occupants = Dictionary(
      source.map { ($0.asciiLowercased, $0) }, uniquingKeysWith: { first, _ in first })
    let continued = Set(lineage.continued.values)
    var moves: [String: Move] = [:]
    for name in target {
      guard let occupant = occupants[name.asciiLowercased],
        lineage.continued[name] != occupant || occupant != name
      else { continue }
      moves[occupant] = Move(
        table: occupant,
        leavesReferences: !continued.contains(occupant) && lineage.continued[name] == nil)
    }
    self.moves = moves.values.sorted { $0.table < $1.table }
  }

  /// The name of a source table while tables are filled.
  func currentName(of table: String) -> String {
    moves.contains { $0.table == table } ? Self.interimName(of: table) : table
  }

  static func interimName(of name: String) -> String { InterimNames.roomPrefix + name }
}

extension FillGroup {
  /// Lets it read renamed tables by their former names (https://www.sqlite.org/lang_with.html).
  mutating func read(_ tables: [TableDefinition]) {
    let words = SQLTokens(insertion(into: "")).foldedNames
    let views = tables.filter { words.contains($0.name.asciiLowercased) }.map { table in
      // As columns, because rows of a query have no rowid.
      let taken = Set(table.columns.map(\.name.asciiLowercased))
      let numbers = ["_rowid_", "oid", "rowid"].filter {
        !table.isWithoutRowID && words.contains($0) && !taken.contains($0)
      }
      let columns = (numbers.map { "\($0) AS \($0)" } + ["*"]).joined(separator: ", ")
      return "\(table.name.quotedName) AS NOT MATERIALIZED (SELECT \(columns) "
        + "FROM \(TableNaming.interimName(of: table.name).quotedName))"
    }
    if !views.isEmpty { context = "WITH \(views.joined(separator: ", ")) " }
  }
}
