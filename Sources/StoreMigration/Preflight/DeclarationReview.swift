package import Diagnostics
internal import MigrationPlanner
internal import SQLite
internal import StoreLayout
package import SchemaModel

/// Finds everything that is wrong with what versions declare, where no plan can be made of it.
struct DeclarationReview {
  let history: SchemaHistory
  /// The objects of the store that the model does not name.
  let unmanaged: [SchemaObject]

  /// What keeps the way from being planned, and what is wrong with its SQL; sorted, each once.
  func problems(
    from source: Version, to target: Version, besides known: [Diagnostic] = [],
    _ allowed: Set<String> = []
  ) -> [Diagnostic] {
    guard let document = history[source], let path = history.path(from: source, to: target) else {
      return known
    }
    let hops = Planner.reviewedHops(from: document, through: path, allowedDrops: allowed)
    let check = DeclaredSQLCheck(
      mappings: hops.map(\.mapping), hops: hops.map(\.hop), history: history,
      unmanaged: unmanaged, found: unmanaged)
    // A model of which no store can be made has been told of.
    let found = (try? check.problems()) ?? []
    return Set(known + hops.flatMap(\.problems) + found).sorted()
  }
}

extension Migrator {
  /// Everything that is wrong with what the versions after a store's declare, whether they can be
  /// planned or not.
  ///
  /// What of the store cannot be read is told by whoever opens it.
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
