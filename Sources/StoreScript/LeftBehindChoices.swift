internal import StoreLayout
internal import MigrationPlanner
internal import SchemaModel

/// Counts objects that lose their link because the object chosen to keep it is left behind or deleted.
///
/// If the to-one is stored at the choosing object, it then leads nowhere and the migration is undone. If it
/// is stored at the other end, it would be empty without a message.
struct LeftBehindChoices {
  private let mapping: Mapping
  private let source: StoreLayout
  private let members: MemberBuilder

  /// Nil if no object is left behind or dropped.
  init?(of mapping: Mapping, from source: StoreLayout, _ members: MemberBuilder) {
    let sources = Set(mapping.entities.compactMap(\.source))
    let areAllCarried = mapping.source.entities.allSatisfy {
      $0.isAbstract || sources.contains($0.name)
    }
    let areFiltered = mapping.entities.contains { $0.layers.first?.filter != nil }
    guard areFiltered || !areAllCarried else { return nil }
    (self.mapping, self.source, self.members) = (mapping, source, members)
  }

  /// Queries for the number of objects that would lose their link, by the to-one that is chosen for.
  ///
  /// Links are chosen before the first step, so only the conditions of the first step count.
  func queries(
    named name: (_ property: String, _ entity: String, _ isOwn: Bool) -> String?
  ) throws(StoreScriptError) -> [String: String] {
    var staying: [String: [String]] = [:]
    var rows: [(name: String, row: RowSource, chosen: (RowSource) -> String?)] = []
    for entity in mapping.entities {
      guard let row = try members.row(afterFirstStepOf: entity) else { continue }
      for value in entity.layers.first?.values ?? [] {
        guard case .chosen(let links, let choices, let agreeing) = value.value,
          let name = name(value.property, entity.entity, links.contains(where: \.isOwn))
        else { continue }
        staying[name, default: []].append(row.query(row.id))
        rows.append((name, row, { chosen(links, choices, agreeing, of: $0.id) }))
      }
    }
    var result: [String: [String]] = [:]
    for (name, row, chosen) in rows {
      guard let chosen = chosen(row) else { continue }
      let all = staying[name, default: []].joined(separator: " UNION ALL ")
      let condition = row.condition.map { "(\($0)) AND " } ?? ""
      result[name, default: []].append(
        "SELECT 1 FROM \(row.relation) WHERE \(condition)EXISTS (SELECT 1 FROM (\(chosen)) "
          + "WHERE \"_chosen\" NOT IN (\(all)))")
    }
    return result.mapValues {
      "SELECT count(*) FROM (\($0.joined(separator: " UNION ALL ")))"
    }
  }

  /// A query for the objects that are chosen by their links to an object: `_chosen`.
  private func chosen(
    _ links: [CarriedLinks], _ choices: [Deduplication.Choice], _ agreeing: [Deduplication.Choice]?,
    of id: String
  ) -> String? {
    if let agreeing {
      guard !agreeing.isEmpty,
        let own = LinkChoice(links, by: choices, in: source),
        let other = LinkChoice(links.map(\.reversed), by: agreeing, in: source)
      else { return nil }
      return "SELECT \(other.query(of: "\"_option\"")) AS \"_chosen\" FROM "
        + "(SELECT DISTINCT \"_far\" AS \"_option\" FROM (\(own.links(of: id))))"
    }
    guard links.contains(where: \.isOwn),
      let own = LinkChoice(links, by: choices, in: source),
      let choice = LinkChoice(links.map(\.reversed), by: choices, in: source)
    else { return nil }
    return "SELECT \(choice.query(of: "\"_option\"")) AS \"_chosen\" FROM "
      + "(SELECT \(own.target(of: id)) AS \"_option\") WHERE \"_option\" IS NOT NULL"
  }
}
