internal import Diagnostics
internal import MigrationPlanner
internal import SQLite
internal import SchemaModel

/// Finds all problems in the declarations of versions for which no plan can be made.
struct DeclarationReview {
  let history: SchemaHistory
  /// The objects of the store that the model does not name.
  let unmanaged: [SchemaObject]

  /// The reasons why the migration cannot be planned, and the problems in its SQL; sorted, each once.
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
    // A model from which no store can be made is already reported.
    let found = (try? check.problems()) ?? []
    return Set(known + hops.flatMap(\.problems) + found).sorted()
  }
}
