package import Files
internal import Diagnostics
package import SchemaExchange
package import SchemaModel
package import SQLite
package import StoreLayout

/// A store that Core Data or SwiftData wrote, open for reading: its objects are seen through views that
/// are shaped as the tables of our own layout.
///
/// ```swift
/// let store = try PlatformStore(at: "default.store")
/// try store.read { connection in
///   try connection.integer(#"SELECT count(*) FROM "Book""#)
/// }
/// ```
package struct PlatformStore {
  /// The connection, which writes nothing.
  package let connection: Connection
  /// The metadata of the store, and the model in its cache.
  package let source: CoreDataStore
  /// The version of those given that made the store; nil where none has its version hashes.
  package let version: SchemaDocument?
  /// The model that the objects are read by: that of the version, or else the one in the cache.
  package let model: Schema
  /// The places of the objects.
  package let objects: CoreDataLayout
  /// What a copy of the objects is for.
  package let purpose: Purpose
  private let tables: CoreDataTables
  private let files: PlatformFiles

  /// What a copy of the objects is for.
  package enum Purpose: Sendable {
    /// It keeps all that the store has: lists as bytes, as no known store shows what is in them, and links
    /// to objects that do not exist.
    case keeping
    /// It has the model of the version and can be migrated: without lists, and without such links.
    case migrating
  }

  /// Opens the store at a path.
  ///
  /// The model is the version, of those given, that has the version hashes of the store: it says more
  /// than the model in the store's own cache, which is taken where there is no such version.
  ///
  /// - Throws: ``SQLite/StoreOpenError``; a problem where the store is none of Core Data's, or where no
  ///   model of it is known; ``SQLite/SQLiteError``.
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
  /// - Throws: ``SQLite/StoreOpenError`` where it cannot be opened.
  package static func isOne(at path: String) throws(StoreOpenError) -> Bool {
    let connection = try StoreFile.open(path: path, for: .reading)
    // What cannot be read is reported by whoever asks for the store's own catalog next.
    return (try? connection.isOfPlatform()) ?? false
  }

  /// Whether a command that writes must leave the database at a path alone.
  ///
  /// A store that the app was writing is one of the platform's, too. What else keeps it from being opened is
  /// reported by whoever opens it next.
  package static func mayBeOne(at path: String) -> Bool {
    do throws(StoreOpenError) {
      return try isOne(at: path)
    } catch {
      if case .ofPlatform = error { return true }
      return false
    }
  }

  /// Whether the model in the cache may have made the store: no version hash of the metadata is another
  /// one.
  package var hasModelOfMetadata: Bool {
    source.model.map { source.metadata.isMade(by: $0) != false } ?? true
  }

  /// The kind of store that the metadata names: `SQLite`.
  package var storeType: String? { source.metadata.storeType }

  /// Why the model in the cache cannot be read; none where it can, or where the store has no cache.
  package var modelProblems: [String] { source.modelProblems.map(\.message) }

  /// The version that the objects have, with all that its schema file says where there is one.
  package var document: SchemaDocument { version ?? SchemaDocument(schema: model) }

  /// The statements by which any SQLite shows the objects under the names of the model, as temporary views.
  package var viewStatements: [String] { CoreDataLayout(of: model, in: tables, .shown).script }

  /// The tables with an index that cannot be checked, as only the app has its collation.
  package var uncheckedTables: [String] { tables.unordered.sorted() }

  /// What the name of a file of external storage leads to.
  package enum FilePresence: Sendable {
    /// A file.
    case plain
    /// A link, a folder, a pipe or a device: it is not read, as it may lead anywhere.
    case irregular
    /// A file of more bytes than a value may have: it is not read.
    case oversized
    /// A file or a folder that may not be read.
    case unreadable
    /// Nothing.
    case missing
  }

  /// What the name of a file of external storage leads to.
  package func presence(ofFileNamed name: String) -> FilePresence { files.presence(of: name) }

  /// What is in the folder of external storage; nothing where there is no folder.
  ///
  /// - Throws: ``SystemError`` where the folder cannot be read.
  package func externalNames() throws(SystemError) -> [String] { try files.names() }

  /// Lends the connection with the views of the objects, all as they are at one instant.
  ///
  /// A value is read as it stands, whatever its type.
  package func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try legibly {
      try connection.withCoreDataViews(of: objects, files: files.contents) { try body(connection) }
    }
  }

  /// Lends the objects, all as they are at one instant: no value, link or object that the model does not
  /// allow is among them.
  ///
  /// - Throws: `DiagnosticsError` for a damaged file, and what the body throws.
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

  /// Reads the store as it is at one instant; where the file is damaged, that is said.
  private func legibly<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try connection.withStandInCollations { try connection.reading(body) }
    } catch let error as SQLiteError where error.isAboutTheStore {
      // What SQLite says of a view over a damaged table is about the view.
      if let damage { throw DiagnosticsError([damage]) }
      throw error
    }
  }

  /// What the tables with the objects of an entity have that the model does not allow.
  ///
  /// - Throws: ``SQLite/SQLiteError`` where they cannot be read to their end.
  package func misfits(of entity: String) throws(SQLiteError) -> [CoreDataLayout.Misfit] {
    let root = model.root(of: entity)?.name
    let table = objects.tables.first { $0.root == root }?.name
    return try connection.misfits(at: objects.places.filter { $0.table == table })
  }

  /// The damage of the file, as far as SQLite's own check finds it; nil where it finds none.
  private var damage: Diagnostic? {
    var detail: String?
    do throws(SQLiteError) {
      detail = try connection.texts("PRAGMA main.quick_check(1)").first { $0 != "ok" }
    } catch  where error.isAboutTheStore {
      detail = error.message
    } catch {
      return nil
    }
    // SQLite's check names the database in the lines before.
    let words = detail?.split(whereSeparator: \.isNewline).last
    return words.map {
      Diagnostic(
        code: "damaged-store", "'\(FilePath.name(of: connection.path))' is damaged: \($0)"
      ).askingForCopy
    }
  }
}

extension Diagnostic {
  /// The same with what to do about a store of which nothing can be read.
  fileprivate var askingForCopy: Diagnostic {
    var diagnostic = self
    diagnostic.notes.append(.init("put back a copy of the store from before"))
    return diagnostic
  }
}

/// The objects of a store that Core Data or SwiftData wrote, as its model allows them.
package struct PlatformObjects {
  /// The store.
  package let store: PlatformStore
  /// What the store has besides them.
  package let misfits: [CoreDataLayout.Misfit]

  /// The connection with the views of the objects.
  package var connection: Connection { store.connection }
}

extension Connection {
  /// Runs a block on the database as it is at one instant.
  package func reading<Result>(_ body: () throws -> Result) throws -> Result {
    let isNested = isInTransaction
    if !isNested { try execute("BEGIN") }
    defer { if !isNested { rollBack() } }
    return try body()
  }
}

extension Schema {
  /// The same with data in the rows or in files, and with lists as bytes, as another model says: no version
  /// hash tells.
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

/// The files of a store's external storage, as messages name them.
struct PlatformFiles {
  private let folder: String

  init(ofStoreAt path: String) { folder = CoreDataFiles.folder(ofStoreAt: path) }

  /// The content of a file, by its name; nil where there is no such file.
  func contents(_ name: String) throws -> [UInt8]? {
    guard presence(of: name) == .plain else { return nil }
    return try path(of: name).flatMap { try SystemFile.readingPlain($0)?.readToEnd() }
  }

  /// What is in the folder.
  func names() throws(SystemError) -> [String] {
    FileSystem.isFolder(folder) ? try FileSystem.names(in: folder) : []
  }

  /// What a name leads to.
  func presence(of name: String) -> PlatformStore.FilePresence {
    guard let path = path(of: name) else { return .missing }
    guard let status = FileStatus(path: path, followingLinks: false) else {
      return FileSystem.exists(folder) && !FileSystem.isReadable(folder) ? .unreadable : .missing
    }
    guard status.kind == .file else { return .irregular }
    guard FileSystem.isReadable(path) else { return .unreadable }
    return status.size > Connection.longestRow ? .oversized : .plain
  }

  /// The path of a file of a name, in whatever case: 36 characters of a UUID, so that none leads elsewhere.
  private func path(of name: String) -> String? {
    guard let capitals = UUIDText.canonical(name) else { return nil }
    let path = "\(folder)/\(name)"
    if FileStatus(path: path, followingLinks: false) != nil { return path }
    // A folder that cannot be listed has no file that can be read.
    let other = (try? names())?.first { $0.uppercased() == capitals }
    return "\(folder)/\(other ?? name)"
  }
}
