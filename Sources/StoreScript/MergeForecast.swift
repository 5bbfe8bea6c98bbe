internal import SQLite
package import StoreLayout

/// The objects of an entity that a merge joins, to be counted before any of them is deleted.
///
/// The queries run while the pairs of merged objects are recorded.
package struct MergeForecast: Hashable, Sendable {
  /// The entity, by its name in the new version.
  package var entity: String
  /// The properties by which two objects are duplicates.
  package var key: [String]
  /// A query for the number of objects that are kept and the number that are deleted.
  package static let count =
    "SELECT count(DISTINCT \"_survivor\"), count(*) FROM \(MergeStatements.plan)"
  /// A query for the pairs of merged objects: the deleted one and the one that is kept.
  package static let pairs = "SELECT \"_loser\", \"_survivor\" FROM \(MergeStatements.plan)"
  /// A query for the values that the objects of some groups share.
  package var examples: String
  /// The data that is deleted together with the objects.
  package var takenAlong: [TakenAlongCheck]

  private static let exampleCount = 3

  /// The forecast for some objects.
  init(
    of entity: String, by key: [String], among objects: String, takenAlong: [TakenAlongCheck]
  ) {
    (self.entity, self.key, self.takenAlong) = (entity, key, takenAlong)
    let identity = StoreLayout.identityColumn.quotedName
    examples =
      "SELECT \(key.quotedNames) FROM (\(objects)) WHERE \(identity) IN "
      + "(SELECT \"_survivor\" FROM \(MergeStatements.plan)) ORDER BY \(identity) "
      + "LIMIT \(Self.exampleCount)"
  }
}
