internal import Files
internal import SQLite

/// A store that makes way for another one's content, and that nobody else can use meanwhile.
///
/// An app that has it open without a write-ahead log, and does nothing with it, holds no lock. Were its
/// file renamed, the app would stay in the old one and share with the new one the name of the journal,
/// so that each could play back into its own file what the other one wrote there
/// (https://www.sqlite.org/howtocorrupt.html#_unlinking_or_renaming_a_database_file_while_in_use).
/// So the file stays where it is, and gets the content as one transaction of SQLite's: whoever has it
/// open sees it with the next look, and a run that is killed leaves a journal that brings the old back.
final class HeldStore {
  private let path: String
  private let source: SystemFile
  private let readBack: SystemFile
  private let connection: Connection

  /// Keeps everybody out of a store, all of which is in its file then; nil for one that this user may
  /// not write to.
  ///
  /// - Throws: ``SQLite/SQLiteError`` where somebody uses it, or it is damaged; what the system
  ///   says of the file.
  init?(at path: String) throws {
    self.path = path
    // Before the lock, and to the end: with any file that a process closes, its locks on it go
    // (https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_).
    source = try SystemFile.reading(path)
    readBack = try SystemFile.reading(path)
    connection = try Connection(path: path, mode: .readWrite)
    // In WAL mode this needs that no other connection is open, not only that none is writing
    // (https://www.sqlite.org/wal.html#use_of_wal_without_shared_memory). The lock outlasts the
    // transaction.
    try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    try connection.execute("BEGIN EXCLUSIVE")
    try connection.execute("COMMIT")
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    guard FileSystem.isWritable(path) else { return nil }
  }

  /// Whether the file has other names too, such as in a folder of hard links, where it is to stay as it
  /// is.
  var hasOtherNames: Bool { source.linkCount != 1 }

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

  /// How it went to put other content in the place of a store's own.
  enum Taking {
    /// It is there; whether it is sure to outlast a power cut.
    case taken(isLasting: Bool)
    /// What the disk has is something else than what was written, or cannot be read.
    case unproven
  }

  /// Puts the content of another database, that nobody changes, in the place of the store's own.
  ///
  /// - Throws: ``SQLite/SQLiteError``; then the old content stands, be it by the journal that is left.
  func take(contentOf fresh: String) throws -> Taking {
    // What is copied into a log cannot have pages of another size.
    try connection.execute("PRAGMA journal_mode = DELETE")
    // Of those who shared a log, and are gone.
    try FileSystem.remove(path + "-shm")
    try connection.execute("PRAGMA synchronous = EXTRA")
    do throws(SQLiteError) {
      try connection.takeContent(ofFileAt: fresh)
    } catch {
      // What fails when all is written and committed undoes nothing.
      guard isSettled, isProven(toHold: fresh) else { throw error }
      return .taken(isLasting: false)
    }
    try? FileSystem.remove(journal)
    return isProven(toHold: fresh) ? .taken(isLasting: true) : .unproven
  }

  private var journal: String { path + "-journal" }

  /// Whether the file has all that counts, be it the old or the new, and no journal is to be played back.
  ///
  /// A connection that keeps its lock makes its journal void and leaves it; that is removed here.
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

  /// Whether the disk has, page for page, what another database has: to be asked once.
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
        // 1 stands for 65,536, which has no place there.
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

  /// A page of the size that locks need, which SQLite never writes, begins with a piece.
  private static let pieceSize = 1 << 18

  /// The bytes of a piece that are each file's own: the counters of its header and the version that
  /// wrote it (https://www.sqlite.org/fileformat.html#the_database_header), and the page whose bytes
  /// are the locks (https://www.sqlite.org/fileformat.html#the_lock_byte_page).
  private static func ownBytes(at offset: Int, pageSize: Int) -> [Int] {
    switch offset {
    case 0: Array(24..<28) + Array(40..<44) + Array(92..<100)
    case 1 << 30: Array(0..<pageSize)
    default: []
    }
  }
}
