internal import Files
internal import SQLite

extension ArchiveError: CustomStringConvertible {
  /// The same as ``message``.
  public var description: String { message }

  /// The error in a sentence: lower case, no full stop, names in single quotes.
  public var message: String {
    switch self {
    case .file(let failure): failure.message
    case .store(let error): "SQLite failed on the store: \(error)"
    case .exists(let path): "'\(path)' exists already and is left as it is"
    case .irreplaceable(let path, let occupant): "'\(path)' \(occupant.clause)"
    case .beingWritten(let path): "'\(path)' is being written by another process"
    case .inUse(let path): "'\(path)' is in use by another connection"
    case .unreadableDefinition(let name): "the definition of '\(name)' is not valid UTF-8"
    case .longRow(let table):
      "a row of table '\(table)' has more than \(Connection.longestRow >> 20) MiB, which is the most that a "
        + "backup holds"
    case .externalFileChanged(let path): "the external file '\(path)' changed while it was read"
    case .irregularExternalFile(let path): "'\(path)' is no regular file, so it cannot be backed up"
    case .differingFile(let path, let count):
      "'\(path)' is another file than in the backup, and is left as it is"
        + (count > 1 ? "; so are \(count - 1) more" : "")
    case .outsideFolder(let path): "a link leads from '\(path)' out of the folder of the app"
    case .notABackup(let path): "'\(path)' is not a backup"
    case .newerFormat(let path, let version): newerFormat(path, version)
    case .truncated(let path, let line): "\(path):\(line): the backup ends here, and is not whole"
    case .unpackable(let path, let line, let offset):
      "\(path):\(line): the packed bytes are not as they were written, which shows at byte "
        + "\(offset) of the file"
    case .overlongLine(let path, let line, let limit):
      "\(path):\(line): this line has more than \(limit >> 20) MiB, which only the line of a row may have"
    case .overlongRow(let path, let line, let table, let limit):
      "\(path):\(line): this row of table '\(table)' has more than \(limit >> 20) MiB, which is more "
        + "than a store can hold"
    case .malformed(let path, let line, let column, let expected):
      "\(path):\(line):\(column): expected \(expected)"
    case .wrongCount(let path, let line, let counted, let expected, let found):
      "\(path):\(line): \(counted.name): \(found) found where \(expected) should be"
    case .damaged(let path, let lines): damage(path, lines)
    case .contentDiffers(let path, let line, let table):
      "\(path):\(line): the values of table '\(table)' are not those that the store held"
    case .digestDiffers(let path, let line):
      "\(path):\(line): the digest is not the file's, which was changed after it was written"
    case .anotherBackup(let path): "'\(path)' is not the backup that was written"
    case .damagedDatabase(let error): "the backup cannot be read: \(error.message)"
    case .unrestorableObject(let path, let name, let error):
      "\(path): '\(name)' cannot be made again: "
        + (error.missingPart.map { "it needs \($0), which only the app has" } ?? error.message)
    case .unrestorableRow(let path, let line, let table, let error):
      "\(path):\(line): table '\(table)' does not take this row: \(error.message)"
    case .restoredDiffers(let difference): difference.message
    }
  }

  /// The stable name of the problem, in kebab case.
  public var code: String {
    switch self {
    case .file: "system-error"
    case .store(let error): error.primaryCode == .full ? "disk-full" : "database-error"
    case .exists: "file-exists"
    case .irreplaceable(_, let occupant): occupant.code
    case .beingWritten, .inUse: "busy-store"
    case .unreadableDefinition: "unreadable-definition"
    case .longRow: "long-row"
    case .externalFileChanged, .irregularExternalFile: "external-file"
    case .differingFile: "differing-file"
    case .outsideFolder: "outside-folder"
    case .notABackup: "not-a-backup"
    case .newerFormat: "newer-backup"
    case .truncated, .unpackable, .overlongLine, .overlongRow, .malformed, .wrongCount, .damaged,
      .contentDiffers, .digestDiffers, .anotherBackup, .damagedDatabase:
      "damaged-backup"
    case .unrestorableObject(_, _, let error) where error.needsApp: "needs-app"
    case .unrestorableObject, .unrestorableRow, .restoredDiffers: "unrestorable-backup"
    }
  }

  private func newerFormat(_ path: String, _ version: Int) -> String {
    "'\(path)' has format version \(version); this program reads up to "
      + "\(BackupFormat.version), a newer one is needed"
  }

  private func damage(_ path: String, _ lines: ClosedRange<Int>) -> String {
    lines.count == 1
      ? "\(path):\(lines.lowerBound): this line is not as it was written"
      : "\(path):\(lines.lowerBound): something from here to line \(lines.upperBound) is not as it "
        + "was written"
  }
}

extension ArchiveError.Occupant {
  fileprivate var clause: String {
    switch self {
    case .folder: "is a folder, not a store"
    case .noFile: "is not a file"
    case .sameBackup: "is the backup itself, which a store would take the place of"
    case .otherBackup: "is a backup, not a store, and is left as it is"
    case .otherFile: "is not an SQLite database, and is left as it is"
    case .noBackup: "is no backup, so that none takes its place, and is left as it is"
    case .database:
      "is the name of a database, and this backup is a document: end the name in '.json'"
    case .companion: "is what SQLite calls a file of its own, and takes away: name another place"
    }
  }

  fileprivate var code: String {
    switch self {
    case .folder, .noFile: "no-file"
    case .sameBackup: "same-file"
    case .otherBackup, .otherFile: "not-a-database"
    case .noBackup: "file-exists"
    case .database: "name-of-database"
    case .companion: "name-of-sqlite"
    }
  }
}

extension ArchiveError.Counted {
  fileprivate var name: String {
    switch self {
    case .rows(let table): "rows of table '\(table)'"
    case .records: "records"
    case .externalFiles: "external files"
    case .bytes(let file): "bytes of external file '\(file)'"
    }
  }
}

extension ArchiveError.RestoredDifference {
  fileprivate var message: String {
    switch self {
    case .object(let name):
      "the restored store differs from the backup in the definition of '\(name)'"
    case .table(let table):
      "the restored store differs from the backup in the values of table '\(table)'"
    case .integrity(let problem): "the restored store fails SQLite's own check: \(problem)"
    }
  }
}
