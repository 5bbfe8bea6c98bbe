internal import SQLiteStore
internal import SchemaModel

/// Checks the objects and links in the tables of a layout.
struct ContentChecks {
  private let connection: Connection
  private let layout: NativeLayout

  init(_ connection: Connection, _ layout: NativeLayout) {
    self.connection = connection
    self.layout = layout
  }

  /// Reads the tables, all of them where none are named.
  ///
  /// - Throws: ``SQLiteStore/SQLiteError`` where the reading was interrupted.
  func run(tables: Set<String>? = nil) throws(SQLiteError) -> RowScan.Result {
    let objects = ObjectChecks(layout)
    try CheckFunctions(patterns: objects.patterns).register(on: connection)
    var sources = objects.sources()
    var result = RowScan.Result(findings: objects.findings)
    result.findings += RuleChecks(layout: layout, connection: connection).add(to: &sources)
    sources += objects.links.joinSources()
    let scan = RowScan(connection: connection)
    for source in sources where tables?.contains(source.table) ?? true {
      let part = try scan.run(source)
      result.findings += part.findings
      result.counts.merge(part.counts) { first, _ in first }
    }
    return result
  }
}
