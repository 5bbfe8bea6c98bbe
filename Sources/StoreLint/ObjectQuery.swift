internal import SQLite
internal import StoreLayout
internal import SchemaLint
internal import SchemaModel

/// The SQL queries for the objects that meet a condition.
struct ObjectQuery {
  /// Counts the objects.
  let count: SQL
  /// Selects examples; nil if there is nothing useful to show.
  private let examples: SQL?

  /// Selects a few of the objects, in a fixed order.
  func samples(_ limit: Int) -> SQL? { examples.map { "\($0) LIMIT \(Int64(limit))" } }

  /// The query for a condition; nil if the layout does not have the entity or property of the condition.
  init?(of condition: StoreCondition, in layout: StoreLayout) {
    switch condition {
    case .objects(let entity):
      self.init(where: "true", of: entity, showing: nil, in: layout)
    case .having(let property, let entity):
      if layout.column(of: property, in: entity) != nil {
        self.init(
          where: "\(name: property) IS NOT NULL", of: entity,
          showing: layout.schema.attribute(named: property, of: entity) == nil ? nil : property,
          in: layout)
      } else {
        self.init(linksOf: property, of: entity, moreThan: 0, in: layout)
      }
    case .lacking(let property, let entity):
      guard layout.column(of: property, in: entity) != nil else { return nil }
      self.init(
        where: "\(name: property) IS NULL", of: entity, showing: StoreLayout.identityColumn,
        in: layout)
    case .holding(let literals, let property, let entity):
      let values = literals.compactMap(\.sqlValue)
      guard values.count == literals.count, !values.isEmpty,
        layout.column(of: property, in: entity) != nil
      else { return nil }
      let list = SQL(joining: values.map { "\($0)" }, separator: ", ")
      self.init(
        where: "\(name: property) IN (\(list))", of: entity, showing: property, in: layout)
    case .sharing(let properties, let entity):
      self.init(equalIn: properties, of: entity, in: layout)
    case .breaking(let check, let entity):
      // On its own lines, so that a comment in the check ends. A check that gives NULL is met.
      self.init(
        where: "NOT (\n\(raw: check)\n)", of: entity, showing: StoreLayout.identityColumn,
        in: layout)
    case .linkedToSeveral(let relationship, let entity):
      self.init(linksOf: relationship, of: entity, moreThan: 1, in: layout)
    case .unconvertible: return nil
    }
  }

  /// Selects the objects of an entity and its sub-entities, with their properties as columns.
  static func objects(of entity: String, in layout: StoreLayout) -> SQL? {
    EntityRows(layout: layout).query(of: entity, includingDescendants: true).map {
      SQL(raw: "(\($0))")
    }
  }
}

extension ObjectQuery {
  private init?(
    where condition: SQL, of entity: String, showing column: String?, in layout: StoreLayout
  ) {
    guard let objects = Self.objects(of: entity, in: layout) else { return nil }
    count = "SELECT count(*) FROM \(objects) WHERE \(condition)"
    examples = column.map {
      "SELECT DISTINCT \(name: $0) FROM \(objects) WHERE \(condition) ORDER BY 1"
    }
  }

  /// The objects that agree with another object in all of these properties.
  private init?(equalIn properties: [String], of entity: String, in layout: StoreLayout) {
    guard let objects = Self.objects(of: entity, in: layout),
      properties.allSatisfy({ layout.column(of: $0, in: entity) != nil })
    else { return nil }
    let filled = SQL(
      joining: properties.map { "\(name: $0) IS NOT NULL" }, separator: " AND ")
    let groups: SQL = """
      SELECT \(names: properties), count(*) AS _times FROM \(objects) WHERE \(filled)
      GROUP BY \(names: properties) HAVING count(*) > 1
      """
    count = "SELECT ifnull(sum(_times), 0) FROM (\(groups))"
    let positions = (1...properties.count).map { "\($0)" }.joined(separator: ", ")
    examples = "SELECT \(names: properties) FROM (\(groups)) ORDER BY \(raw: positions)"
  }

  /// The objects with more than `least` links of a relationship whose links are not stored in their own rows.
  private init?(
    linksOf relationship: String, of entity: String, moreThan least: Int64,
    in layout: StoreLayout
  ) {
    guard let links = layout.links(of: relationship, of: entity),
      let objects = Self.objects(of: entity, in: layout)
    else { return nil }
    let linked: SQL = """
      SELECT \(name: links.column) AS _id FROM \(name: links.table)
      WHERE \(name: links.column) IN (SELECT _id FROM \(objects))
      GROUP BY \(name: links.column) HAVING count(*) > \(least)
      """
    count = "SELECT count(*) FROM (\(linked))"
    examples = least == 0 ? nil : "SELECT _id FROM (\(linked)) ORDER BY 1"
  }
}

extension StoreLayout {
  /// The table and the column that hold an object's identity once for each of its links.
  fileprivate func links(
    of relationship: String, of entity: String
  ) -> (table: String, column: String)? {
    guard let end = schema.end(relationship, of: entity) else { return nil }
    for association in associations {
      if let join = joinTable(of: association) {
        if association.primary == end { return (join.name, join.ownerColumn) }
        if association.inverse == end { return (join.name, join.destinationColumn) }
      } else if association.inverse == end, association.primary != end {
        return storedLink(of: association).map { ($0.table, $0.column) }
      }
    }
    return nil
  }
}

extension Literal {
  /// The stored form of a case's value.
  fileprivate var sqlValue: SQLValue? {
    switch self {
    case .int(let number): .integer(number)
    case .string(let text): .text(text)
    case .bool, .double, .date, .data, .array, .object: nil
    }
  }
}
