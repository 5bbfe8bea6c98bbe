internal import Files

/// The index of a write-ahead log, a file `-shm` (https://www.sqlite.org/walformat.html, 2.1).
///
/// SQLite writes pages to the log before it counts them in the index, and takes them out of the count before
/// it cuts or removes the log. So an index that counts more pages than the log has shows that a part of
/// the log was left behind.
struct LogIndex: Equatable {
  /// The length of the header, of its copy, and of the number of pages that are in the database already.
  private static let size = 100
  /// The format, at the offset 0 in the byte order of the machine.
  private static let format: UInt32 = 3_007_000
  /// The length of the header, which its copy follows.
  private static let headerSize = 48

  /// The number of pages in the log.
  private let pages: Int64
  /// The number of these that are in the database already.
  private let pagesInDatabase: Int64
  /// The length of a page, in bytes.
  private let pageSize: Int64

  /// Nil for bytes that are no index in use, or one that changes as it is read.
  private init?(_ bytes: [UInt8]) {
    func number(_ offset: Int) -> UInt32 {
      bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    let isInitialized = bytes.count == Self.size && bytes[12] == 1
    guard isInitialized, number(0) == Self.format,
      bytes[..<Self.headerSize] == bytes[Self.headerSize..<2 * Self.headerSize]
    else { return nil }
    let short = Int64(bytes[15]) << 8 | Int64(bytes[14])
    pageSize = short == 1 ? 65536 : short
    (pages, pagesInDatabase) = (Int64(number(16)), Int64(number(96)))
  }

  /// The index of the log of a store; nil if no program uses one.
  private static func read(ofStoreAt path: String) -> LogIndex? {
    // Without an index the connection would make one.
    guard FileSystem.exists(path + "-shm"),
      let connection = try? Connection(path: path, uriParameters: "mode=ro&readonly_shm=1")
    else { return nil }
    return withExtendedLifetime(connection) {
      let bytes =
        connection.firstBytesOfLogIndex(size)
        ?? (try? FileSystem.firstBytes(size, of: path + "-shm"))
      return bytes.flatMap(LogIndex.init)
    }
  }

  /// The pages that the index counts, and that neither the log nor the database has.
  private func missingPages(inLogOf length: Int64) -> Int64 {
    max(0, pages - max(pagesInDatabase, LogFile.pages(inLogOf: length, pageSize: pageSize)))
  }

  /// The number of pages that were left behind of the log of a store, and whether all of it was; nil where
  /// nothing shows that any were.
  static func missingPages(ofStoreAt path: String) -> (pages: Int64, isLogMissing: Bool)? {
    let path = FileSystem.resolved(path)
    guard let index = read(ofStoreAt: path) else { return nil }
    let log = FileStatus(path: path + "-wal")
    let pages = index.missingPages(inLogOf: log?.size ?? 0)
    // Others may have emptied the log in between, and then the index is another one.
    guard pages > 0, read(ofStoreAt: path) == index else { return nil }
    return (pages, log == nil)
  }
}

/// The lengths of a write-ahead log, a file `-wal` (https://www.sqlite.org/walformat.html, 1).
enum LogFile {
  private static let headerSize: Int64 = 32
  private static let frameHeaderSize: Int64 = 24

  /// The number of whole pages in a log of some length.
  static func pages(inLogOf length: Int64, pageSize: Int64) -> Int64 {
    max(0, length - headerSize) / (frameHeaderSize + pageSize)
  }

  /// Whether the log of a store ends in the middle of a page, with no index that counts its pages.
  ///
  /// The log may have been cut, or a machine died as it was written: the pages that were written last are
  /// missing.
  static func isCut(ofStoreAt path: String) -> Bool {
    let path = FileSystem.resolved(path)
    guard !FileSystem.exists(path + "-shm"), let log = FileStatus(path: path + "-wal"), log.size > 0
    else { return false }
    guard let start = try? FileSystem.firstBytes(Int(headerSize), of: path + "-wal"),
      start.count == headerSize
    else { return true }
    let pageSize = start[8..<12].reduce(0) { $0 << 8 | Int64($1) }
    return !(log.size - headerSize).isMultiple(of: frameHeaderSize + pageSize)
  }
}
