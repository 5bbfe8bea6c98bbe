internal import Files
internal import SQLite
internal import StoreArchive

/// What kept a command from its end though nothing is wrong with what it was given.
enum Circumstance: Hashable {
  /// The disk has no room.
  case fullDisk
  /// A folder may not be written into.
  case closedFolder(String)
  /// A folder is not there.
  case missingFolder(String)
  /// A file may not be read or written.
  case closedFile(String, isToBeWritten: Bool)
  /// Something lies where the file of a value is to be, and is none.
  case irregularFile(String)
  /// Others are at work.
  case others

  /// What has to be done before the same command works.
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

  /// Why the system refused; nil where that is no circumstance.
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

  /// Why SQLite refused; nil where that is no circumstance.
  init?(_ error: SQLiteError) {
    switch error.primaryCode {
    case .full: self = .fullDisk
    case .busy, .locked: self = .others
    default: return nil
    }
  }

  /// Why a backup could not be written, read or restored; nil where that is no circumstance.
  init?(_ error: ArchiveError) {
    switch error {
    case .file(let failure): self.init(failure)
    case .store(let error): self.init(error)
    case .beingWritten, .inUse: self = .others
    case .irregularExternalFile(let path): self = .irregularFile(path)
    case .exists, .irreplaceable, .unreadableDefinition, .externalFileChanged, .notABackup,
      .newerFormat, .truncated, .unpackable, .overlongLine, .overlongRow, .malformed, .wrongCount,
      .damaged,
      .contentDiffers, .digestDiffers, .anotherBackup, .unrestorableObject, .unrestorableRow,
      .restoredDiffers, .differingFile, .outsideFolder:
      return nil
    }
  }
}
