internal import MigrationPlanner
internal import SQLite
internal import SchemaModel
internal import StoreLayout
internal import StoreScript

/// A store that is migrated hop by hop, so that each hop's losses can be queried from the current objects.
///
/// Before the first hop the store itself is read. For later hops a copy is migrated, each hop by its own
/// script, and the store is only read.
final class HopCopy {
  /// The mappings of the completed hops, in order.
  private(set) var mappings: [Mapping] = []
  private let store: Connection
  private let layout: StoreLayout
  private let options: MigrationOptions
  private var copy: Connection?
  /// The number of hops that the copy has completed.
  private var taken = 0
  /// Whether the copy could not be migrated further.
  private var isLost = false
  /// The tables that have taken in objects of several tables, so that some identities differ from the
  /// store's; nil if such a table has been renamed since.
  private var gatherings: Set<String>? = []

  /// The tables as they are before a hop.
  struct Tables {
    /// The connection to query them on, with the functions of a migration.
    let connection: Connection
    fileprivate var numbers: [String] = []
    fileprivate var gatherings: Set<String>?
  }

  init(of store: Connection, _ layout: StoreLayout, _ options: MigrationOptions) {
    (self.store, self.layout, self.options) = (store, layout, options)
  }

  private var isCancelled: Bool { options.isCancelled?() == true }

  /// Adds the next hop.
  func append(_ next: Mapping) { mappings.append(next) }

  /// Whether the store's counts are still right: no value is computed, and no object is left behind, made or
  /// merged.
  var keepsNumbers: Bool { mappings.allSatisfy(\.keepsNumbers) }

  /// Passes on the tables as they are before the next hop.
  ///
  /// If that hop's script is requested, objects are renumbered as it does.
  ///
  /// Nil if the tables are not available: an unregistered closure changes them, a hop cannot be carried out
  /// alone or within the limit, or the data blocks it.
  ///
  /// - Throws: errors that are not about the data.
  func withTables<Result>(
    renumberedBy next: Mapping? = nil, _ body: (Tables, StoreScript?) throws -> Result
  ) throws -> Result? {
    do {
      let connection = try connection(isCopied: !mappings.isEmpty)
      var tables = Tables(connection: connection, gatherings: gatherings)
      guard let next else { return try body(tables, nil) }
      let script = try script(of: next, on: connection)
      guard !script.renumberings.isEmpty else { return try body(tables, script) }
      tables = Tables(connection: try self.connection(isCopied: true), gatherings: gatherings)
      return try undoing(on: tables.connection) {
        tables.numbers = try LenientScript(script: script, connection: tables.connection).renumber()
        return try body(tables, script)
      }
    } catch let error as SQLiteError {
      guard error.isAboutRows || copy?.exceededSteps != nil else { throw error }
      return nil
    } catch is StoreScriptError {
      return nil
    }
  }

  /// Runs a block on the copy and undoes its changes; if they cannot be undone, the copy is lost.
  private func undoing<Result>(
    on copy: Connection, _ body: () throws -> Result
  ) throws -> Result {
    try copy.execute("SAVEPOINT renumbering")
    isLost = true
    let result = Swift.Result { try body() }
    try copy.executeScript("ROLLBACK TO renumbering; RELEASE renumbering;")
    isLost = false
    return try result.get()
  }

  /// The store, or the copy after all completed hops.
  private func connection(isCopied: Bool) throws -> Connection {
    guard isCopied else {
      try register(on: store)
      return store
    }
    guard !isLost else { throw SQLiteError(.error, "the copy could not go on") }
    let copy = try copy ?? store.trialCopy(of: layout) { !isCancelled }
    self.copy = copy
    try register(on: copy)
    isLost = true
    try copy.cancellable(when: { self.isCancelled }, limitedToSteps: options.trialSteps) {
      while taken < mappings.count {
        let script = try script(of: mappings[taken], on: copy)
        try LenientScript(script: script.replacingEmptyTables(on: copy), connection: copy).run()
        gather(by: script)
        taken += 1
      }
    }
    isLost = false
    return copy
  }

  private func script(of mapping: Mapping, on connection: Connection) throws -> StoreScript {
    guard mapping.steps.allSatisfy({ $0.closure == nil }) else {
      throw SQLiteError(.error, "a closure decides")
    }
    return try StoreScript(
      mapping, unmanaged: connection.unmanagedObjects(of: StoreLayout(of: mapping.source)))
  }

  /// A refused value becomes NULL during these hops; the migration itself reports it.
  private func register(on connection: Connection) throws(SQLiteError) {
    var functions = MigrationFunctions.asking(about: store.path)
    functions.onRefusal = { _ in }
    try connection.register(functions)
  }

  /// Notes the tables with objects from several tables: an identity there does not show the former table.
  private func gather(by script: StoreScript) {
    let tables = Set(script.target.definition.tables.map(\.name))
    gatherings = gatherings.flatMap { $0.isSubset(of: tables) ? $0 : nil }
    gatherings?.formUnion(
      script.renumberings.compactMap { script.target.table(of: $0.entity) })
  }
}

extension HopCopy.Tables {
  /// The same query for identities, sorted, with the identities that rows of a table have in the store; nil
  /// if they are not known.
  func identitiesBefore(_ query: String, ofRowsIn table: String) -> String? {
    guard gatherings?.contains(table) == false else { return nil }
    guard !numbers.isEmpty else { return query }
    let former = numbers.reversed().reduce("\"_id\"") { identity, numbers in
      "coalesce((SELECT \"_old\" FROM temp.\(numbers.quotedName) WHERE \"_table\" = "
        + "\(table.quotedText) AND \"_new\" = \(identity)), \(identity))"
    }
    return "SELECT \(former) AS \"_former\" FROM "
      + "(SELECT NULL AS \"_id\" WHERE 0 UNION ALL SELECT * FROM (\(query))) ORDER BY 1"
  }
}

extension Connection {
  /// A copy to try a migration on, set up like a connection that migrates a store of a layout.
  ///
  /// If this connection holds the write lock, it must not have written anything yet.
  func trialCopy(
    of layout: StoreLayout, while goesOn: () -> Bool
  ) throws(SQLiteError) -> Connection {
    let source = isWriting ? try readerOfBeginning() : self
    let copy = try source.temporaryCopy(while: goesOn)
    try copy.execute("PRAGMA foreign_keys = OFF")
    // In KiB. Each statement that creates or drops a table reads all definitions, which must fit into it.
    try copy.execute("PRAGMA cache_size = -32768")
    if !layout.existingTables.isEmpty { copy.allowDoubleQuotedStrings() }
    return copy
  }
}

extension Mapping {
  fileprivate var keepsNumbers: Bool {
    !changesArrivedRows && additions.isEmpty
      && entities.flatMap(\.layers).allSatisfy { layer in
        layer.filter == nil && layer.values.allSatisfy(\.value.keepsNumber)
      }
  }
}

extension ValueSource {
  /// Whether there are as many values as in the source.
  fileprivate var keepsNumber: Bool {
    switch self {
    case .linked, .chosen: false
    default: declaredExpression == nil
    }
  }
}
