internal import Files
internal import SQLiteStore

/// A store that makes way for another one of its name, and that nobody else can use meanwhile.
///
/// An app that has it open, and does nothing with it, holds no lock, and has it open still when its name
/// is the other's. Then both would share the name of the journal, and each would play back into its
/// own file what the other one wrote there
/// (https://www.sqlite.org/howtocorrupt.html#_unlinking_or_renaming_a_database_file_while_in_use). So
/// what is kept is a copy, and the file itself is made one that is no database: the app is told so
/// with the next thing that it does, until it opens the store again. That it may look for a journal
/// before, and remove that of somebody who is just writing to the new store, cannot be kept from it.
///
/// With a write-ahead log an open store shows by its locks, and need not be retired.
final class RetiredStore {
  private let source: SystemFile
  private let mark: SystemFile
  private let connection: Connection

  /// Keeps everybody out of a store; nil for one with a write-ahead log.
  ///
  /// - Throws: ``SQLiteStore/SQLiteError`` where somebody uses it, or it is damaged; what the system
  ///   says of the file.
  init?(at path: String) throws {
    // Before the lock, and to the end: with any file that a process closes, its locks on it go
    // (https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_).
    source = try SystemFile.reading(path)
    mark = try SystemFile.writing(path)
    connection = try Connection(path: path, mode: .readWrite)
    guard try connection.texts("PRAGMA journal_mode") != ["wal"] else { return nil }
    try connection.execute("BEGIN EXCLUSIVE")
  }

  /// Copies the store, as it is, to a place where nothing is yet.
  func copy(to target: String) throws(SystemError) {
    let copy = try SystemFile.new(target)
    do throws(SystemError) {
      if let status = FileStatus(path: source.path) { copy.setPermissions(status.permissions) }
      try copy.write(contentsOf: source)
      try copy.flush()
    } catch {
      try? FileSystem.remove(target)
      throw error
    }
  }

  /// Makes the file none that can be opened, when its name is the other store's for good.
  ///
  /// One that has another name yet, such as in a folder of hard links, is left as it is.
  func retire() throws(SystemError) {
    guard mark.linkCount == 0 else { return }
    // The header of https://www.sqlite.org/fileformat.html#the_database_header.
    try mark.write([UInt8](repeating: 0, count: 100))
  }
}
