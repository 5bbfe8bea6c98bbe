internal import Files
internal import SQLite
internal import StoreArchive

/// A store or a backup that is kept to test migrations with.
///
/// It is only read: whoever migrates it migrates a copy.
public struct StoreFixture: Hashable, Sendable {
  /// What is kept.
  public enum Kind: Hashable, Sendable {
    /// A store as an app left it.
    case store
    /// A backup in JSON.
    case backup
  }

  /// Where it is.
  public let path: String
  /// What it is.
  public let kind: Kind

  /// The fixture at a path; nil for what is neither a store nor a backup.
  ///
  /// - Throws: what the system says, where the file cannot be read.
  public init?(_ path: String) throws {
    let start = try FileSystem.firstBytes(16, of: path)
    self.path = path
    if start == Array("SQLite format 3\0".utf8) {
      kind = .store
    } else if try BackupReader.isBackup(path) {
      kind = .backup
    } else {
      return nil
    }
  }

  /// Makes a store of it, at a path where nothing is.
  public func make(at store: String) throws {
    switch kind {
    case .backup: try Restorer.restore(backup: path, to: store)
    case .store:
      let (kept, made) = (StoreFiles(path), StoreFiles(store))
      try FileSystem.copy(path, to: store)
      // A log that was not written back is part of the store; what is shared in memory is not.
      for (from, to) in zip(kept.logs, made.logs) where FileSystem.exists(from) {
        try FileSystem.copy(from, to: to)
      }
      guard FileSystem.isFolder(kept.externalFolder) else { return }
      try FileSystem.makeFolder(made.externalFolder)
      for name in try FileSystem.names(in: kept.externalFolder) {
        try FileSystem.copy(
          FilePath.join(kept.externalFolder, name), to: FilePath.join(made.externalFolder, name))
      }
    }
  }
}
