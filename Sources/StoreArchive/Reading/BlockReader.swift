internal import Threads

/// Reads a backup in blocks: while one is looked at, the one before it is digested, and the next is
/// read into its place.
///
/// Two threads never work on it at once: whoever asks it for something waits until the work is done.
final class BlockReader: @unchecked Sendable {
  // Sendable: all but the work belongs to the thread of the work while there is some, and the rest
  // of the time to whoever has this object.
  private var source: BackupSource
  private var checks = StreamChecks()
  private var next: Block
  private var failure: BackupSource.Failure?
  private var isAtEnd = false
  private var work: SideWork<Void>?

  init(_ source: consuming BackupSource) {
    self.source = source
    next = Block()
    // A short backup is read before a thread could be.
    readNext()
  }

  /// Gives the next block for one that is done with but for its end, which goes before the new one.
  ///
  /// - Returns: Whether there was one; nothing has changed where there was none.
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

  /// The block checks of everything up to a place of the block that is looked at.
  func finishBlocks(_ block: inout Block, upTo end: Int) -> [UInt64] {
    wait()
    block.digest(upTo: end, into: &checks)
    return checks.finishBlocks()
  }

  /// The SHA-256 of everything up to a place of the block that is looked at, in hexadecimal digits.
  func finishDigest(_ block: inout Block, upTo end: Int) -> String {
    wait()
    block.digest(upTo: end, into: &checks)
    return checks.finishDigest()
  }

  /// Waits until nothing is done meanwhile; to be called before it is let go of.
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
