internal import Digests

/// The digest and the check values of a backup's bytes.
struct StreamChecks: ~Copyable {
  private var digest = Digest(.sha256)
  private var blocks: BlockChecks? = BlockChecks()

  /// Adds the next bytes.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    unsafe digest.update(bytes)
    unsafe blocks?.add(bytes)
  }

  /// Ends the part of the stream that has block checks, and returns them.
  mutating func finishBlocks() -> [UInt64] {
    blocks?.finish()
    defer { blocks = nil }
    return blocks?.finished ?? []
  }

  /// The SHA-256 of all added bytes, in hexadecimal digits.
  mutating func finishDigest() -> String {
    var fresh = Digest(.sha256)
    swap(&fresh, &digest)
    return fresh.finalize().hexadecimal
  }
}
