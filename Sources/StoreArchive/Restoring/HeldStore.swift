internal import Files
internal import SQLite

/// A store that is locked against all other connections while its content is replaced by another store's.
///
/// An app that has the store open without a write-ahead log, and does nothing with it, holds no lock. If the
/// file were renamed, the app would stay in the old file, and would share the name of the journal with the
/// new one. Each could then play back into its own file the changes of the other
/// (https://www.sqlite.org/howtocorrupt.html#_unlinking_or_renaming_a_database_file_while_in_use).
///
/// So the file stays in its place, and gets the content in one transaction of SQLite. Every app that has it
/// open sees the new content when it next reads. A killed run leaves a journal that restores the old content.
final class HeldStore {
  private let path: String
  private let source: SystemFile
  private let readBack: SystemFile
  private let connection: Connection

  /// Locks all others out of a store, whose content is then entirely in its file; nil if this user may not
  /// write to it.
  ///
  /// - Throws: ``SQLite/SQLiteError`` if the store is in use or damaged; the system's errors on the file.
  init?(at path: String) throws {
    self.path = path
    // Open before the lock, and until the end: when a process closes any handle of a file, it loses its locks
    // on that file
    // (https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_).
    source = try SystemFile.reading(path)
    readBack = try SystemFile.reading(path)
    connection = try Connection(path: path, mode: .readWrite)
    // In WAL mode, no other connection may be open at all, not only none that is writing
    // (https://www.sqlite.org/wal.html#use_of_wal_without_shared_memory). The lock outlasts the transaction.
    try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    try connection.execute("BEGIN EXCLUSIVE")
    try connection.execute("COMMIT")
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    guard FileSystem.isWritable(path) else { return nil }
  }

  /// Whether the file has other names too, for example in a folder of hard links, where its content must not
  /// change.
  var hasOtherNames: Bool { source.linkCount != 1 }

  /// Copies the store in its present state to a new file.
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

  /// The result of replacing the content.
  enum Taking {
    /// The content is in place; `isLasting` says whether it is sure to outlast a power cut.
    case taken(isLasting: Bool)
    /// The disk has other bytes than the written ones, or cannot be read.
    case unproven
  }

  /// Replaces the store's content with the content of another database, which no process changes.
  ///
  /// - Throws: ``SQLite/SQLiteError``; then the old content remains, if necessary by the journal that is
  ///   left.
  func take(contentOf fresh: String) throws -> Taking {
    // A copy into a write-ahead log cannot have another page size.
    try connection.execute("PRAGMA journal_mode = DELETE")
    // The file is left from connections that shared a log and are closed.
    try FileSystem.remove(path + "-shm")
    try connection.execute("PRAGMA synchronous = EXTRA")
    do throws(SQLiteError) {
      try connection.takeContent(ofFileAt: fresh)
    } catch {
      // A failure after the commit undoes nothing.
      guard isSettled, isProven(toHold: fresh) else { throw error }
      return .taken(isLasting: false)
    }
    try? FileSystem.remove(journal)
    return isProven(toHold: fresh) ? .taken(isLasting: true) : .unproven
  }

  private var journal: String { path + "-journal" }

  /// Whether the file is complete, with the old or the new content, and no journal is to be played back.
  ///
  /// A connection that keeps its lock invalidates its journal and leaves the file, which is removed here.
  var isSettled: Bool {
    do throws(SystemError) {
      guard FileSystem.exists(journal) else { return true }
      // https://www.sqlite.org/fileformat.html#the_rollback_journal
      guard try SystemFile.reading(journal).read(upTo: 1) != [0xd9] else { return false }
      try FileSystem.remove(journal)
      return true
    } catch {
      return false
    }
  }
}

// MARK: - Proof

extension HeldStore {
  private func isProven(toHold fresh: String) -> Bool {
    do throws(SystemError) { return try holds(contentOf: fresh) } catch { return false }
  }

  /// Whether the disk has the same pages as another database; it can be checked only once.
  private func holds(contentOf fresh: String) throws(SystemError) -> Bool {
    let other = try SystemFile.reading(fresh)
    guard try readBack.size() == other.size() else { return false }
    readBack.forgetCached()
    var offset = 0
    var pageSize = 0
    while true {
      var (mine, wanted) = (
        try readBack.read(upTo: Self.pieceSize), try other.read(upTo: Self.pieceSize)
      )
      if wanted.isEmpty { return mine.isEmpty }
      guard mine.count == wanted.count else { return false }
      if offset == 0, wanted.count >= 100 {
        // 1 stands for 65,536, which does not fit there.
        pageSize = max(Int(wanted[16]) << 8 | Int(wanted[17]) << 16, 512)
      }
      for index in Self.ownBytes(at: offset, pageSize: pageSize) where index < mine.count {
        mine[index] = 0
        wanted[index] = 0
      }
      guard mine == wanted else { return false }
      offset += wanted.count
    }
  }

  /// The size of a piece; the page of the locks, which SQLite never writes, is at the start of one.
  private static let pieceSize = 1 << 18

  /// The bytes of a piece that may differ between equal databases.
  ///
  /// They are the counters of the header and the version of SQLite that wrote it
  /// (https://www.sqlite.org/fileformat.html#the_database_header), and the page whose bytes are the locks
  /// (https://www.sqlite.org/fileformat.html#the_lock_byte_page).
  private static func ownBytes(at offset: Int, pageSize: Int) -> [Int] {
    switch offset {
    case 0: Array(24..<28) + Array(40..<44) + Array(92..<100)
    case 1 << 30: Array(0..<pageSize)
    default: []
    }
  }
}
