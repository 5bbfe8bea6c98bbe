/// The first 100 bytes of an SQLite database (https://www.sqlite.org/fileformat.html, 1.3).
struct DatabaseHeader {
  static let size = 100
  private static let magic = Array("SQLite format 3\0".utf8)

  private let bytes: [UInt8]

  /// Nil for bytes that do not begin like a database.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.magic) else { return nil }
    self.bytes = bytes
  }

  /// Whether writers use a write-ahead log (offset 19, the read version, is 2).
  var usesWriteAheadLog: Bool { bytes.count > 19 && bytes[19] == 2 }

  /// The size of the file according to its header; nil if the header may be out of date.
  ///
  /// The number of pages is valid only if the last transaction wrote it, as equal counters at the offsets 24
  /// and 92 show.
  var expectedFileSize: Int64? {
    guard bytes.count >= Self.size else { return Int64(Self.size) }
    guard number(at: 24) == number(at: 92) else { return nil }
    let short = Int64(bytes[16]) << 8 | Int64(bytes[17])
    return (short == 1 ? 65536 : short) * number(at: 28)
  }

  private func number(at offset: Int) -> Int64 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int64($1) }
  }
}
