internal import Diagnostics

/// The reason why a store could not be opened.
///
/// It has only facts; ``message`` makes the sentence.
public enum StoreOpenError: Error, Hashable, Sendable {
  /// The file does not exist.
  case missing(path: String)
  /// The file does not exist, but one that would belong to it does, such as its log.
  case onlyLeftover(path: String, leftover: String)
  /// The path leads to a folder.
  case isDirectory(path: String)
  /// The path leads to something that is neither a file nor a folder.
  case isNoFile(path: String)
  /// The permissions of the file or of its folder forbid reading it.
  case unreadable(path: String)
  /// The file is empty.
  case empty(path: String)
  /// The file does not begin like an SQLite database.
  case notADatabase(path: String)
  /// The file is shorter than its own header says.
  case truncated(path: String, expectedBytes: Int64, actualBytes: Int64)
  /// The structure of the database is broken, with SQLite's message.
  case corrupt(path: String, detail: String)
  /// Another process holds a lock, and did not release it in time.
  case locked(path: String)
  /// The file cannot be written.
  case readOnly(path: String)
  /// The folder cannot be written, so there can be no journal.
  case readOnlyFolder(path: String)
  /// The write-ahead log or its index holds content and cannot be read.
  case unreadableLog(path: String, file: String)
  /// The write-ahead log or its index is a link, a folder or a device.
  case irregularLog(path: String, file: String)
  /// The write-ahead log is missing, and its index counts pages that the database file does not have: the
  /// store was copied without the log.
  case missingLog(path: String, pages: Int64)
  /// The write-ahead log has fewer valid pages than its index counts: the store was copied with only a part
  /// of it, or it is damaged.
  case cutLog(path: String, pages: Int64)
  /// A process died in the middle of a write: its journal must be played back before the store can be read,
  /// and reading must not write.
  case interruptedWrite(path: String)
  /// Core Data or SwiftData wrote it, so that only the app may write to it.
  ///
  /// Its last write may have been interrupted; then it cannot be read either.
  case ofPlatform(path: String, isInterrupted: Bool)
  /// It is a backup by its name, which is only read.
  case ofBackup(path: String)
  /// Names in the database that look alike.
  case indistinctNames(path: String, [IndistinctNames])
  /// Any other error that SQLite reported.
  case failed(path: String, SQLiteError)
}

extension StoreOpenError {
  /// The problem in the form of a message: lower case, no full stop, names in single quotes.
  public var message: String {
    switch self {
    case .missing(let path): "there is no store at '\(path)'"
    case .onlyLeftover(let path, let leftover):
      "there is no store at '\(path)', only '\(leftover)', which belongs to one"
    case .isDirectory(let path): "'\(path)' is a folder, not a store"
    case .isNoFile(let path): "'\(path)' is not a file"
    case .unreadable(let path): "'\(path)' may not be read by this user"
    case .empty(let path): "'\(path)' is empty: it has no bytes at all"
    case .notADatabase(let path): "'\(path)' is not an SQLite database"
    case .truncated(let path, let expected, let actual) where expected <= DatabaseHeader.size:
      "'\(path)' is cut short: it has \(Quantity.count(actual, "byte")), and the header of a database alone "
        + "has \(expected)"
    case .truncated(let path, let expected, let actual):
      "'\(path)' is cut short: it has \(Quantity.count(actual, "byte")) and its header says "
        + Quantity.grouped(expected)
    case .corrupt(let path, let detail): "'\(path)' is damaged: \(detail)"
    case .locked(let path): "'\(path)' is in use: another process holds a lock on it"
    case .readOnly(let path): "'\(path)' may not be written by this user"
    case .readOnlyFolder(let path):
      "the folder of '\(path)' may not be written by this user, and a journal has to stand there"
    case .unreadableLog(_, let file):
      "'\(file)' holds content of the store and may not be read by this user"
    case .irregularLog(_, let file):
      "'\(file)' holds content of the store and is no plain file, so that SQLite does not read it"
    case .missingLog(let path, let pages):
      "'\(path)' is half copied: '\(path)-wal' is missing, and with it "
        + "\(Quantity.count(pages, "page")) that were written last"
    case .cutLog(let path, let pages):
      "'\(path)' is not whole: '\(path)-wal' is cut short or damaged, and lacks "
        + "\(Quantity.count(pages, "page")) of what was written last"
    case .interruptedWrite(let path):
      "the last write to '\(path)' was interrupted, and has to be undone before it can be read"
    case .ofPlatform(let path, isInterrupted: false):
      "'\(path)' was written by Core Data or SwiftData, and only the app writes to it"
    case .ofPlatform(let path, isInterrupted: true):
      "the last write of the app to '\(path)' was interrupted, and only the app may undo it"
    case .ofBackup(let path): "'\(path)' is a backup by its name, and a backup is not changed"
    case .indistinctNames(let path, let groups):
      "'\(path)' has names that read alike and are written otherwise: "
        + groups.map(\.description).joined(separator: "; ")
        + "; give all but one of them another name, with ALTER TABLE"
    case .failed(let path, let error) where !error.isAboutTheFile:
      "a query of '\(path)' failed: \(error.message)"
    case .failed(let path, let error):
      "'\(path)' cannot be \(error.primaryCode == .cannotOpen ? "opened" : "read"): \(error.message)"
    }
  }
}

extension StoreOpenError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

extension StoreOpenError {
  /// The stable name of the problem, in kebab case.
  public var code: String {
    switch self {
    case .missing, .onlyLeftover: "missing-store"
    case .isDirectory, .isNoFile: "no-file"
    case .unreadable, .unreadableLog: "unreadable-store"
    case .irregularLog: "no-file"
    case .empty: "empty-file"
    case .notADatabase: "not-a-database"
    case .truncated, .corrupt: "damaged-store"
    case .missingLog, .cutLog: "missing-log"
    case .locked: "busy-store"
    case .readOnly, .readOnlyFolder: "not-writable"
    case .interruptedWrite: "interrupted-write"
    case .ofPlatform(_, isInterrupted: false): "platform-store"
    case .ofBackup: "backup-as-store"
    case .ofPlatform(_, isInterrupted: true): "interrupted-write"
    case .indistinctNames: "indistinct-names"
    case .failed: "database-error"
    }
  }
}
