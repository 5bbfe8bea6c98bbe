internal import Files

/// A write-ahead log, a file `-wal`, read as SQLite reads it to recover the written pages
/// (https://www.sqlite.org/fileformat2.html#the_write_ahead_log).
///
/// Each frame has a page, and a checksum of everything before it. A frame is valid if its checksum is right
/// and its salts are the header's: frames with other salts are left from an earlier use of the file. SQLite
/// ignores everything after an invalid frame.
struct LogFile {
  private static let magic: UInt32 = 0x377f_0682
  private static let (headerSize, frameHeaderSize) = (32, 24)

  private let file: SystemFile
  private let pageSize: Int
  private let salts: ArraySlice<UInt8>
  /// Whether the checksum's numbers have their highest byte first.
  private let isBigEndian: Bool
  private var checksum: (UInt32, UInt32) = (0, 0)

  /// Nil for a file without the header of a log.
  private init?(_ path: String) throws(SystemError) {
    file = try SystemFile.reading(path)
    let header = try file.read(upTo: Self.headerSize)
    guard header.count == Self.headerSize, header.number(at: 0) & ~1 == Self.magic else {
      return nil
    }
    (isBigEndian, pageSize) = (header[3] & 1 == 1, Int(header.number(at: 8)))
    salts = header[16..<24]
    checksum = checksum(with: header[..<24])
    guard checksum == (header.number(at: 24), header.number(at: 28)),
      512...65536 ~= pageSize, pageSize.nonzeroBitCount == 1
    else { return nil }
  }

  /// The checksum after some more bytes.
  private func checksum(with bytes: ArraySlice<UInt8>) -> (UInt32, UInt32) {
    var (first, second) = checksum
    unsafe bytes.withUnsafeBytes { buffer in
      for offset in stride(from: 0, to: buffer.count, by: 8) {
        let one = unsafe buffer.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        let other = unsafe buffer.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
        first &+= (isBigEndian ? one.bigEndian : one.littleEndian) &+ second
        second &+= (isBigEndian ? other.bigEndian : other.littleEndian) &+ first
      }
    }
    return (first, second)
  }

  /// The next frame: whether it is valid, and whether pages are lost where it is not, because it ends a
  /// transaction of this use of the file or has no page; nil at the end of the file, and for an incomplete frame.
  private mutating func next() throws(SystemError) -> (isValid: Bool, isNeeded: Bool)? {
    let bytes = try file.read(upTo: Self.frameHeaderSize + pageSize)
    guard bytes.count == Self.frameHeaderSize + pageSize else { return nil }
    let isOfLog = bytes[8..<16] == salts
    var next = self
    next.checksum = checksum(with: bytes[..<8])
    next.checksum = next.checksum(with: bytes[Self.frameHeaderSize...])
    let hasPage = bytes.number(at: 0) > 0
    let isValid =
      isOfLog && hasPage && next.checksum == (bytes.number(at: 16), bytes.number(at: 20))
    if isValid { self = next }
    return (isValid, !hasPage || isOfLog && bytes.number(at: 4) > 0)
  }

  /// The number of valid pages at the start of a log, up to a limit.
  static func validPages(inLogAt path: String, upTo limit: Int64) throws(SystemError) -> Int64 {
    guard var log = try LogFile(path) else { return 0 }
    var count: Int64 = 0
    while count < limit, try log.next()?.isValid == true { count += 1 }
    return count
  }

  /// Whether the log of a store without an index seems to lack pages.
  ///
  /// A log lacks pages if it has no header, ends in the middle of a page, or has, from its first invalid page
  /// on, the end of a transaction or a page of zeros. A machine that died while writing leaves the same. A
  /// transaction that was rolled back leaves pages without its end, and an earlier use of the file leaves pages
  /// with other salts.
  static func lacksPages(ofStoreAt path: String) throws(SystemError) -> Bool {
    let path = FileSystem.resolved(path)
    guard !FileSystem.exists(path + "-shm"), let size = FileSystem.size(of: path + "-wal"), size > 0
    else { return false }
    guard var log = try LogFile(path + "-wal") else { return true }
    var isEndReached = false
    while let frame = try log.next() {
      isEndReached = isEndReached || !frame.isValid
      if isEndReached, frame.isNeeded { return true }
    }
    return !(Int(size) - headerSize).isMultiple(of: frameHeaderSize + log.pageSize)
  }
}

extension [UInt8] {
  /// The number in four bytes, with the highest byte first.
  fileprivate func number(at offset: Int) -> UInt32 {
    self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
