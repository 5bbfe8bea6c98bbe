public import Diagnostics
internal import Deflate
public import SchemaModel
public import SQLite

/// A store that Core Data or SwiftData wrote, as far as its model goes; it is only ever read.
///
/// ```swift
/// let store = try CoreDataStore.read(path: "default.store")
/// store.metadata.isMade(by: schema) // true
/// store.model?.entities.map(\.name) // ["Book", "Note"]
/// ```
public struct CoreDataStore: Hashable, Sendable {
  /// What it says about the model it was made by.
  public var metadata: CoreDataMetadata
  /// The model itself, from the cache that stores have had since 2015.
  public var model: Schema?
  /// Why the model that it carries cannot be read; empty where it can, or where there is none.
  public var modelProblems: [Diagnostic] = []
  /// What the model says and the schema does not carry.
  public var remarks: [ImportRemark]
  /// Whether the app keeps the store the same as one in CloudKit.
  public var isMirrored = false
}

extension CoreDataStore {
  /// Reads the store at a path, with what lies in its write-ahead log; not a byte is written.
  ///
  /// What its cache holds is not needed to know its version, so that a damaged one is only reported.
  ///
  /// - Throws: why it cannot be opened, or why what it says cannot be understood.
  public static func read(path: String) throws(DiagnosticsError) -> Self {
    let connection: Connection
    do throws(StoreOpenError) {
      connection = try StoreFile.open(path: path, for: .reading)
    } catch {
      throw DiagnosticsError([Diagnostic(code: error.code, error.message)])
    }
    return try read(connection, name: path.lastPathPart)
  }

  /// Reads the store behind a connection; messages call it by the name.
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
    // Stores from before 2015 have none.
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

  /// That a table of the platform's own is not as the platform writes it; nil where it is.
  package static func problem(
    of table: PlatformTable, in connection: Connection, name: String
  ) throws(DiagnosticsError) -> Diagnostic? {
    try legibly(name) { () throws(SQLiteError) in try connection.fault(of: table) }
      .map { ImportProblem.misshapenTable(table, of: name, $0).diagnostic(at: nil) }
  }

  /// The metadata that the app itself keeps in a store, which may be secret; the platform's own is left out.
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

  /// The data in a table of the platform's own.
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

  /// What is read of a store; a damaged file is named.
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
      // SwiftData labels each model with the identifier of its version; a model of Xcode has no label, or
      // one in the words of its team.
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
  /// The metadata in a store's property list, of which nothing else is looked at: apps keep
  /// secrets there.
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
