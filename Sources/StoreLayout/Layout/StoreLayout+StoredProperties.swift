package import SchemaModel

extension StoreLayout {
  /// The tables of objects, sorted.
  package var objectTables: [String] { Set(tables.values).sorted() }

  /// The entities whose objects are in a table, in the order of the schema.
  package func entities(in table: String) -> [Entity] {
    schema.entities.filter { self.table(of: $0.name) == table }
  }

  /// The property of an entity that a column holds; nil if it holds none.
  package func property(in column: String, of entity: String) -> String? {
    storedProperties(of: entity).first { $0.column == column }?.property
  }

  /// The properties that an entity's row holds, with their columns; inherited ones first.
  package func storedProperties(of entity: String) -> [(property: String, column: String)] {
    var stored: [(property: String, column: String)] = []
    for owner in schema.lineage(of: entity).reversed() {
      guard let columns = columns[owner.name] else { continue }
      let (attributes, relationships) = (owner.attributes, owner.relationships)
      stored.reserveCapacity(stored.count + attributes.count + relationships.count)
      func add(_ property: String, near place: Int) {
        if let column = columns[property, near: place] { stored.append((property, column)) }
      }
      for (place, attribute) in attributes.enumerated() { add(attribute.name, near: place) }
      for relationship in relationships { add(relationship.name, near: 0) }
    }
    return stored
  }

  /// The to-one relationships for which the row also holds a position, with its column.
  package func storedOrders(of entity: String) -> [(property: String, column: String)] {
    schema.lineage(of: entity).flatMap { owner in
      owner.relationships.compactMap { relationship in
        orderColumns[Association.End(entity: owner.name, relationship: relationship)]
          .map { (relationship.name, $0) }
      }
    }
  }
}
