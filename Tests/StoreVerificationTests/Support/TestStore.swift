import SQLite
import StoreLayout
import SchemaModel
import SchemaYAML
import StoreVerification
import TestSupport

/// A store in a folder of its own, which is deleted with it.
///
/// It is made of a schema file's text, and then spoilt by SQL that no app would run: with neither
/// foreign keys nor triggers in force.
final class TestStore {
  let folder: TemporaryFolder
  let path: String
  let document: SchemaDocument

  init(_ yaml: String, _ script: String = "") throws {
    folder = try TemporaryFolder()
    path = folder.path("test.store")
    document = try SchemaReader.read(text: yaml, name: "test.yaml")
    let schema = document.schema
    let connection = try Connection(path: path, mode: .create)
    try connection.createStore(
      layout: StoreLayout(of: schema),
      identity: StoreIdentity(
        schema: schema.name, version: schema.version, definitionDigest: schema.definitionDigest,
        model: yaml))
    try connection.executeScript(script)
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

  /// The findings of a verification.
  func findings(_ change: (inout VerificationOptions) -> Void = { _ in }) throws -> [Finding] {
    var options = VerificationOptions()
    change(&options)
    return try StoreVerifier.verify(storeAt: path, options: options).findings
  }
}

extension RepairOptions {
  /// The options with which objects are deleted as the delete rules say.
  static var deleting: RepairOptions {
    var options = RepairOptions()
    options.deletesOrphans = true
    return options
  }
}
