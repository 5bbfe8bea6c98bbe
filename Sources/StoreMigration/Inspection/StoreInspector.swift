internal import Digests
internal import MigrationPlanner
internal import SQLite
internal import StoreLayout
internal import SchemaModel
internal import StoreCreation
internal import StoreVerification
internal import Threads

/// Determines the state of a store by the versions of a schema.
struct StoreInspector {
  let path: String
  let history: SchemaHistory
  /// The version of a database that does not name its own; nil if it is unknown.
  let assumed: Version?
  /// Work with the version that the store names, done on another thread while the store is read.
  let meanwhile: Work?

  typealias Work = @Sendable (Version) -> Void

  /// Opens the store at a path to read and inspects it; the connection is nil if it cannot be opened.
  static func open(
    path: String, history: SchemaHistory, assuming assumed: Version?, patience: Double,
    meanwhile: Work? = nil
  ) -> (inspection: StoreInspection, connection: Connection?) {
    do throws(StoreOpenError) {
      let connection = try StoreFile.open(path: path, for: .reading, patience: patience)
      return (
        inspect(
          connection, path: path, history: history, assuming: assumed, meanwhile: meanwhile),
        connection
      )
    } catch {
      return (StoreInspection(path: path, state: .unopenable(error)), nil)
    }
  }

  /// Inspects an open store at one instant.
  static func inspect(
    _ connection: Connection, path: String, history: SchemaHistory,
    assuming assumed: Version? = nil, meanwhile: Work? = nil
  ) -> StoreInspection {
    let inspector = StoreInspector(
      path: path, history: history, assumed: assumed, meanwhile: meanwhile)
    do {
      return try connection.isInTransaction
        ? inspector.inspection(of: connection)
        : connection.transaction { try inspector.inspection(of: connection) }
    } catch {
      return StoreInspection(path: path, state: inspector.state(for: error))
    }
  }

  private func state(for error: any Error) -> StoreState {
    switch error {
    case let error as SQLiteError: .unopenable(StoreOpenError(error, path: path))
    case let error as StoreCatalogError: .illegible(reason: error.reason)
    default: .illegible(reason: "\(error)")
    }
  }
}

// MARK: - Recorded identity

extension StoreInspector {
  private func inspection(of connection: Connection) throws -> StoreInspection {
    let objects = try connection.schemaObjects()
    guard let identity = try connection.readIdentity() else {
      let definition = try connection.readDefinition()
      var result = inspection(ofUndeclared: definition, objects)
      result.definition = definition
      if case .sound = result.state, let schema = result.document?.schema {
        result.roomRefusals = try RoomIdentity(of: connection)?.refusals(as: schema) ?? []
      }
      return result
    }
    let work = meanwhile.map { work in SideWork { work(identity.version) } }
    defer { withExtendedLifetime(work) {} }
    var facts = [identity.schema, "\(identity.version)", identity.definitionDigest]
    var result = StoreInspection(path: path, state: .foreign, identity: identity)
    let judgement = judge(identity)
    (result.state, result.document, result.remarks) = judgement
    guard let schema = result.document?.schema else {
      result.fingerprint = Self.fingerprint(facts, objects)
      return result
    }
    let layout = StoreLayout(of: schema)
    let definition = try connection.readDefinition(of: layout)
    result.definition = definition
    result.unmanagedObjects = layout.unnamed(of: objects, in: definition)
    if case .sound(let version) = result.state {
      let differences =
        StoreCatalog.definition.differences(from: definition)
        + layout.differences(from: definition)
      if differences.isEmpty {
        facts += try migrations(of: connection)
      } else {
        result.state = .drifted(version, differences: differences)
      }
    }
    result.fingerprint = Self.fingerprint(facts, objects)
    return result
  }

  /// The migrations that the store went through, with their times: they distinguish stores with the same
  /// tables.
  private func migrations(of connection: Connection) throws(SQLiteError) -> [String] {
    try connection.rows(
      """
      SELECT "source", "target", "startedAt", "planDigest", "outcome" \
      FROM \(name: StoreCatalog.historyTable) ORDER BY "_id"
      """
    ).flatMap { $0.map(\.literal) }
  }

  /// Inspects a database without a recorded identity, which may still match a version.
  private func inspection(
    ofUndeclared definition: DatabaseDefinition, _ objects: [SchemaObject]
  ) -> StoreInspection {
    var result = StoreInspection(path: path, state: definition.undescribedState)
    switch definition.match(among: history, assuming: assumed) {
    case .notDescribed: break
    case .none(let nearest, let differences):
      guard result.state == .foreign else { break }
      result.state = .undescribed(nearest: nearest, differences: differences)
    case .one(let version, let newer):
      guard let document = history[version] else { break }
      let schema = document.schema
      (result.state, result.document) = (.sound(version), document)
      result.unmanagedObjects = StoreLayout(of: schema).unnamed(of: objects, in: definition)
      result.fingerprint = Self.fingerprint(
        [schema.name, "\(version)", schema.definitionDigest], objects)
      result.alike = newer.filter { history[$0]?.migration != nil }
      let others = newer.map { "\($0)" }.joined(separator: ", ")
      result.remarks = [
        "the database does not name its version: its tables are those that version \(version) describes"
          + (newer.isEmpty ? "" : ", and \(others) too; nothing was applied, so it is the oldest")
      ]
    }
    return result
  }

  private func judge(
    _ identity: StoreIdentity
  ) -> (state: StoreState, document: SchemaDocument?, remarks: [String]) {
    let known = history[identity.version]
    // The model in the store, which 'verify' reads, is not needed then.
    if let known, known.schema.name == identity.schema,
      known.schema.definitionDigest == identity.definitionDigest
    {
      return (.sound(identity.version), known, remarks(on: identity, known))
    }
    let embedded = try? EmbeddedModel.document(of: identity)
    guard let newest = history.newest?.schema, newest.name == identity.schema else {
      let expected = history.newest?.schema.name ?? ""
      return (.otherSchema(found: identity.schema, expected: expected), embedded, [])
    }
    let version = identity.version
    guard let known else {
      let state: StoreState =
        version > newest.version
        ? .newer(version, newest: newest.version)
        : .unknownVersion(version, known: history.versions.map(\.schema.version))
      return (state, embedded, [])
    }
    // If the versions cannot be compared, the edit is reported without its changes.
    let changes = embedded.flatMap { try? SchemaDiff(from: $0, to: known).changes }
    return (.editedVersion(version, changes: changes), embedded, [])
  }

  /// Remarks on a store whose version's migration was edited later: it no longer matters to this store.
  private func remarks(on identity: StoreIdentity, _ document: SchemaDocument) -> [String] {
    guard let done = identity.migrationDigest, done != document.migration?.digest else { return [] }
    return [
      "the schema file declares another migration to version \(identity.version) than the one that "
        + "this store went through"
    ]
  }

  private static func fingerprint(_ identity: [String], _ objects: [SchemaObject]) -> String {
    var digest = Digest(.sha256)
    let facts =
      identity + objects.flatMap { [$0.id.kind.rawValue, $0.id.name, $0.table, $0.sql] }
    for fact in facts { digest.update(utf8: "\(fact.utf8.count):\(fact)") }
    return digest.finalize().hexadecimal
  }
}
