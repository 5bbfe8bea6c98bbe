internal import Files

/// The index of a write-ahead log, a file `-shm` (https://www.sqlite.org/walformat.html, 2.1).
///
/// SQLite removes the index before it removes the log, and only once all pages are in the database. So an
/// index that counts pages, next to no log at all, shows that the log was left behind.
enum LogIndex {
  /// The length of the header, of its copy, and of the number of pages that are in the database already.
  private static let size = 100
  /// The format, at the offset 0 in the byte order of the machine.
  private static let format: UInt32 = 3_007_000

  /// The number of pages that only the log has, of a store whose log is missing; nil where the log exists,
  /// or nothing shows that there was one.
  static func pagesWithoutLog(ofStoreAt path: String) -> Int64? {
    let path = FileSystem.resolved(path)
    guard !FileSystem.exists(path + "-wal"),
      let bytes = try? FileSystem.firstBytes(size, of: path + "-shm"), bytes.count == size
    else { return nil }
    func number(_ offset: Int) -> UInt32 {
      bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    let isInitialized = bytes[12] == 1
    let (pages, pagesInDatabase) = (number(16), number(96))
    guard isInitialized, number(0) == format, pages > pagesInDatabase else { return nil }
    return Int64(pages - pagesInDatabase)
  }
}
