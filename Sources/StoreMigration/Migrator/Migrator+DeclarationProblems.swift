package import Diagnostics
package import SchemaModel
internal import SQLite
internal import StoreLayout

extension Migrator {
  /// Everything that is wrong with what the versions after a store's declare, whether they can be
  /// planned or not.
  ///
  /// A store that cannot be read is reported when it is opened.
  package func declarationProblems(ofStoreAt path: String, _ version: Version) -> [Diagnostic] {
    guard let target = (options.target ?? history.newest?.schema.version),
      let document = history[version],
      let connection = try? StoreFile.open(path: path, for: .reading),
      let unmanaged = try? connection.unmanagedObjects(of: StoreLayout(of: document.schema))
    else { return [] }
    return DeclarationReview(history: history, unmanaged: unmanaged).problems(
      from: version, to: target)
  }
}
