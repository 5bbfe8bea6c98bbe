internal import ArgumentParsing
internal import Diagnostics
internal import SQLite
internal import StoreCreation
internal import StoreLayout
internal import SchemaModel
internal import SchemaYAML
internal import StoreMigration
internal import StoreVerification

/// The identity of a store, and its schema files.
struct StoreGlimpse {
  let path: String
  let identity: StoreIdentity
  /// The version that describes the database; nil if the database itself contains its identity.
  private let described: SchemaDocument?

  /// Whether the database itself contains the identity.
  var isDeclared: Bool { described == nil }

  /// Reads the identity of a store without writing.
  ///
  /// - Throws: ``Failure`` with the problem of the file.
  ///
  /// A database without an identity is identified by the schema files, if an invocation is given.
  init(
    of path: String, patience: Double = 5, in invocation: Invocation? = nil,
    _ version: Version? = nil
  ) throws {
    do {
      try self.init(
        path, StoreFile.open(path: path, for: .reading, patience: patience), invocation, version)
    } catch let error as StoreOpenError {
      throw Failure(error, of: path)
    }
  }

  /// Reads the identity of a store; an interrupted write is first undone by opening the store for writing.
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
      return try StoreFile.open(path: path, for: .reading, patience: patience)
    } catch {
      guard case .interruptedWrite = error else { throw error }
      return try StoreFile.open(path: path, for: .writing, patience: patience)
    }
  }

  /// Reads the identity of an open store.
  init(
    _ path: String, _ connection: Connection, _ invocation: Invocation?, _ version: Version? = nil
  ) throws {
    do {
      self.path = path
      if let declared = try connection.readIdentity() {
        (identity, described) = (declared, nil)
        return
      }
      let document = try UndeclaredStore(
        path: path, definition: connection.readDefinition(), version: version
      ).document(invocation)
      (identity, described) = (StoreIdentity(describing: document), document)
    } catch let error as SQLiteError {
      throw Failure(.unopenable(StoreOpenError(error, path: path)), store: path)
    } catch let error as StoreCatalogError {
      throw Failure(.illegible(reason: error.reason), store: path)
    }
  }
}

extension StoreGlimpse {
  /// The model in the store, or the version that describes it.
  func embeddedModel() throws -> SchemaDocument {
    if let described { return described }
    do throws(EmbeddedModel.Unreadable) {
      return try EmbeddedModel.document(of: identity, named: "the model in '\(path)'")
    } catch {
      throw Failure(.illegible(reason: "its model cannot be read: \(error.reason)"), store: path)
    }
  }

  /// The version of the store: from the schema files if they have exactly this version, else from the model
  /// in the store.
  func document(_ invocation: Invocation) throws -> SchemaDocument {
    let known = try optionalHistory(invocation)?[identity.version]
    if let known, known.schema.definitionDigest == identity.definitionDigest { return known }
    return try embeddedModel()
  }

  /// The versions of the store's model in the schema files.
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

  /// The problems of schema files.
  ///
  /// If all of them are unknown names in migrations, the other problems of the migrations are added.
  private func withDeclarations(
    _ error: DiagnosticsError, in folder: String
  ) -> DiagnosticsError {
    guard error.diagnostics.allSatisfy({ $0.code == "unknown-mapping" }) else { return error }
    let history = SchemaHistory(SchemaReader.inspect(directory: folder).documents)
    let others = Migrator(history: history).declarationProblems(ofStoreAt: path, identity.version)
    return DiagnosticsError(Set(error.diagnostics + others).sorted())
  }

  /// The versions in the schema files; nil if the default folder does not exist or has other models.
  ///
  /// A folder that is named must have the model.
  ///
  /// A store contains its own model, so commands that only read it do not need the schema files.
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
