/// Finds the lines of a damaged block of a backup; the file is read again only after damage was found.
enum DamagedLines {
  /// The error with the lines that a block touches, in a file whose checked part ends before a line.
  static func find(
    block: Int, in path: String, before lastLine: Int
  ) throws(ArchiveError) -> ArchiveError {
    var source = try BackupSource(path)
    var (line, first) = (1, 1)
    do throws(BackupSource.Failure) {
      for _ in 0...block {
        first = line
        line += try source.read(upTo: BlockChecks.blockSize).count { $0 == 0x0A }
      }
    } catch {
      throw error.error(path, line: line)
    }
    // A block that ends with a newline does not touch the next line.
    return .damaged(path: path, lines: first...max(first, min(line, lastLine)))
  }
}
