internal import Files
package import StoreArchive

/// Removes the old backups of a store when there are enough newer ones.
///
/// A backup is removed only if this program named it, it is known to be of this very store, and it was read
/// to its end and verified. The same holds for the newer backups that must stay. A backup that is damaged, or
/// may be of another store, is neither removed nor counted.
package struct BackupRotation {
  /// The outcome for the backups.
  package struct Outcome {
    /// The removed backups, the oldest first.
    package var removed: [String] = []
    /// The problems of backups that were neither counted nor removed, each with its name.
    package var problems: [String] = []

    /// An empty outcome.
    package init() {}
  }

  private let store: String
  private let count: Int
  private let progress: (ArchiveProgress) throws -> Void

  /// A rotation that keeps this number of backups of a store, the newest among them.
  package init(
    of store: String, keeping count: Int, progress: @escaping (ArchiveProgress) throws -> Void
  ) {
    self.store = store
    self.count = count
    self.progress = progress
  }

  /// Examines the backups next to a newly written and verified one, which always stays.
  ///
  /// - Throws: the errors of `progress`, and the system's refusal to list the folder.
  package func run(after newest: String, of contents: BackupContents) throws -> Outcome {
    var outcome = Outcome()
    let register = BackupRegister(ofStoreAt: store, beside: newest)
    var found = 1
    var unknown: [String] = []
    for path in try others(than: newest) {
      do {
        let other = try BackupReader.verify(path, progress: progress)
        guard isOfSameModel(other, contents) else { continue }
        switch try register.owner(of: path, other) {
        case .otherStore: continue
        case .unknown: unknown.append(path)
        case .thisStore:
          found += 1
          guard found > count else { continue }
          try FileSystem.remove(path)
          outcome.removed.append(path)
        }
      } catch let error as ArchiveError {
        outcome.problems.append(error.message)
      } catch let error as SystemError {
        outcome.problems.append(error.message)
      }
    }
    outcome.removed.reverse()
    if let first = unknown.last {
      let others = unknown.count > 1 ? " and \(unknown.count - 1) more like it" : ""
      outcome.problems.append(
        "nothing shows that '\(first)'\(others) is a backup of this very store")
    }
    return outcome
  }

  /// Whether both backups may be of one store: without a model, if they have a table in common.
  private func isOfSameModel(_ one: BackupContents, _ other: BackupContents) -> Bool {
    guard one.store.identity?.schema == other.store.identity?.schema,
      one.store.applicationID == other.store.applicationID
    else { return false }
    let tables = Set(one.tables.map(\.name))
    return one.store.identity != nil || (tables.isEmpty && other.tables.isEmpty)
      || other.tables.contains { tables.contains($0.name) }
  }

  /// The other backups in the folder, the newest first.
  private func others(than newest: String) throws -> [String] {
    try BackupPlace.backups(of: store, beside: newest).filter { path, name in
      path != newest && !name.isDatabase
        && FileStatus(path: path, followingLinks: false)?.kind == .file
    }.map(\.path)
  }
}
