internal import SQLite
package import StoreLayout

/// The objects of an entity that a merge joins, to be counted before any of them is deleted.
package struct MergeForecast: Hashable, Sendable {
  /// The entity, by its name in the new version.
  package var entity: String
  /// The properties by which two objects are duplicates.
  package var key: [String]
  /// A query for the number of objects that are kept and the number that are deleted; nil if nothing is
  /// merged.
  package var count: String?
  /// A query for the values that the objects of some groups share.
  package var examples: String?
  /// A query for the pairs of merged objects: the deleted one and the one that is kept.
  ///
  /// In ``StoreScript/merges`` it is a query over the source tables, and nil if the pairs are known only
  /// during the migration.
  package var pairs: String?
  /// The data that is deleted together with the objects.
  package var takenAlong: [TakenAlongCheck] = []
}

extension MergeMap {
  private static let exampleCount = 3

  /// A query for the number of objects that are kept and the number that are deleted.
  package static func count(in losers: String) -> String {
    "SELECT count(DISTINCT \"_survivor\"), count(*) FROM \(losers)"
  }

  /// A query for the values that the objects of the first groups share.
  package static func examples(of key: [String], among objects: String, _ losers: String) -> String
  {
    "SELECT \(key.quotedNames) FROM (\(objects)) WHERE \(StoreLayout.identityColumn.quotedName) IN "
      + "(SELECT \"_survivor\" FROM \(losers)) ORDER BY \(StoreLayout.identityColumn.quotedName) "
      + "LIMIT \(exampleCount)"
  }
}
