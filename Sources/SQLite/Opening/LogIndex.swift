internal import Files

/// The index of a write-ahead log, a file `-shm` (https://www.sqlite.org/walformat.html, 2.1).
///
/// SQLite writes pages to the log before it counts them in the index, and reduces the count before it cuts or
/// removes the log. So an index that counts more pages than the log has valid ones shows that a part of the
/// log is missing or damaged.
struct LogIndex: Equatable {
  /// The length of the header, of its copy, and of the number of pages that were already written to the
  /// database.
  private static let size = 100
  /// The format, at the offset 0 in the byte order of the machine.
  private static let format: UInt32 = 3_007_000
  /// The length of the header, which is followed by its copy.
  private static let headerSize = 48

  /// The number of pages in the log.
  private let pages: Int64
  /// The number of these pages that were already written to the database.
  private let pagesInDatabase: Int64

  /// Nil if the bytes are not an index in use, or the index changes while it is read.
  private init?(_ bytes: [UInt8]) {
    func number(_ offset: Int) -> UInt32 {
      bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    let isInitialized = bytes.count == Self.size && bytes[12] == 1
    guard isInitialized, number(0) == Self.format,
      bytes[..<Self.headerSize] == bytes[Self.headerSize..<2 * Self.headerSize]
    else { return nil }
    (pages, pagesInDatabase) = (Int64(number(16)), Int64(number(96)))
  }

  /// The index of the log of a store; nil if no program uses one.
  private static func read(ofStoreAt path: String) -> LogIndex? {
    // Without an index the connection would create one.
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

  /// Compares the log of a store with its index.
  ///
  /// - Throws: ``StoreOpenError`` if the index counts pages that neither the log nor the database has.
  static func checkLog(ofStoreAt store: String) throws(StoreOpenError) {
    let path = FileSystem.resolved(store)
    guard let index = read(ofStoreAt: path), index.pages > index.pagesInDatabase else { return }
    let hasLog = FileSystem.exists(path + "-wal")
    var valid: Int64 = 0
    do throws(SystemError) {
      if hasLog { valid = try LogFile.validPages(inLogAt: path + "-wal", upTo: index.pages) }
    } catch {
      throw .unreadableLog(path: store, file: store + "-wal")
    }
    let missing = index.pages - max(index.pagesInDatabase, valid)
    // Another connection may have emptied the log in between; the index then differs.
    guard missing > 0, read(ofStoreAt: path) == index else { return }
    throw hasLog
      ? .cutLog(path: store, pages: missing) : .missingLog(path: store, pages: missing)
  }
}
