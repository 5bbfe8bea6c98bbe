package import SQLite

/// What a recovery would put back into a store.
package struct RecoveryPlan: Hashable, Sendable {
  /// Objects of one entity that the backup has and the store lacks.
  package struct Missing: Hashable, Sendable {
    /// The entity.
    package var entity: String
    /// How many objects.
    package var count: Int64
    /// How many of them get a new `_id`, because another object has theirs by now.
    package var renumbered: Int64
  }

  /// Objects of one entity that differ between the store and the backup; they stay as they are.
  package struct Difference: Hashable, Sendable {
    /// The entity.
    package var entity: String
    /// The objects.
    package var found: RecoveryProblem.Sample
    /// The columns in which any of them differ, in the order of the table.
    package var columns: [String]
    /// Whether nothing but `_id` says that they are the same.
    package var areSameByNumberAlone: Bool
    /// How many objects.
    package var count: Int64 { found.count }
    /// The identities of the first of them, ascending.
    package var examples: [SQLValue] { found.examples }
  }

  /// The missing objects, sorted by entity.
  package var missing: [Missing] = []
  /// How many links of many-to-many relationships come back with them.
  package var links: Int64 = 0
  /// How many links of missing objects led nowhere in the backup already, and do not come back.
  package var lostLinks: Int64 = 0
  /// How many empty to-one links of existing objects are filled, as they led to missing objects.
  package var filledLinks: Int64 = 0
  /// The files next to the store that are missing or damaged and that the backup has, sorted.
  package var files: [String] = []
  /// How many bytes these have.
  package var fileBytes: Int64 = 0
  /// The files of objects, in the store or coming back, that neither the store nor the backup has whole, sorted.
  package var filesLost: [String] = []
  /// The differences, sorted by entity.
  package var differences: [Difference] = []

  /// Whether there is nothing to put back.
  package var isEmpty: Bool { missing.isEmpty && files.isEmpty }
}

/// What a recovery did.
package struct RecoveryOutcome: Hashable, Sendable {
  /// What was put back.
  package var plan: RecoveryPlan
  /// Where the backup of the store as it was is; nil where there was nothing to do.
  package var backup: String?
}
