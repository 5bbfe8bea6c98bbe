internal import Deflate
internal import Diagnostics
internal import Files
internal import SQLite
internal import SchemaExchange
package import SchemaModel
internal import StoreLayout

/// Creates stores as Core Data writes them, for the tests of an app.
///
/// ```swift
/// try PlatformSample.create(at: "default.store", of: document, objects: 10, seed: 1)
/// ```
package enum PlatformSample {
  /// Creates a store of a version, empty or with sample data.
  ///
  /// Returns the number of objects of each entity.
  ///
  /// The same version, number and seed give the same content.
  ///
  /// - Throws: ``Diagnostics/DiagnosticsError`` with every part of the model whose stored form is not known;
  ///   ``StoreCreationError``; ``SQLite/SQLiteError``; the errors of `progress`. No file is left behind.
  @discardableResult
  package static func create(
    at path: String, of document: SchemaDocument, objects: Int? = nil, seed: UInt64 = 1,
    progress: (SampleStore.Progress) throws -> Void = { _ in }
  ) throws -> [String: Int] {
    let definitions = try definitions(of: document)
    guard let metadata = CoreDataMetadata(of: document.schema) else {
      throw DiagnosticsError([
        Diagnostic(code: "unsettled-layout", "the version hashes of the model cannot be computed")
      ])
    }
    let model = CompiledModelExport.archive(
      of: document.schema, labels: metadata.versionIdentifiers)
    let cache = try Deflation.deflated(model)
    var counts: [String: Int] = [:]
    try StoreCreator.makeFile(at: path, folder: CoreDataFiles.support) { connection in
      let store = PlatformStoreWriter(
        connection: connection, definitions: definitions, metadata: metadata, cache: cache,
        path: connection.path, seed: seed)
      try store.prepare()
      try connection.transaction(.exclusive) {
        try store.createTables()
        if let objects { counts = try store.fill(document, objects: objects, progress) }
        try store.complete()
      }
    }
    return counts
  }

  private static func definitions(
    of document: SchemaDocument
  ) throws(DiagnosticsError) -> CoreDataDefinitions {
    do throws(CoreDataObstacles) {
      return try CoreDataDefinitions(of: document.schema)
    } catch {
      var problems = error.reasons.map { reason in
        Diagnostic(
          code: "unsettled-layout", "\(reason)",
          at: reason.path.flatMap { document.sources.location(of: $0) })
      }
      problems[problems.count - 1].notes = [
        .init(
          "take a store that the app itself made, from a simulator: 'xcrun simctl get_app_container "
            + "booted BUNDLE-ID data' prints the folder with 'Library/Application Support/"
            + "default.store', and 'migrate plan default.store' tries the migration on a copy"),
        .init("or leave '--layout' out: a store in another layout holds the same data"),
      ]
      throw DiagnosticsError(problems)
    }
  }
}
