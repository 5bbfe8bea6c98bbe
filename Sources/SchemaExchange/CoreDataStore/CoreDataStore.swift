public import Diagnostics
internal import Deflate
public import SchemaModel
public import SQLite

/// The model and the metadata of a store that Core Data or SwiftData wrote; the store is only read.
///
/// ```swift
/// let store = try CoreDataStore.read(path: "default.store")
/// store.metadata.isMade(by: schema) // true
/// store.model?.entities.map(\.name) // ["Book", "Note"]
/// ```
public struct CoreDataStore: Hashable, Sendable {
  /// The metadata about the store's model.
  public var metadata: CoreDataMetadata
  /// The model itself, from the model cache that stores have had since 2015.
  public var model: Schema?
  /// The problems that make the model cache unreadable; empty if it was read or does not exist.
  public var modelProblems: [Diagnostic] = []
  /// Remarks on parts of the model that the schema does not contain.
  public var remarks: [ImportRemark]
  /// Whether the app mirrors the store to CloudKit.
  public var isMirrored = false
}

extension CoreDataStore {
  /// Reads the store at a path, including its write-ahead log, without writing to it.
  ///
  /// The model cache is not needed to identify the version, so a damaged cache is only reported.
  ///
  /// - Throws: The reason why the store cannot be opened, or why its metadata cannot be read.
  public static func read(path: String) throws(DiagnosticsError) -> Self {
    let connection: Connection
    do throws(StoreOpenError) {
      connection = try StoreFile.open(path: path, for: .reading)
    } catch {
      throw DiagnosticsError([Diagnostic(code: error.code, error.message)])
    }
    return try read(connection, name: path.lastPathPart)
  }

  /// Reads the store of a connection; messages use the given name.
  public static func read(
    _ connection: Connection, name: String
  ) throws(DiagnosticsError) -> Self {
    let log = ImportLog()
    guard try legibly(name, { () throws(SQLiteError) in try connection.isOfPlatform() }) else {
      throw DiagnosticsError([ImportProblem.noCoreDataStore(name).diagnostic(at: nil)])
    }
    guard var metadata = metadata(try data(in: .metadata, of: connection, name), name, log) else {
      throw DiagnosticsError(log.problems)
    }
    var cache: [UInt8]?
    // Stores from before 2015 have no model cache.
    if try legibly(name, { () throws(SQLiteError) in try connection.has(.modelCache) }) {
      do throws(DiagnosticsError) {
        cache = try data(in: .modelCache, of: connection, name)
      } catch {
        log.report(error.diagnostics)
      }
    }
    let model = cache.flatMap { schema($0, name, log) }
    metadata.negativeMaxima = log.remarks.filter { $0.subject == .negativeMaximum }.map(\.part)
    return Self(
      metadata: metadata, model: log.problems.isEmpty ? model : nil, modelProblems: log.problems,
      remarks: log.remarks.sorted(),
      isMirrored: try legibly(name) { () throws(SQLiteError) in
        try connection.integer(
          "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name GLOB 'ANSCK*'") != 0
      })
  }

  /// A problem if one of the platform's own tables has an unexpected form; nil if it is as the platform
  /// writes it.
  package static func problem(
    of table: PlatformTable, in connection: Connection, name: String
  ) throws(DiagnosticsError) -> Diagnostic? {
    try legibly(name) { () throws(SQLiteError) in try connection.fault(of: table) }
      .map { ImportProblem.misshapenTable(table, of: name, $0).diagnostic(at: nil) }
  }

  /// The app's own metadata in a store, without the platform's entries; it may be secret.
  package static func appMetadata(
    of connection: Connection, name: String
  ) throws(DiagnosticsError) -> [String: PropertyList] {
    let plist = try data(in: .metadata, of: connection, name)
    do throws(BinaryPropertyList.Problem) {
      guard case .dictionary(let members) = try BinaryPropertyList.value(of: plist) else {
        return [:]
      }
      return members.filter { !$0.key.hasPrefix("NS") && !$0.key.hasPrefix("_NS") }
    } catch {
      throw DiagnosticsError([
        ImportProblem.malformed("the metadata of '\(name)'", error.rawValue).diagnostic(at: nil)
      ])
    }
  }

  /// The data in one of the platform's own tables.
  private static func data(
    in table: PlatformTable, of connection: Connection, _ name: String
  ) throws(DiagnosticsError) -> [UInt8] {
    if let problem = try problem(of: table, in: connection, name: name) {
      throw DiagnosticsError([problem])
    }
    let value = try legibly(name) { () throws(SQLiteError) in
      try connection.value("SELECT \(name: table.content) FROM main.\(name: table.rawValue)")
    }
    return if case .blob(let bytes)? = value { bytes } else { [] }
  }

  /// The result of reading a store; errors name the file.
  private static func legibly<Value>(
    _ name: String, _ body: () throws(SQLiteError) -> Value
  ) throws(DiagnosticsError) -> Value {
    do throws(SQLiteError) {
      return try body()
    } catch {
      let error = StoreOpenError(error, path: name)
      throw DiagnosticsError([Diagnostic(code: error.code, error.message)])
    }
  }

  private static func metadata(
    _ bytes: [UInt8], _ name: String, _ log: ImportLog
  ) -> CoreDataMetadata? {
    do throws(BinaryPropertyList.Problem) {
      return CoreDataMetadata(try BinaryPropertyList.value(of: bytes))
    } catch {
      log.report(.malformed("the metadata of '\(name)'", error.rawValue), at: nil)
      return nil
    }
  }

  private static func schema(_ packed: [UInt8], _ name: String, _ log: ImportLog) -> Schema? {
    let source = "the model cache of '\(name)'"
    do throws(Inflation.Failure) {
      let bytes = try Inflation.inflated(packed)
      var schema = CompiledModelImport.schema(
        bytes, name: ModelSource.baseName(of: name), version: Version(1), source: source, log: log)
      // SwiftData labels each model with its version. A model of Xcode has no label, or the team's own.
      if schema?.documentation?.wholeMatch(of: /\d+\.\d+\.\d+/) != nil {
        schema?.declaredPlatform = .swiftData
      }
      return schema
    } catch {
      let reason =
        error == .outOfMemory
        ? "there is no memory left to unpack it with" : "it cannot be unpacked"
      log.report(.malformed(source, reason), at: nil)
      return nil
    }
  }
}

extension CoreDataMetadata {
  /// The metadata in a store's property list; other entries are not read, because apps keep secrets there.
  init(_ list: PropertyList) {
    var hashes: [String: VersionHash] = [:]
    if case .dictionary(let members)? = list["NSStoreModelVersionHashes"] {
      for (entity, value) in members {
        hashes[entity] = value.bytes.flatMap { VersionHash(bytes: $0) }
      }
    }
    self.init(
      versionHashes: hashes,
      versionHashesDigest: list["NSStoreModelVersionHashesDigest"]?.text,
      modelChecksum: list["NSStoreModelVersionChecksumKey"]?.text,
      versionIdentifiers: (list["NSStoreModelVersionIdentifiers"] ?? .array([])).elements
        .compactMap(\.text).filter { !$0.isEmpty }.sorted(),
      frameworkVersion: list["NSPersistenceFrameworkVersion"]?.integer.map { Int(clamping: $0) })
    storeType = list["NSStoreType"]?.text
  }
}
