public import SQLiteStore

/// What a recovery would put back into a store.
public struct RecoveryPlan: Hashable, Sendable {
  /// Objects of one entity that the backup has and the store lacks.
  public struct Missing: Hashable, Sendable {
    /// The entity.
    public var entity: String
    /// How many objects.
    public var count: Int64
    /// How many of them get a new `_id`, because another object has theirs by now.
    public var renumbered: Int64
  }

  /// Links of one relationship, in objects that are there, that were emptied.
  public struct EmptiedLinks: Hashable, Sendable {
    /// The relationship.
    public var name: PropertyName
    /// How many links.
    public var count: Int64
  }

  /// Objects of one entity that are there in both and not the same; they stay as they are.
  public struct Difference: Hashable, Sendable {
    /// The entity.
    public var entity: String
    /// How many objects.
    public var count: Int64
    /// The columns in which any of them differ, in the order of the table.
    public var columns: [String]
    /// What tells the first of them apart, ascending.
    public var examples: [SQLValue]
  }

  /// The missing objects, sorted by entity.
  public var missing: [Missing] = []
  /// How many links of many-to-many relationships come back with them.
  public var links: Int64 = 0
  /// How many such links the backup has between objects that are both there; they stay away.
  public var absentLinks: Int64 = 0
  /// How many links of missing objects led nowhere in the backup already, and come back empty.
  public var lostLinks: Int64 = 0
  /// The links of objects that are there which are empty, and lead to missing objects in the
  /// backup, sorted by name.
  public var emptiedLinks: [EmptiedLinks] = []
  /// Whether these are filled again.
  public var relinks = false
  /// The files beside the store that are gone or damaged and that the backup has, sorted.
  public var files: [String] = []
  /// How many bytes these have.
  public var fileBytes: Int64 = 0
  /// The files of objects, there or coming back, that neither the store nor the backup has whole,
  /// sorted.
  public var filesLost: [String] = []
  /// What differs, sorted by entity.
  public var differences: [Difference] = []

  /// Whether there is nothing to put back.
  public var isEmpty: Bool { missing.isEmpty && files.isEmpty }
}

/// What a recovery did.
public struct RecoveryOutcome: Hashable, Sendable {
  /// What was put back.
  public var plan: RecoveryPlan
  /// Where the backup of the store as it was is; nil where there was nothing to do.
  public var backup: String?
}
