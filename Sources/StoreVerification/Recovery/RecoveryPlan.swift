package import SchemaModel
package import SQLite

/// The objects, links and files that a recovery would put back into a store.
package struct RecoveryPlan: Hashable, Sendable {
  /// Objects of one entity that the backup has and the store lacks.
  package struct Missing: Hashable, Sendable {
    /// The entity.
    package var entity: String
    /// The number of objects.
    package var count: Int64
    /// The number of these objects that get a new `_id`, because another object has theirs.
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
    /// Whether only `_id` identifies them as the same objects.
    package var areSameByNumberAlone: Bool
    /// The number of objects.
    package var count: Int64 { found.count }
    /// The identities of the first objects, ascending.
    package var examples: [SQLValue] { found.examples }
  }

  /// The missing objects, sorted by entity.
  package var missing: [Missing] = []
  /// The number of links of many-to-many relationships that are recovered with the objects.
  package var links: Int64 = 0
  /// The number of links of missing objects that were dangling in the backup, and are not recovered.
  package var lostLinks: Int64 = 0
  /// The number of empty to-one links of existing objects that are filled, because they led to missing
  /// objects.
  package var filledLinks: Int64 = 0
  /// The files next to the store that are missing or damaged and that are intact in the backup, sorted.
  package var files: [String] = []
  /// The size of these files, in bytes.
  package var fileBytes: Int64 = 0
  /// The files of existing or recovered objects that are intact neither in the store nor in the backup,
  /// sorted.
  package var filesLost: [String] = []
  /// The app's own files that objects name, that its folder lacks and that the backup has, sorted.
  package var appFiles: [String] = []
  /// The paths of objects at which neither the app's folder nor the backup has a file, sorted.
  package var appFilesLost: [String] = []
  /// The number of paths of missing objects whose files are not looked for, because no folder is named.
  package var appFilesUnasked: Int64 = 0
  /// The differences, sorted by entity.
  package var differences: [Difference] = []

  /// Whether no objects and no files are to be put back.
  package var isEmpty: Bool { missing.isEmpty && files.isEmpty && appFiles.isEmpty }
}

/// The result of a recovery.
package struct RecoveryOutcome: Hashable, Sendable {
  /// The plan that was carried out.
  package var plan: RecoveryPlan
  /// The path of the backup of the former store; nil if nothing was to be done.
  package var backup: String?
}

/// The settings of a recovery, above all the keys by which objects of a store and its backup are matched.
package struct RecoveryOptions: Sendable {
  /// The attributes that identify the objects of some entities; objects of other entities are identified by
  /// `_id`.
  ///
  /// `Book:_id` selects `_id` even if a declared key contradicts it.
  package var keys: [UniqueKey] = []
  /// The entities in which the same `_id` does not mean the same object.
  ///
  /// The migration of the backup's copy to the store's version may have renumbered or merged their objects.
  package var renumberedEntities: Set<String> = []
  /// The versions, one of which may describe a database without a catalog and without a history.
  package var history: SchemaHistory?
  /// The app's own files, in the folder that lacks some, and the folder with the files of the backup; nil to
  /// leave them out.
  package var appFiles: (present: OwnedFiles, ofBackup: String)?
  /// The version of the tool, for the store's history.
  package var toolVersion = ""

  /// The default options: objects with the same `_id` are the same, and stay as they are.
  package init() {}
}
