/// Finds the lines of a block of a backup: read only when damage has been found.
enum DamagedLines {
  /// The lines that a block touches, in a file whose checked part ends before a line.
  static func find(
    block: Int, in path: String, before lastLine: Int
  ) throws(ArchiveError) -> ArchiveError {
    var source = try BackupSource(path)
    let start = block * BlockChecks.blockSize
    var line = 1
    var first = 1
    var offset = 0
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: BlockChecks.blockSize, alignment: 16)
    defer { unsafe buffer.deallocate() }
    while offset <= start,
      case let count = try unsafe filled(buffer, from: &source, line), count > 0
    {
      first = line
      for index in 0..<count where unsafe buffer[index] == 0x0A { line += 1 }
      offset += count
    }
    // A block that ends with a newline does not touch the line after it.
    return .damaged(path: path, lines: first...max(first, min(line, lastLine)))
  }

  private static func filled(
    _ buffer: UnsafeMutableRawBufferPointer, from source: inout BackupSource, _ line: Int
  ) throws(ArchiveError) -> Int {
    do throws(BackupSource.Failure) {
      return try unsafe source.fill(buffer)
    } catch {
      throw error.error(source.path, line: line)
    }
  }
}
