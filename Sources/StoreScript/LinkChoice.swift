internal import SQLite
internal import StoreLayout
internal import MigrationPlanner
internal import SchemaModel

/// The choice of one of an object's links, as SQL.
struct LinkChoice {
  private let sources: [LinkSource]
  private let destination: String
  /// A query for the linked objects: a column for every property under its own name.
  private let objects: String
  private let choices: [Deduplication.Choice]
  /// The attributes in the choices whose values are numbers stored as texts.
  private let numbers: Set<String>

  /// Nil if the layout has no such links.
  init?(
    _ links: [CarriedLinks], by choices: [Deduplication.Choice], in layout: StoreLayout
  ) {
    sources = links.compactMap { LinkSource($0, in: layout) }
    guard !sources.isEmpty, let destination = links.first?.destination,
      let table = layout.table(of: destination)
    else { return nil }
    self.destination = destination
    self.choices = choices
    numbers = layout.schema.spelledNumbers(among: choices, of: destination)
    let columns = layout.storedProperties(of: destination).map { property, column in
      "\(column.quotedName) AS \(property.quotedName)"
    }
    let condition = layout.rowCondition(of: destination, includingDescendants: true)
    objects =
      "SELECT \(([StoreLayout.identityColumn.quotedName] + columns).joined(separator: ", "))"
      + " FROM \(table.quotedName)"
      + (condition.map { " WHERE \($0)" } ?? "")
  }

  /// The object that stays linked to the given one.
  ///
  /// If the links have an order, the first link is the first one in this order.
  func query(of id: String) -> String {
    let (name, identity) = (destination.quotedName, StoreLayout.identityColumn.quotedName)
    let order = (choices.map { $0 == .first ? "\(Self.place) NULLS LAST" : $0.sql(numbers) })
    return """
      (SELECT \(name).\(identity) FROM (\(links(of: id))) AS "_migrate_linked" \
      JOIN (\(objects)) AS \(name) ON \(name).\(identity) = "_migrate_linked"."_far" \
      ORDER BY \((order + [Self.place + " NULLS LAST", identity]).joined(separator: ", ")) LIMIT 1)
      """
  }

  /// The same choice, if the chosen object also chooses this one; nil if the other end has no layout.
  func query(of id: String, agreedBy other: LinkChoice?) -> String? {
    guard let other else { return nil }
    let chosen = query(of: id)
    return "CASE WHEN \(other.query(of: chosen)) = \(id) THEN \(chosen) END"
  }

  /// A query for the linked objects that choose the given object in turn: `_option`; nil if they have no
  /// layout.
  func options(of id: String, chosenBy other: LinkChoice?) -> String? {
    guard let other else { return nil }
    return
      "SELECT \"_option\" FROM (SELECT DISTINCT \"_far\" AS \"_option\" FROM (\(links(of: id)))) "
      + "WHERE \(other.query(of: "\"_option\"")) = \(id)"
  }

  /// The object to which the given object itself held a link.
  func target(of id: String) -> String { "(SELECT \"_far\" FROM (\(links(of: id))))" }

  /// The number of objects linked to the given one.
  func count(of id: String) -> String {
    "(SELECT count(DISTINCT \"_far\") FROM (\(links(of: id))))"
  }

  private static let place = "\"_migrate_linked\".\"_place\""

  /// A query for the links of an object: `_far`, `_place`.
  func links(of id: String) -> String {
    sources.map { $0.placedQuery(of: id) }.joined(separator: " UNION ALL ")
  }
}

extension LinkSource {
  /// A query for the links of one object, each with its position among them.
  fileprivate func placedQuery(of id: String) -> String {
    let conditions = ["\(qualified(near)) = \(id)", condition].compactMap(\.self)
    let place = nearOrder.map(qualified) ?? "NULL"
    return "SELECT \(qualified(far)) AS \"_far\", \(place) AS \"_place\""
      + " FROM \(table.quotedName) AS \(Self.name) WHERE \(conditions.joined(separator: " AND "))"
  }
}

/// Counts the links that are lost where only one of several links is kept, before any link is removed.
package struct ChosenLinksCheck: Hashable, Sendable {
  /// The to-one, by its name in the new version: `Book.author`.
  package var property: String
  /// A query for the number of objects with several links, and the number of links that are removed.
  ///
  /// Where both ends choose, it also gives the number of these objects that keep no link.
  package var count: String
  /// A query for the links that stay: the objects at their ends.
  package var objects: String
  /// A query for the number of objects that would lose their link because the chosen object is left behind;
  /// nil if no object can.
  package var strays: String?

  /// The checks for a mapping, sorted; objects that are left behind are not counted.
  static func all(
    of mapping: Mapping, from source: StoreLayout, to target: StoreLayout
  ) throws(StoreScriptError) -> [ChosenLinksCheck] {
    guard mapping.choosesLinks else { return [] }
    let members = try MemberBuilder(mapping, from: source, to: target)
    var (counts, targets): ([String: [String]], [String: [String]]) = ([:], [:])
    var (kept, agreed): ([String: [String]], [String: [String]]) = ([:], [:])
    for entity in mapping.entities {
      guard let row = members.row(of: entity.entity) else { continue }
      let rows = "FROM \(row.relation)\(row.whereClause)"
      for value in entity.layers.flatMap(\.values) {
        guard case .chosen(let links, let choices, let agreeing) = value.value,
          let end = mapping.target.end(value.property, of: entity.entity),
          let choice = LinkChoice(links, by: choices, in: source)
        else { continue }
        if let agreeing {
          let other = LinkChoice(links.map(\.reversed), by: agreeing, in: source)
          let kept =
            choices.isEmpty
            ? choice.options(of: row.id, chosenBy: other).map {
              "(SELECT min(\"_option\") FROM (\($0)))"
            } : choice.query(of: row.id, agreedBy: other)
          guard let kept else { continue }
          agreed[end.description, default: []].append(
            "SELECT \(row.id) AS \"_from\", \(kept) AS \"_to\", "
              + "\(choice.count(of: row.id)) AS \"_links\" \(rows)")
        } else if links.contains(where: \.isOwn),
          // The choice is made at the other end, among all objects with links to it.
          let other = LinkChoice(links.map(\.reversed), by: choices, in: source)
        {
          let name = (mapping.target.inverse(of: end) ?? end).description
          let target = choice.target(of: row.id)
          targets[name, default: []].append("SELECT \(target) AS \"_to\" \(rows)")
          kept[name, default: []].append(
            "SELECT \(row.id) AS \"_from\", \(target) AS \"_to\", "
              + "\(other.query(of: target)) = \(row.id) AS \"_stays\", NULL AS \"_links\" \(rows)")
        } else {
          kept[end.description, default: []].append(
            "SELECT \(row.id) AS \"_from\", \(choice.query(of: row.id)) AS \"_to\", "
              + "1 AS \"_stays\", \(choice.count(of: row.id)) AS \"_links\" \(rows)")
          counts[end.description, default: []].append(
            "SELECT \(choice.count(of: row.id)) AS \"_links\" \(rows)")
        }
      }
    }
    let numbers = counts.mapValues { $0.joined(separator: " UNION ALL ") }
      .merging(
        targets.mapValues {
          "SELECT count(*) AS \"_links\" FROM (\($0.joined(separator: " UNION ALL "))) "
            + "WHERE \"_to\" IS NOT NULL GROUP BY \"_to\""
        }
      ) { counted, _ in counted }
    let chosen = numbers.sorted { $0.key < $1.key }.map { property, query in
      ChosenLinksCheck(
        property: property,
        count: "SELECT count(*), coalesce(sum(\"_links\" - 1), 0) FROM (\(query)) "
          + "WHERE \"_links\" > 1",
        objects: """
          SELECT "_from", "_to" FROM (SELECT *, count(*) OVER (PARTITION BY "_to") AS "_rivals" \
          FROM (\((kept[property] ?? []).joined(separator: " UNION ALL "))) \
          WHERE "_to" IS NOT NULL) WHERE coalesce("_links", "_rivals") > 1 AND "_stays"
          """)
    }
    let strays =
      try LeftBehindChoices(of: mapping, from: source, members)?.queries {
        property, entity, isOwn in
        mapping.target.end(property, of: entity).map { end in
          (isOwn ? mapping.target.inverse(of: end) ?? end : end).description
        }
      } ?? [:]
    return (chosen + agreed.map(Self.init(agreed:_:))).sorted { $0.property < $1.property }
      .map { check in
        var check = check
        check.strays = strays[check.property]
        return check
      }
  }
}

extension ChosenLinksCheck {
  /// The check for links of which only those stay that both ends choose.
  fileprivate init(agreed property: String, _ queries: [String]) {
    let losing =
      "(SELECT *, \"_to\" IS NOT NULL AS \"_stays\" FROM (\(queries.joined(separator: " UNION ALL "))))"
      + " WHERE \"_links\" > \"_stays\""
    self.init(
      property: property,
      count: "SELECT count(*), coalesce(sum(\"_links\" - \"_stays\"), 0), "
        + "coalesce(sum(NOT \"_stays\"), 0) FROM \(losing)",
      objects: "SELECT \"_from\", \"_to\" FROM \(losing)")
  }
}

extension Mapping {
  /// Whether links are chosen among several.
  fileprivate var choosesLinks: Bool {
    entities.contains { entity in
      entity.layers.contains { layer in
        layer.values.contains { if case .chosen = $0.value { true } else { false } }
      }
    }
  }
}
