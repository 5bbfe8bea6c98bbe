internal import MigrationPlanner
internal import SchemaModel
internal import SQLite
internal import StoreLayout

/// New identities for objects of several tables that move into one table, where they share some.
///
/// Renumbering comes before everything else, in the source tables and in all links to these objects. Every
/// identity that is read later is then unique.
struct Renumbering {
  /// A table that holds such objects, or links to them.
  struct Table {
    /// The table's old name.
    var name: String
    var columns: [String]
    /// The tables whose identities the columns hold, by column.
    var destinations: [String: String]
  }

  /// The counts that are known before renumbering.
  var forecast: RenumberingForecast
  /// The source tables that may change, sorted.
  var tables: [Table]
  /// A query for the new identities: `_table`, `_old`, `_new`.
  var numbers: String

  /// Every source table from which the new numbers are computed.
  let reads: Set<String>

  /// The temporary table that records the new identities.
  static let plan = "temp.\"_migrate_numbers\""

  /// Plans the renumbering of objects that move into one table below an entity, in the source tables.
  ///
  /// The first table's objects keep their numbers. New numbers follow the highest existing one, including
  /// those of dangling links; if none are left above, they go below the lowest. For some tables, only the
  /// objects that a query returns are renumbered; the queries are given by table. Attributes that hold such
  /// numbers follow as links do.
  init(
    to entity: String, from homes: [String], in layout: StoreLayout,
    only some: [String: String] = [:], followedBy attributes: [IdentityAttribute] = []
  ) {
    let identity = StoreLayout.identityColumn
    var columns: [String: [String: String]] = [:]
    for home in homes {
      columns[home, default: [:]][identity] = home
      for link in layout.links(to: home) { columns[link.table, default: [:]][link.column] = home }
      for (links, ends) in layout.joinTables(leadingTo: home) {
        for column in ends { columns[links.name, default: [:]][column] = home }
      }
    }
    for attribute in attributes where homes.contains(attribute.home) {
      columns[attribute.table, default: [:]][attribute.column] = attribute.home
    }
    let known = columns.flatMap { table, columns in columns.keys.map { (table, $0) } }
      .sorted { $0 < $1 }
    // SQLite finds each one separately in an index (https://www.sqlite.org/optoverview.html#minmax).
    let outermost = ["max", "min"].flatMap { which in
      known.map { "SELECT \(which)(\($0.1.quotedName)) AS \"_id\" FROM \($0.0.quotedName)" }
    }
    let objects = homes.enumerated().map { position, home in
      "SELECT \(position) AS \"_rank\", \(home.quotedText) AS \"_table\", \(identity.quotedName) "
        + "FROM \(home.quotedName)"
        + (some[home].map { " WHERE \(identity.quotedName) IN (\($0))" } ?? "")
    }
    numbers = """
      SELECT "_table", "_id" AS "_old", CASE WHEN "_greatest" <= 9223372036854775807 - count(*) OVER () \
      THEN "_greatest" + row_number() OVER "_line" ELSE min("_least", 0) - row_number() OVER "_line" END \
      AS "_new" FROM (SELECT *, min("_rank") OVER (PARTITION BY "_id") AS "_first" FROM \
      (\(objects.joined(separator: " UNION ALL ")))), (SELECT max("_id") AS "_greatest", min("_id") AS "_least" \
      FROM (\(outermost.joined(separator: " UNION ALL ")))) WHERE "_rank" > "_first" \
      WINDOW "_line" AS (ORDER BY "_rank", "_id")
      """
    reads = Set(columns.keys)
    tables = columns.sorted { $0.key < $1.key }.map { name, destinations in
      Table(
        name: name,
        columns: layout.definition.table(named: name)?.columns.map(\.name) ?? [],
        destinations: destinations.filter { $0.value != homes.first })
    }.filter { !$0.destinations.isEmpty }
    forecast = RenumberingForecast(entity: entity, tables: Array(homes.dropFirst()))
  }

  /// The new identity of an object of a table, or its old one if it keeps that.
  private static func identity(_ value: String, in table: String) -> String {
    "coalesce((SELECT \"_new\" FROM \(plan) WHERE \"_table\" = \(table.quotedText) "
      + "AND \"_old\" = \(value)), \(value))"
  }

  /// A query for the future rows of a table.
  private func rows(of table: Table) -> String {
    let values = table.columns.map { column in
      let name = "\(table.name.quotedName).\(column.quotedName)"
      return table.destinations[column].map {
        "\(Self.identity(name, in: $0)) AS \(column.quotedName)"
      } ?? column.quotedName
    }
    return "SELECT \(values.joined(separator: ", ")) FROM \(table.name.quotedName)"
  }

  /// The change of rows with its proofs: no row is added or deleted, and only identities change.
  var rewrite: RowRewrite {
    RowRewrite(
      cause: .renumbering(forecast),
      proofs: tables.map { table in
        ConservationCheck(
          subject: table.name, table: table.name, source: rows(of: table),
          target: "SELECT \(table.columns.quotedNames) FROM \(table.name.quotedName)",
          columns: table.columns)
      }, resizedTables: [])
  }

  /// The statements that change a table.
  func changes(of table: Table) -> [String] {
    table.destinations.sorted { $0.key < $1.key }.map { column, home in
      let numbers = "FROM \(Self.plan) WHERE \"_table\" = \(home.quotedText)"
      return
        "UPDATE \(table.name.quotedName) SET \(column.quotedName) = (SELECT \"_new\" \(numbers) "
        + "AND \"_old\" = \(column.quotedName)) WHERE \(column.quotedName) IN "
        + "(SELECT \"_old\" \(numbers))"
    }
  }
}

/// Objects that are about to be renumbered, to be counted before any of them is.
package struct RenumberingForecast: Hashable, Sendable {
  /// A query for the tables and the number of their objects that are renumbered; other tables are left out.
  package static let count =
    "SELECT \"_table\", count(*) FROM \(Renumbering.plan) GROUP BY 1 ORDER BY 1"

  /// The entity of the new version below which they move into one table.
  package var entity: String
  /// The source tables whose objects may be renumbered.
  package var tables: [String]
}

extension ScriptBuilder {
  mutating func renumberObjects() {
    for renumbering in renumberings {
      let names = renumbering.forecast.tables
      let reason = "objects come together below '\(renumbering.forecast.entity)'"
      let home = names.first.map { naming.renamed[$0] ?? $0 } ?? ""
      run(
        "CREATE TEMP TABLE \"_migrate_numbers\" (\"_table\" TEXT, \"_old\" INTEGER, "
          + "\"_new\" INTEGER NOT NULL, PRIMARY KEY (\"_table\", \"_old\")) STRICT, WITHOUT ROWID",
        reason, of: home)
      var first = ScriptStatement(
        "INSERT INTO \(Renumbering.plan) \(renumbering.numbers)", reason: reason, table: home)
      first.rewrite = .begins(renumbering.rewrite)
      items.append(.run(first))
      for table in renumbering.tables {
        for sql in renumbering.changes(of: table) {
          run(sql, reason, of: naming.renamed[table.name] ?? table.name, touchesRows: true)
        }
      }
      var last = ScriptStatement("DROP TABLE \(Renumbering.plan)", reason: reason, table: home)
      last.rewrite = .ends
      items.append(.run(last))
    }
  }
}

extension ScriptBuilder {
  /// The renumberings, in order.
  ///
  /// Objects that continue keep their numbers first. Objects made from others come next, those whose source
  /// table also continues before the rest.
  var renumberings: [Renumbering] {
    guard plans.contains(where: { $0.members.count > 1 }) else { return [] }
    let attributes = IdentityReaders(mapping: mapping, source: source).attributes
    let living = Set(plans.flatMap(\.members).filter { !$0.isAddition }.map(\.home))
    return plans.compactMap { plan in
      let members = plan.members.filter { $0.entities != nil }
      guard members.count > 1 else { return nil }
      let continued = members.filter { !$0.isAddition }
      let others = members.filter(\.isAddition)
      let ranked =
        continued.filter { $0.home == plan.source?.name } + continued
        + others.filter { living.contains($0.home) } + others
      var homes: [String] = []
      for member in ranked where !homes.contains(member.home) { homes.append(member.home) }
      guard homes.count > 1, homes.allSatisfy({ source.existingTables[$0] == nil }),
        let entity = members.compactMap({ target.schema.root(of: $0.entities?.target ?? "") }).first
      else { return nil }
      return Renumbering(
        to: entity.name, from: homes, in: source, only: objectsMade(for: plan),
        followedBy: attributes)
    }
  }

  /// By source table: a query for the objects from which a table's rows are created, where the source table's
  /// other objects keep their numbers.
  ///
  /// A source table without a query is renumbered as a whole, as where former links to it may now lead to the
  /// new rows. By the number alone, a link to a renumbered row looks the same as a link to another row.
  private func objectsMade(for plan: TablePlan) -> [String: String] {
    let identity = StoreLayout.identityColumn.quotedName
    let continued = Set(plan.members.filter { !$0.isAddition }.map(\.home))
    guard let linked = homes(ofLinksTo: plan.name) else { return [:] }
    let byHome = Dictionary(grouping: plan.members.filter(\.isAddition), by: \.home)
    return byHome.compactMapValues { members in
      let home = members[0].home
      let isWhole = covers(home, members) && members.allSatisfy(\.isComplete)
      guard !isWhole, !continued.contains(home), !linked.contains(home) else { return nil }
      return members.map { $0.query(identity) }.joined(separator: " UNION ALL ")
    }
  }

  /// The source tables with objects whose former links now lead to rows of a table; nil if an expression
  /// makes some of the links.
  private func homes(ofLinksTo table: String) -> Set<String>? {
    var homes: Set<String> = []
    for entity in mapping.entities + mapping.additions {
      for value in entity.layers.flatMap(\.values) {
        guard let found = target.schema.relationship(named: value.property, of: entity.entity),
          target.table(of: found.relationship.destination) == table
        else { continue }
        guard value.value.declaredExpression == nil else { return nil }
        let copied = value.value.carriedProperty.flatMap { name in
          entity.source.flatMap { source.schema.relationship(named: name, of: $0) }
        }
        homes.formUnion(
          (value.linkValues.flatMap(\.links).map(\.destination)
            + [copied?.relationship.destination].compactMap(\.self))
            .compactMap { source.table(of: $0) })
      }
    }
    for links in mapping.links {
      let end = links.association.primary
      guard
        [end.entity, end.relationship.destination].contains(where: { target.table(of: $0) == table }
        )
      else { continue }
      homes.formUnion(
        links.sources.flatMap { [$0.origin, $0.destination] }.compactMap { source.table(of: $0) })
    }
    return homes
  }
}
