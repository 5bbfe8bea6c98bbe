internal import SchemaModel
internal import SQLite
internal import SQLText
internal import StoreLayout

/// Makes the checks of the declared rules, together with the other checks of their table if possible.
struct RuleChecks {
  let layout: StoreLayout
  let connection: Connection

  /// Adds the rules to the sources of their tables.
  ///
  /// An entity whose properties have other names in the table gets its own source.
  ///
  /// - Returns: the rules that SQLite cannot evaluate.
  func add(
    to sources: inout [RowSource], asking isAsked: (ContentDemand) -> Bool = { _ in true }
  ) -> [Finding] {
    var findings: [Finding] = []
    let positions = Dictionary(
      sources.enumerated().map { ($0.element.table, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    for entity in layout.schema.entities where !entity.rules.isEmpty {
      guard let table = layout.table(of: entity.name), let position = positions[table] else {
        continue
      }
      let isDirect = hasPlainColumns(entity.name)
      guard var source = isDirect ? sources[position] : renamedSource(of: entity.name, in: table)
      else { continue }
      let isMember =
        isDirect ? layout.rowCondition(of: entity.name, includingDescendants: true) : nil
      for rule in entity.rules {
        let demand = Self.demand(of: rule, of: entity.name, in: layout)
        guard isAsked(demand) else { continue }
        let check = self.check(rule, demand, isMember)
        if let reason = refusal(of: check, in: source) {
          findings.append(
            Finding(.unusableRule(entity: entity.name, rule: rule.name, reason: reason)))
        } else {
          source.checks.append(check)
        }
      }
      if isDirect { sources[position] = source } else { sources.append(source) }
    }
    return findings
  }

  /// The check of a rule, for the rows of a source that reports it.
  ///
  /// A rule that gives NULL holds, as a CHECK constraint does
  /// (https://www.sqlite.org/lang_createtable.html#ckconst). The rule is on separate lines, so that a comment
  /// in it ends.
  private func check(
    _ rule: ValidationRule, _ demand: ContentDemand, _ isMember: String?
  ) -> RowCheck {
    let isBroken = "NOT (\n\(rule.check)\n)"
    return RowCheck(
      problem: .brokenRule(entity: demand.entity, rule: rule.name),
      condition: isMember.map { "(\($0)) AND \(isBroken)" } ?? isBroken, demand: demand)
  }

  /// The reason why SQLite cannot evaluate a check; nil if it can.
  private func refusal(of check: RowCheck, in source: RowSource) -> String? {
    do {
      _ = try connection.prepare(
        SQL(raw: "SELECT \(RowScan.count(of: check.condition)) FROM \(source.from)"))
      return nil
    } catch {
      return error.message
    }
  }

  private func hasPlainColumns(_ entity: String) -> Bool {
    layout.storedProperties(of: entity).allSatisfy { $0.property == $0.column }
  }

  private func renamedSource(of entity: String, in table: String) -> RowSource? {
    EntityRows(layout: layout).query(of: entity, includingDescendants: true).map { rows in
      RowSource(
        table: table, from: "(\(rows)) AS \(entity.quotedName)",
        identity: "\(entity.quotedName).\(StoreLayout.identityColumn.quotedName)")
    }
  }
}

// MARK: - Demands

extension RuleChecks {
  /// The demands of the rules of a layout's version.
  static func demands(of layout: StoreLayout) -> [ContentDemand] {
    layout.schema.entities.flatMap { entity in
      entity.rules.map { demand(of: $0, of: entity.name, in: layout) }
    }
  }

  /// The demand of a rule; a rule that contains a query may read whole tables, its own included.
  private static func demand(
    of rule: ValidationRule, of entity: String, in layout: StoreLayout
  ) -> ContentDemand {
    let tokens = SQLTokens(rule.check)
    let names = tokens.foldedNames
    let properties = layout.storedProperties(of: entity).map(\.property.asciiLowercased)
    let tables = layout.definition.tables.map(\.name.asciiLowercased)
    let hasQuery = tokens.firstIndex(of: "SELECT", from: 0) != nil
    return ContentDemand(
      table: layout.table(of: entity) ?? entity, entity: entity,
      subject: .rule(
        properties: names.intersection(properties),
        tables: hasQuery ? names.intersection(tables) : []), text: rule.check)
  }
}

/// Evaluates a rule on one row after another, if it fails on some of them.
///
/// A single row can end the pass over all rows, for example if `json_extract` fails on a text that is not
/// JSON.
struct RuleTrial {
  let connection: Connection
  let entity: String
  let rule: String
  /// The notes on rows with a problem; nil if these rows are only counted.
  var notes: ProblemNotes?

  /// The rows that break the rule, and the rows on which it cannot be evaluated.
  ///
  /// If a rule fails but on no particular row, its result is unknown for all rows: SQLite evaluates a part
  /// without a property before it reads the rows.
  ///
  /// - Throws: ``SQLite/SQLiteError`` if the rows cannot be read.
  func findings(
    of check: RowCheck, in source: RowSource, _ failure: SQLiteError
  ) throws(SQLiteError) -> [Finding] {
    let rows = try connection.prepare(
      SQL(raw: "SELECT \(source.identity) FROM \(source.from) ORDER BY 1"))
    // CASE guarantees that the row is compared before the condition is evaluated; the first comparison only
    // finds the row.
    let isThisRow = "\(source.identity) = ?1"
    var alone = try connection.prepare(
      SQL(
        raw: """
          SELECT 1 FROM \(source.from) WHERE \(isThisRow) \
          AND CASE WHEN \(isThisRow) AND (\(check.condition)) THEN 1 END
          """))
    var (broken, failing) = (Tally(), Tally())
    var reason: String?
    while try rows.step() {
      let identity = rows.value(at: 0)
      alone.reset()
      try alone.bind(identity, at: 0)
      var problem = check.problem
      do {
        guard try alone.step() else { continue }
        broken.add(identity.integer)
      } catch {
        guard error.isAboutTheQuery else { throw error }
        reason = reason ?? error.message
        failing.add(identity.integer)
        problem = .failingRule(entity: entity, rule: rule, reason: error.message)
      }
      try notes?.note(problem, of: source, key: identity)
    }
    guard let reason else {
      // A missing function is more often misspelt than defined by the app.
      return [
        failure.lacksCollation
          ? Finding(.needsApp(table: source.table, reason: failure.message))
          : Finding(.unusableRule(entity: entity, rule: rule, reason: failure.message))
      ]
    }
    return failing.finding(.failingRule(entity: entity, rule: rule, reason: reason))
      + broken.finding(check.problem)
  }
}
