public import Files
public import SQLite

/// A reason why a backup could not be written, read or restored.
///
/// After any error, existing files are unchanged: a backup is written next to its place and renamed when it
/// is complete, and so is a restored store. ``message`` turns the facts into a sentence.
public enum ArchiveError: Error, Hashable, Sendable {
  /// The system refused a file operation.
  case file(SystemError)
  /// SQLite refused an operation on the store itself.
  case store(SQLiteError)
  /// A file already exists, and the caller did not ask to replace it.
  case exists(path: String)
  /// The existing file is not a store or a backup, and no other file is ever replaced.
  case irreplaceable(path: String, Occupant)
  /// Another process is writing the same file at the moment.
  case beingWritten(path: String)
  /// The store that would be replaced is in use by another connection.
  case inUse(path: String)
  /// A definition of the store contains bytes that are not UTF-8, so that a backup cannot hold it.
  case unreadableDefinition(name: String)
  /// A row of the store has more bytes than a backup holds.
  case longRow(table: String)
  /// A file of external storage changed or was deleted while it was read.
  case externalFileChanged(path: String)
  /// An entry in the folder of external files is not a regular file.
  case irregularExternalFile(path: String)

  /// Existing files of the app differ from the backup, which replaces none; the count is the number of these
  /// files.
  case differingFile(path: String, count: Int64)
  /// A link in the path of an app's file leads out of the app's folder.
  case outsideFolder(path: String)

  /// The file does not start like a backup.
  case notABackup(path: String)
  /// The backup was written in a newer format than this version of the tool reads.
  case newerFormat(path: String, version: Int)
  /// The file ends before the backup does.
  case truncated(path: String, line: Int)
  /// The packed content cannot be unpacked beyond this line and this byte of the file.
  case unpackable(path: String, line: Int, offset: Int64)
  /// A line outside of the records is longer than any line of a backup.
  case overlongLine(path: String, line: Int, limit: Int)
  /// The values of a row have more bytes than a store can hold.
  case overlongRow(path: String, line: Int, table: String, limit: Int)
  /// A line differs from the format of a backup.
  case malformed(path: String, line: Int, column: Int, expected: String)
  /// The number of rows, files or bytes differs from the backup's own count.
  case wrongCount(path: String, line: Int, of: Counted, expected: Int64, found: Int64)
  /// Bytes within these lines differ from the written ones.
  case damaged(path: String, lines: ClosedRange<Int>)
  /// The values that were read differ from the values of the store.
  case contentDiffers(path: String, line: Int, table: String)
  /// The digest at the end does not match the file.
  case digestDiffers(path: String, line: Int)
  /// The file is a complete backup, but not the one that was just written.
  case anotherBackup(path: String)

  /// A backup in SQLite's form cannot be read.
  case damagedDatabase(StoreOpenError)
  /// SQLite refused to create an object of the backup's schema.
  case unrestorableObject(path: String, name: String, SQLiteError)
  /// SQLite refused a row of the backup.
  case unrestorableRow(path: String, line: Int, table: String, SQLiteError)
  /// The restored store differs from the backup in an object or a value.
  case restoredDiffers(RestoredDifference)
}

extension ArchiveError {
  /// Whether the error concerns the store made from a backup, and not the text of the backup.
  var isOfStore: Bool {
    switch self {
    case .store, .unrestorableObject, .unrestorableRow, .restoredDiffers: true
    case .file, .exists, .irreplaceable, .beingWritten, .inUse, .unreadableDefinition,
      .longRow, .externalFileChanged, .irregularExternalFile, .differingFile, .outsideFolder,
      .notABackup, .newerFormat, .truncated,
      .unpackable, .overlongLine, .overlongRow, .malformed, .wrongCount, .damaged, .contentDiffers,
      .digestDiffers, .anotherBackup, .damagedDatabase:
      false
    }
  }
}

extension ArchiveError {
  /// Something in the place of a store or a backup that is neither.
  public enum Occupant: Hashable, Sendable {
    /// A folder.
    case folder
    /// Neither a file nor a folder, such as a device or a pipe.
    case noFile
    /// The backup from which the store is restored.
    case sameBackup
    /// Another backup.
    case otherBackup
    /// A file that is not an SQLite database.
    case otherFile
    /// A file that is not a backup, in the place of one.
    case noBackup
    /// The name of a database, for a backup that is a document.
    case database
    /// A name that SQLite uses for its own files next to a database.
    case companion
  }

  /// The things that a backup counts.
  public enum Counted: Hashable, Sendable {
    /// The rows of a table.
    case rows(table: String)
    /// The rows of all tables.
    case records
    /// The external files, and the files of the app.
    case externalFiles
    /// The bytes of an external file.
    case bytes(file: String)
  }

  /// A difference between a restored store and the backup.
  public enum RestoredDifference: Hashable, Sendable {
    /// The schema has another object, another definition of the object, or another order.
    case object(name: String)
    /// A table holds other values, for instance because a column converts its values.
    case table(String)
    /// SQLite's own check of the file found a problem.
    case integrity(String)
  }
}
