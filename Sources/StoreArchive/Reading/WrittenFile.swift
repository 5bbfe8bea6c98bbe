internal import Files
internal import Threads

/// The progress of a file that one thread writes and another reads back from the disk.
///
/// Each piece of the written bytes is flushed and dropped from the system's cache before it may be read. So
/// the reader gets the bytes of the disk, and not of the cache.
final class WrittenFile: @unchecked Sendable {
  // Sendable: the file is only flushed here, which the system allows on any thread; only the reader uses the
  // extent of the flush.
  private let file: SystemFile
  private let state = Awaited(State())
  private var flushed = 0

  private struct State {
    var written = 0
    var isEnded = false
    var isAbandoned = false
  }

  /// The smallest number of bytes that is worth a flush.
  ///
  /// In a long file, each piece has an eighth of the size of all bytes before it.
  private static let pieceSize = 1 << 21
  /// The unit in which the reader may read, in bytes: whole blocks of the disk.
  private static let blockSize = 1 << 16

  /// A file of which nothing has been written yet.
  init(_ file: SystemFile) { self.file = file }

  /// Whether the reader's result is no longer needed.
  var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

  /// Notes that more bytes were written.
  ///
  /// - Returns: Whether there is a piece to read.
  func add(_ count: Int) -> Bool {
    state.withLock {
      $0.written += count
      return $0.written >= Self.pieceSize
    }
  }

  /// Notes that all bytes are written and flushed.
  func end() { state.withLock { $0.isEnded = true } }

  /// Notes that nothing more is written, or that the reader's result is no longer needed.
  func abandon() {
    state.withLock {
      $0.isEnded = true
      $0.isAbandoned = true
    }
  }

  /// Waits until bytes after an offset of the file may be read.
  ///
  /// - Returns: The number of readable bytes after the offset; nil if all bytes may be read, because nothing
  ///   more will be written.
  /// - Throws: the error of the flush to the disk.
  func readable(behind offset: Int) throws(SystemError) -> Int? {
    while flushed <= offset {
      let enough = flushed + max(Self.pieceSize, flushed / 8)
      let (written, isEnded) = state.withLock(once: { $0.isEnded || $0.written >= enough }) {
        ($0.written, $0.isEnded)
      }
      if isEnded { return nil }
      try file.flush()
      file.forgetCached()
      flushed = written / Self.blockSize * Self.blockSize
    }
    return flushed - offset
  }
}
