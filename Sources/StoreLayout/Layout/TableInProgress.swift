internal import SQLite
internal import SQLText

/// A table of objects whose columns are being placed.
struct TableInProgress {
  private let name: String
  private var columns: [ColumnDefinition] = []
  private var foreignKeys: [String: ForeignKeyDefinition] = [:]
  /// The folded names of the columns.
  private var names: [String] = []
  private let existing: ExistingTable?

  /// A table without properties, with room for a number of them.
  init(
    _ name: String, hasDiscriminator: Bool, existing: ExistingTable? = nil, room: Int
  ) {
    self.name = name
    self.existing = existing
    columns.reserveCapacity(room + 2)
    names.reserveCapacity(room + 2)
    let (identity, discriminator) = (StoreLayout.identityColumn, StoreLayout.discriminatorColumn)
    if existing == nil { append(ColumnDefinition(identity, "INTEGER"), identity, nil) }
    guard hasDiscriminator else { return }
    append(ColumnDefinition(discriminator, "TEXT", isRequired: true), discriminator, nil)
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
    let name = column.name.asciiLowercased
    guard let position = names.firstIndex(of: name) else {
      append(column, name, foreignKey)
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
    while names.contains(renamed.name.asciiLowercased) { renamed.name += "_" }
    var key = foreignKey
    key?.columns = [renamed.name]
    append(renamed, renamed.name.asciiLowercased, key)
    return renamed.name
  }

  private mutating func append(
    _ column: ColumnDefinition, _ folded: String, _ foreignKey: ForeignKeyDefinition?
  ) {
    names.append(folded)
    columns.append(column)
    if let foreignKey { foreignKeys[column.name] = foreignKey }
  }
}
