internal import SQLite
internal import SchemaModel

// MARK: - Existing tables

extension StoreLayoutBuilder {
  /// Describes such a table as far as the schema does.
  ///
  /// Columns that the schema adds have the form of other columns of 'migrate': the property's name if no
  /// other is given, and the usual type of the property.
  mutating func addExistingTable(of family: [Entity]) {
    guard let root = family.first, let name = tables[root.name] else { return }
    var table = TableInProgress(
      name, hasDiscriminator: family.count > 1, existing: existingTables[name])
    for entity in family {
      for attribute in entity.attributes where !attribute.isTransient {
        let column = ColumnDefinition(
          attribute.column ?? attribute.name, attribute.sqlType ?? schema.columnType(of: attribute),
          isRequired: !attribute.isOptional && entity.name == root.name,
          defaultExpression: schema.constantDefault(of: attribute)?.literal)
        columns[entity.name, default: [:]][attribute.name] = table.place(
          column, foreignKey: nil, otherwise: "\(entity.name).\(attribute.name)")
        recordExternal(attribute, of: entity, in: name)
      }
      for association in toOnes[entity.name] ?? [] {
        place(association, of: entity, isOfRoot: entity.name == root.name, in: &table)
      }
    }
    tableDefinitions.append(table.definition)
  }

  private mutating func place(
    _ association: Association, of entity: Entity, isOfRoot: Bool, in table: inout TableInProgress
  ) {
    let relationship = association.primary.relationship
    let column = ColumnDefinition(
      relationship.column ?? relationship.name, keyType(of: relationship.destination),
      isRequired: !relationship.isOptional && isOfRoot)
    var key = foreignKey(of: association)
    key?.columns = [column.name]
    key?.isDeferred = false
    columns[entity.name, default: [:]][relationship.name] = table.place(
      column, foreignKey: key, otherwise: "\(entity.name).\(relationship.name)")
    guard association.inverse?.relationship.isOrdered == true else { return }
    orderColumns[association.primary] = table.place(
      ColumnDefinition("_order_\(column.name)", "INTEGER"), foreignKey: nil,
      otherwise: "_order_\(entity.name).\(column.name)")
  }

  /// The declared type of a column that links to an entity's objects.
  func keyType(of entity: String) -> String {
    var visited: Set<String> = []
    var current = entity
    while visited.insert(current).inserted, let table = tables[current],
      let existing = existingTables[table], existing.primaryKey.count == 1,
      let owner = schema.entity(named: existing.entity)
    {
      let key = existing.primaryKey[0]
      if let attribute = owner.attributes.first(where: { ($0.column ?? $0.name) == key }) {
        return schema.columnType(of: attribute)
      }
      // The key is itself a link: its type is the type of the parent's key.
      guard let link = owner.relationships.first(where: { ($0.column ?? $0.name) == key }) else {
        break
      }
      current = link.destination
    }
    return "INTEGER"
  }
}
