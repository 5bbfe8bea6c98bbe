/// A difference between a database and the definition that it should have.
public enum DefinitionDifference: Hashable, Sendable {
  /// A table, index or trigger is missing.
  case missing(SchemaObject.ID)
  /// An index exists that should not.
  case unexpected(SchemaObject.ID)
  /// A column is missing.
  case missingColumn(String, table: String)
  /// A column exists that should not.
  case unexpectedColumn(String, table: String)
  /// A column is declared differently.
  case changedColumn(table: String, expected: ColumnDefinition, found: ColumnDefinition)
  /// A foreign key is missing, differs, or should not exist.
  case changedForeignKey(
    table: String, expected: ForeignKeyDefinition?, found: ForeignKeyDefinition?)
  /// Keys, constraints or options of a table differ.
  case changedTable(expected: TableDefinition, found: TableDefinition)
  /// An index is declared differently.
  case changedIndex(expected: IndexDefinition, found: IndexDefinition)
  /// A trigger is declared differently.
  case changedTrigger(expected: TriggerDefinition, found: TriggerDefinition)
}

extension DatabaseDefinition {
  /// The differences between a found database and this definition, except for the order of columns.
  ///
  /// Objects that this definition does not name are ignored.
  public func differences(from found: DatabaseDefinition) -> [DefinitionDifference] {
    tables.flatMap { table in
      found.table(named: table.name).map { table.differences(from: $0) }
        ?? [.missing(.init(.table, table.name))]
    }
      + indexes.compactMap { index in
        guard let other = found.index(named: index.name) else {
          return .missing(.init(.index, index.name))
        }
        return index == other ? nil : .changedIndex(expected: index, found: other)
      }
      + triggers.compactMap { trigger in
        guard let other = found.trigger(named: trigger.name) else {
          return .missing(.init(.trigger, trigger.name))
        }
        return trigger == other ? nil : .changedTrigger(expected: trigger, found: other)
      }
  }
}

extension TableDefinition {
  fileprivate func differences(from found: TableDefinition) -> [DefinitionDifference] {
    guard self != found, ignoringColumnOrder != found.ignoringColumnOrder else { return [] }
    let parts = columnDifferences(from: found) + foreignKeyDifferences(from: found)
    return withoutParts == found.withoutParts
      ? parts : parts + [.changedTable(expected: self, found: found)]
  }

  /// The keys, constraints and options alone.
  private var withoutParts: TableDefinition {
    var table = self
    (table.columns, table.foreignKeys) = ([], [])
    return table
  }

  private func columnDifferences(from found: TableDefinition) -> [DefinitionDifference] {
    let mine = Set(columns.map(\.name))
    let theirs = Dictionary(
      found.columns.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return columns.compactMap { column in
      guard let other = theirs[column.name] else { return .missingColumn(column.name, table: name) }
      return column == other
        ? nil : .changedColumn(table: name, expected: column, found: other)
    }
      + found.columns.filter { !mine.contains($0.name) }
      .map { .unexpectedColumn($0.name, table: name) }
  }

  private func foreignKeyDifferences(from found: TableDefinition) -> [DefinitionDifference] {
    foreignKeys.filter { !found.foreignKeys.contains($0) }.map { key in
      .changedForeignKey(
        table: name, expected: key, found: found.foreignKeys.first { $0.columns == key.columns })
    }
      + found.foreignKeys.filter { key in !foreignKeys.contains { $0.columns == key.columns } }
      .map { .changedForeignKey(table: name, expected: nil, found: $0) }
  }
}
