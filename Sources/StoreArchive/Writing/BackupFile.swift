internal import Deflate
internal import Files
internal import Threads

/// The file of a backup, packed or not, whose bytes are digested and written on a thread next to the one
/// that makes them.
///
/// Two threads never work on it at once: whoever wants to know what came of the bytes waits until
/// those that were handed over are done, and so does whoever lets go of them. Writing never throws: the
/// first failure is kept.
@safe final class BackupFile: @unchecked Sendable {
  // Sendable: all but the work belongs to the thread of the work while there is some, and the rest
  // of the time to whoever has this object.
  private let file: SystemFile
  private let tell: (_ bytes: Int) -> Void
  private var packer: GzipPacker?
  private var checks = StreamChecks()
  private var firstFailure: SystemError?
  private var work: SideWork<Void>?

  /// What is faster done than handed over.
  private static let leastPiece = 1 << 16

  /// A file that says each time, on the thread that writes, how many more bytes it has.
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

  /// What went wrong first, of what is done.
  var failure: SystemError? {
    wait()
    return firstFailure
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

  /// The SHA-256 of everything added, in hexadecimal digits.
  func finishDigest() -> String {
    wait()
    return checks.finishDigest()
  }

  /// Writes what the packer has left, and waits until the disk has all of it.
  func finish() throws(SystemError) {
    wait()
    if let rest = packer?.finish() { unsafe rest.withUnsafeBytes { unsafe writeAsIs($0) } }
    if let firstFailure { throw firstFailure }
    try file.flush()
    file.forgetCached()
  }
}
