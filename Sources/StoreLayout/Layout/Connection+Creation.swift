public import SQLite

extension Connection {
  /// Creates an empty store: every table, index and trigger of a layout, and the catalog.
  ///
  /// All or nothing. The database must be empty.
  public func createStore(layout: StoreLayout, identity: StoreIdentity) throws {
    try transaction(.immediate) {
      try createObjects(of: layout, identity: identity)
    }
  }

  /// Creates an empty store inside the open transaction.
  package func createObjects(of layout: StoreLayout, identity: StoreIdentity) throws(SQLiteError) {
    try createCatalog()
    for statement in layout.definition.statements { try execute(SQL(raw: statement)) }
    try writeIdentity(identity)
    try execute("PRAGMA application_id = \(raw: "\(StoreCatalog.applicationID)")")
  }
}
