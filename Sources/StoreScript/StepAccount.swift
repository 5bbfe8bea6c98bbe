package import Diagnostics
package import MigrationPlanner
internal import SQLite
package import SchemaModel
package import StoreLayout

/// The data that declared steps may remove from existing objects, table by table.
///
/// The rows that the steps may change are copied to a temporary table before the first step. After the last
/// step, each copy is compared with the row of the same identity:
///
/// ```swift
/// let account = StepAccount(of: mapping.steps, in: StoreLayout(of: mapping.target))
/// account.tables[0].holding   // CREATE TEMP TABLE "_migrate_held_Book" …
/// account.tables[0].subjects  // objects of 'Book', values of 'Book.title', …
/// ```
package struct StepAccount: Hashable, Sendable {
  /// A kind of model data in the rows of a table.
  package struct Subject: Hashable, Sendable {
    /// The unit of its count.
    package var unit: Effect.Unit
    /// The entity or property: `Book`, `Book.title`.
    package var name: String
    /// The column that holds it; nil for the rows themselves.
    package var column: String?
    /// Whether `touches` names the property, and not only the entity as a whole.
    package var isNamed = false
    /// The condition that it is lost, on a row before, `_old`, and the same row after, `_new`.
    var isGone: String
    /// The condition that it was replaced by another one.
    var isReplaced = "0"
    /// The order of the links; nil for all subjects but the order of links.
    var order: Order?

    /// The effect for lost or replaced data, with the place of the last step concerned.
    package func loss(
      count: Int64? = nil, replaced: Int64 = 0, examples: Effect.Examples = .init(),
      at place: SourceLocation? = nil
    ) -> Effect {
      Effect(
        .taken(unit, replaced: replaced, isNamed: isNamed, at: place), of: name, count: count,
        examples: examples)
    }
  }

  /// The positions of links among the links of the same object.
  struct Order: Hashable, Sendable {
    /// The column with the object.
    var owner: String
    /// The condition that a link stays, and had a position.
    var isKept: String
  }

  /// A table that steps may change.
  package struct Table: Hashable, Sendable {
    /// The table.
    package var name: String
    /// The columns that identify its rows.
    package var key: [String]
    /// The other columns that are compared.
    var columns: [String]
    /// The kinds of data in its rows, in the order of the model.
    package var subjects: [Subject]
  }

  /// The tables, sorted by name.
  package var tables: [Table] = []

  /// The account of steps over the objects of a layout; empty without steps.
  package init(of steps: [DeclaredStep], in layout: StoreLayout) {
    guard !steps.isEmpty else { return }
    let reach = steps.map { StepReach(of: $0, in: layout) }
    for name in Set(reach.flatMap(\.tables)).sorted() {
      let links = layout.joinTables.first { $0.name == name }
      let table =
        links.map { Self.table(of: $0) }
        ?? Self.table(
          name, layout, isWhole: reach.contains { $0.wholeTables.contains(name) },
          named: reach.reduce(into: []) { $0.formUnion($1.columns[name] ?? []) })
      if !table.subjects.isEmpty { tables.append(table) }
    }
  }

  /// The account of the steps of a mapping.
  ///
  /// A default that every object has just received for a new attribute does not count as a value.
  package init(of mapping: Mapping, in layout: StoreLayout) {
    self.init(of: mapping.steps, in: layout)
    for index in tables.indices {
      tables[index].subjects.removeAll { $0.unit == .values && mapping.givesDefault(to: $0.name) }
    }
    tables.removeAll { $0.subjects.isEmpty }
  }

  /// Every approval that the steps may need, sorted.
  package var approvals: [String] {
    Set(tables.flatMap(\.subjects).compactMap { $0.loss().approval }).sorted()
  }
}

// MARK: - Subjects

extension StepAccount {
  private static func table(
    _ name: String, _ layout: StoreLayout, isWhole: Bool, named: Set<String>
  ) -> Table {
    let isTouched = { (column: String) in isWhole || named.contains(column) }
    let entities = layout.entities(in: name)
    var subjects: [Subject] = []
    var columns: [String] = []
    for entity in entities {
      if isWhole, !entity.isAbstract { subjects.append(objects(of: entity.name, layout)) }
      for attribute in entity.attributes {
        guard let column = layout.column(of: attribute.name, in: entity.name), isTouched(column)
        else { continue }
        subjects.append(values(of: attribute, column, entity.name, layout))
      }
    }
    for link in layout.links(in: name) {
      if isTouched(link.column) { subjects.append(links(at: link.end, link.column, layout)) }
      guard let order = link.order, isTouched(order) else { continue }
      subjects.append(
        Self.order(
          of: link.association.inverse ?? link.end, order, ownedBy: link.column,
          isKept: isSameObject(link.end.entity, layout)))
      columns.append(link.column)
    }
    for index in subjects.indices {
      subjects[index].isNamed = subjects[index].column.map(named.contains) ?? false
    }
    let kinds = entities.first.flatMap { layout.discriminator(of: $0.name) }
    columns += [kinds].compactMap(\.self) + subjects.compactMap(\.column)
    return Table(
      name: name, key: [StoreLayout.identityColumn], columns: Set(columns).sorted(),
      subjects: subjects)
  }

  private static func objects(of entity: String, _ layout: StoreLayout) -> Subject {
    let wasOne = layout.rowCondition(of: entity, includingDescendants: false)
    let isOne = layout.rowCondition(of: entity, includingDescendants: true)
    let isKept = [exists(StoreLayout.identityColumn), isOne.map { "_new.\($0)" }]
    return Subject(
      unit: .objects, name: entity,
      isGone: all([wasOne.map { "_old.\($0)" }, "(\(all(isKept))) IS NOT TRUE"]))
  }

  private static func values(
    of attribute: Attribute, _ column: String, _ entity: String, _ layout: StoreLayout
  ) -> Subject {
    let (old, new) = ("_old.\(column.quotedName)", "_new.\(column.quotedName)")
    let isList = if case .array = attribute.type { true } else { false }
    let isThere = { (value: String) in
      // A required value is emptied to an empty text or list.
      "length(\(value)) > 0" + (isList ? " AND \(value) <> '[]'" : "")
    }
    let isSame = isSameObject(entity, layout)
    return Subject(
      unit: .values, name: "\(entity).\(attribute.name)", column: column,
      isGone: all([isSame, isThere(old), "(\(isThere(new))) IS NOT TRUE"]),
      isReplaced: all([isSame, isThere(old), isThere(new), isOther(old, new)]))
  }

  private static func links(
    at end: Association.End, _ column: String, _ layout: StoreLayout
  ) -> Subject {
    let (old, new) = ("_old.\(column.quotedName)", "_new.\(column.quotedName)")
    return Subject(
      unit: .links, name: "\(end)", column: column,
      isGone: all([isSameObject(end.entity, layout), "\(old) IS NOT NULL", isOther(old, new)]))
  }

  /// A link is one row here, whichever of its two objects is deleted.
  private static func table(of links: StoreLayout.JoinTable) -> Table {
    let (owner, destination) = (links.ownerColumn, links.destinationColumn)
    let association = links.association
    var subjects = [
      Subject(
        unit: .links, name: "\(association.primary)", isNamed: true,
        isGone: "_new.\(owner.quotedName) IS NULL")
    ]
    for (end, column, owner) in [
      (association.primary, links.ownerOrderColumn, owner),
      (association.inverse ?? association.primary, links.destinationOrderColumn, destination),
    ] {
      guard let column else { continue }
      var order = order(of: end, column, ownedBy: owner, isKept: exists(owner))
      order.isNamed = true
      subjects.append(order)
    }
    return Table(
      name: links.name, key: [owner, destination], columns: subjects.compactMap(\.column),
      subjects: subjects)
  }

  /// The positions of links that stay.
  ///
  /// A position says nothing any more if it is empty or equals another one of the same object.
  private static func order(
    of end: Association.End, _ column: String, ownedBy owner: String, isKept: String
  ) -> Subject {
    let (old, new) = ("_old.\(column.quotedName)", "_new.\(column.quotedName)")
    let (was, now) = ("_old.\(owner.quotedName)", "_new.\(owner.quotedName)")
    let isSame = all([isKept, "\(was) = \(now)", "\(old) IS NOT NULL"])
    return Subject(
      unit: .order, name: "\(end)", column: column, isGone: all([isSame, "\(new) IS NULL"]),
      isReplaced: all([isSame, "\(new) IS NOT NULL", isOther(old, new)]),
      order: Order(owner: owner, isKept: isSame))
  }

  private static func all(_ conditions: [String?]) -> String {
    let conditions = conditions.compactMap(\.self)
    return conditions.isEmpty ? "1" : conditions.joined(separator: " AND ")
  }

  private static func exists(_ column: String) -> String { "_new.\(column.quotedName) IS NOT NULL" }

  private static func isOther(_ old: String, _ new: String) -> String {
    "\(old) COLLATE BINARY IS NOT \(new)"
  }

  /// The condition that a row is an object of an entity, both before and after.
  private static func isSameObject(_ entity: String, _ layout: StoreLayout) -> String {
    let condition = layout.rowCondition(of: entity, includingDescendants: true)
    return all(
      [exists(StoreLayout.identityColumn)]
        + ["_old", "_new"].map { row in condition.map { "\(row).\($0)" } })
  }
}

extension Mapping {
  /// Whether all objects have the default of a new attribute: `Book.rating`.
  fileprivate func givesDefault(to name: String) -> Bool {
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return false }
    let family = Set(target.family(of: parts[0]).map(\.name))
    return (entities + additions).allSatisfy { entity in
      guard family.contains(entity.entity), entity.source != nil else { return true }
      guard case .defaulted? = entity.layers.last?.value(of: parts[1]) else { return false }
      return true
    }
  }
}

// MARK: - Queries

extension StepAccount.Table {
  /// The statements that copy the rows before the first step.
  package var holding: [String] {
    let names = (key + columns).quotedNames
    let end = key.count > 1 ? " WITHOUT ROWID" : ""
    // A single integer key is the rowid: it needs no index.
    let types = key.map { "\($0.quotedName) INTEGER NOT NULL" } + columns.map(\.quotedName)
    let definitions = types + ["PRIMARY KEY (\(key.quotedNames))"]
    return [
      "CREATE TEMP TABLE \(heldName) (\(definitions.joined(separator: ", ")))\(end)",
      "INSERT INTO temp.\(heldName) (\(names)) SELECT \(names) FROM main.\(name.quotedName)",
    ]
  }

  /// The statement that drops the copies.
  package var releasing: String { "DROP TABLE temp.\(heldName)" }

  /// A query with two numbers for each of some subjects: the lost ones and the replaced ones.
  package func counts(of subjects: some Sequence<StepAccount.Subject>) -> String {
    let numbers = subjects.flatMap { [$0.isGone, $0.isReplaced] }.map {
      "count(CASE WHEN \($0) THEN 1 END)"
    }
    return "SELECT \(numbers.joined(separator: ", ")) FROM \(rows)"
  }

  /// A query for the number of links that now share a position with other links of the same object, but had
  /// different positions before; nil for a subject without order.
  package func ties(of subject: StepAccount.Subject) -> String? {
    guard let order = subject.order, let column = subject.column else { return nil }
    let (owner, position) = ("_new.\(order.owner.quotedName)", "_new.\(column.quotedName)")
    return "SELECT coalesce(sum(_links), 0) FROM (SELECT count(*) AS _links FROM \(rows) "
      + "WHERE \(order.isKept) AND \(position) IS NOT NULL GROUP BY \(owner), \(position) "
      + "HAVING count(DISTINCT _old.\(column.quotedName)) > 1)"
  }

  /// A query for the identities of objects with a lost or replaced value.
  package func examples(of subject: StepAccount.Subject, limit: Int) -> String {
    "SELECT DISTINCT _old.\(key[0].quotedName) FROM \(rows) "
      + "WHERE (\(subject.isGone)) OR (\(subject.isReplaced)) ORDER BY 1 LIMIT \(limit)"
  }

  private var heldName: String { "_migrate_held_\(name)".quotedName }

  /// Each old row, with the current row of the same identity.
  private var rows: String {
    let isSame = key.map { "_new.\($0.quotedName) = _old.\($0.quotedName)" }
    return "temp.\(heldName) AS _old LEFT JOIN main.\(name.quotedName) AS _new "
      + "ON \(isSame.joined(separator: " AND "))"
  }
}
