internal import SQLite
internal import SQLText

/// A table of objects whose columns are being placed.
struct TableInProgress {
  private let name: String
  private var columns: [ColumnDefinition] = []
  private var foreignKeys: [String: ForeignKeyDefinition] = [:]
  /// The positions of the columns by their folded names.
  private var positions: [String: Int] = [:]
  private let existing: ExistingTable?

  /// A table without properties, with room for a number of them.
  init(
    _ name: String, hasDiscriminator: Bool, existing: ExistingTable? = nil, room: Int
  ) {
    self.name = name
    self.existing = existing
    columns.reserveCapacity(room + 2)
    if existing == nil { append(ColumnDefinition(StoreLayout.identityColumn, "INTEGER"), nil) }
    guard hasDiscriminator else { return }
    append(ColumnDefinition(StoreLayout.discriminatorColumn, "TEXT", isRequired: true), nil)
  }

  var definition: TableDefinition {
    TableDefinition(
      name, columns: columns, primaryKey: existing?.primaryKey ?? [StoreLayout.identityColumn],
      foreignKeys: Array(foreignKeys.values), isStrict: existing == nil)
  }

  /// Adds a column, and returns its final name.
  ///
  /// The column keeps its own name if the name is free, or if the column of that name has the same type and
  /// foreign key: both then share it. Otherwise it gets the other name, with
  /// underscores appended until it is free.
  mutating func place(
    _ column: ColumnDefinition, foreignKey: ForeignKeyDefinition?,
    otherwise other: @autoclosure () -> String
  ) -> String {
    guard let position = positions[column.name.asciiLowercased] else {
      append(column, foreignKey)
      return column.name
    }
    let present = columns[position]
    if present.name == column.name, present.type == column.type,
      foreignKeys[column.name] == foreignKey
    {
      return column.name
    }
    var renamed = column
    renamed.name = other()
    while positions[renamed.name.asciiLowercased] != nil { renamed.name += "_" }
    var key = foreignKey
    key?.columns = [renamed.name]
    append(renamed, key)
    return renamed.name
  }

  private mutating func append(_ column: ColumnDefinition, _ foreignKey: ForeignKeyDefinition?) {
    positions[column.name.asciiLowercased] = columns.count
    columns.append(column)
    if let foreignKey { foreignKeys[column.name] = foreignKey }
  }
}
