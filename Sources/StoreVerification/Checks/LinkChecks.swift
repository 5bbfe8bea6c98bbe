internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// Makes the checks of relationships, on the rows at either end.
struct LinkChecks {
  private let layout: StoreLayout
  /// The associations by the entity at their primary end.
  private let primaries: [String: [Association]]
  private let inverses: [String: [Association]]

  init(_ layout: StoreLayout) {
    self.layout = layout
    primaries = Dictionary(grouping: layout.associations, by: \.primary.entity)
    inverses = Dictionary(
      grouping: layout.associations.filter { $0.inverse != nil && $0.inverse != $0.primary },
      by: { $0.inverse?.entity ?? "" })
  }

  /// The checks on the rows of an entity, for the relationships that the entity itself declares.
  func checks(of entity: String) -> [RowCheck] {
    guard let table = layout.table(of: entity) else { return [] }
    return (primaries[entity] ?? []).flatMap { association in
      association.kind == .toOne
        ? storedLinkChecks(association, in: table)
        : countChecks(association.primary, of: association, in: table)
    }
      + (inverses[entity] ?? []).flatMap { association in
        association.inverse.map { countChecks($0, of: association, in: table) } ?? []
      }
  }

  /// The sources of the tables of links.
  func joinSources() -> [RowSource] { layout.joinTables.map(source) }

  /// The source of a table of links; the checks of owners have their own identity.
  func source(of links: StoreLayout.JoinTable) -> RowSource {
    let table = links.name.quotedName
    let (primary, inverse) = (links.association.primary, links.association.inverse)
    let owners = targetChecks(
      links.ownerColumn, of: links.name, PropertyName(inverse ?? primary),
      destination: primary.entity, rule: nil
    ).map { check in
      var check = check
      check.identity = "\(table).\(links.destinationColumn.quotedName)"
      if case .danglingLink = check.problem, inverse == nil {
        check.problem = .ownerlessLink(
          PropertyName(primary), destination: primary.relationship.destination)
      }
      return check
    }
    return RowSource(
      table: links.name, from: table, identity: "\(table).\(links.ownerColumn.quotedName)",
      checks: targetChecks(
        links.destinationColumn, of: links.name, PropertyName(primary),
        destination: primary.relationship.destination, rule: nil)
        + owners + positionChecks(links))
  }

  // MARK: - Links in the row

  private func storedLinkChecks(_ association: Association, in table: String) -> [RowCheck] {
    guard let link = layout.storedLink(of: association) else { return [] }
    let column = "\(table.quotedName).\(link.column.quotedName)"
    let property = PropertyName(link.end)
    var checks: [RowCheck] = []
    if !link.isOptional {
      checks.append(
        RowCheck(
          problem: .missingLink(property), condition: "\(column) IS NULL",
          demand: demand(
            property, .value(of: property.property), in: table, ContentDemand.absence)))
    }
    checks += targetChecks(
      link.column, of: table, property, destination: link.end.relationship.destination,
      rule: association.inverse?.relationship.deleteRule)
    if let order = link.order, let inverse = association.inverse {
      checks.append(
        RowCheck(
          problem: .missingPosition(PropertyName(inverse)),
          condition:
            "\(column) IS NOT NULL AND \(table.quotedName).\(order.quotedName) IS NULL",
          demand: demand(
            PropertyName(inverse), .position(at: inverse.relationship.name), in: table, "order")))
    }
    return checks
  }

  /// The checks that the destination of a link exists, and is of the right entity.
  private func targetChecks(
    _ name: String, of holder: String, _ property: PropertyName, destination: String,
    rule: DeleteRule?
  ) -> [RowCheck] {
    guard let table = layout.table(of: destination) else { return [] }
    let column = "\(holder.quotedName).\(name.quotedName)"
    let target = Self.target(of: column, in: table, of: layout)
    var checks = [
      RowCheck(
        problem: .danglingLink(property, destination: destination, rule: rule),
        condition: "\(column) IS NOT NULL AND NOT EXISTS (\(target))",
        demand: demand(property, .presence(at: property.property), in: holder, destination),
        refutation: refutation(of: name, of: holder, in: table))
    ]
    // The condition starts with the discriminator's name.
    if let isMember = layout.rowCondition(of: destination, includingDescendants: true) {
      checks.append(
        RowCheck(
          problem: .strayLink(property, destination: destination),
          condition: "EXISTS (\(target) AND NOT (_target.\(isMember)))",
          demand: demand(property, .membership(at: property.property), in: holder, destination)))
    }
    return checks
  }

  /// A query along the index of the foreign key, so that rows are found in the index's order.
  private func refutation(of column: String, of holder: String, in table: String) -> SQL {
    let key = ForeignKeyDefinition([column], references: table, [layout.key(ofRowsIn: table)])
    return "SELECT count(*) FROM \(Connection.orphans(of: key, in: holder))"
  }

  private static func target(
    of column: String, in table: String, of layout: StoreLayout
  ) -> String {
    "SELECT 1 FROM \(table.quotedName) AS _target "
      + "WHERE \(layout.isEnd("_target", in: table, of: column))"
  }

  private func positionChecks(_ links: StoreLayout.JoinTable) -> [RowCheck] {
    let ends = [
      (links.ownerOrderColumn, links.association.primary),
      (links.destinationOrderColumn, links.association.inverse ?? links.association.primary),
    ]
    return ends.compactMap { column, end in
      column.map {
        RowCheck(
          problem: .missingPosition(PropertyName(end)),
          condition: "\(links.name.quotedName).\($0.quotedName) IS NULL",
          demand: demand(
            PropertyName(end), .position(at: end.relationship.name), in: links.name, "order"))
      }
    }
  }

  private func demand(
    _ property: PropertyName, _ subject: ContentDemand.Subject, in table: String, _ text: String
  ) -> ContentDemand {
    ContentDemand(table: table, entity: property.entity, subject: subject, text: text)
  }

  // MARK: - Links in other rows

  /// The checks of the number of links of an end that is not stored in its own rows.
  private func countChecks(
    _ end: Association.End, of association: Association, in table: String
  ) -> [RowCheck] {
    guard let rows = layout.rows(linkedTo: end, of: association) else { return [] }
    let links = "(SELECT count(*) \(rows))"
    let relationship = end.relationship
    let property = PropertyName(end)
    func check(_ problem: Problem, _ limit: String) -> RowCheck {
      RowCheck(
        problem: problem, condition: "\(links) \(limit)",
        demand: demand(property, .count(at: relationship.name), in: table, limit))
    }
    if relationship.cardinality == .toOne {
      return relationship.isOptional ? [] : [check(.missingLink(property), ContentDemand.noLink)]
    }
    var checks: [RowCheck] = []
    if let minimum = relationship.minimumCount, minimum > 0 {
      checks.append(check(.tooFewLinks(property, minimum: minimum), "< \(minimum)"))
    }
    if let maximum = relationship.maximumCount, maximum > 0 {
      checks.append(check(.tooManyLinks(property, maximum: maximum), "> \(maximum)"))
    }
    return checks
  }
}

extension PropertyName {
  /// The name of an end of an association.
  init(_ end: Association.End) { self.init(end.entity, end.relationship.name) }
}
