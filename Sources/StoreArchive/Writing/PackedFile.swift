internal import Deflate
internal import Files

/// The file of a backup, packed or not, to which one thread writes at a time.
///
/// Writing never throws: the first failure is kept.
final class PackedFile: @unchecked Sendable {
  // Sendable: who writes at the same time is waited for before anybody else looks.
  private let file: SystemFile
  private let tell: (_ bytes: Int) -> Void
  private var packer: GzipPacker?
  /// What went wrong first.
  private(set) var failure: SystemError?

  /// A file that says each time how many more bytes it has.
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

  func write(_ bytes: UnsafeRawBufferPointer) {
    if let packed = unsafe packer?.pack(bytes) {
      unsafe packed.withUnsafeBytes { unsafe writeAsIs($0) }
    } else {
      unsafe writeAsIs(bytes)
    }
  }

  /// Writes what the packer has left, and waits until the disk has all of it.
  func finish() throws(SystemError) {
    if let rest = packer?.finish() { unsafe rest.withUnsafeBytes { unsafe writeAsIs($0) } }
    if let failure { throw failure }
    try file.flush()
    file.forgetCached()
  }

  private func writeAsIs(_ bytes: UnsafeRawBufferPointer) {
    guard failure == nil else { return }
    do throws(SystemError) {
      try unsafe file.write(bytes)
      tell(bytes.count)
    } catch {
      failure = error
    }
  }
}
