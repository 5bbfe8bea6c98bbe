internal import SchemaModel
internal import SQLText

/// The names that the source's tables have while rows are copied.
///
/// Usually their own: they are renamed afterwards. Where a name that is needed is still another
/// table's, as when two entities exchange their names, all are renamed beforehand.
struct TableNaming {
  /// By their names in the source: the tables that are continued under another name.
  let renamed: [String: String]
  /// Whether tables are renamed before rows are copied.
  let isBeforehand: Bool
  /// By their names in the source: the names while rows are copied, where they are others.
  private(set) var whileCopying: [String: String] = [:]
  /// The renames to make beforehand, in order, each with the table that it is part of.
  private(set) var firstRenames: [(from: String, to: String, table: String)] = []

  init(_ lineage: TableLineage, from source: [String], to target: [String]) {
    let pairs = lineage.continued.filter { $0.key != $0.value }
    renamed = Dictionary(pairs.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    let occupants = Dictionary(
      source.map { ($0.asciiLowercased, $0) }, uniquingKeysWith: { first, _ in first })
    var inTheWay: Set<String> = []
    for name in target {
      guard let occupant = occupants[name.asciiLowercased] else { continue }
      if lineage.continued[name] != occupant || occupant != name { inTheWay.insert(occupant) }
    }
    isBeforehand = !inTheWay.isEmpty
    guard isBeforehand else { return }
    for table in inTheWay.sorted() {
      whileCopying[table] = "_migrate_old_\(table)"
      firstRenames.append((table, "_migrate_old_\(table)", renamed[table] ?? table))
    }
    for (old, new) in renamed.sorted(by: { $0.key < $1.key }) {
      firstRenames.append((whileCopying[old] ?? old, new, new))
      whileCopying[old] = new
    }
  }
}
