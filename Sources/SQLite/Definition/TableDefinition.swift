internal import SQLText

/// A table, as a `CREATE TABLE` statement defines it.
public struct TableDefinition: Hashable, Sendable {
  /// The table's name.
  public var name: String
  /// The columns, in their order.
  public var columns: [ColumnDefinition]
  /// The columns of the primary key, the most significant first; empty if none exists.
  public var primaryKey: [String]
  /// Whether ids are never reused: `INTEGER PRIMARY KEY AUTOINCREMENT`.
  public var isAutoincrementing: Bool
  /// The UNIQUE constraints inside the table.
  public var uniqueConstraints: [[String]]
  /// The foreign keys, sorted by their columns.
  public var foreignKeys: [ForeignKeyDefinition]
  /// Any other table constraints, such as `CHECK (…)`, as SQL.
  public var furtherClauses: [String]
  /// Whether column types are enforced (https://www.sqlite.org/stricttables.html).
  public var isStrict: Bool
  /// Whether the primary key is the table's only key (https://www.sqlite.org/withoutrowid.html).
  public var isWithoutRowID: Bool

  /// A table from its parts.
  public init(
    _ name: String, columns: [ColumnDefinition], primaryKey: [String] = [],
    isAutoincrementing: Bool = false, uniqueConstraints: [[String]] = [],
    foreignKeys: [ForeignKeyDefinition] = [], furtherClauses: [String] = [],
    isStrict: Bool = false, isWithoutRowID: Bool = false
  ) {
    self.name = name
    self.columns = columns
    self.primaryKey = primaryKey
    self.isAutoincrementing = isAutoincrementing
    self.uniqueConstraints = uniqueConstraints.sorted { $0.lexicographicallyPrecedes($1) }
    self.foreignKeys = foreignKeys.sorted {
      ($0.columns.joined(separator: "\0"), $0.table) < (
        $1.columns.joined(separator: "\0"), $1.table
      )
    }
    self.furtherClauses = furtherClauses
    self.isStrict = isStrict
    self.isWithoutRowID = isWithoutRowID
  }
}

extension TableDefinition {
  /// The column of that name; nil if it does not exist.
  public func column(named name: String) -> ColumnDefinition? {
    columns.first { $0.name == name }
  }

  /// The column of that name, which is probably at a place; nil if it does not exist.
  package func column(named name: String, near place: Int) -> ColumnDefinition? {
    place < columns.count && columns[place].name == name ? columns[place] : column(named: name)
  }

  /// The foreign key whose first column is the given one; nil if none exists.
  public func foreignKey(of column: String) -> ForeignKeyDefinition? {
    foreignKeys.first { $0.columns.first == column }
  }

  /// The name of the table's rowid; nil if the table has none, or columns have all its names
  /// (https://www.sqlite.org/lang_createtable.html#rowid).
  package var rowIDName: String? {
    guard !isWithoutRowID else { return nil }
    let taken = Set(columns.map(\.name.asciiLowercased))
    return ["rowid", "_rowid_", "oid"].first { !taken.contains($0) }
  }

  /// The same table with its columns sorted by name.
  ///
  /// A column that was added later stands last, so the order of columns shows a table's history and not its
  /// content: compare tables in this form.
  public var ignoringColumnOrder: TableDefinition {
    var table = self
    table.columns.sort { $0.name < $1.name }
    return table
  }
}
