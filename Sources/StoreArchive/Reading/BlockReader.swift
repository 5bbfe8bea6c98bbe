internal import Threads

/// Reads a backup in blocks: while one block is parsed, the previous one is digested and the next one is read
/// into its memory.
///
/// Two threads never use the object at once: each call waits until the work is done.
final class BlockReader: @unchecked Sendable {
  // Sendable: while work is under way, all but `work` belongs to the work's thread. Otherwise it belongs to
  // the owner of the object.
  private var source: BackupSource
  private var checks = StreamChecks()
  private var next: Block
  private var failure: BackupSource.Failure?
  private var isAtEnd = false
  private var work: SideWork<Void>?

  init(_ source: consuming BackupSource) {
    self.source = source
    next = Block()
    // A short backup is read in less time than a thread takes to start.
    readNext()
  }

  /// Exchanges a finished block for the next one; the rest of the finished block is copied before the new
  /// bytes.
  ///
  /// - Returns: Whether there was another block; if not, nothing has changed.
  func advance(_ block: inout Block, keeping start: Int) throws(BackupSource.Failure) -> Bool {
    wait()
    guard next.count > 0 else {
      if let failure { throw failure }
      return false
    }
    next.prepend(block, from: start)
    block.drop(from: start)
    swap(&block, &next)
    if isAtEnd {
      readNext()
    } else {
      work = SideWork { [self] in readNext() }
    }
    return true
  }

  /// The block checks of all bytes up to an index in the current block.
  func finishBlocks(_ block: inout Block, upTo end: Int) -> [UInt64] {
    wait()
    block.digest(upTo: end, into: &checks)
    return checks.finishBlocks()
  }

  /// The SHA-256 of all bytes up to an index in the current block, in hexadecimal digits.
  func finishDigest(_ block: inout Block, upTo end: Int) -> String {
    wait()
    block.digest(upTo: end, into: &checks)
    return checks.finishDigest()
  }

  /// Waits until no work is under way; the owner must call it before it releases the reader.
  func wait() {
    // The work throws nothing.
    try? work?.value()
    work = nil
  }

  private func readNext() {
    next.digest(into: &checks)
    next.clear()
    guard !isAtEnd else { return }
    do throws(BackupSource.Failure) {
      isAtEnd = try next.fill(from: &source)
    } catch {
      failure = error
      isAtEnd = true
    }
  }
}
