internal import Deflate
internal import Files

/// The text of a backup, unpacked where its file is packed.
///
/// Which it is, the first bytes of the file say, whatever its name is.
struct BackupSource: ~Copyable {
  private static let pieceSize = 1 << 17

  private let file: SystemFile
  private var unpacker: GzipUnpacker?
  /// What was read to see what the file is, and not handed on yet.
  private var start: [UInt8]

  init(_ path: String) throws(ArchiveError) {
    let file = try ArchiveError.of(try SystemFile.reading(path))
    try self.init(file, start: try ArchiveError.of(try file.read(upTo: GzipUnpacker.magic.count)))
  }

  private init(_ file: SystemFile, start: [UInt8]) throws(ArchiveError) {
    self.file = file
    if start == GzipUnpacker.magic {
      var unpacker = try Self.newUnpacker(of: file)
      unpacker.feed(start)
      self.unpacker = consume unpacker
      self.start = []
    } else {
      unpacker = nil
      self.start = start
    }
  }

  private static func newUnpacker(of file: SystemFile) throws(ArchiveError) -> GzipUnpacker {
    do throws(OutOfMemory) { return try GzipUnpacker() } catch { throw .outOfMemory(file.path) }
  }

  /// Reads what comes next into a buffer: how many bytes, 0 at the end.
  ///
  /// What is wrong with packed bytes is told with the line that is being read.
  mutating func read(
    into buffer: UnsafeMutableRawBufferPointer, line: Int
  ) throws(ArchiveError) -> Int {
    guard unpacker == nil else { return try unsafe unpack(into: buffer, line) }
    guard start.isEmpty else {
      unsafe buffer.copyBytes(from: start)
      defer { start = [] }
      return start.count
    }
    return try ArchiveError.of(try unsafe file.read(into: buffer))
  }

  /// Reads until a buffer is full or the text ends: how many bytes.
  mutating func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
    var filled = 0
    while filled < buffer.count,
      case let count = try unsafe read(
        into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]), line: 1), count > 0
    {
      filled += count
    }
    return filled
  }

  private mutating func unpack(
    into buffer: UnsafeMutableRawBufferPointer, _ line: Int
  ) throws(ArchiveError) -> Int {
    while true {
      do throws(GzipUnpacker.Damage) {
        if let count = try unsafe unpacker?.unpack(into: buffer) { return count }
      } catch {
        throw .unpackable(path: file.path, line: line, offset: error.offset)
      }
      let piece = try ArchiveError.of(try file.read(upTo: Self.pieceSize))
      guard !piece.isEmpty else {
        if unpacker?.isWhole == true { return 0 }
        throw .truncated(path: file.path, line: line)
      }
      unpacker?.feed(piece)
    }
  }
}

extension BackupSource {
  /// Whether a file begins as a backup does, packed or not.
  static func isOfBackup(_ path: String) throws(ArchiveError) -> Bool {
    let expected = Array(BackupFormat.beginning.utf8)
    var source = try BackupSource(path)
    var found = [UInt8](repeating: 0, count: expected.count)
    var failure: ArchiveError?
    let count = unsafe found.withUnsafeMutableBytes { buffer in
      do throws(ArchiveError) { return try unsafe source.fill(buffer) } catch { failure = error }
      return 0
    }
    // What cannot be unpacked is no backup that anybody could lose.
    if case .file? = failure, let failure { throw failure }
    return count == expected.count && found == expected
  }
}
