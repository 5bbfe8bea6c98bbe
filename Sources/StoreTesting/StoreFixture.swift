internal import Files
internal import SQLite
internal import StoreArchive

/// A store or a backup that is kept as a fixture for migration tests.
///
/// It is only read: a migration works on a copy.
public struct StoreFixture: Hashable, Sendable {
  /// The kind of a fixture.
  public enum Kind: Hashable, Sendable {
    /// A store as an app wrote it.
    case store
    /// A backup in JSON.
    case backup
  }

  /// The path of the file.
  public let path: String
  /// The kind of the fixture.
  public let kind: Kind

  /// The fixture at a path; nil if the file is neither a store nor a backup.
  ///
  /// - Throws: the system's error, if the file cannot be read.
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

  /// Creates a store from the fixture, at a path that does not exist yet.
  public func make(at store: String) throws {
    switch kind {
    case .backup: try Restorer.restore(backup: path, to: store)
    case .store:
      let (kept, made) = (StoreFiles(path), StoreFiles(store))
      try FileSystem.copy(path, to: store)
      // A write-ahead log is part of the store; the shared-memory file is not.
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
