import SQLite
import StoreLayout
import SchemaLint
import SchemaModel
import StoreCreation
import StoreLint
import TestSupport
import Testing

/// The queries that the models of the repository declare, on stores of real size.
struct DeclaredQueriesTests {
  @Test(arguments: [
    ("EpilogueCache", 4), ("NowThatIKnowMore", 4), ("Study", 6), ("TwinMind", 3),
  ])
  func `every declared query uses an index, and finds the same rows as a scan`(
    model: String, count: Int
  ) throws {
    let document = try #require(RepositorySchemas.history(of: model).newest)
    #expect(document.schema.queries.count == count)
    let folder = try TemporaryFolder()
    let path = folder.path("sample.store")
    try SampleStore.create(at: path, of: document, objects: 300, seed: 7)
    let connection = try StoreFile.open(path: path, for: .reading)
    let layout = StoreLayout(of: document.schema)
    for query in document.schema.queries {
      let sql = try #require(layout.select(query))
      let plan = try connection.rows(SQL(raw: "EXPLAIN QUERY PLAN " + sql)).compactMap { row in
        if case .text(let line)? = row.last { line } else { nil }
      }
      #expect(plan == EmptyStorePlans().plan(of: query, in: document.schema), "\(query.name)")
      let argument = try parameter(of: query, layout, connection)
      let found = try rows(sql, argument, connection)
      let table = try #require(layout.table(of: query.entity)).quotedName
      let scan = sql.replacing("FROM \(table)", with: "FROM \(table) NOT INDEXED")
      #expect(try rows(scan, argument, connection) == found, "\(query.name)")
      #expect(found > 0 || query.filter?.contains("unixepoch") == true, "\(query.name)")
    }
  }

  /// A value that some object has where a query compares with a parameter.
  private func parameter(
    of query: Query, _ layout: StoreLayout, _ connection: Connection
  ) throws -> SQLValue? {
    guard let filter = query.filter, filter.hasSuffix(" = ?"),
      let table = layout.table(of: query.entity),
      let column = layout.column(of: String(filter.dropLast(4)), in: query.entity)
    else { return nil }
    return try connection.value(
      """
      SELECT \(name: column) FROM \(name: table) WHERE \(name: column) IS NOT NULL
      ORDER BY 1 LIMIT 1
      """)
  }

  private func rows(_ sql: String, _ argument: SQLValue?, _ connection: Connection) throws -> Int64
  {
    let parts = sql.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var query = SQL(raw: "SELECT count(*) FROM (\(parts[0])")
    if let argument, parts.count == 2 { query = query + "\(argument)" + SQL(raw: String(parts[1])) }
    return try #require(try connection.integer(query + ")"))
  }
}
