internal import SQLite
internal import SQLText
internal import StoreLayout

/// The names that the source's tables have while tables are filled.
///
/// Usually their own: they are renamed afterwards. A table whose name another one needs, as when two
/// entities exchange their names, gets a name of its own before.
struct TableNaming {
  /// A table that makes room before anything is filled.
  struct Move {
    var table: String
    /// Whether what refers to its name is meant to refer to the table that gets it.
    var leavesReferences: Bool
  }

  /// By their names in the source: the tables that are continued under another name.
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

  /// By their names in the source: the names of the tables that make room.
  var interimNames: [String: String] {
    Dictionary(
      moves.map { ($0.table, Self.interimName(of: $0.table)) },
      uniquingKeysWith: { first, _ in first })
  }

  static func interimName(of name: String) -> String { "_migrate_old_\(name)" }
}

extension FillGroup {
  /// The same where declared SQL may name tables that have other names by now: it finds them under their
  /// own (https://www.sqlite.org/lang_with.html).
  func reading(_ tables: [TableDefinition], under names: [String: String]) -> FillGroup {
    let words = SQLTokens(insertion(into: "")).foldedNames
    let views = tables.compactMap { table -> String? in
      guard let current = names[table.name], words.contains(table.name.asciiLowercased) else {
        return nil
      }
      // As columns, for a row of a query has no number.
      let taken = Set(table.columns.map(\.name.asciiLowercased))
      let numbers = ["_rowid_", "oid", "rowid"].filter {
        !table.isWithoutRowID && words.contains($0) && !taken.contains($0)
      }
      let columns = (numbers.map { "\($0) AS \($0)" } + ["*"]).joined(separator: ", ")
      return "\(table.name.quotedName) AS NOT MATERIALIZED (SELECT \(columns) "
        + "FROM \(current.quotedName))"
    }
    var group = self
    if !views.isEmpty { group.context = "WITH \(views.joined(separator: ", ")) " }
    return group
  }
}
