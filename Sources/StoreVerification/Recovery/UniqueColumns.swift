internal import StoreLayout
internal import SQLite

/// Columns of a table whose values no two rows may share, whoever said so.
struct UniqueColumns {
  private struct Column {
    var name: String
    /// By which values are compared; nil for the column's own.
    var collation: String?
  }

  private var columns: [Column]
  /// The SQL condition for the rows that it is about; nil for all of them.
  private var filter: String?

  /// The names of the columns.
  var names: [String] { columns.map(\.name) }

  /// Whether a column is one of them.
  func contains(_ column: String) -> Bool { columns.contains { $0.name == column } }

  /// Those of a table, but for what tells its rows apart.
  static func all(of table: String, in definition: DatabaseDefinition) -> [UniqueColumns] {
    let constraints = definition.table(named: table)?.uniqueConstraints ?? []
    let indexes = definition.indexes.filter { $0.table == table && $0.isUnique }
    return constraints.map { UniqueColumns(columns: $0.map { Column(name: $0) }) }
      + indexes.map { index in
        let columns = index.columns.map {
          Column(name: $0.name, collation: $0.collation ?? "BINARY")
        }
        return UniqueColumns(columns: columns, filter: index.filter)
      }
  }

  /// What joins other rows of the store, as `_t` with their identity `_i`, that keep a row from
  /// having values.
  ///
  /// The row is the backup's `_d` or the store's `_s`; its value in a column is given as SQL.
  func join(
    _ matching: RowMatching, _ table: String, against row: String, value: (String) -> String
  ) -> String {
    let place = row == "_d" ? RowMatching.donor : "main"
    let isEqual = columns.map { column in
      "_t.\(column.name.quotedName) = \(value(column.name))"
        + (column.collation.map { " COLLATE \($0.quotedName)" } ?? "")
    }
    let identity = matching.layout.identity(ofRowsIn: table)
    let condition = filter.map { " WHERE \($0)" } ?? ""
    let isConcerned = filter.map {
      "\(matching.identity(table, row)) IN "
        + "(SELECT \(identity) FROM \(place).\(table.quotedName) WHERE \($0))"
    }
    let list = names.map(\.quotedName).joined(separator: ", ")
    return "JOIN (SELECT \(identity) AS _i, \(list) "
      + "FROM main.\(table.quotedName)\(condition)) AS _t "
      + "ON \((isEqual + [isConcerned].compactMap(\.self)).joined(separator: " AND "))"
  }
}
