import SQLiteStore
import SchemaModel
import SchemaYAML
import StoreVerification

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A store in a folder of its own, which goes with it.
///
/// It is made of a schema file's text, and then spoilt by SQL that no app would run: with neither
/// foreign keys nor triggers in force.
final class TestStore {
  let folder: URL
  let path: String
  let document: SchemaDocument

  init(_ yaml: String, _ script: String = "") throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "verify-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "test.store").path
    document = try SchemaReader.read(text: yaml, name: "test.yaml")
    let schema = document.schema
    let connection = try Connection(path: path, mode: .create)
    try connection.createStore(
      layout: NativeLayout(of: schema),
      identity: StoreIdentity(
        schema: schema.name, version: schema.version, definitionDigest: schema.definitionDigest,
        model: yaml))
    try connection.executeScript(script)
  }

  deinit {
    // What cannot be removed stays in the system's temporary folder.
    try? FileManager.default.removeItem(at: folder)
  }

  /// Writes to the store as the `sqlite3` shell would.
  func execute(_ script: String) throws {
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.executeScript(script)
  }

  /// The rows of a query.
  func rows(_ sql: String) throws -> [[SQLValue]] {
    try Connection(path: path, mode: .readOnly).rows(SQL(raw: sql))
  }

  /// What verification finds.
  func findings(_ change: (inout VerificationOptions) -> Void = { _ in }) throws -> [Finding] {
    var options = VerificationOptions()
    change(&options)
    return try StoreVerifier.verify(storeAt: path, options: options).findings
  }
}
