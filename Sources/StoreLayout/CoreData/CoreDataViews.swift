internal import SQLite
internal import SQLText
internal import SchemaModel

/// Writes the views over the tables of Core Data, one for each table of our own layout.
struct CoreDataViews {
  let layout: StoreLayout
  private let model: Schema
  private let tables: CoreDataTables
  let names: CoreDataNames
  private let form: CoreDataLayout.ValueForm
  private(set) var views: [CoreDataLayout.View] = []
  private(set) var problems: [CoreDataLayout.Problem]
  /// The places whose content the model may not allow.
  private(set) var places: [CoreDataLayout.Place] = []
  /// The places that are read only if their content is allowed.
  private let guarded: Set<CoreDataLayout.Place>
  /// The expressions for each column of the layout, by table and column.
  private var expressions: [String: [String: [Expression]]] = [:]
  /// The columns of join tables that are read, by table.
  private var joinColumns: [String: [String]] = [:]

  /// The value of a column in the rows of an entity and its sub-entities.
  private struct Expression {
    let entity: String
    let sql: String
  }

  init(
    of model: Schema, in tables: CoreDataTables, _ form: CoreDataLayout.ValueForm,
    guarding guarded: Set<CoreDataLayout.Place>
  ) {
    self.model = model
    self.guarded = guarded
    self.form = form
    layout = StoreLayout(of: model.withDataInRows)
    self.tables = tables
    names = CoreDataNames(of: model, in: tables)
    problems = names.problems
  }

  mutating func build() {
    for entity in model.entities { express(entity) }
    for association in layout.associations where association.kind == .toOne { express(association) }
    for table in layout.nativeDefinition.tables {
      if let joinTable = layout.joinTables.first(where: { $0.name == table.name }) {
        addView(of: joinTable)
      } else {
        addView(of: table.name, columns: table.columns.map(\.name))
      }
    }
  }

  private mutating func report(
    _ entity: String, _ property: String, _ reason: CoreDataLayout.Problem.Reason
  ) {
    problems.append(.init(entity: entity, property: property, reason: reason))
  }

  /// The expression for a column, which is noted as a place.
  private mutating func content(
    of column: String, in table: String, _ subject: CoreDataLayout.Place.Subject,
    except misfit: String? = nil, identity: String = "Z_PK"
  ) -> String {
    let place = CoreDataLayout.Place(
      subject: subject, table: table, column: column,
      misfit: misfit ?? CoreDataLayout.Place.noNumber(column), identity: identity)
    return note(place) ? place.fitting : column.quotedName
  }

  /// Notes a place, and returns whether some of its content is left out.
  private mutating func note(_ place: CoreDataLayout.Place) -> Bool {
    places.append(place)
    return guarded.contains(place)
  }
}

// MARK: - Facts for checks

extension CoreDataViews {
  var objectTables: [CoreDataLayout.Table] {
    model.entities.filter { $0.parent == nil }.compactMap { root in
      guard let name = names.table(of: root.name) else { return nil }
      let concrete = model.family(of: root.name).filter { !$0.isAbstract }
      return .init(
        name: name, root: root.name, countsChanges: tables.has("Z_OPT", in: name),
        numbers: tables.has("Z_ENT", in: name) ? concrete.compactMap { names.numbers[$0.name] } : []
      )
    }
  }

  var keys: [CoreDataLayout.Key] {
    model.entities.flatMap { entity in
      entity.relationships.compactMap { relationship in
        guard relationship.cardinality == .toOne,
          let table = names.table(of: entity.name),
          let column = names.column(relationship.name, of: entity.name),
          let destination = names.table(of: relationship.destination)
        else { return nil }
        let companion = names.companion(of: relationship, of: entity.name)
          .flatMap { tables.has($0, in: table) ? $0 : nil }
        return .init(
          entity: entity.name, relationship: relationship.name, table: table, column: column,
          companion: companion, destination: destination)
      }
    }
  }
}

// MARK: - The rest of the file

extension CoreDataViews {
  var unread: [CoreDataLayout.Unread] {
    let read = readColumns
    return tables.columns.keys.sorted().flatMap { table -> [CoreDataLayout.Unread] in
      guard let columns = read[table] else {
        return PlatformTable.has(table) ? [] : [.init(table: table)]
      }
      return tables.storedColumns(of: table).filter { !columns.contains($0) }
        .map { .init(table: table, column: $0) }
    }
  }

  /// The columns of the model and of the platform, by table.
  private var readColumns: [String: Set<String>] {
    var read = joinColumns.mapValues(Set.init)
    for entity in model.entities {
      guard let table = names.table(of: entity.name) else { continue }
      read[table, default: ["Z_PK", "Z_ENT", "Z_OPT"]].formUnion(
        names.columns[entity.name, default: [:]].values)
    }
    for key in keys { key.companion.map { _ = read[key.table]?.insert($0) } }
    for place in places { place.column.map { _ = read[place.table, default: []].insert($0) } }
    return read
  }
}

// MARK: - Objects

extension CoreDataViews {
  private mutating func express(_ entity: Entity) {
    guard let table = layout.table(of: entity.name) else { return }
    for attribute in entity.attributes {
      guard let column = layout.column(of: attribute.name, in: entity.name) else { continue }
      if case .array = attribute.type {
        report(entity.name, attribute.name, .unknownForm)
        continue
      }
      let columns = contents(of: attribute, of: entity.name)
      let value = CoreDataValue(schema: model, form: form) { columns[$0] }
      if let value = value.expression(of: attribute) {
        add(value, of: entity.name, for: column, in: table)
      }
    }
  }

  /// The values of the columns of an attribute, by their paths.
  private mutating func contents(of attribute: Attribute, of entity: String) -> [String: String] {
    var contents: [String: String] = [:]
    for (path, type) in model.leaves(of: attribute.type, attribute.name) {
      guard let table = names.table(of: entity), let column = names.column(path, of: entity) else {
        continue
      }
      contents[path] = content(
        of: column, in: table, .value(entity: entity, path: path, type: type),
        except: CoreDataLayout.Place.noValue(of: type, model, column))
    }
    return contents
  }

  private mutating func express(_ association: Association) {
    let (entity, relationship) = (association.primary.entity, association.primary.relationship)
    guard let table = layout.table(of: entity),
      let column = layout.column(of: relationship.name, in: entity),
      let key = names.column(relationship.name, of: entity)
    else { return }
    add(linked(association, key), of: entity, for: column, in: table)
    guard let order = layout.orderColumn(of: association), let found = names.table(of: entity),
      let inverse = association.inverse
    else {
      return
    }
    let position = CoreDataRules.order(of: key)
    if tables.has(position, in: found, of: "INTEGER") {
      let content = self.content(of: position, in: found, inverse.position)
      add(content, of: entity, for: order, in: table)
    } else {
      report(entity, relationship.name, .noColumn(position, table: found))
    }
  }

  /// The object at the other end.
  ///
  /// Both ends of a one-to-one have a key. If this key is empty, the result is the object whose key leads
  /// here, unless another object leads to that one.
  private mutating func linked(_ association: Association, _ key: String) -> String {
    let (near, far) = (association.primary, association.inverse)
    guard let table = names.table(of: near.entity) else { return key.quotedName }
    let content = self.content(
      of: key, in: table, .key(entity: near.entity, relationship: near.relationship.name))
    guard association.isExclusive, let far, far != near,
      let other = names.table(of: far.entity),
      let back = names.column(far.relationship.name, of: far.entity)
    else { return content }
    _ = self.content(
      of: back, in: other, .key(entity: far.entity, relationship: far.relationship.name))
    return """
      coalesce(\(content), (SELECT min("_other"."Z_PK") FROM main.\(other.quotedName) AS "_other" \
      WHERE "_other".\(back.quotedName) = \(table.quotedName)."Z_PK" AND NOT EXISTS (\
      SELECT 1 FROM main.\(table.quotedName) AS "_holder" \
      WHERE "_holder".\(key.quotedName) = "_other"."Z_PK")))
      """
  }

  private mutating func add(
    _ sql: String, of entity: String, for column: String, in table: String
  ) {
    expressions[table, default: [:]][column, default: []].append(
      Expression(entity: entity, sql: sql))
  }

  /// Properties of the same name share one of our columns, while Core Data has a column for each.
  private func choice(among expressions: [Expression]) -> String {
    guard expressions.count > 1 else { return expressions.first?.sql ?? "NULL" }
    let cases = expressions.map { expression in
      let numbers = model.family(of: expression.entity).compactMap { names.numbers[$0.name] }
      let list = numbers.map { "\($0)" }.joined(separator: ", ")
      return "WHEN \"Z_ENT\" IN (\(list)) THEN \(expression.sql)"
    }
    return "CASE \(cases.joined(separator: " ")) END"
  }

  /// The entities of a table, by their numbers.
  private func discriminator(of table: String) -> String {
    let cases = model.entities.filter { layout.table(of: $0.name) == table }.compactMap { entity in
      names.numbers[entity.name].map { "WHEN \($0) THEN \(entity.name.quotedText)" }
    }
    return cases.isEmpty ? "NULL" : "CASE \"Z_ENT\" \(cases.joined(separator: " ")) END"
  }

  private mutating func addView(of table: String, columns: [String]) {
    guard let entity = model.entities.first(where: { layout.table(of: $0.name) == table }),
      let found = names.table(of: entity.name)
    else {
      views.append(.init(name: table, query: Self.empty(columns)))
      return
    }
    let expressions = expressions[table] ?? [:]
    let fields = columns.map { column in
      let expression =
        switch column {
        case StoreLayout.identityColumn: "\"Z_PK\""
        case StoreLayout.discriminatorColumn: discriminator(of: table)
        default: choice(among: expressions[column] ?? [])
        }
      return "\(expression) AS \(column.quotedName)"
    }
    var query = "SELECT \(fields.joined(separator: ", ")) \(tables.source(found))"
    let others =
      columns.contains(StoreLayout.discriminatorColumn)
      ? objectTables.first { $0.name == found }?.foreignRow : nil
    let places = [
      others.map { .init(subject: .object, table: found, misfit: $0) },
      tables.has("Z_PK", in: found, of: "INTEGER")
        && tables.tellsApart(rowsOf: found, by: ["Z_PK"])
        ? nil : CoreDataLayout.Place.identity(in: found),
    ].compactMap(\.self)
    let leftOut = places.filter { note($0) }.map { "NOT (\($0.misfit))" }
    if !leftOut.isEmpty { query += " WHERE \(leftOut.joined(separator: " AND "))" }
    views.append(.init(name: table, query: query))
  }

  private static func empty(_ columns: [String]) -> String {
    "SELECT \(columns.map { "NULL AS \($0.quotedName)" }.joined(separator: ", ")) WHERE 0"
  }
}

// MARK: - Links

extension CoreDataViews {
  private mutating func addView(of joinTable: StoreLayout.JoinTable) {
    let end = joinTable.association.primary
    let query: String?
    switch joinTable.association.inverse {
    case nil: query = keys(of: joinTable)
    // No known store has a relationship that is its own inverse.
    case let inverse? where inverse == end: query = nil
    case let inverse?: query = links(of: joinTable, inverse)
    }
    if query == nil {
      let reason: CoreDataLayout.Problem.Reason =
        joinTable.association.inverse == end ? .unknownForm : .noJoinTable
      report(end.entity, end.relationship.name, reason)
    }
    views.append(.init(name: joinTable.name, query: query ?? Self.empty(joinTable.columns)))
  }

  /// The links of a to-many without an inverse: each destination has the key of its owner.
  private mutating func keys(of joinTable: StoreLayout.JoinTable) -> String? {
    let end = joinTable.association.primary
    guard let number = names.numbers[end.entity],
      let table = names.table(of: end.relationship.destination)
    else { return nil }
    let key = CoreDataRules.ownerKey(end.relationship.name, number)
    guard tables.has(key, in: table, of: "INTEGER") else { return nil }
    let owner = content(
      of: key, in: table, .key(entity: end.entity, relationship: end.relationship.name))
    var fields = [
      "\(owner) AS \(joinTable.ownerColumn.quotedName)",
      "\"Z_PK\" AS \(joinTable.destinationColumn.quotedName)",
    ]
    if let order = joinTable.ownerOrderColumn {
      let position = CoreDataRules.order(of: key)
      guard tables.has(position, in: table, of: "INTEGER") else { return nil }
      fields.append(
        "\(content(of: position, in: table, end.position)) AS \(order.quotedName)")
    }
    let identity = CoreDataLayout.Place.identity(in: table)
    return "SELECT \(fields.joined(separator: ", ")) \(tables.source(table)) "
      + "WHERE \(owner) IS NOT NULL"
      + (guarded.contains(identity) ? " AND NOT (\(identity.misfit))" : "")
  }

  /// The links of a many-to-many, which has its own table, named after one of the two relationships.
  ///
  /// Each column is named after the relationship that leads to its objects.
  private mutating func links(
    of joinTable: StoreLayout.JoinTable, _ inverse: Association.End
  ) -> String? {
    let end = joinTable.association.primary
    guard let owner = names.numbers[end.entity], let other = names.numbers[inverse.entity] else {
      return nil
    }
    let ownerName = CoreDataRules.join(inverse.relationship.name, owner)
    let destinationName = CoreDataRules.join(end.relationship.name, other)
    let likely = [
      CoreDataRules.join(end.relationship.name, owner),
      CoreDataRules.join(inverse.relationship.name, other),
    ]
    let joins = tables.columns.keys.filter { $0.hasPrefix("Z_") }.sorted()
    for table in likely + joins.filter({ !likely.contains($0) }) {
      guard let ownerColumn = column(ownerName, in: table),
        let destinationColumn = column(destinationName, in: table, except: ownerColumn)
      else { continue }
      var fields = [
        "\(ownerColumn.quotedName) AS \(joinTable.ownerColumn.quotedName)",
        "\(destinationColumn.quotedName) AS \(joinTable.destinationColumn.quotedName)",
      ]
      let pair = [ownerColumn, destinationColumn]
      joinColumns[table] = pair
      let name = end.relationship.name
      let links = pair.map(\.quotedName).joined(separator: ", ")
      let isRepeated =
        !tables.tellsApart(rowsOf: table, by: pair)
        && note(
          .init(
            subject: .repetition(entity: end.entity, relationship: name), table: table,
            misfit: "(\(links)) IN (SELECT \(links) FROM main.\(table.quotedName) "
              + "GROUP BY 1, 2 HAVING count(*) > 1)", identity: ownerColumn))
      let orders = [
        (joinTable.ownerOrderColumn, end, CoreDataRules.joinOrder(of: destinationName)),
        (joinTable.destinationOrderColumn, inverse, CoreDataRules.joinOrder(of: ownerName)),
      ]
      for case (let order?, let end, let name) in orders {
        let position = column(name, in: table).map {
          content(of: $0, in: table, end.position, identity: ownerColumn)
        }.map { isRepeated ? "min(\($0))" : $0 }
        fields.append("\(position ?? "NULL") AS \(order.quotedName)")
      }
      let place = CoreDataLayout.Place(
        subject: .link(entity: end.entity, relationship: name), table: table,
        misfit: pair.map { "typeof(\($0.quotedName)) <> 'integer'" }.joined(separator: " OR "),
        identity: ownerColumn)
      return "SELECT \(fields.joined(separator: ", ")) FROM main.\(table.quotedName)"
        + (note(place) ? " WHERE NOT (\(place.misfit))" : "")
        + (isRepeated ? " GROUP BY \(links)" : "")
    }
    return nil
  }

  /// The column of a join table; a number at its end makes the name unique over all these tables.
  private func column(_ name: String, in table: String, except taken: String? = nil) -> String? {
    guard let columns = tables.columns[table] else { return nil }
    if columns[name] != nil, name != taken { return name }
    return columns.keys.filter { column in
      column.hasPrefix(name) && column != taken && column != name
        && column.dropFirst(name.count).allSatisfy { ("0"..."9").contains($0) }
    }.sorted().first
  }
}

extension Association.End {
  /// The positions of the objects that the relationship leads to.
  fileprivate var position: CoreDataLayout.Place.Subject {
    .position(entity: entity, relationship: relationship.name)
  }
}
