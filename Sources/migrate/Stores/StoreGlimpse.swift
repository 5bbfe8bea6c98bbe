internal import Diagnostics
internal import SQLiteStore
internal import SchemaModel
internal import SchemaYAML
internal import StoreMigration

/// What a store says about itself, and the schema files that go with it.
struct StoreGlimpse {
  let path: String
  let identity: StoreIdentity

  /// Reads what a store says, and writes nothing.
  ///
  /// - Throws: ``Failure`` with the name of whatever is wrong with the file.
  init(of path: String) throws {
    do {
      try self.init(path, StoreFile.open(path: path, for: .reading))
    } catch let error as StoreOpenError {
      throw Failure(.unopenable(error), store: path)
    }
  }

  /// The same for a store whose last write was interrupted: that is undone by opening it to write.
  init(mending path: String) throws {
    do {
      try self.init(path, Self.mend(path))
    } catch let error as StoreOpenError {
      throw Failure(.unopenable(error), store: path)
    }
  }

  private static func mend(_ path: String) throws(StoreOpenError) -> Connection {
    do {
      return try StoreFile.open(path: path, for: .reading)
    } catch {
      guard case .interruptedWrite = error else { throw error }
      return try StoreFile.open(path: path, for: .writing)
    }
  }

  private init(_ path: String, _ connection: Connection) throws {
    do {
      guard let identity = try connection.readIdentity() else {
        throw Failure(.foreign, store: path)
      }
      (self.path, self.identity) = (path, identity)
    } catch let error as SQLiteError {
      throw Failure(.unopenable(StoreOpenError(error, path: path)), store: path)
    } catch let error as StoreCatalogError {
      throw Failure(.illegible(reason: error.reason), store: path)
    }
  }
}

extension StoreGlimpse {
  /// The model that the store carries in itself.
  func embeddedModel() throws -> SchemaDocument {
    do throws(DiagnosticsError) {
      return try SchemaReader.read(text: identity.model, name: "the model in '\(path)'")
    } catch {
      throw Failure(
        .illegible(reason: error.diagnostics.first?.message ?? "it has no model"), store: path)
    }
  }

  /// The version that the store holds: of the schema files where they have just that one, or else
  /// the model that it carries in itself.
  func document(_ invocation: Invocation) throws -> SchemaDocument {
    let known = try optionalHistory(invocation)?[identity.version]
    if let known, known.schema.definitionDigest == identity.definitionDigest { return known }
    return try embeddedModel()
  }

  /// The versions of the store's model that the schema files have.
  func history(_ invocation: Invocation) throws -> SchemaHistory {
    let folder = try SchemaFolder.find(in: invocation.schemas(), model: identity.schema)
    return try SchemaReader.history(inDirectory: folder)
  }

  /// The same, or nil where nobody named a folder of schema files and the usual one is not there.
  ///
  /// A store explains itself, so what only reads it can do without.
  func optionalHistory(_ invocation: Invocation) throws -> SchemaHistory? {
    try invocation.hasSchemas ? history(invocation) : nil
  }
}

extension StoreCatalogError {
  /// What is wrong with the catalog, to stand after a colon.
  var reason: String {
    switch self {
    case .identityCount(let count):
      "'\(StoreCatalog.schemaTable)' has \(count) rows instead of one"
    case .unreadable(let value, let column, let table):
      "'\(table).\(column)' is \(value.literal)"
    }
  }
}
