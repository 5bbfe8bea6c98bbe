internal import Diagnostics
public import SchemaModel
public import StoreLayout
public import StoreVerification

/// The outcome of a migration that was neither refused nor undone.
public enum MigrationOutcome: Hashable, Sendable {
  /// The store already had the version.
  ///
  /// Nothing was written.
  case alreadyCurrent(Version)
  /// A dry run: everything was checked, and nothing was written.
  case rehearsed(StorePlan)
  /// The store has the new version.
  case migrated(MigrationSummary)
}

/// The result of a finished migration.
public struct MigrationSummary: Hashable, Sendable {
  /// The previous version.
  public var source: Version
  /// The new version.
  public var target: Version
  /// The path of the backup; nil if no backup was requested.
  public var backup: String?
  /// Whether the backup existed before, with the same content that a new one would have.
  public var isEarlierBackup = false
  /// The number of rewritten rows; a row that was rewritten twice counts twice.
  public var rowsRewritten: Int64
  /// The number of rows in the model's tables, all of which the proof covers.
  public var rowsProved: Int64
  /// The duration, in seconds.
  public var duration: Double
  /// The effects on objects, values and links.
  public var effects: [Effect] = []
  /// The external files that no object names any more and that were removed; nil if there were none.
  public var removedFiles: RemovedFiles?
  /// Problems after the commit that did not harm the store, in the form of messages.
  public var remarks: [String] = []
  /// Problems with objects of the changed tables that existed before the migration and still do.
  public var knownFindings: [Finding] = []
}

extension MigrationSummary {
  /// The losses by changes of the model.
  public var losses: [Effect] { effects.losses }

  /// The effects other than carrying rows over, in sentences.
  public var sentences: [String] {
    effects.map(\.message) + [removedFiles?.message].compactMap(\.self)
  }
}

/// External files that are removed because no object names them any more.
public struct RemovedFiles: Hashable, Sendable {
  /// The number of files.
  public var count: Int
  /// Their size, in bytes.
  public var bytes: Int64

  /// The number and the size in words: `removed 2 external files, 6 bytes`.
  public var message: String {
    "removed \(Quantity.count(count, "external file")), \(Quantity.bytes(bytes))"
  }
}
