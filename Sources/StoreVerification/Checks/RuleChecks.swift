internal import SQLiteStore
internal import SchemaModel

/// Works out how the declared rules are checked: with the rest of their table where they can be.
struct RuleChecks {
  let layout: NativeLayout
  let connection: Connection

  /// Adds the rules to the sources of their tables, and gives a source of its own to an entity
  /// whose properties have other names in the table.
  ///
  /// - Returns: the rules that SQLite cannot evaluate.
  func add(to sources: inout [RowSource]) -> [Finding] {
    var findings: [Finding] = []
    let positions = Dictionary(
      sources.enumerated().map { ($0.element.table, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    for entity in layout.schema.entities where !entity.rules.isEmpty {
      guard let table = layout.table(of: entity.name), let position = positions[table] else {
        continue
      }
      let isDirect = hasPlainColumns(entity.name)
      var source = isDirect ? sources[position] : renamedSource(of: entity.name, in: table)
      let isMember =
        isDirect ? layout.rowCondition(of: entity.name, includingDescendants: true) : nil
      for rule in entity.rules {
        let check = self.check(rule, of: entity.name, isMember)
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

  /// The check of a rule, for the rows of a source where it is told.
  ///
  /// A rule that gives NULL holds, as a CHECK constraint does
  /// (https://www.sqlite.org/lang_createtable.html#ckconst). It stands on lines of its own, so that
  /// a comment in it ends.
  private func check(_ rule: ValidationRule, of entity: String, _ isMember: String?) -> RowCheck {
    let isBroken = "NOT (\n\(rule.check)\n)"
    return RowCheck(
      problem: .brokenRule(entity: entity, rule: rule.name),
      condition: isMember.map { "(\($0)) AND \(isBroken)" } ?? isBroken)
  }

  /// Why SQLite cannot evaluate a check; nil where it can.
  private func refusal(of check: RowCheck, in source: RowSource) -> String? {
    do {
      _ = try connection.prepare(
        SQL(raw: "SELECT sum(\(check.condition)) FROM \(source.from)"))
      return nil
    } catch {
      return error.message
    }
  }

  private func storedProperties(of entity: String) -> [(property: String, column: String)] {
    let schema = layout.schema
    let names =
      schema.allAttributes(of: entity).map(\.name) + schema.allRelationships(of: entity).map(\.name)
    return names.compactMap { name in
      layout.column(of: name, in: entity).map { (name, $0) }
    }
  }

  private func hasPlainColumns(_ entity: String) -> Bool {
    storedProperties(of: entity).allSatisfy { $0.property == $0.column }
  }

  private func renamedSource(of entity: String, in table: String) -> RowSource {
    let identity = NativeLayout.identityColumn.quotedName
    let columns =
      [identity]
      + storedProperties(of: entity).map { "\($0.column.quotedName) AS \($0.property.quotedName)" }
    let condition = layout.rowCondition(of: entity, includingDescendants: true)
    return RowSource(
      table: table,
      from: "(SELECT \(columns.joined(separator: ", ")) FROM \(table.quotedName)"
        + (condition.map { " WHERE \($0)" } ?? "") + ") AS \(entity.quotedName)",
      identity: "\(entity.quotedName).\(identity)")
  }
}
