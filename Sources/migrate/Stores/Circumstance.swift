internal import Files
internal import SQLite
internal import StoreArchive

/// An obstacle that keeps a command from finishing, although its input is correct.
enum Circumstance: Hashable {
  /// The disk is full.
  case fullDisk
  /// A folder is not writable.
  case closedFolder(String)
  /// A folder is missing.
  case missingFolder(String)
  /// A file is not readable or not writable.
  case closedFile(String, isToBeWritten: Bool)
  /// The path of a value's external file is taken by something that is not a file.
  case irregularFile(String)
  /// Another process is working on the store.
  case others

  /// The preparation after which the same command works.
  var remedy: String {
    switch self {
    case .fullDisk: "make room on the disk"
    case .closedFolder(let path): "make the folder '\(path)' writable"
    case .missingFolder(let path): "make the folder '\(path)'"
    case .closedFile(let path, isToBeWritten: true): "make '\(path)' writable"
    case .closedFile(let path, isToBeWritten: false): "make '\(path)' readable"
    case .irregularFile(let path): "move '\(path)' elsewhere"
    case .others: "let the other process finish"
    }
  }

  /// The obstacle behind an error of the system; nil if none exists.
  init?(_ refusal: SystemError) {
    let folder = FilePath.folder(of: refusal.path)
    switch refusal.operation {
    case _ where refusal.isFullDisk: self = .fullDisk
    case _ where refusal.isOfLock: self = .others
    case .create where refusal.isMissing: self = .missingFolder(folder)
    case .create, .rename, .remove:
      guard refusal.isForbidden else { return nil }
      self = .closedFolder(folder)
    case .open, .read, .write, .flush, .lock:
      guard refusal.isForbidden else { return nil }
      self = .closedFile(refusal.path, isToBeWritten: refusal.operation == .write)
    }
  }

  /// The obstacle behind an error of SQLite; nil if none exists.
  init?(_ error: SQLiteError) {
    switch error.primaryCode {
    case .full: self = .fullDisk
    case .busy, .locked: self = .others
    default: return nil
    }
  }

  /// The obstacle behind an error of a backup; nil if none exists.
  init?(_ error: ArchiveError) {
    switch error {
    case .file(let failure): self.init(failure)
    case .store(let error): self.init(error)
    case .beingWritten, .inUse: self = .others
    case .irregularExternalFile(let path): self = .irregularFile(path)
    case .exists, .irreplaceable, .unreadableDefinition, .longRow, .externalFileChanged,
      .notABackup,
      .newerFormat, .truncated, .unpackable, .overlongLine, .overlongRow, .malformed, .wrongCount,
      .damaged,
      .contentDiffers, .digestDiffers, .anotherBackup, .damagedDatabase, .unrestorableObject,
      .unrestorableRow, .restoredDiffers, .differingFile, .outsideFolder:
      return nil
    }
  }
}
