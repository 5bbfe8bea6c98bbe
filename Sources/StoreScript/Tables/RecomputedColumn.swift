internal import SQLite
internal import SQLText
public import StoreLayout

/// A generated column of an existing table that is computed from a column that changes.
///
/// Its values may change once the table is rewritten.
///
/// The values are compared while both the old table and the new one exist.
public struct RecomputedColumn: Hashable, Sendable {
  /// The entity of the table's objects, by its new name.
  public var entity: String
  /// The property of the column; the column's own name if the model does not name it.
  public var property: String
  /// The changing columns that it is computed from, by their new names, sorted.
  public var reads: [String]
  /// A query for the rows with another value in the new table: the row's key, the old value, and the new
  /// value.
  package var differences: String

  /// The effect on its values, with some of them in words.
  public func effect(_ count: Int64? = nil, such values: [String] = []) -> Effect {
    Effect(.recomputed(from: reads, such: values), of: "\(entity).\(property)", count: count)
  }
}

/// The generated columns of a table whose values may change, because a column that they read changes.
struct ComputedColumns {
  /// The changed columns by the generated columns that they may change; all names are old ones.
  private(set) var recomputed: [String: Set<String>] = [:]

  /// Examines every generated column that stays; all names are old ones.
  init(_ text: TableText, of columns: [String], changing: Set<String>) {
    let computed = columns.filter(text.isGenerated)
    for column in computed where changing.contains(column) { recomputed[column] = [column] }
    // A column that is computed from a generated column changes with it.
    var isDone = false
    while !isDone {
      isDone = true
      for column in computed where recomputed[column] == nil {
        let names = text.namesRead(byGenerated: column)
        let read = changing.union(recomputed.keys).filter { names.contains($0.asciiLowercased) }
        guard !read.isEmpty else { continue }
        recomputed[column] = read
        isDone = false
      }
    }
  }
}

extension RecomputedColumn {
  /// A name before and afterwards.
  typealias Names = (before: String, now: String)

  /// The query for the rows of a table whose values differ from the values in its replacement.
  static func differences(of column: Names, in tables: Names, by key: [Names]) -> String {
    let isSame = key.map { "_new.\($0.now.quotedName) = _old.\($0.before.quotedName)" }
    let (old, new) = ("_old.\(column.before.quotedName)", "_new.\(column.now.quotedName)")
    let identity = key.map { "_new.\($0.now.quotedName)" }.joined(separator: " || ', ' || ")
    // Compares values exactly: neither the columns' collations nor their types make different values equal.
    return "SELECT \(identity.isEmpty ? "NULL" : identity), \(old), \(new) "
      + "FROM \(tables.now.quotedName) AS _new LEFT JOIN \(tables.before.quotedName) AS _old "
      + "ON \(isSame.isEmpty ? "0" : isSame.joined(separator: " AND ")) "
      + "WHERE typeof(\(old)) <> typeof(\(new)) OR +\(old) COLLATE BINARY IS NOT +\(new)"
  }
}
