internal import MigrationPlanner
internal import SQLite
internal import StoreLayout
internal import StoreScript
internal import SchemaModel

/// Finds the effects of one hop's expressions and conditions on values and links, before the hop.
struct DeclaredEffects {
  let versions: HopVersions
  /// The rows before the hop.
  let rows: VersionRows
  /// The mapping from the start of the stage to the end of the hop.
  let mapping: Mapping
  let tables: LossTables
  private var connection: Connection { tables.connection }

  /// The outcome of one change.
  struct Outcome {
    /// The number of objects for which an expression is evaluated.
    var objects: Int64 = 0
    /// The number of objects whose value changes.
    var changed: Int64 = 0
    /// The losses: first of the change's own property, then of other properties.
    var losses: [Loss]
  }

  /// Objects, values or links of the store that are lost.
  struct Loss {
    /// The property, by its name in the previous version: `Media.width`; nil for the change's own property.
    var property: String?
    /// Whether the loss is certain; otherwise the value may be recoverable from the new one.
    ///
    /// Nil if the risk of the change decides.
    var isCertain: Bool? = true
    /// The unit of the count; nil for the change's own unit.
    var unit: Effect.Unit?
    /// The number of losses.
    var count: Int64 = 0
    /// Some objects with a loss.
    var examples = Effect.Examples()
    /// The checksum of the lost data; nil if nothing is lost.
    var digest: String?

    /// Adds another loss of the same kind.
    mutating func add(_ other: Loss) {
      guard other.count > 0 else { return }
      count += other.count
      examples.formUnion(other.examples)
      digest = [digest, other.digest].compactMap(\.self).joined(separator: " ")
    }
  }

  /// The outcome of every declared change; empty if some row cannot be queried.
  ///
  /// - Throws: errors that are not about the data.
  func all() throws -> [SchemaChange: Outcome] {
    do {
      let after = try VersionRows(after: mapping, from: versions.source)
      var outcomes = try outcomes(after)
      outcomes.merge(try linkOutcomes(after)) { $1 }
      outcomes.merge(try successionOutcomes(after)) { $1 }
      return outcomes
    } catch  where error.isAboutRows {
      return [:]
    }
  }

  /// The table of merged pairs for the objects that a link leads to; nil if they are not merged.
  private func heirs(
    of rewriting: Rewriting, _ after: VersionRows, _ made: inout [String: String]
  ) throws(SQLiteError) -> String? {
    guard
      let relationship = mapping.target.relationship(
        named: rewriting.property, of: rewriting.entity)?.relationship,
      let (merge, pairs) = after.merge(of: relationship.destination)
    else { return nil }
    if let table = made[merge.entity] { return table }
    let name = "_migrate_heirs_of_\(merge.entity)"
    try connection.execute("DROP TABLE IF EXISTS temp.\(name: name)")
    try connection.execute("CREATE TEMP TABLE \(name: name) AS \(raw: pairs)")
    try connection.execute(
      "CREATE INDEX temp.\(name: name + "_by_loser") ON \(name: name) (\"_loser\")")
    let table = "temp.\(name.quotedName)"
    made[merge.entity] = table
    return table
  }

  private func outcomes(_ after: VersionRows) throws -> [SchemaChange: Outcome] {
    var made: [String: String] = [:]
    var result: [SchemaChange: Outcome] = [:]
    let changes = versions.hop.changes.map(\.change)
    let all = Rewritings(from: versions.before, to: versions.after)
    for (declared, rewritings) in all.all {
      guard let change = all.teller(of: declared, among: changes) else { continue }
      var outcome = result[change] ?? Outcome(losses: [Loss()])
      for rewriting in rewritings {
        let heirs = try heirs(of: rewriting, after, &made)
        guard
          let query = try RewriteQuery(rewriting, from: rows, to: versions.target, heirs: heirs)
        else { continue }
        let numbers =
          try connection.rows(SQL(raw: query.count)).first?.compactMap(\.integer) ?? []
        guard numbers.count == 4 else { continue }
        outcome.objects += numbers[0]
        outcome.changed += numbers[1]
        outcome.losses[0].add(
          try loss(query.losses, of: rewriting.source, counted: numbers[2]))
        var risk = try loss(query.risks, of: rewriting.source, counted: numbers[3])
        guard risk.count > 0 else { continue }
        (risk.isCertain, risk.unit) = (false, .values)
        if outcome.losses.count > 1 {
          outcome.losses[1].add(risk)
        } else {
          outcome.losses.append(risk)
        }
      }
      result[change] = outcome
    }
    return result
  }

  /// The links that are lost with objects left behind, the links on which a relationship and its new inverse
  /// disagree, and the links that do not lead to a new destination.
  private func linkOutcomes(_ after: VersionRows) throws -> [SchemaChange: Outcome] {
    var result: [SchemaChange: Outcome] = [:]
    for change in versions.hop.changes where change.risk > .none {
      let found: (query: LossQuery, owner: String)?
      switch change.change {
      case .dropLinks(let relationship, let entity, _):
        let end = Association.End(entity: entity, relationship: relationship)
        found = versions.mapping.links.first { $0.association.primary == end }.flatMap {
          rows.droppedLinks($0, by: versions.mapping, to: after)
        }.map { ($0, versions.oldName(ofEntity: entity)) }
      case .changeInverse(let name, let entity, _, _),
        .changeDestination(let name, let entity, _, _):
        guard let new = mapping.target.end(name, of: entity),
          let old = versions.formerLinks(of: name, in: entity)
        else { continue }
        found = rows.unkeptLinks(old, as: new, by: versions.mapping, to: after)
          .map { ($0, old.origin) }
      default: continue
      }
      guard let (query, owner) = found else { continue }
      result[change.change] = Outcome(
        losses: [try loss(query, of: owner)])
    }
    return result
  }
}

extension LossTables {
  /// The data that a change concerns, with a checksum if it is to be compared with a saved plan.
  func loss(
    of parts: [ConcernedData.Part], isPinned: Bool
  ) throws(SQLiteError) -> DeclaredEffects.Loss {
    var loss = DeclaredEffects.Loss(isCertain: nil)
    if isPinned, let sum = try checksum(of: parts) {
      (loss.count, loss.digest) = (sum.rows, sum.description)
    } else {
      for part in parts {
        // Whether there is a value does not depend on a collation that only the app has.
        loss.count += try connection.withStandIns { () throws(SQLiteError) in
          try connection.count(ofRowsOf: part.query)
        }
      }
    }
    return loss
  }

  /// The checksum of some data; nil if a value cannot be read.
  private func checksum(
    of parts: [ConcernedData.Part]
  ) throws(SQLiteError) -> ContentChecksum? {
    var sum = ContentChecksum()
    do throws(SQLiteError) {
      for (name, query) in parts {
        sum = try sum + connection.checksum(of: "SELECT \(name), * FROM (\(raw: query))")
      }
      return sum
    } catch {
      guard error.isAboutRows else { throw error }
      return nil
    }
  }
}

extension DeclaredEffects {
  /// The loss that a query finds, of the objects of an entity; the number may be known already.
  ///
  /// The objects are named by their keys before the migration. Without known keys, no object is named.
  func loss(
    _ query: LossQuery, of entity: String, counted known: Int64? = nil
  ) throws(SQLiteError) -> Loss {
    let count = if let known { known } else { try connection.integer(SQL(raw: query.count)) ?? 0 }
    var loss = Loss(count: count)
    guard count > 0 else { return loss }
    loss.digest = try connection.checksum(of: SQL(raw: query.losses)).description
    guard let table = versions.source.table(of: entity),
      let former = tables.identitiesBefore(query.losers, ofRowsIn: table)
    else { return loss }
    let keys = try connection.rows("\(raw: former) LIMIT \(Int64(Effect.Examples.limit + 1))")
      .compactMap(\.first)
    loss.examples = Effect.Examples(
      keys.filter { $0 != .null }, named: versions.source.keyNames(ofRowsIn: table))
    return loss
  }
}
