internal import SQLite
package import StoreLayout
internal import SchemaModel

/// Checks the objects and links in the tables of a layout.
struct ContentChecks {
  let connection: Connection
  let layout: StoreLayout

  /// Reads all tables, counts the objects, and notes the rows with a problem if `notes` is given.
  ///
  /// - Throws: ``SQLite/SQLiteError`` if the reading was interrupted.
  func run(noting notes: ProblemNotes? = nil) throws(SQLiteError) -> RowScan.Result {
    let objects = ObjectChecks(layout)
    try CheckFunctions(patterns: objects.patterns).register(on: connection)
    var sources = objects.sources()
    var result = RowScan.Result(findings: objects.unusablePatterns.map(\.finding))
    result.findings += RuleChecks(layout: layout, connection: connection).add(to: &sources)
    try scan(sources + objects.links.joinSources(), &result, notes)
    return result
  }

  /// Reads only the rows that have a selected check.
  ///
  /// With `entities`, only their objects are checked. If either all rows of a table meet a demand or none
  /// does, only one row is read for it.
  ///
  /// - Throws: ``SQLite/SQLiteError`` if the reading was interrupted.
  func findings(
    of entities: [Entity]? = nil, asking isAsked: (ContentDemand) -> Bool,
    alikeForAllRows isAlike: (ContentDemand) -> Bool
  ) throws(SQLiteError) -> [Finding] {
    let objects = ObjectChecks(layout, of: entities)
    try CheckFunctions(patterns: objects.patterns).register(on: connection)
    let joins = entities == nil ? objects.links.joinSources() : []
    var sources = try (objects.sources() + joins)
      .map { source throws(SQLiteError) in
        try withoutMet(source.limited(to: isAsked), alikeForAllRows: isAlike)
      }
    let patterns = objects.unusablePatterns.filter { isAsked($0.demand) }
    var result = RowScan.Result(findings: patterns.map(\.finding))
    result.findings += RuleChecks(layout: layout, connection: connection)
      .add(to: &sources, asking: isAsked)
    try scan(sources.filter { !$0.checks.isEmpty }, &result)
    return result.findings
  }

  /// The source without the checks that one row passes and that therefore all rows pass.
  private func withoutMet(
    _ source: RowSource, alikeForAllRows isAlike: (ContentDemand) -> Bool
  ) throws(SQLiteError) -> RowSource {
    var sample = source
    sample.checks = source.checks.filter { $0.demand.map(isAlike) ?? false }
    sample.from = "(SELECT * FROM \(source.from) LIMIT 1) AS \(source.table.quotedName)"
    guard !sample.checks.isEmpty,
      try RowScan(connection: connection).run(sample).findings.isEmpty
    else { return source }
    var rest = source
    rest.checks.removeAll { $0.demand.map(isAlike) ?? false }
    return rest
  }

  private func scan(
    _ sources: [RowSource], _ result: inout RowScan.Result, _ notes: ProblemNotes? = nil
  ) throws(SQLiteError) {
    let scan = RowScan(connection: connection, notes: notes)
    for source in sources {
      let part = try scan.run(source)
      result.findings += part.findings
      result.counts.merge(part.counts) { first, _ in first }
    }
  }
}

extension StoreLayout {
  /// All demands that the layout's version makes on objects and links.
  package var contentDemands: [ContentDemand] {
    let objects = ObjectChecks(self)
    let checks = (objects.sources() + objects.links.joinSources()).flatMap(\.checks)
    return checks.compactMap(\.demand) + objects.unusablePatterns.map(\.demand)
      + RuleChecks.demands(of: self)
  }
}
