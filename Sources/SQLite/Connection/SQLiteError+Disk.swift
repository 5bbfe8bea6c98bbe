internal import CSQLite
internal import Files

// The system's error of the disk, where SQLite's is less precise, or another one.
extension SQLiteError {
  /// The error of a connection, with the system's reason if the system failed.
  @unsafe init(
    _ code: Int32, of connection: OpaquePointer, sql: String? = nil, refusal: Int32 = 0
  ) {
    let failure = unsafe Self.diskFailure(of: connection)
    let sentence = unsafe String(cString: sqlite3_errmsg(connection))
    // The first number is the last call's, and not every call sets it; the second is the file's.
    let (last, earlier) = unsafe (
      sqlite3_system_errno(connection), migrate_last_disk_failure(connection)
    )
    let number: Int32 = [last, earlier, refusal].first { $0 != 0 } ?? 0
    let reason = SystemError(.write, "", code: number)
    switch Code(rawValue: code & 0xff) {
    case .corrupt where failure != nil:
      // SQLite reports unreadable pages as malformed.
      self.init(.init(rawValue: Code.unreadable), failure?.message ?? sentence, sql: sql)
    case .inputOutput where reason.isFullDisk && Code.ofWriting.contains(code):
      // SQLite reports a full disk only for a write; some disks notice it only at the flush.
      self.init(.full, "\(sentence): \(reason.reason)", sql: sql)
    case .cannotOpen where reason.isMissing:
      // If SQLite cannot open a file to write, it tries to read it, and reports the second reason.
      self.init(.init(rawValue: code), sentence, sql: sql)
    case .inputOutput where number != 0, .cannotOpen where number != 0:
      self.init(.init(rawValue: code), "\(sentence): \(reason.reason)", sql: sql)
    default:
      self.init(.init(rawValue: code), sentence, sql: sql)
    }
  }

  /// The disk's failure to read or write a file of a connection; nil if there was none.
  @unsafe fileprivate static func diskFailure(of connection: OpaquePointer) -> SQLiteError? {
    let number = unsafe migrate_last_disk_failure(connection)
    guard number != 0 else { return nil }
    let reason = SystemError(.read, "", code: number).reason
    return SQLiteError(.init(rawValue: Code.unreadable), "disk I/O error: \(reason)")
  }
}

extension SQLiteError.Code {
  /// SQLITE_IOERR_READ: the system failed to read.
  static let unreadable: Int32 = 266
  /// SQLITE_IOERR_WRITE, SQLITE_IOERR_FSYNC: the written data is not on the disk.
  fileprivate static let ofWriting: Set<Int32> = [778, 1034]
}

extension Connection {
  /// The disk's failure to read or write one of this connection's files; nil if there was none.
  ///
  /// Checks of a file's structure take unreadable pages for damage.
  package var diskFailure: SQLiteError? { unsafe SQLiteError.diskFailure(of: handle) }
}
