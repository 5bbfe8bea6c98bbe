internal import SchemaExchange
internal import SchemaModel
internal import Diagnostics
internal import Files
internal import SQLite
internal import StoreLayout
internal import StoreMigration
internal import StoreReading

extension PlatformStore {
  /// The line that a backup of an app's store is not for the app.
  static let layoutOfBackups =
    "it is for 'migrate' alone: the app opens only a copy of its own files, with '-wal' and '_SUPPORT'"

  /// The store at a path, if Core Data or SwiftData wrote it.
  ///
  /// If the store contains no model, the schema files provide it.
  ///
  /// - Throws: ``Failure`` if there is no database that can be opened.
  static func found(
    at path: String, for purpose: Purpose = .keeping, _ invocation: Invocation
  ) throws -> PlatformStore? {
    guard try isWritten(at: path, invocation) else { return nil }
    let histories = try invocation.hasSchemas ? histories(invocation) : []
    return try PlatformStore(at: path, versions: histories.flatMap(\.versions), for: purpose)
  }

  /// The versions of every model with schema files.
  static func histories(_ invocation: Invocation) throws -> [SchemaHistory] {
    try invocation.histories.systems(inDirectory: invocation.schemas())
  }

  /// Whether Core Data or SwiftData wrote the store at a path.
  ///
  /// - Throws: ``Failure`` if there is no database that can be opened.
  static func isWritten(at path: String, _ invocation: Invocation) throws -> Bool {
    isRead(by: try connection(to: path, invocation))
  }

  /// The store at a path, open to read.
  ///
  /// - Throws: ``Failure`` if there is no database that can be opened.
  static func connection(to path: String, _ invocation: Invocation) throws -> Connection {
    do throws(StoreOpenError) {
      let connection = try StoreFile.open(path: path, for: .reading)
      let remarks = try Diagnostic.cutLog(ofStoreAt: path)
      invocation.remarks.all += remarks.filter { !invocation.remarks.all.contains($0) }
      return connection
    } catch {
      var failure = Failure(error, of: path)
      // Without notes, no store or backup exists that may be meant.
      if case .missing = error, failure.diagnostics.allSatisfy(\.notes.isEmpty),
        try isOfApp(invocation)
      {
        failure.lastLine?.standing.preparation =
          "copy the app's store there, with its '-wal' and its folder "
          + "'\(FilePath.name(of: CoreDataFiles.support(ofStoreAt: path)))'"
        failure.lastLine?.standing.nextCommand = "migrate status \(path.shellWord)"
      }
      throw failure
    }
  }

  /// Whether a schema file declares that Core Data or SwiftData writes the stores.
  private static func isOfApp(_ invocation: Invocation) throws -> Bool {
    try invocation.hasSchemas
      && histories(invocation).contains {
        [.swiftData, .coreData].contains($0.newest?.schema.declaredPlatform)
      }
  }
}
