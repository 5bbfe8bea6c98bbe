import SQLiteStore
import SchemaLint
import SchemaModel

/// The plans of SQLite itself, for an empty store of the schema.
struct EmptyStorePlans: QueryPlans {
  func plan(of query: Query, in schema: Schema) -> [String]? {
    try? EmptyStore(of: schema).plan(of: query)
  }
}
