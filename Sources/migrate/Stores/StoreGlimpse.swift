internal import ArgumentParsing
internal import Diagnostics
internal import SQLite
internal import StoreLayout
internal import SchemaModel
internal import SchemaYAML
internal import StoreMigration
internal import StoreVerification

/// What a store says about itself, and the schema files that go with it.
struct StoreGlimpse {
  let path: String
  let identity: StoreIdentity
  /// Whether the database itself says so.
  let isDeclared: Bool

  /// Reads what a store says, and writes nothing.
  ///
  /// - Throws: ``Failure`` with the name of whatever is wrong with the file.
  ///
  /// A database that says nothing is looked for in the schema files, where there is a command line
  /// to name them.
  init(
    of path: String, patience: Double = 5, in invocation: Invocation? = nil,
    _ version: Version? = nil
  ) throws {
    do {
      try self.init(path, Self.open(path, for: .reading, patience), invocation, version)
    } catch let error as StoreOpenError {
      throw Failure(error, of: path)
    }
  }

  /// The same for a store whose last write was interrupted: that is undone by opening it to write.
  init(
    mending path: String, patience: Double, in invocation: Invocation, _ version: Version?
  ) throws {
    do {
      try self.init(path, Self.mend(path, patience), invocation, version)
    } catch let error as StoreOpenError {
      throw Failure(error, of: path)
    }
  }

  private static func mend(
    _ path: String, _ patience: Double
  ) throws(StoreOpenError) -> Connection {
    do {
      return try open(path, for: .reading, patience)
    } catch {
      guard case .interruptedWrite = error else { throw error }
      return try open(path, for: .writing, patience)
    }
  }

  private static func open(
    _ path: String, for mode: StoreFile.Mode, _ patience: Double
  ) throws(StoreOpenError) -> Connection {
    try StoreFile.open(
      path: path, for: mode, busyTimeoutMilliseconds: Int32(clamping: Int64(patience * 1000)))
  }

  private init(
    _ path: String, _ connection: Connection, _ invocation: Invocation?, _ version: Version?
  ) throws {
    do {
      self.path = path
      let declared = try connection.readIdentity()
      isDeclared = declared != nil
      identity =
        try declared
        ?? UndeclaredStore(
          path: path, definition: connection.readDefinition(), version: version
        ).identity(invocation)
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
    do throws(EmbeddedModel.Unreadable) {
      return try EmbeddedModel.document(of: identity, named: "the model in '\(path)'")
    } catch {
      throw Failure(.unreadableModel(identity.version, reason: error.reason), store: path)
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
    do {
      let folder = try SchemaFolder.find(in: invocation.schemas(), model: identity.schema)
      do throws(DiagnosticsError) {
        return try invocation.histories.history(inDirectory: folder)
      } catch {
        throw withDeclarations(error, in: folder)
      }
    } catch {
      throw Failure(ofSchemas: error, beside: path)
    }
  }

  /// What is wrong with schema files, and where that is only names in what migrations declare, all that
  /// is wrong with these.
  private func withDeclarations(
    _ error: DiagnosticsError, in folder: String
  ) -> DiagnosticsError {
    guard error.diagnostics.allSatisfy({ $0.code == "unknown-mapping" }) else { return error }
    let history = SchemaHistory(SchemaReader.inspect(directory: folder).documents)
    let others = Migrator(history: history).declarationProblems(ofStoreAt: path, identity.version)
    return DiagnosticsError(Set(error.diagnostics + others).sorted())
  }

  /// The same, or nil where nobody named a folder of schema files, and the usual one is not there
  /// or has other models.
  ///
  /// A store explains itself, so what only reads it can do without.
  func optionalHistory(_ invocation: Invocation) throws -> SchemaHistory? {
    guard try invocation.hasSchemas else { return nil }
    if invocation.arguments[CommonOptions.schemas] != nil { return try history(invocation) }
    do {
      let history = try history(invocation)
      return history.newest?.schema.name == identity.schema ? history : nil
    } catch let failure as Failure {
      guard failure.diagnostics.contains(where: { $0.code == "unknown-model" }) else {
        throw failure
      }
      return nil
    }
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
