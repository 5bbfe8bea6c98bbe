internal import SQLite
package import StoreLayout

/// Objects of an entity that a script merges.
package struct MergeOutline: Hashable, Sendable {
  /// The entity, by its name in the new version.
  package var entity: String
  /// The properties that tell that two objects are one.
  package var key: [String]
  /// A query of the tables of before for which object goes into which; nil where only the migration itself
  /// finds that out.
  package var pairs: String?
}

/// Objects that are going to be merged, to be counted before any of them goes.
package struct MergeForecast: Hashable, Sendable {
  /// The entity, by its name in the new version.
  package var entity: String
  /// The properties that tell that two objects are one.
  package var key: [String]
  /// A query for the number of objects that stay for others, and of those that go; nil where there are none.
  package var count: String?
  /// A query for the values that the objects of some groups share.
  package var examples: String?
  /// A query for which object goes into which.
  package var pairs: String?
  /// What goes with the objects.
  package var takenAlong: [TakenAlongCheck] = []
}

extension MergeMap {
  private static let exampleCount = 3

  /// A query for the number of objects that stay for others, and of those that go.
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
