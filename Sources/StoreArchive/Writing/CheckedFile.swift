internal import Files
internal import Threads

/// A file of a backup whose bytes are digested and written on a thread next to the one that makes
/// them.
///
/// Two threads never work on it at once: whoever wants to know what came of the bytes waits until
/// those that were handed over are done, and so does whoever lets go of them.
@safe final class CheckedFile: @unchecked Sendable {
  // Sendable: all but the work belongs to the thread of the work while there is some, and the rest
  // of the time to whoever has this object.
  private let file: PackedFile
  private var checks = StreamChecks()
  private var work: SideWork<Void>?

  /// What is faster done than handed over.
  private static let leastPiece = 1 << 16

  init(_ file: PackedFile) { self.file = file }

  /// What went wrong first, of what is done.
  var failure: SystemError? {
    wait()
    return file.failure
  }

  /// Adds bytes, which have to stay as they are until ``wait()`` returns.
  func add(_ bytes: UnsafeRawBufferPointer) {
    wait()
    guard bytes.count >= Self.leastPiece else { return unsafe write(bytes) }
    // Sendable: the bytes are only read, and by then they are there.
    nonisolated(unsafe) let piece = unsafe bytes
    work = SideWork { [self] in unsafe write(piece) }
  }

  /// Waits until nobody reads the bytes any more that were added.
  func wait() {
    // The work throws nothing.
    try? work?.value()
    work = nil
  }

  private func write(_ bytes: UnsafeRawBufferPointer) {
    unsafe checks.add(bytes)
    unsafe file.write(bytes)
  }

  /// Ends the part of the file that has block checks, and returns them.
  func finishBlocks() -> [UInt64] {
    wait()
    return checks.finishBlocks()
  }

  /// The SHA-256 of everything added, in hexadecimal digits.
  func finishDigest() -> String {
    wait()
    return checks.finishDigest()
  }

  /// Waits until the disk has all of it.
  func finish() throws(SystemError) {
    wait()
    try file.finish()
  }
}
