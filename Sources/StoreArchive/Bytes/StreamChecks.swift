internal import Digests
internal import Threads

/// The digest and the check values of a backup's bytes, made on a thread beside the one that makes
/// or reads the bytes.
///
/// Two threads never work on it at once: whoever wants to know what came of the bytes waits until
/// those that were handed over are done, and so does whoever lets go of them.
@safe final class StreamChecks: @unchecked Sendable {
  // Sendable: everything but the work belongs to the thread of the work while there is some, and
  // the rest of the time to whoever has this object.
  private var digest = Digest(.sha256)
  private var blocks: BlockChecks? = BlockChecks()
  private var work: SideWork<Void>?

  /// What is faster done than handed over.
  private static let leastPiece = 1 << 16

  /// Adds bytes, which have to stay as they are until ``wait()`` returns, and does something else
  /// with them.
  func add(
    _ bytes: UnsafeRawBufferPointer,
    then pass: @escaping @Sendable (UnsafeRawBufferPointer) -> Void = { _ in }
  ) {
    wait()
    guard bytes.count >= Self.leastPiece else {
      unsafe check(bytes)
      return unsafe pass(bytes)
    }
    // Sendable: the bytes are only read, and by then they are there.
    nonisolated(unsafe) let piece = unsafe bytes
    work = SideWork { [self] in
      unsafe check(piece)
      unsafe pass(piece)
    }
  }

  /// Waits until nobody reads the bytes any more that were added.
  func wait() {
    // The work throws nothing.
    try? work?.value()
    work = nil
  }

  private func check(_ bytes: UnsafeRawBufferPointer) {
    unsafe digest.update(bytes)
    unsafe blocks?.add(bytes)
  }

  /// Ends the part of the stream that has block checks, and returns them.
  func finishBlocks() -> [UInt64] {
    wait()
    blocks?.finish()
    defer { blocks = nil }
    return blocks?.finished ?? []
  }

  /// The SHA-256 of everything added, in hexadecimal digits.
  func finishDigest() -> String {
    wait()
    var fresh = Digest(.sha256)
    swap(&fresh, &digest)
    return fresh.finalize().hexadecimal
  }
}
