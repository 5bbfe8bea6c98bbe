internal import SQLite
internal import StoreLayout
public import SchemaLint
public import SchemaModel

/// SQLite itself, asked on an empty store of the schema that is laid out in memory.
public final class EmptyStorePlans: QueryPlans {
  private var last: (schema: Schema, store: EmptyStore)?

  /// Plans of no schema yet.
  public init() {}

  /// The lines of `EXPLAIN QUERY PLAN`; nil where SQLite cannot read the query.
  public func plan(of query: Query, in schema: Schema) -> [String]? {
    // What SQLite has against it is what an objection says.
    try? store(of: schema)?.plan(of: query)
  }

  /// What SQLite has against a query.
  public func objection(to query: Query, in schema: Schema) -> String? {
    guard let sql = StoreLayout(of: schema).select(query) else { return nil }
    return store(of: schema)?.objection(toCheck: SQL(raw: sql))
  }

  /// What SQLite has against an expression over the properties of an entity.
  public func objection(
    toExpression sql: String, over entity: String, in schema: Schema
  ) -> String? {
    guard let objects = ObjectQuery.objects(of: entity, in: StoreLayout(of: schema)) else {
      return nil
    }
    // On lines of its own, so that a comment in it ends.
    return store(of: schema)?.objection(
      to: "SELECT (\n\(raw: sql)\n) FROM \(objects) AS \(name: entity)")
  }

  /// What SQLite has against an expression of a migration.
  public func objection(
    toMapping sql: String, over entity: String, in schema: Schema
  ) -> String? {
    let paths = ToOnePaths(of: entity, in: StoreLayout(of: schema))
    return objection(toExpression: paths.resolved(sql), over: entity, in: schema)
  }

  /// What SQLite has against a statement.
  public func objection(toStatement sql: String, in schema: Schema) -> String? {
    let resolved = StoreLayout(of: schema).resolvingPaths(inQuery: sql)
    return store(of: schema)?.objection(toCheck: SQL(raw: resolved))
  }

  /// What SQLite has against a statement that changes rows.
  public func objection(toStep sql: String, in schema: Schema) -> String? {
    store(of: schema)?.objection(to: SQL(raw: sql))
  }

  /// One schema is asked about several times in a row, so one store is kept; nil for a schema that
  /// has no layout, which validation reports.
  private func store(of schema: Schema) -> EmptyStore? {
    if let last, last.schema == schema { return last.store }
    // Tables that SQLite does not make are a mistake in the model, which validation has found.
    guard let store = try? EmptyStore(of: schema) else { return nil }
    last = (schema, store)
    return store
  }
}
