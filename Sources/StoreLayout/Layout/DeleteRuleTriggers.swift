internal import SQLite
internal import SchemaModel

/// The delete rules that no foreign key can enforce, as triggers.
///
/// A foreign key acts when the object that it leads *to* is deleted. A rule that is declared at the storing
/// end, or at an end of links that are stored on their own, acts in the other direction.
struct DeleteRuleTriggers {
  let schema: Schema
  let tables: [String: String]
  let columns: [String: PropertyColumns]
  let joinTables: [Association.End: StoreLayout.JoinTable]
  let tablesWithDiscriminator: Set<String>

  init(
    schema: Schema, tables: [String: String], columns: [String: PropertyColumns],
    joinTables: [StoreLayout.JoinTable], tablesWithDiscriminator: Set<String>
  ) {
    self.schema = schema
    self.tables = tables
    self.columns = columns
    self.joinTables = Dictionary(
      joinTables.map { ($0.association.primary, $0) }, uniquingKeysWith: { first, _ in first })
    self.tablesWithDiscriminator = tablesWithDiscriminator
  }

  func triggers(of association: Association) -> [TriggerDefinition] {
    switch association.kind {
    case .toOne: [triggerOfToOne(association.primary)].compactMap(\.self)
    case .manyToMany: triggersOfLinks(association)
    }
  }

  private func triggerOfToOne(_ end: Association.End) -> TriggerDefinition? {
    guard let table = tables[end.entity], let destination = tables[end.relationship.destination],
      let column = columns[end.entity]?[end.relationship.name]?.quotedName
    else { return nil }
    let target = destination.quotedName
    let isSet = "OLD.\(column) IS NOT NULL"
    switch end.relationship.deleteRule {
    case .nullify, .noAction: return nil
    case .cascade:
      // A trigger does not fire itself again
      // (https://www.sqlite.org/pragma.html#pragma_recursive_triggers), so a chain within one table is
      // followed here.
      let reached =
        destination == table
        ? """
        IN (WITH RECURSIVE "reached"("_id") AS (SELECT OLD.\(column) \
        UNION SELECT \(target).\(column) FROM \(target) JOIN "reached" USING ("_id") \
        WHERE \(target).\(column) IS NOT NULL) SELECT "_id" FROM "reached")
        """
        : "= OLD.\(column)"
      return TriggerDefinition(
        name(.cascade, end), on: table, "AFTER DELETE", when: condition(end, isSet),
        body: "DELETE FROM \(target) WHERE \"_id\" \(reached);")
    case .deny:
      return TriggerDefinition(
        name(.deny, end), on: table, "BEFORE DELETE",
        when: condition(
          end, isSet, "EXISTS (SELECT 1 FROM \(target) WHERE \"_id\" = OLD.\(column))"),
        body: "SELECT RAISE(ABORT, \("'\(end)' denies the deletion".quotedText));")
    }
  }

  /// The triggers of links; `deny` is enforced by the foreign keys of the links' table itself.
  private func triggersOfLinks(_ association: Association) -> [TriggerDefinition] {
    guard let links = joinTables[association.primary] else { return [] }
    var result = [
      cascade(
        from: association.primary, through: links.name, links.ownerColumn, links.destinationColumn)
    ]
    if let inverse = association.inverse, inverse != association.primary {
      result.append(
        cascade(from: inverse, through: links.name, links.destinationColumn, links.ownerColumn))
    }
    return result.compactMap(\.self)
  }

  private func cascade(
    from end: Association.End, through links: String, _ near: String, _ far: String
  ) -> TriggerDefinition? {
    guard end.relationship.deleteRule == .cascade, let table = tables[end.entity],
      let destination = tables[end.relationship.destination]
    else { return nil }
    // Before the deletion, because afterwards the links are deleted.
    return TriggerDefinition(
      name(.cascade, end), on: table, "BEFORE DELETE", when: condition(end),
      body: """
        DELETE FROM \(destination.quotedName) WHERE "_id" IN (SELECT \(far.quotedName) \
        FROM \(links.quotedName) WHERE \(near.quotedName) = OLD."_id");
        """)
  }

  private func name(_ rule: DeleteRule, _ end: Association.End) -> String {
    "_migrate_\(rule.rawValue)_\(end.entity)_\(end.relationship.name)"
  }

  /// The conditions, together with the condition that the row is of the entity, where the table has others.
  private func condition(_ end: Association.End, _ conditions: String...) -> String? {
    var all = conditions
    if let table = tables[end.entity], tablesWithDiscriminator.contains(table),
      schema.entity(named: end.entity)?.parent != nil
    {
      all.insert("OLD." + StoreLayout.isAny(of: schema.family(of: end.entity).map(\.name)), at: 0)
    }
    return all.isEmpty ? nil : all.joined(separator: " AND ")
  }
}
