internal import SQLiteStore
public import SchemaLint
public import SchemaModel

/// The plans of SQLite itself, for an empty store of the schema that is laid out in memory.
public final class EmptyStorePlans: QueryPlans {
  private var last: (schema: Schema, store: EmptyStore?)?

  /// Plans of no schema yet.
  public init() {}

  /// The lines of `EXPLAIN QUERY PLAN`; nil where SQLite cannot read the query.
  public func plan(of query: Query, in schema: Schema) -> [String]? {
    try? store(of: schema)?.plan(of: query)
  }

  /// The queries of one schema are asked about one after the other, so one store is kept.
  private func store(of schema: Schema) -> EmptyStore? {
    if let last, last.schema == schema { return last.store }
    let store = try? EmptyStore(of: schema)
    last = (schema, store)
    return store
  }
}
