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

  /// Links of one relationship between objects that are there, and how they are not as in the backup.
  package struct LinkCount: Hashable, Sendable {
    /// The names are those of the report in JSON.
    package enum Kind: String, CaseIterable, Sendable {
      /// To-one links that are empty; they are filled where that is wanted.
      case emptiedLinks
      /// Many-to-many links that do not exist; they come back where that is wanted.
      case absentLinks
      /// Positions that are empty; they are filled where that is wanted.
      case emptiedOrders
      /// Positions that differ; they stay.
      case differingOrders
    }

    package var kind: Kind
    /// The relationship.
    package var name: PropertyName
    /// How many links.
    package var count: Int64
  }

  /// Objects of one entity that are there in both and not the same; they stay as they are.
  package struct Difference: Hashable, Sendable {
    /// The entity.
    package var entity: String
    /// How many objects.
    package var count: Int64
    /// The columns in which any of them differ, in the order of the table.
    package var columns: [String]
    /// The identities of the first of them, ascending.
    package var examples: [SQLValue]
    /// Whether nothing but `_id` says that they are the same.
    package var areSameByNumberAlone: Bool
  }

  /// The missing objects, sorted by entity.
  package var missing: [Missing] = []
  /// How many links of many-to-many relationships come back with them.
  package var links: Int64 = 0
  /// How many links of missing objects led nowhere in the backup already, and do not come back.
  package var lostLinks: Int64 = 0
  /// Other links that are not as in the backup, sorted by name.
  package var linkCounts: [LinkCount] = []
  /// Whether what is empty is filled, and links that are absent are put back.
  package var relinks = false
  /// The files next to the store that are missing or damaged and that the backup has, sorted.
  package var files: [String] = []
  /// How many bytes these have.
  package var fileBytes: Int64 = 0
  /// The files of objects, there or coming back, that neither the store nor the backup has whole,
  /// sorted.
  package var filesLost: [String] = []
  /// What differs, sorted by entity.
  package var differences: [Difference] = []

  /// The links of a kind.
  package func links(_ kind: LinkCount.Kind) -> [LinkCount] {
    linkCounts.filter { $0.kind == kind }
  }

  /// How many links the store lacks afterwards and could have.
  package var lackingLinks: Int64 {
    relinks ? 0 : (links(.emptiedLinks) + links(.absentLinks)).reduce(0) { $0 + $1.count }
  }

  /// Whether links of objects that are there, or their positions, come back where that is wanted.
  package var isRelinkable: Bool { linkCounts.contains { $0.kind != .differingOrders } }

  /// Whether there is nothing to put back.
  package var isEmpty: Bool {
    missing.isEmpty && files.isEmpty && !(relinks && isRelinkable)
  }

  /// Whether objects or links are there that are not as in the backup, and stay so.
  package var hasDifferences: Bool {
    !differences.isEmpty || !links(.differingOrders).isEmpty || !(relinks || !isRelinkable)
  }

  mutating func add(_ kind: LinkCount.Kind, _ name: PropertyName, _ count: Int64) {
    if count > 0 { linkCounts.append(.init(kind: kind, name: name, count: count)) }
  }
}

/// What a recovery did.
package struct RecoveryOutcome: Hashable, Sendable {
  /// What was put back.
  package var plan: RecoveryPlan
  /// Where the backup of the store as it was is; nil where there was nothing to do.
  package var backup: String?
}
