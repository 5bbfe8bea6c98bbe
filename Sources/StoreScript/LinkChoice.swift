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
      let objects = EntityRows(layout: layout).query(of: destination, includingDescendants: true)
    else { return nil }
    (self.destination, self.objects, self.choices) = (destination, objects, choices)
    numbers = layout.schema.spelledNumbers(among: choices, of: destination)
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

  /// The same choice, if the chosen object also chooses this one.
  func query(of id: String, agreedBy other: LinkChoice) -> String {
    let chosen = query(of: id)
    return "CASE WHEN \(other.query(of: chosen)) = \(id) THEN \(chosen) END"
  }

  /// A query for the linked objects that choose the given object in turn: `_option`.
  func options(of id: String, chosenBy other: LinkChoice) -> String {
    "SELECT \"_option\" FROM \(linked(to: id)) WHERE \(other.query(of: "\"_option\"")) = \(id)"
  }

  /// A query for the objects that linked objects choose in turn: `_chosen`.
  func rivals(of id: String, chosenBy other: LinkChoice) -> String {
    "SELECT \(other.query(of: "\"_option\"")) AS \"_chosen\" FROM \(linked(to: id))"
  }

  private func linked(to id: String) -> String {
    "(SELECT DISTINCT \"_far\" AS \"_option\" FROM (\(links(of: id))))"
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
      + " FROM \(relation) AS \(Self.name) WHERE \(conditions.joined(separator: " AND "))"
  }
}

/// Counts the links that are lost where only one of several links is kept, before any link is removed.
package struct ChosenLinksCheck: Hashable, Sendable {
  /// The to-one, by its name in the new version: `Book.author`.
  package var property: String
  /// A query for the number of objects that lose links, the number of lost links, and the number of these
  /// objects that keep no link.
  package var count: String
  /// A query for the objects that lose links, each with the object to which it stays linked, or NULL.
  package var objects: String
  /// A query for the number of objects that would lose their link because the object chosen to keep it is left
  /// behind; nil if no object can.
  ///
  /// If the to-one is stored at the choosing object, it then leads nowhere and the migration is undone. If it
  /// is stored at the other end, it would be empty without a message.
  package var strays: String?

  /// The checks for a mapping, sorted; objects that are left behind are not counted.
  static func all(
    of mapping: Mapping, from source: StoreLayout, to target: StoreLayout
  ) throws(StoreScriptError) -> [ChosenLinksCheck] {
    guard mapping.choosesLinks else { return [] }
    let members = try MemberBuilder(mapping, from: source, to: target)
    var rows: [String: [String]] = [:]
    var (staying, choosing): ([String: [String]], [String: [(RowSource, chosen: String)]]) = (
      [:], [:]
    )
    for entity in mapping.entities {
      guard let row = members.row(of: entity.entity) else { continue }
      // Links are chosen before the first step, so only its condition counts.
      let first = mapping.leavesObjects ? try members.row(afterFirstStepOf: entity) : nil
      for (position, layer) in entity.layers.enumerated() {
        for value in layer.values {
          guard case .chosen(let links, let choices, let agreeing) = value.value,
            let end = mapping.target.end(value.property, of: entity.entity),
            let choice = LinkChoice(links, by: choices, in: source),
            let back = LinkChoice(links.map(\.reversed), by: agreeing ?? choices, in: source)
          else { continue }
          let isOwn = links.contains(where: \.isOwn)
          // The choice may be made at the other end, among all objects with links to it.
          let isMadeThere = isOwn && agreeing == nil
          let name = (isMadeThere ? mapping.target.inverse(of: end) ?? end : end).description
          let fate =
            isMadeThere
            ? choice.fate(of: row.id, chosenBy: back)
            : choice.fate(of: row.id, agreedBy: agreeing.map { _ in back })
          rows[name, default: []].append(row.query("\(row.id) AS \"_from\", \(fate)"))
          guard position == 0, isOwn == (agreeing == nil), agreeing?.isEmpty != true, let first
          else { continue }
          staying[name, default: []].append(first.query(first.id))
          choosing[name, default: []].append((first, choice.rivals(of: first.id, chosenBy: back)))
        }
      }
    }
    return rows.sorted { $0.key < $1.key }.map { name, queries in
      var check = ChosenLinksCheck(property: name, rows: queries)
      let all = staying[name, default: []].joined(separator: " UNION ALL ")
      let strays = choosing[name, default: []].map { row, chosen in
        "SELECT 1 FROM \(row.relation) WHERE \(row.condition.map { "(\($0)) AND " } ?? "")"
          + "EXISTS (SELECT 1 FROM (\(chosen)) WHERE \"_chosen\" NOT IN (\(all)))"
      }
      if !strays.isEmpty {
        check.strays = "SELECT count(*) FROM (\(strays.joined(separator: " UNION ALL ")))"
      }
      return check
    }
  }

  /// The check of some rows: `_from`, and the fate of its links.
  private init(property: String, rows: [String]) {
    self.property = property
    let losing = """
      (SELECT *, coalesce("_links", count(*) OVER (PARTITION BY "_to")) AS "_all" \
      FROM (\(rows.joined(separator: " UNION ALL "))) WHERE "_links" IS NOT NULL OR "_to" IS NOT NULL) \
      WHERE "_all" > "_stays"
      """
    count =
      "SELECT count(*), coalesce(sum(\"_all\" - \"_stays\"), 0), "
      + "coalesce(sum(NOT \"_stays\"), 0) FROM \(losing)"
    objects = "SELECT \"_from\", \"_to\" FROM \(losing)"
  }
}

extension LinkChoice {
  /// The fate of an object's links: the one that stays, `_to`; whether it stays, `_stays`; the number of links,
  /// `_links`.
  fileprivate func fate(of id: String, agreedBy other: LinkChoice?) -> String {
    guard let other else {
      return "\(query(of: id)) AS \"_to\", 1 AS \"_stays\", \(count(of: id)) AS \"_links\""
    }
    let kept =
      choices.isEmpty
      ? "(SELECT min(\"_option\") FROM (\(options(of: id, chosenBy: other))))"
      : query(of: id, agreedBy: other)
    return "\(kept) AS \"_to\", \(kept) IS NOT NULL AS \"_stays\", "
      + "\(count(of: id)) AS \"_links\""
  }

  /// The same where the object at the other end chooses; `_stays` is NULL for a link that is lost, and the links
  /// to the same object are counted.
  fileprivate func fate(of id: String, chosenBy other: LinkChoice) -> String {
    let target = target(of: id)
    return "\(target) AS \"_to\", nullif(\(other.query(of: target)) = \(id), 0) AS \"_stays\", "
      + "NULL AS \"_links\""
  }
}

extension Mapping {
  /// Whether an object is left behind or dropped.
  fileprivate var leavesObjects: Bool {
    let sources = Set(entities.compactMap(\.source))
    return entities.contains { $0.layers.first?.filter != nil }
      || source.entities.contains { !$0.isAbstract && !sources.contains($0.name) }
  }

  /// Whether links are chosen among several.
  fileprivate var choosesLinks: Bool {
    entities.contains { entity in
      entity.layers.contains { layer in
        layer.values.contains { if case .chosen = $0.value { true } else { false } }
      }
    }
  }
}
