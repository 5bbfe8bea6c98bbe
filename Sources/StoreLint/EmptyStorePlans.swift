internal import SQLite
internal import StoreLayout
public import SchemaLint
public import SchemaModel

/// Query plans and errors of SQLite itself, from an empty store of the schema in memory.
public final class EmptyStorePlans: QueryPlans {
  private var last: (schema: Schema, store: EmptyStore)?

  /// Creates an object without a store; the first query lays out its schema.
  public init() {}

  /// The lines of `EXPLAIN QUERY PLAN`; nil if SQLite cannot read the query.
  public func plan(of query: Query, in schema: Schema) -> [String]? {
    // An error of SQLite is reported by `objection(to:in:)`.
    try? store(of: schema)?.plan(of: query)
  }

  /// The error of SQLite for a query; nil if none exists.
  public func objection(to query: Query, in schema: Schema) -> String? {
    guard let sql = StoreLayout(of: schema).select(query) else { return nil }
    return store(of: schema)?.objection(toCheck: SQL(raw: sql))
  }

  /// The error of SQLite for an expression over the properties of an entity; nil if none exists.
  public func objection(
    toExpression sql: String, over entity: String, in schema: Schema
  ) -> String? {
    guard let objects = ObjectQuery.objects(of: entity, in: StoreLayout(of: schema)) else {
      return nil
    }
    // On its own lines, so that a comment in the expression ends.
    return store(of: schema)?.objection(
      to: "SELECT (\n\(raw: sql)\n) FROM \(objects) AS \(name: entity)")
  }

  /// The error of SQLite for an expression of a migration; nil if none exists.
  public func objection(
    toMapping sql: String, over entity: String, in schema: Schema
  ) -> String? {
    let paths = ToOnePaths(of: entity, in: StoreLayout(of: schema))
    return objection(toExpression: paths.resolved(sql), over: entity, in: schema)
  }

  /// The error of SQLite for a statement; nil if none exists.
  public func objection(toStatement sql: String, in schema: Schema) -> String? {
    let resolved = StoreLayout(of: schema).resolvingPaths(inQuery: sql)
    return store(of: schema)?.objection(toCheck: SQL(raw: resolved))
  }

  /// The error of SQLite for a statement that changes rows; nil if none exists.
  public func objection(toStep sql: String, in schema: Schema) -> String? {
    store(of: schema)?.objection(to: SQL(raw: sql))
  }

  /// The store of a schema; nil for a schema without a layout, which validation reports.
  ///
  /// The last store is kept, because several queries of one schema follow each other.
  private func store(of schema: Schema) -> EmptyStore? {
    if let last, last.schema == schema { return last.store }
    // If SQLite cannot create the tables, the model has a mistake, which validation has found.
    guard let store = try? EmptyStore(of: schema) else { return nil }
    last = (schema, store)
    return store
  }
}
