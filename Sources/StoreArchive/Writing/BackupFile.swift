internal import Deflate
internal import Files
internal import Threads

/// The file of a backup, packed or not.
///
/// A second thread digests and writes the bytes, next to the thread that makes them. The two never use the
/// object at once: a call that needs the result of the bytes waits until they are written. Code that frees
/// the bytes must wait too. Writing never throws: the first failure is kept.
@safe final class BackupFile: @unchecked Sendable {
  // Sendable: while work is under way, all but `work` belongs to the work's thread. Otherwise it belongs to
  // the owner of the object.
  private let file: SystemFile
  private let tell: (_ bytes: Int) -> Void
  private var packer: GzipPacker?
  private var checks = StreamChecks()
  private var firstFailure: SystemError?
  private var work: SideWork<Void>?

  /// The smallest number of bytes that is worth the second thread.
  private static let leastPiece = 1 << 16

  /// A file that reports each number of added bytes, on the thread that writes.
  init(
    _ file: SystemFile, _ packing: BackupPacking, telling tell: @escaping (_ bytes: Int) -> Void
  ) throws(ArchiveError) {
    self.file = file
    self.tell = tell
    switch packing {
    case .none: break
    case .gzip:
      do throws(OutOfMemory) { packer = try GzipPacker() } catch { throw .outOfMemory(file.path) }
    }
  }

  /// The first failure of all writing so far.
  var failure: SystemError? {
    wait()
    return firstFailure
  }

  /// Adds bytes, which must stay unchanged until ``wait()`` returns.
  func add(_ bytes: UnsafeRawBufferPointer) {
    wait()
    guard bytes.count >= Self.leastPiece else { return unsafe write(bytes) }
    // Sendable: the bytes are only read, and they are complete.
    nonisolated(unsafe) let piece = unsafe bytes
    work = SideWork { [self] in unsafe write(piece) }
  }

  /// Waits until the added bytes are no longer read.
  func wait() {
    // The work throws nothing.
    try? work?.value()
    work = nil
  }

  private func write(_ bytes: UnsafeRawBufferPointer) {
    unsafe checks.add(bytes)
    if let packed = unsafe packer?.pack(bytes) {
      unsafe packed.withUnsafeBytes { unsafe writeAsIs($0) }
    } else {
      unsafe writeAsIs(bytes)
    }
  }

  private func writeAsIs(_ bytes: UnsafeRawBufferPointer) {
    guard firstFailure == nil else { return }
    do throws(SystemError) {
      try unsafe file.write(bytes)
      tell(bytes.count)
    } catch {
      firstFailure = error
    }
  }

  /// Ends the part of the file that has block checks, and returns them.
  func finishBlocks() -> [UInt64] {
    wait()
    return checks.finishBlocks()
  }

  /// The SHA-256 of all added bytes, in hexadecimal digits.
  func finishDigest() -> String {
    wait()
    return checks.finishDigest()
  }

  /// Writes the rest of the packer's bytes, and waits until the disk has all bytes.
  func finish() throws(SystemError) {
    wait()
    if let rest = packer?.finish() { unsafe rest.withUnsafeBytes { unsafe writeAsIs($0) } }
    if let firstFailure { throw firstFailure }
    try file.flush()
    file.forgetCached()
  }
}
