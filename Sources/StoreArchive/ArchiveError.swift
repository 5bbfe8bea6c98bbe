public import Files
public import SQLite

/// Why a backup could not be written, read or restored.
///
/// Whatever is thrown, nothing that existed before was changed: a backup is written next to its
/// place and renamed into it when it is whole, and so is a restored store.
/// ``message`` makes a sentence of the facts.
public enum ArchiveError: Error, Hashable, Sendable {
  /// The system refused something to do with a file.
  case file(SystemError)
  /// SQLite refused something to do with the store itself.
  case store(SQLiteError)
  /// A file is already there, and replacing it was not asked for.
  case exists(path: String)
  /// What is there is no store, or no backup, and nothing else is ever replaced by one.
  case irreplaceable(path: String, Occupant)
  /// Another process is writing the same file just now.
  case beingWritten(path: String)
  /// The store that would be replaced is in use by another connection.
  case inUse(path: String)
  /// A definition of the store holds bytes that are not UTF-8, so that it cannot be named.
  case unreadableDefinition(name: String)
  /// A file of external storage changed or went away while it was read.
  case externalFileChanged(path: String)
  /// Something in the folder of external files is no regular file.
  case irregularExternalFile(path: String)

  /// So many files of the app are other ones than in the backup, which replaces none.
  case differingFile(path: String, count: Int64)
  /// A link on the way to a file of the app leads out of the app's folder.
  case outsideFolder(path: String)

  /// The file does not begin as a backup does.
  case notABackup(path: String)
  /// The backup was written in a later form than this one reads.
  case newerFormat(path: String, version: Int)
  /// The file ends within the backup.
  case truncated(path: String, line: Int)
  /// What is packed cannot be unpacked beyond this line and this byte of the file.
  case unpackable(path: String, line: Int, offset: Int64)
  /// A line outside of the records has more bytes than any backup has on one.
  case overlongLine(path: String, line: Int, limit: Int)
  /// The values of a row have more bytes than a store can hold.
  case overlongRow(path: String, line: Int, table: String, limit: Int)
  /// A line is not what a backup has there.
  case malformed(path: String, line: Int, column: Int, expected: String)
  /// There are more or fewer of something than the backup itself says.
  case wrongCount(path: String, line: Int, of: Counted, expected: Int64, found: Int64)
  /// Bytes within these lines are not those that were written.
  case damaged(path: String, lines: ClosedRange<Int>)
  /// The values that were read are not those that the store held.
  case contentDiffers(path: String, line: Int, table: String)
  /// The digest at the end is not that of the file.
  case digestDiffers(path: String, line: Int)
  /// The file is a whole backup, but not the one that was just written.
  case anotherBackup(path: String)

  /// SQLite would not make an object of the backup's schema again.
  case unrestorableObject(path: String, name: String, SQLiteError)
  /// SQLite would not take a row of the backup.
  case unrestorableRow(path: String, line: Int, table: String, SQLiteError)
  /// The restored store does not hold, object for object and value for value, what was backed up.
  case restoredDiffers(RestoredDifference)
}

extension ArchiveError {
  /// Whether it is about the store that is made of a backup, and not about the backup's text.
  var isOfStore: Bool {
    switch self {
    case .store, .unrestorableObject, .unrestorableRow, .restoredDiffers: true
    case .file, .exists, .irreplaceable, .beingWritten, .inUse, .unreadableDefinition,
      .externalFileChanged,
      .irregularExternalFile, .differingFile, .outsideFolder, .notABackup, .newerFormat, .truncated,
      .unpackable, .overlongLine, .overlongRow, .malformed, .wrongCount, .damaged, .contentDiffers,
      .digestDiffers, .anotherBackup:
      false
    }
  }
}

extension ArchiveError {
  /// What can be in the place of a store or a backup and is none.
  public enum Occupant: Hashable, Sendable {
    /// A folder.
    case folder
    /// Neither a file nor a folder: a device, a pipe.
    case noFile
    /// The backup itself that a store is to be made of.
    case sameBackup
    /// Another backup.
    case otherBackup
    /// A file that is no SQLite database.
    case otherFile
    /// A file that is no backup, in the place of one.
    case noBackup
    /// A name that SQLite takes for a file of its own next to a database.
    case companion
  }

  /// What a backup counts.
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

  /// Where a restored store is not what was backed up.
  public enum RestoredDifference: Hashable, Sendable {
    /// The schema has another object, or another definition of it, or another order.
    case object(name: String)
    /// A table holds other values, for instance because its column converts what it is given.
    case table(String)
    /// SQLite's own check of the file found something.
    case integrity(String)
  }
}
