internal import SQLText
internal import SQLite
internal import SchemaModel

/// Compares an existing table with its description in a schema.
///
/// Parts that a schema cannot describe (checks, collations, expressions, partial indexes, triggers) are
/// ignored, and so are columns that it does not name.
struct ExistingTableComparison {
  private let layout: StoreLayout
  private let entity: Entity
  private let expected: TableDefinition
  private let found: TableDefinition
  private let expectedIndexes: [IndexDefinition]
  private let foundIndexes: [IndexDefinition]

  /// Nil if the table does not exist.
  init?(of table: String, in layout: StoreLayout, with definition: DatabaseDefinition) {
    guard let existing = layout.existingTables[table],
      let entity = layout.schema.entity(named: existing.entity),
      let expected = layout.definition.table(named: table),
      let found = definition.table(named: table)
    else { return nil }
    (self.layout, self.entity, self.expected, self.found) = (layout, entity, expected, found)
    expectedIndexes = layout.definition.indexes(on: table).filter { $0.filter == nil }
    foundIndexes = definition.indexes(on: table)
  }

  var differences: [DefinitionDifference] {
    expected.columns.compactMap(difference)
      + (found.primaryKey == expected.primaryKey
        ? [] : [.changedTable(expected: expected, found: found)])
      + foreignKeyDifferences + missingIndexes + unexpectedIndexes
  }

  // MARK: Columns

  private func difference(_ column: ColumnDefinition) -> DefinitionDifference? {
    guard let other = found.column(named: column.name) else {
      return .missingColumn(column.name, table: found.name)
    }
    var wanted = other
    let attribute = entity.attributes.first { ($0.column ?? $0.name) == column.name }
    if let type = attribute?.sqlType {
      wanted.type = type
    } else if attribute != nil, !other.isAffine(to: column.type) {
      wanted.type = column.type
    }
    // SQLite treats separately whether a key of a table may be NULL.
    if !found.primaryKey.contains(column.name) { wanted.isRequired = column.isRequired }
    if let attribute, other.defaultExpression != column.defaultExpression,
      !isDefault(of: attribute, other.defaultExpression)
    {
      wanted.defaultExpression = column.defaultExpression
    }
    return wanted == other
      ? nil : .changedColumn(table: found.name, expected: wanted, found: other)
  }

  private func isDefault(of attribute: Attribute, _ expression: String?) -> Bool {
    let held = expression.map { DeclaredDefault($0, as: attribute.type) } ?? .null
    switch attribute.defaultValue {
    case nil: return held == .null || held == .other
    case .newUUID, .now, .computed: return true
    case .literal(let literal):
      guard case .literal(let other) = held else { return false }
      // 1 and 1.0 are the same default for a column of real numbers.
      let schema = layout.schema
      return other == literal
        || schema.storedValue(of: other, as: attribute.type)
          == schema.storedValue(of: literal, as: attribute.type)
    }
  }

  // MARK: Foreign keys

  private var foreignKeyDifferences: [DefinitionDifference] {
    entity.relationships.compactMap { relationship in
      guard let column = layout.columns[entity.name]?[relationship.name] else { return nil }
      let wanted = expected.foreignKey(of: column)
      let key = found.foreignKeys.first { $0.columns == [column] }
      return isMet(wanted, by: key, relationship)
        ? nil : .changedForeignKey(table: found.name, expected: wanted, found: key)
    }
      + entity.attributes.compactMap { attribute in
        let column = attribute.column ?? attribute.name
        guard let key = found.foreignKeys.first(where: { $0.columns == [column] }), isLink(key)
        else { return nil }
        return .changedForeignKey(table: found.name, expected: nil, found: key)
      }
  }

  /// Whether a foreign key leads to the key of a table that the schema names.
  private func isLink(_ key: ForeignKeyDefinition) -> Bool {
    let parent = layout.existingTables.first {
      $0.key.lowercased() == key.table.lowercased()
    }
    guard let primaryKey = parent?.value.primaryKey, primaryKey.count == 1 else { return false }
    return key.parentColumns.isEmpty
      || key.parentColumns.map { $0.lowercased() } == primaryKey.map { $0.lowercased() }
  }

  private func isMet(
    _ wanted: ForeignKeyDefinition?, by key: ForeignKeyDefinition?, _ relationship: Relationship
  ) -> Bool {
    guard let wanted else { return key == nil || key?.onDelete == .noAction }
    guard let key, key.table.lowercased() == wanted.table.lowercased() else { return false }
    let inverse = layout.schema.entity(named: relationship.destination)?
      .relationship(named: relationship.inverse ?? "")
    // Without a declared delete rule, any action is right.
    guard inverse?.declaredDeleteRule != nil else { return true }
    // SQLite refuses a deletion for NO ACTION too, only later.
    let action = key.onDelete == .noAction ? .restrict : key.onDelete
    return action == wanted.onDelete
  }

  // MARK: Indexes and unique keys

  /// The columns that an index covers, with their directions; a unique key has no directions.
  private struct Shape: Hashable {
    var columns: [String]
    var directions: [Bool]

    init(_ index: IndexDefinition) {
      columns = index.columns.map(\.name)
      directions = index.isUnique ? [] : index.columns.map(\.isAscending)
    }
  }

  private var missingIndexes: [DefinitionDifference] {
    expectedIndexes.filter { index in
      // An index over a missing column is not reported as well.
      !isThere(index) && index.columns.allSatisfy { found.column(named: $0.name) != nil }
    }
    .map { .missing(.init(.index, $0.name)) }
  }

  /// Whether a table has an index or a constraint with the same effect as the expected one.
  private func isThere(_ index: IndexDefinition) -> Bool {
    let columns = index.columns.map(\.name)
    return
      (index.isUnique
      && (found.uniqueConstraints.contains(columns) || found.primaryKey == columns))
      || foundIndexes.contains {
        $0.isUnique == index.isUnique && $0.filter == nil && Shape($0) == Shape(index)
          && (!layout.namedIndexes.contains(index.name)
            || $0.name.asciiLowercased == index.name.asciiLowercased)
      }
  }

  private var unexpectedIndexes: [DefinitionDifference] {
    let keys = Set(expectedIndexes.filter(\.isUnique).map { $0.columns.map(\.name) })
    let constraints = found.uniqueConstraints.filter { !keys.contains($0) && areNamed($0) }
    return foundIndexes.filter { isPlain($0) && !describes($0) }
      .map { .unexpected(.init(.index, $0.name)) }
      + (constraints.isEmpty ? [] : [.changedTable(expected: expected, found: found)])
  }

  /// Whether the schema describes such an index.
  func describes(_ index: IndexDefinition) -> Bool {
    isPlain(index)
      && expectedIndexes.contains { $0.isUnique == index.isUnique && Shape($0) == Shape(index) }
  }

  /// Whether a schema can describe an index: it covers all rows, by columns with default collations.
  private func isPlain(_ index: IndexDefinition) -> Bool {
    index.filter == nil && index.columns.allSatisfy { $0.collation == nil }
      && areNamed(index.columns.map(\.name))
  }

  private func areNamed(_ columns: [String]) -> Bool {
    columns.allSatisfy { expected.column(named: $0) != nil }
  }
}
