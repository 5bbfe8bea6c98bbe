internal import SQLiteStore
public import SchemaModel

/// Makes new stores.
public enum StoreCreator {
  /// Makes an empty store of a version.
  ///
  /// - Throws: ``StoreCreationError/exists(path:)`` where there is a file already: nothing is
  ///   ever overwritten; ``SQLiteStore/SQLiteError`` where the file cannot be written. A file that
  ///   was begun is removed.
  public static func create(at path: String, of document: SchemaDocument) throws {
    try makeFile(at: path) { connection in
      let layout = StoreLayout(of: document.schema)
      try connection.createStore(layout: layout, identity: StoreIdentity(of: document))
    }
  }

  /// Makes a database where there is none, and removes it again where filling it fails.
  static func makeFile(at path: String, _ fill: (Connection) throws -> Void) throws {
    guard !StoreFiles.exist(at: path) else { throw StoreCreationError.exists(path: path) }
    do {
      let connection = try Connection(path: path, mode: .create)
      try fill(connection)
    } catch {
      StoreFiles.remove(at: path)
      throw error
    }
  }
}

/// Why a store was not made; nothing is left behind.
public enum StoreCreationError: Error, Hashable, Sendable {
  /// There is a file at the path already, or one that would belong to the new store.
  case exists(path: String)
  /// No value was found that satisfies a rule of an entity.
  case unsatisfiable(rule: String, entity: String)
  /// A rule is not an SQL expression over its entity's properties.
  case brokenRule(rule: String, entity: String, reason: String)
  /// The values of a required attribute must match a pattern that is too rich to make examples of.
  case unsupportedPattern(String, property: String, entity: String)
  /// A required to-one relationship leads to an entity that can have no objects.
  case noDestination(relationship: String, entity: String)
}
