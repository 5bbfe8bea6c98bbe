internal import Diagnostics
internal import Files
internal import MigrationPlanner
internal import SQLite
internal import StoreLayout
internal import SchemaModel
internal import SchemaYAML
internal import StoreCreation

/// A case with its initial store, and the facts about the store that the checks need.
struct StartedCase {
  /// The entity and the identity of each row that has a name.
  private(set) var objects: [String: (entity: String, identity: Int64)] = [:]
  /// The number of objects of each entity.
  private(set) var counts: [String: Int64] = [:]
  /// The version of the store.
  let source: Version

  /// Creates the store at a path that does not exist yet.
  ///
  /// - Throws: ``Diagnostics/DiagnosticsError`` with the problems of the case.
  init(_ item: MigrationCase, in history: SchemaHistory, at store: String) throws {
    switch item.start {
    case .rows(let rows):
      let document = try Self.document(item.source, in: history)
      let made = try RowStore(rows, of: document, at: store)
      for (row, identity) in zip(rows, made.identities) {
        if let name = row.name { objects[name] = (row.entity, identity) }
      }
      source = document.schema.version
    case .sample(let number, let seed):
      let document = try Self.document(item.source, in: history)
      try SampleStore.create(
        at: store, of: document,
        meaning: history.schemasWithLinksToCome[document.schema.version], objects: number,
        seed: UInt64(seed))
      source = document.schema.version
    case .fixture(let path):
      source = try Self.make(path, at: store, as: item.source)
    }
    try countObjects(of: Self.document(source, in: history), at: store)
  }

  private static func document(
    _ version: Version?, in history: SchemaHistory
  ) throws -> SchemaDocument {
    if let document = version.flatMap({ history[$0] }) { return document }
    let name = version.map { "version \($0)" } ?? "the version"
    throw DiagnosticsError([
      Diagnostic(code: "unknown-version", "\(name) of the store is not among the schema files")
    ])
  }

  private static func make(
    _ path: String, at store: String, as expected: Version?
  ) throws -> Version {
    guard FileSystem.exists(path) else {
      throw problem(code: "missing-file", "there is no '\(path)'")
    }
    guard let fixture = try StoreFixture(path) else {
      throw problem(code: "unusable-fixture", "'\(path)' is neither a store nor a backup")
    }
    try fixture.make(at: store)
    let connection = try StoreFile.open(path: store, for: .reading)
    guard let identity = try connection.readIdentity() else {
      throw problem(code: "foreign-database", "'\(path)' is a database, and no store of migrate's")
    }
    if let expected, expected != identity.version {
      throw problem(
        code: "unknown-version", "'\(path)' is version \(identity.version), and not \(expected)")
    }
    return identity.version
  }

  private static func problem(code: String, _ message: String) -> DiagnosticsError {
    DiagnosticsError([Diagnostic(code: code, message)])
  }

  private mutating func countObjects(of document: SchemaDocument, at store: String) throws {
    let connection = try StoreFile.open(path: store, for: .reading)
    let reader = ObjectReader(connection, document.schema, path: store)
    for entity in document.schema.entities {
      counts[entity.name] = try reader.count(of: entity.name)
    }
  }
}
