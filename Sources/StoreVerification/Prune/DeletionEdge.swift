internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// An effect of the deletion of one object on another: a delete rule with its links.
struct DeletionEdge {
  /// The table of the deleted object.
  var source: String
  /// The table of the other object.
  var target: String
  /// The rule for the other object.
  var rule: DeleteRule
  /// The relationship that reports name for the rule.
  var name: PropertyName
  /// Whether the link is in the row of the other object, and is required.
  var isRequired = false
  /// Whether the link is in the row of the other object.
  var isHeldByTarget = false
  /// A query for the links: the addresses of both rows, `_near` of the source and `_far` of the target.
  var links: String
  /// The place of the link, if it can be removed without an object or can lead elsewhere.
  var place: Place?

  /// Whether the link is in a row of a table of links.
  var isOfLinks: Bool { if case .row = place { true } else { false } }

  /// The place where a link is stored.
  enum Place: Hashable {
    /// An optional column of an object's row.
    case column(String, table: String)
    /// A row of a table of links.
    case row(StoreLayout.JoinTable)
    /// A required column whose links lead to a table.
    ///
    /// In an existing table, the links lead to other rows of the same table.
    case fixedColumn(String, table: String, target: String)

    /// The table and its column.
    var columns: (table: String, column: String?) {
      switch self {
      case .column(let column, let table), .fixedColumn(let column, let table, _): (table, column)
      case .row(let links): (links.name, nil)
      }
    }
  }

  /// The place from which a link can be removed; nil for a required column.
  var freePlace: Place? { if case .fixedColumn = place { nil } else { place } }
}

extension DeletionEdge {
  /// The effect of a foreign key on the rows that have it; nil if it empties them.
  init?(
    _ key: ForeignKeyDefinition, of table: String, to parent: String, _ addresses: RowAddresses
  ) {
    switch key.onDelete {
    case .cascade: rule = .cascade
    case .restrict: rule = .deny
    case .noAction: rule = .noAction
    case .setNull, .setDefault: return nil
    }
    (source, target) = (parent, table)
    name = PropertyName(table, key.columns.joined(separator: ", "))
    isHeldByTarget = true
    links =
      "SELECT \(addresses.address(in: parent, of: "_parent")) AS _near, "
      + "\(addresses.address(in: table, of: "_child")) AS _far "
      + "FROM \(Connection.referring(by: key, in: table))"
  }
}

extension StoreLayout {
  /// All delete rules of the schema, for the links in their stored form.
  func deletionEdges(_ addresses: RowAddresses) -> [DeletionEdge] {
    associations.flatMap { association in
      joinTable(of: association).map { edges(of: $0, addresses) }
        ?? edges(ofToOne: association, addresses)
    }
  }

  private func edges(
    ofToOne association: Association, _ addresses: RowAddresses
  ) -> [DeletionEdge] {
    let (end, inverse) = (association.primary, association.inverse)
    guard let link = storedLink(of: association) else { return [] }
    let (table, target, column) = (link.table, link.destination, link.column)
    let key = addresses.address(in: table)
    let isSet = "\(column.quotedName) IS NOT NULL"
    let far = addresses.address(
      ofEndOf: "\(table.quotedName).\(column.quotedName)", in: target)
    let isMember = rowCondition(of: end.entity, includingDescendants: true)
    let conditions = ([isSet] + [isMember].compactMap(\.self)).joined(separator: " AND ")
    let name = PropertyName(end)
    let canLeadElsewhere =
      table == target || existingTables[table] == nil && existingTables[target] == nil
    let place: DeletionEdge.Place? =
      end.relationship.isOptional
      ? .column(column, table: table)
      : canLeadElsewhere ? .fixedColumn(column, table: table, target: target) : nil
    return [
      // The foreign key does the same if no inverse has a rule.
      DeletionEdge(
        source: target, target: table,
        rule: inverse?.relationship.deleteRule ?? (end.relationship.isOptional ? .nullify : .deny),
        name: inverse.map { PropertyName($0) } ?? name, isRequired: !end.relationship.isOptional,
        isHeldByTarget: true,
        links:
          "SELECT \(far) AS _near, \(key) AS _far FROM \(table.quotedName) WHERE \(conditions)",
        place: place
      ),
      DeletionEdge(
        source: table, target: target, rule: end.relationship.deleteRule, name: name,
        links:
          "SELECT \(key) AS _near, \(far) AS _far FROM \(table.quotedName) WHERE \(conditions)",
        place: place
      ),
    ]
  }

  private func edges(of links: JoinTable, _ addresses: RowAddresses) -> [DeletionEdge] {
    let (end, inverse) = (links.association.primary, links.association.inverse)
    guard let owner = table(of: end.entity),
      let destination = table(of: end.relationship.destination)
    else { return [] }
    func object(_ column: String) -> String {
      let table = column == links.ownerColumn ? owner : destination
      return addresses.address(
        ofEndOf: "\(links.name.quotedName).\(column.quotedName)", in: table)
    }
    func query(_ near: String, _ far: String) -> String {
      "SELECT \(object(near)) AS _near, \(object(far)) AS _far FROM \(links.name.quotedName)"
    }
    let forward = DeletionEdge(
      source: owner, target: destination, rule: end.relationship.deleteRule,
      name: PropertyName(end), links: query(links.ownerColumn, links.destinationColumn),
      place: .row(links))
    guard let inverse else { return [forward] }
    let back = DeletionEdge(
      source: destination, target: owner, rule: inverse.relationship.deleteRule,
      name: PropertyName(inverse), links: query(links.destinationColumn, links.ownerColumn),
      place: .row(links))
    return [forward, back]
  }
}
