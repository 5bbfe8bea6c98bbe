internal import Files
internal import Threads

/// How far a file is that one thread writes, for another that reads behind it what the disk has.
///
/// What was written is flushed and forgotten a piece at a time before it may be read, so that the
/// reader is given what came back from the disk, and not what the system remembers.
final class WrittenFile: @unchecked Sendable {
  // Sendable: the file is only flushed here, which the system lets any thread do; how far the flush
  // is, only the reader knows.
  private let file: SystemFile
  private let state = Awaited(State())
  private var flushed = 0

  private struct State {
    var written = 0
    var isEnded = false
    var isAbandoned = false
  }

  /// As much as is worth a flush of its own, in bytes; of a long file, each piece is an eighth of
  /// what comes before it.
  private static let pieceSize = 1 << 21
  /// What is read again is read by whole blocks of the disk, in bytes.
  private static let blockSize = 1 << 16

  /// A file of which nothing is written yet, and is let go of a piece at a time.
  init(_ file: SystemFile) { self.file = file }

  /// Whether nobody wants to know any more what the file says.
  var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

  /// More bytes were written.
  ///
  /// - Returns: Whether there is a piece to read by now.
  func add(_ count: Int) -> Bool {
    state.withLock {
      $0.written += count
      return $0.written >= Self.pieceSize
    }
  }

  /// All was written and flushed.
  func end() { state.withLock { $0.isEnded = true } }

  /// Nothing more is written, or nobody waits for the reader.
  func abandon() {
    state.withLock {
      $0.isEnded = true
      $0.isAbandoned = true
    }
  }

  /// Waits until something may be read behind a place of the file.
  ///
  /// - Returns: How many bytes; nil for all that there are, as nothing more will be written.
  /// - Throws: what kept the disk from having them.
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
