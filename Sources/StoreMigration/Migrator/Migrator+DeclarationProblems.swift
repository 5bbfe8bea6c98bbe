package import Diagnostics
package import SchemaModel
internal import SQLite
internal import StoreLayout

extension Migrator {
  /// All problems in the declarations of the versions after a store's, whether they can be planned or not.
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
