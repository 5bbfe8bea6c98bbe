internal import SQLText

/// Names in one database that differ in their bytes but look alike.
///
/// An `é` is one character, or an `e` followed by an accent. Both are the same text to Swift and to readers,
/// so a message or a change that names one of them would be ambiguous.
public struct IndistinctNames: Hashable, Sendable {
  /// The table of the columns; nil for names of tables, indexes or triggers.
  public var table: String?
  /// The names, sorted by their scalars.
  public var names: [String]

  /// The names with the scalars that distinguish them: `'café' (caf\u{E9}) and …`.
  var description: String {
    let list = names.map { "'\($0)' (\(Self.spelling($0)))" }.joined(separator: " and ")
    return table.map { "\(list) in '\($0)'" } ?? list
  }

  private static func spelling(_ name: String) -> String {
    name.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
  }
}

extension Connection {
  /// All names that only SQLite distinguishes, tables' names first.
  func indistinctNames() throws(SQLiteError) -> [IndistinctNames] {
    // A name beyond ASCII has more bytes than characters. A virtual table has no root page.
    let objects = try rows(
      """
      SELECT CASE type WHEN 'view' THEN 'table' ELSE type END, name FROM sqlite_schema
      WHERE length(CAST(name AS BLOB)) > length(name)
      """)
    let columns = try rows(
      """
      SELECT s.name, p.name FROM sqlite_schema AS s JOIN pragma_table_xinfo(s.name) AS p
      WHERE s.type = 'table' AND s.rootpage > 0 AND length(CAST(s.sql AS BLOB)) > length(s.sql)
        AND length(CAST(p.name AS BLOB)) > length(p.name)
      """)
    return Self.groups(objects).map { IndistinctNames(names: $0.names) }
      + Self.groups(columns).map { IndistinctNames(table: $0.owner, names: $0.names) }
  }

  /// Groups the names of each owner that look alike, from rows of an owner and a name.
  ///
  /// An owner is identified by its bytes, because its own name may look like another's.
  private static func groups(_ rows: [[SQLValue]]) -> [(owner: String, names: [String])] {
    var names: [[UInt8]: [String: [String]]] = [:]
    for row in rows {
      guard case .text(let owner) = row[0], case .text(let name) = row[1] else { continue }
      names[Array(owner.utf8), default: [:]][name.asciiLowercased, default: []].append(name)
    }
    return names.flatMap { owner, groups in
      groups.values.filter { $0.count > 1 }.map { group in
        (
          String(decoding: owner, as: UTF8.self),
          group.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        )
      }
    }
    .sorted { ($0.owner, $0.names[0]) < ($1.owner, $1.names[0]) }
  }
}
