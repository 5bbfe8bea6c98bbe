/// What a merge takes away, and the proof that it touches nothing else.
///
/// All queries are asked while the store knows which object goes into which: those of the proofs
/// before and after the objects go, the others before.
package struct MergeCheck: Hashable, Sendable {
  /// The entity whose objects are merged.
  package var entity: String
  /// The properties that tell that two objects are one.
  package var key: [String]
  /// A query for the number of objects that stay for others, and of those that go.
  package var count: String
  /// A query for the values that the objects of some groups share.
  package var examples: String
  /// The proofs for every table that may change.
  ///
  /// The rows of the others stay as many as they are.
  package var proofs: [ConservationCheck]
  /// The tables that may have fewer rows afterwards.
  package var shrinkingTables: Set<String>
}

/// A moment in the run of a script at which a merge has to be looked at.
package enum MergeMoment: Hashable, Sendable {
  /// After this statement it is known which object goes into which, and nothing has changed.
  case begins(MergeCheck)
  /// Before this statement all is done, and it is still known which object went into which.
  case ends
}

/// Objects that are going to be merged, to be counted before anything is written.
package struct MergeForecast: Hashable, Sendable {
  /// The entity, by its name in the new version.
  package var entity: String
  /// The properties that tell that two objects are one.
  package var key: [String]
  /// A query for the number of objects that stay for others, and of those that go; nil where only
  /// the migration itself would tell, for the key leads to objects that are merged themselves.
  package var count: String?
  /// A query for the values that the objects of some groups share.
  package var examples: String?
}

extension MergeMap {
  private static let exampleCount = 3

  /// A query for the number of objects that stay for others, and of those that go.
  static func count(in losers: String) -> String {
    "SELECT count(DISTINCT \"_survivor\"), count(*) FROM \(losers)"
  }

  /// A query for the values that the objects of the first groups share.
  static func examples(of key: [String], among objects: String, _ losers: String) -> String {
    "SELECT \(key.quotedNames) FROM (\(objects)) WHERE \(StoreLayout.identityColumn.quotedName) IN "
      + "(SELECT \"_survivor\" FROM \(losers)) ORDER BY \(StoreLayout.identityColumn.quotedName) "
      + "LIMIT \(exampleCount)"
  }
}
