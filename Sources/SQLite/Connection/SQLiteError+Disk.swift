internal import CSQLite
internal import Files

// What the system said of the disk, where SQLite says less, or something else.
extension SQLiteError {
  /// What a connection reports, with the system's reason where it was the system that failed.
  @unsafe init(
    _ code: Int32, of connection: OpaquePointer, sql: String? = nil, refusal: Int32 = 0
  ) {
    let failure = unsafe Self.diskFailure(of: connection)
    let sentence = unsafe String(cString: sqlite3_errmsg(connection))
    // The first is of the last call, and not every call says it; the second is of the file.
    let (last, earlier) = unsafe (
      sqlite3_system_errno(connection), migrate_last_disk_failure(connection)
    )
    let number: Int32 = [last, earlier, refusal].first { $0 != 0 } ?? 0
    let reason = SystemError(.write, "", code: number)
    switch Code(rawValue: code & 0xff) {
    case .corrupt where failure != nil:
      // Of what the disk cannot read, SQLite says that it is malformed.
      self.init(.init(rawValue: Code.unreadable), failure?.message ?? sentence, sql: sql)
    case .inputOutput where reason.isFullDisk && Code.ofWriting.contains(code):
      // SQLite says so of a write alone; some disks notice no sooner than at the flush.
      self.init(.full, "\(sentence): \(reason.reason)", sql: sql)
    case .cannotOpen where reason.isMissing:
      // What cannot be opened to be written SQLite tries to read, and the reason is that of the second.
      self.init(.init(rawValue: code), sentence, sql: sql)
    case .inputOutput where number != 0, .cannotOpen where number != 0:
      self.init(.init(rawValue: code), "\(sentence): \(reason.reason)", sql: sql)
    default:
      self.init(.init(rawValue: code), sentence, sql: sql)
    }
  }

  /// That the disk failed to read or write a file of a connection; nil where it did not.
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
  /// SQLITE_IOERR_WRITE, SQLITE_IOERR_FSYNC: what was to be kept is not on the disk.
  fileprivate static let ofWriting: Set<Int32> = [778, 1034]
}

extension Connection {
  /// That the disk failed to read or write one of this connection's files; nil where it did not.
  ///
  /// Checks of a file's structure take what they cannot read for damage.
  package var diskFailure: SQLiteError? { unsafe SQLiteError.diskFailure(of: handle) }
}
