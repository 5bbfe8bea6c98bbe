internal import Deflate
internal import Files

/// The text of a backup, unpacked if its file is packed.
///
/// The first bytes of the file decide whether it is packed, not its name.
struct BackupSource: ~Copyable {
  private static let pieceSize = 1 << 17

  private let file: SystemFile
  /// The progress of a file that is still being written; nil for any other file.
  private let writing: WrittenFile?
  private var offset = 0

  /// The path of the backup.
  var path: String { file.path }

  private var unpacker: GzipUnpacker?
  /// The bytes that were read to detect the packing and have not been passed on yet.
  private var start: [UInt8]

  /// Opens a backup, which another thread may still be writing.
  init(_ path: String, following writing: WrittenFile? = nil) throws(ArchiveError) {
    let file = try ArchiveError.of(try SystemFile.reading(path))
    _ = try ArchiveError.of(try writing?.readable(behind: 0))
    let start = try ArchiveError.of(try file.read(upTo: GzipUnpacker.magic.count))
    try self.init(file, writing, start: start)
  }

  private init(
    _ file: SystemFile, _ writing: WrittenFile?, start: [UInt8]
  ) throws(ArchiveError) {
    self.file = file
    self.writing = writing
    offset = start.count
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

  /// Reads the next bytes into a buffer, and returns their number, 0 at the end.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
    guard unpacker == nil else { return try unsafe unpack(into: buffer) }
    guard start.isEmpty else {
      unsafe buffer.copyBytes(from: start)
      defer { start = [] }
      return start.count
    }
    return try unsafe readFile(into: buffer)
  }

  /// Reads a number of bytes, or fewer at the end of the text.
  mutating func read(upTo count: Int) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    defer { unsafe buffer.deallocate() }
    while bytes.count < count {
      let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[bytes.count...])
      let filled = try unsafe read(into: room)
      if filled == 0 { break }
      unsafe bytes.append(contentsOf: room[..<filled])
    }
    return bytes
  }

  /// Reads the next bytes of the file, and waits for them if necessary; returns their number, 0 at the end.
  private mutating func readFile(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(Failure) -> Int {
    do throws(SystemError) {
      let room = try room(atMost: buffer.count)
      let count = try unsafe file.read(
        into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]))
      offset += count
      return count
    } catch {
      throw .unreadable(error)
    }
  }

  private mutating func readPiece() throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      let bytes = try file.read(upTo: room(atMost: Self.pieceSize))
      offset += bytes.count
      return bytes
    } catch {
      throw .unreadable(error)
    }
  }

  /// The number of bytes that may be read now.
  private func room(atMost count: Int) throws(SystemError) -> Int {
    min(count, try writing?.readable(behind: offset) ?? count)
  }

  private mutating func unpack(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(Failure) -> Int {
    while true {
      do throws(GzipUnpacker.Damage) {
        if let count = try unsafe unpacker?.unpack(into: buffer) { return count }
      } catch {
        throw .unpackable(offset: error.offset)
      }
      let piece = try readPiece()
      guard !piece.isEmpty else {
        if unpacker?.isWhole == true { return 0 }
        throw .truncated
      }
      unpacker?.feed(piece)
    }
  }
}

extension BackupSource {
  /// A reason why the rest of a backup cannot be read.
  enum Failure: Error {
    /// The system refuses to read it.
    case unreadable(SystemError)
    /// The packed bytes are damaged.
    case unpackable(offset: Int64)
    /// The packed bytes end too early.
    case truncated

    /// The error, with the line that was being read.
    func error(_ path: String, line: Int) -> ArchiveError {
      switch self {
      case .unreadable(let error): ArchiveError(error)
      case .unpackable(let offset): .unpackable(path: path, line: line, offset: offset)
      case .truncated: .truncated(path: path, line: line)
      }
    }
  }

  /// Whether a file starts like a backup, packed or not.
  static func isOfBackup(_ path: String) throws(ArchiveError) -> Bool {
    let expected = Array(BackupFormat.beginning.utf8)
    var source = try BackupSource(path)
    do throws(Failure) {
      return try source.read(upTo: expected.count) == expected
    } catch {
      // A file that cannot be unpacked is not a usable backup, so none is lost.
      if case .unreadable(let error) = error { throw ArchiveError(error) }
      return false
    }
  }
}
