internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// One way in which the deletion of an object concerns another: a delete rule with its links.
struct DeletionEdge {
  /// The table of the object that is deleted.
  var source: String
  /// The table of the other one.
  var target: String
  /// What becomes of the other one.
  var rule: DeleteRule
  /// The relationship that the rule is reported by.
  var name: PropertyName
  /// Whether the link stands in the row of the other one, and must not be empty.
  var isRequired = false
  /// Whether the link stands in the row of the other one.
  var isHeldByTarget = false
  /// A query for the links: the addresses of both rows, `_near` of the source and `_far` of the target.
  var links: String
  /// Where a link can be taken away without an object, or can lead elsewhere.
  var place: Place?

  /// Whether the link stands in a row by itself.
  var isOfLinks: Bool { if case .row = place { true } else { false } }

  /// Where a link stands.
  enum Place: Hashable {
    /// In a column of an object's row, which may be empty.
    case column(String, table: String)
    /// In a row of a table of links.
    case row(StoreLayout.JoinTable)
    /// In a column that must not be empty, and whose links lead to a table.
    ///
    /// In a table that was there first they lead to other rows of the same one.
    case fixedColumn(String, table: String, target: String)

    /// The table, and the column in it.
    var columns: (table: String, column: String?) {
      switch self {
      case .column(let column, let table), .fixedColumn(let column, let table, _): (table, column)
      case .row(let links): (links.name, nil)
      }
    }
  }

  /// Where a link can be taken away.
  var freePlace: Place? { if case .fixedColumn = place { nil } else { place } }
}

extension DeletionEdge {
  /// What a foreign key does to the rows that have it; nil where it empties them.
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
  /// Every delete rule of the schema, as its links are stored.
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
    guard let table = self.table(of: end.entity),
      let target = self.table(of: end.relationship.destination),
      let column = self.column(of: end.relationship.name, in: end.entity)
    else { return [] }
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
      // The foreign key does the same where no inverse says what to do.
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
