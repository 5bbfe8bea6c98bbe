internal import SQLText
package import SQLite
package import SchemaModel

/// The rows in Core Data's form for the objects of a store of our own: queries over its tables, and the
/// statements that receive their results.
///
/// The opposite of ``CoreDataViews``.
package struct CoreDataRows {
  /// The rows of a query, each of which is passed to a statement.
  package struct Transfer {
    /// The query over the tables of our own layout.
    package var query: String
    /// The statement over the tables of Core Data.
    package var statement: String
    /// The conversion of each value.
    package var conversions: [CoreDataConversion]
  }

  private let definitions: CoreDataDefinitions
  private let layout: StoreLayout

  /// The rows for the objects in the tables of a layout, which has all data in the rows.
  package init(_ definitions: CoreDataDefinitions, from layout: StoreLayout) {
    self.definitions = definitions
    self.layout = layout
  }

  /// All transfers, objects first.
  package var transfers: [Transfer] {
    definitions.entities.filter { !$0.isAbstract }.compactMap(objects)
      + layout.associations.compactMap(positions)
      + layout.joinTables.compactMap {
        $0.association.inverse == nil ? keys(of: $0) : links(of: $0)
      }
  }

  /// The statements that complete the rows with values that follow from other rows.
  package var completions: [String] {
    layout.associations.compactMap(backwardKeys) + companions + counts
  }

  private var schema: Schema { definitions.schema }
}

// MARK: - Objects

extension CoreDataRows {
  private typealias Field = (column: String, expression: String, conversion: CoreDataConversion)

  private func objects(of entity: Entity) -> Transfer? {
    guard let table = definitions.table(of: entity.name),
      let source = layout.table(of: entity.name)
    else { return nil }
    let lineage = Set(schema.lineage(of: entity.name).map(\.name))
    let own = definitions.columns(of: entity.name).filter { lineage.contains($0.entity) }
    let fields = own.compactMap { field(for: $0, of: entity.name) }
    let names = ["Z_PK", "Z_ENT", "Z_OPT"] + fields.map(\.column)
    let marks = fields.map { _ in ", ?" }.joined()
    let identity = StoreLayout.identityColumn.quotedName
    let condition = layout.rowCondition(of: entity.name, includingDescendants: false)
    return Transfer(
      query: "SELECT \(([identity] + fields.map(\.expression)).joined(separator: ", ")) "
        + "FROM \(source.quotedName)\(condition.map { " WHERE \($0)" } ?? "") ORDER BY \(identity)",
      statement: "INSERT INTO \(table) (\(names.joined(separator: ", "))) "
        + "VALUES (?, \(definitions.number(of: entity.name)), 1\(marks))",
      conversions: [.none] + fields.map(\.conversion))
  }

  /// The source of a column; nil if its value follows from other rows.
  private func field(for column: CoreDataColumn, of entity: String) -> Field? {
    let parts = column.path.split(separator: ".").map(String.init)
    guard let source = layout.column(of: parts[0], in: entity)?.quotedName else { return nil }
    guard let attribute = schema.attribute(named: parts[0], of: entity)?.attribute else {
      return (column.name, source, .none)
    }
    guard attribute.derivation == nil else { return nil }
    guard parts.count > 1 else {
      return (column.name, source, CoreDataConversion(to: attribute, isElement: false))
    }
    guard case .composite(let name) = attribute.type else {
      let value = parts[1].quotedText
      return (column.name, "CASE \(source) WHEN \(value) THEN \(value) END", .none)
    }
    let element = schema.composite(named: name)?.elements.first { $0.name == parts[1] }
    return element.map { element in
      let path = "$.\(parts[1].quotedName)".quotedText
      return (
        column.name, "json_extract(\(source), \(path))",
        CoreDataConversion(to: element, isElement: true)
      )
    }
  }
}

// MARK: - Links

extension CoreDataRows {
  /// Positions begin at 2048, and each is 1024 above the previous one.
  private static func position(among owner: String, by order: String) -> String {
    "1024 + 1024 * row_number() OVER (PARTITION BY \(owner) ORDER BY \(order))"
  }

  /// The positions of objects in an ordered to-many whose inverse is a to-one.
  private func positions(of association: Association) -> Transfer? {
    let end = association.primary
    guard let order = layout.orderColumn(of: association)?.quotedName,
      let source = layout.table(of: end.entity)?.quotedName,
      let link = layout.column(of: end.relationship.name, in: end.entity)?.quotedName,
      let table = definitions.table(of: end.entity),
      let key = definitions.column(end.relationship.name, of: end.entity)
    else { return nil }
    let identity = StoreLayout.identityColumn.quotedName
    return Transfer(
      query: "SELECT \(Self.position(among: link, by: "\(order), \(identity)")), \(identity) "
        + "FROM \(source) WHERE \(link) IS NOT NULL",
      statement: "UPDATE \(table) SET \(CoreDataRules.order(of: key)) = ? WHERE Z_PK = ?",
      conversions: [.none, .none])
  }

  /// The keys of owners in a to-many without an inverse: an object has only one owner, the first.
  private func keys(of links: StoreLayout.JoinTable) -> Transfer? {
    let end = links.association.primary
    guard let table = definitions.table(of: end.relationship.destination) else { return nil }
    let number = definitions.number(of: end.entity)
    let key = CoreDataRules.ownerKey(end.relationship.name, number)
    let (owner, part) = (links.ownerColumn.quotedName, links.destinationColumn.quotedName)
    let order = links.ownerOrderColumn?.quotedName
    let position = order.map { Self.position(among: owner, by: "\($0), \(part)") }
    let fields = [owner, position, part].compactMap(\.self)
    let columns = [key, order == nil ? nil : CoreDataRules.order(of: key)].compactMap(\.self)
    return Transfer(
      query: "SELECT \(fields.joined(separator: ", ")) FROM \(links.name.quotedName) "
        + "ORDER BY \(owner), \(part)",
      statement: "UPDATE \(table) SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")) "
        + "WHERE Z_PK = ? AND \(key) IS NULL",
      conversions: fields.map { _ in .none })
  }

  private func links(of links: StoreLayout.JoinTable) -> Transfer? {
    let end = links.association.primary
    let isOwner = { (join: CoreDataJoin) in join.owner == end }
    guard let join = definitions.joins.first(where: { isOwner($0) || $0.other == end }) else {
      return nil
    }
    let (owner, part) = (links.ownerColumn.quotedName, links.destinationColumn.quotedName)
    let (there, back) =
      isOwner(join) ? (join.ownerOrder, join.otherOrder) : (join.otherOrder, join.ownerOrder)
    let columns =
      isOwner(join)
      ? [join.ownerColumn, join.otherColumn]
      : [join.otherColumn, join.ownerColumn]
    let orders = [
      links.ownerOrderColumn.map { Self.position(among: owner, by: "\($0.quotedName), \(part)") },
      links.destinationOrderColumn.map {
        Self.position(among: part, by: "\($0.quotedName), \(owner)")
      },
    ].compactMap(\.self)
    let names = columns + [there, back].compactMap(\.self)
    let fields = [owner, part] + orders
    return Transfer(
      query: "SELECT \(fields.joined(separator: ", ")) FROM \(links.name.quotedName) "
        + "ORDER BY \(owner), \(part)",
      statement: "INSERT INTO \(join.name) (\(names.joined(separator: ", "))) "
        + "VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))",
      conversions: fields.map { _ in .none })
  }
}

// MARK: - Values that follow from other rows

extension CoreDataRows {
  /// The keys at the other end of a one-to-one, which our layout stores at only one end.
  private func backwardKeys(of association: Association) -> String? {
    guard association.isExclusive, let inverse = association.inverse,
      inverse != association.primary,
      let table = definitions.table(of: inverse.entity),
      let column = definitions.column(inverse.relationship.name, of: inverse.entity),
      let source = definitions.table(of: association.primary.entity),
      let key = definitions.column(
        association.primary.relationship.name, of: association.primary.entity)
    else { return nil }
    return "UPDATE \(table) AS _row SET \(column) = "
      + "(SELECT Z_PK FROM \(source) AS _source WHERE _source.\(key) = _row.Z_PK)"
  }

  /// The statements for the numbers of the entities that keys lead to.
  private var companions: [String] {
    definitions.entities.flatMap { entity in
      entity.relationships.compactMap { relationship in
        guard relationship.cardinality == .toOne, let table = definitions.table(of: entity.name),
          let key = definitions.column(relationship.name, of: entity.name),
          let companion = definitions.companion(of: key, to: relationship.destination),
          let target = definitions.table(of: relationship.destination)
        else { return nil }
        return "UPDATE \(table) AS _row SET \(companion) = "
          + "(SELECT Z_ENT FROM \(target) AS _target WHERE _target.Z_PK = _row.\(key)) "
          + "WHERE \(key) IS NOT NULL"
      }
    }
  }

  private var counts: [String] {
    definitions.counts.compactMap { count in
      guard let table = definitions.table(of: count.entity),
        let column = definitions.column(count.attribute, of: count.entity),
        let parts = definitions.table(of: count.link.entity),
        let key = definitions.column(count.link.relationship.name, of: count.link.entity)
      else { return nil }
      let numbers = schema.family(of: count.entity).map { "\(definitions.number(of: $0.name))" }
      return "UPDATE \(table) AS _row SET \(column) = "
        + "(SELECT count(*) FROM \(parts) AS _part WHERE _part.\(key) = _row.Z_PK) "
        + "WHERE Z_ENT IN (\(numbers.joined(separator: ", ")))"
    }
  }

  /// The query for the highest number in the table of an entity, 0 for an empty table.
  ///
  /// It is nil for an entity with a parent: Core Data stores only the highest number of each root.
  package func highestNumber(of entity: Entity) -> SQL? {
    guard entity.parent == nil, let table = definitions.table(of: entity.name) else { return nil }
    return SQL(raw: "SELECT ifnull(max(Z_PK), 0) FROM \(table)")
  }
}
