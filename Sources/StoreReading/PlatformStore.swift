package import Files
internal import Diagnostics
package import SchemaExchange
package import SchemaModel
package import SQLite
package import StoreLayout

/// A store of Core Data or SwiftData, open for reading.
///
/// Its objects are read through views in the form of our own layout.
///
/// ```swift
/// let store = try PlatformStore(at: "default.store")
/// try store.read { connection in
///   try connection.integer(#"SELECT count(*) FROM "Book""#)
/// }
/// ```
package struct PlatformStore {
  /// The connection, which is never written to.
  package let connection: Connection
  /// The metadata of the store, and the model in its cache.
  package let source: CoreDataStore
  /// The version with the version hashes of the store, among the given versions; nil if no version has them.
  package let version: SchemaDocument?
  /// The model with which the objects are read: the model of the version, or else the model in the cache.
  package let model: Schema
  /// The layout of the objects.
  package let objects: CoreDataLayout
  /// The purpose of a copy of the objects.
  package let purpose: Purpose
  private let tables: CoreDataTables
  private let files: PlatformFiles

  /// The purpose of a copy of the objects.
  package enum Purpose: Sendable {
    /// The copy keeps all data of the store: lists as bytes, because their encoding is not known, and links
    /// to objects that do not exist.
    case keeping
    /// The copy has the model of the version and can be migrated: without lists and without links to missing
    /// objects.
    case migrating
  }

  /// Opens the store at a path.
  ///
  /// The model is the given version with the version hashes of the store, which says more than the model in
  /// the store's own cache. If there is no such version, the cached model is used.
  ///
  /// - Throws: ``SQLite/StoreOpenError``; a problem if the store is not a Core Data store, or if its model is
  ///   unknown; ``SQLite/SQLiteError``.
  package init(
    at path: String, versions: [SchemaDocument] = [], for purpose: Purpose = .keeping
  ) throws {
    self.purpose = purpose
    connection = try StoreFile.open(path: path, for: .reading)
    do throws(DiagnosticsError) {
      source = try CoreDataStore.read(connection, name: FilePath.name(of: path))
      if let problem = try CoreDataStore.problem(of: .numbers, in: connection, name: path) {
        throw DiagnosticsError([problem])
      }
    } catch {
      throw DiagnosticsError(error.diagnostics.map(\.askingForCopy))
    }
    version = versions.first { [source] in source.metadata.isMade(by: $0.schema) == true }
    guard let model = version?.schema.keepingData(as: source.model, purpose) ?? source.model else {
      throw DiagnosticsError([
        Diagnostic(
          code: "unknown-model",
          "'\(path)' carries no model that can be read, and no schema file has its version hashes",
          notes: source.modelProblems.map { .init($0.message) } + [
            .init("name the folder with the schema file of its version: --schemas DIR")
          ])
      ])
    }
    self.model = model
    tables = try CoreDataTables(of: connection)
    objects = CoreDataLayout(of: model, in: tables)
    files = PlatformFiles(ofStoreAt: FileSystem.resolved(path))
  }

  /// Whether Core Data or SwiftData wrote the database at a path.
  ///
  /// - Throws: ``SQLite/StoreOpenError`` if the database cannot be opened.
  package static func isOne(at path: String) throws(StoreOpenError) -> Bool {
    isRead(by: try StoreFile.open(path: path, for: .reading))
  }

  /// Whether Core Data or SwiftData wrote the database that a connection reads.
  package static func isRead(by connection: Connection) -> Bool {
    // A database that cannot be read is reported when its catalog is read next.
    (try? connection.isOfPlatform()) ?? false
  }

  /// Whether a command that writes must leave the database at a path alone.
  ///
  /// A store that the app was writing counts as a store of the platform. Any other error is reported when the
  /// database is opened next.
  package static func mayBeOne(at path: String) -> Bool {
    do throws(StoreOpenError) {
      return try isOne(at: path)
    } catch {
      if case .ofPlatform = error { return true }
      return false
    }
  }

  /// Whether the model in the cache may be the model of the store: it has no version hash that differs from
  /// the metadata.
  package var hasModelOfMetadata: Bool {
    source.model.map { source.metadata.isMade(by: $0) != false } ?? true
  }

  /// The store type in the metadata: `SQLite`.
  package var storeType: String? { source.metadata.storeType }

  /// The reasons why the model in the cache cannot be read; empty if it can be read, or if there is no cache.
  package var modelProblems: [String] { source.modelProblems.map(\.message) }

  /// The version of the objects, with its schema file if there is one.
  package var document: SchemaDocument { version ?? SchemaDocument(schema: model) }

  /// The statements that create temporary views with the names of the model, for any SQLite.
  package var viewStatements: [String] { CoreDataLayout(of: model, in: tables, .shown).script }

  /// The tables with an index that cannot be checked, because only the app has its collation.
  package var uncheckedTables: [String] { tables.unordered.sorted() }

  /// The state of a file of external storage.
  package enum FilePresence: Sendable {
    /// A regular file.
    case plain
    /// A link, a folder, a pipe or a device: it is not read, because it may lead anywhere.
    case irregular
    /// A file with more bytes than a value can have: it is not read.
    case oversized
    /// A file or a folder without read permission.
    case unreadable
    /// No file.
    case missing
  }

  /// The state of a file of external storage.
  package func presence(ofFileNamed name: String) -> FilePresence { files.presence(of: name) }

  /// The names of the files in the folder of external storage; empty if the folder does not exist.
  ///
  /// - Throws: ``SystemError`` if the folder cannot be read.
  package func externalNames() throws(SystemError) -> [String] { try files.names() }

  /// Calls a closure with the connection, in one read transaction with the views of the objects.
  ///
  /// Values are read as stored, whatever their type.
  package func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try legibly {
      try connection.withCoreDataViews(of: objects, files: files.contents) { try body(connection) }
    }
  }

  /// Calls a closure with the objects, in one read transaction.
  ///
  /// Values, links and objects that the model does not allow are left out.
  ///
  /// - Throws: `DiagnosticsError` for a damaged file, and the error of the closure.
  package func readObjects<Result>(_ body: (PlatformObjects) throws -> Result) throws -> Result {
    try legibly {
      let misfits = try connection.misfits(at: self.objects.places)
      let objects =
        misfits.isEmpty
        ? self.objects
        : CoreDataLayout(of: model, in: tables, guarding: Set(misfits.map(\.place)))
      return try connection.withCoreDataViews(of: objects, files: files.contents) {
        try body(PlatformObjects(store: self, misfits: misfits))
      }
    }
  }

  /// Runs a closure in one read transaction; if the file is damaged, the damage is reported.
  private func legibly<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try connection.withStandInCollations { try connection.reading(body) }
    } catch let error as SQLiteError where error.isAboutTheStore {
      // For a damaged table, SQLite's error names the view and not the table.
      if let damage { throw DiagnosticsError([damage]) }
      throw error
    }
  }

  /// The content of an entity's table that the model does not allow.
  ///
  /// - Throws: ``SQLite/SQLiteError`` if the table cannot be read to its end.
  package func misfits(of entity: String) throws(SQLiteError) -> [CoreDataLayout.Misfit] {
    let root = model.root(of: entity)?.name
    let table = objects.tables.first { $0.root == root }?.name
    return try connection.misfits(at: objects.places.filter { $0.table == table })
  }

  /// The damage of the file that SQLite's quick check finds; nil if it finds none.
  private var damage: Diagnostic? {
    var detail: String?
    do throws(SQLiteError) {
      detail = try connection.texts("PRAGMA main.quick_check(1)").first { $0 != "ok" }
    } catch  where error.isAboutTheStore {
      detail = error.message
    } catch {
      return nil
    }
    // The lines before the last one name the database.
    let words = detail?.split(whereSeparator: \.isNewline).last
    return words.map {
      Diagnostic(
        code: "damaged-store", "'\(FilePath.name(of: connection.path))' is damaged: \($0)"
      ).askingForCopy
    }
  }
}

extension Diagnostic {
  /// The diagnostic with advice for a store of which nothing can be read.
  fileprivate var askingForCopy: Diagnostic {
    var diagnostic = self
    diagnostic.notes.append(.init("put back a copy of the store from before"))
    return diagnostic
  }
}

/// The objects of a Core Data or SwiftData store that its model allows.
package struct PlatformObjects {
  /// The store.
  package let store: PlatformStore
  /// The content of the store that the model does not allow.
  package let misfits: [CoreDataLayout.Misfit]

  /// The connection with the views of the objects.
  package var connection: Connection { store.connection }
}

extension Connection {
  /// Runs a closure in one read transaction.
  package func reading<Result>(_ body: () throws -> Result) throws -> Result {
    let isNested = isInTransaction
    if !isNested { try execute("BEGIN") }
    defer { if !isNested { rollBack() } }
    return try body()
  }
}

extension Schema {
  /// The schema with the storage of data and the lists as bytes, as in another model: version hashes do not
  /// show them.
  fileprivate func keepingData(as other: Schema?, _ purpose: PlatformStore.Purpose) -> Schema {
    guard let other else { return self }
    var schema = self
    for (position, entity) in entities.enumerated() {
      for (index, attribute) in entity.attributes.enumerated() {
        guard let kept = other.entity(named: entity.name)?.attribute(named: attribute.name) else {
          continue
        }
        if attribute.type == .data {
          schema.entities[position].attributes[index].storage = kept.storage
        } else if purpose == .keeping, attribute.isList, kept.type == .transformable {
          schema.entities[position].attributes[index] = attribute.asBytes
        }
      }
    }
    return schema
  }
}

/// The files in the external storage of a store, by the names in messages.
struct PlatformFiles {
  private let folder: String

  init(ofStoreAt path: String) { folder = CoreDataFiles.folder(ofStoreAt: path) }

  /// The content of a file; nil if it is not a regular file that can be read.
  func contents(_ name: String) throws -> [UInt8]? {
    guard presence(of: name) == .plain else { return nil }
    return try path(of: name).flatMap { try SystemFile.readingPlain($0)?.readToEnd() }
  }

  /// The names of the files in the folder.
  func names() throws(SystemError) -> [String] {
    FileSystem.isFolder(folder) ? try FileSystem.names(in: folder) : []
  }

  /// The state of a file.
  func presence(of name: String) -> PlatformStore.FilePresence {
    guard let path = path(of: name) else { return .missing }
    guard let status = FileStatus(path: path, followingLinks: false) else {
      return FileSystem.exists(folder) && !FileSystem.isReadable(folder) ? .unreadable : .missing
    }
    guard status.kind == .file else { return .irregular }
    guard FileSystem.isReadable(path) else { return .unreadable }
    return status.size > Connection.longestRow ? .oversized : .plain
  }

  /// The path of a file with a name in any letter case.
  ///
  /// A name must be a UUID of 36 characters, so that it cannot lead elsewhere.
  private func path(of name: String) -> String? {
    guard let capitals = UUIDText.canonical(name) else { return nil }
    let path = "\(folder)/\(name)"
    if FileStatus(path: path, followingLinks: false) != nil { return path }
    // If the folder cannot be listed, none of its files can be found in another letter case.
    let other = (try? names())?.first { $0.uppercased() == capitals }
    return "\(folder)/\(other ?? name)"
  }
}
