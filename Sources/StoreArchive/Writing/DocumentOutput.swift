internal import Deflate
internal import Digests
internal import Files

/// The bytes of a backup on their way to its file: buffered, counted, digested.
///
/// Writing never throws; a failure is kept and thrown by ``check()``, so that bytes can be
/// appended from within a closure that SQLite's row is lent to.
@safe struct DocumentOutput: ~Copyable {
  /// No single reservation may ask for more.
  static let capacity = 1 << 20

  private let file: SystemFile
  private let start: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var digest = Digest(.sha256)
  private var blocks: BlockChecks? = BlockChecks()
  private var failure: SystemError?
  private var packer: GzipPacker?

  init(to file: SystemFile, _ packing: BackupPacking) throws(ArchiveError) {
    self.file = file
    packer = try Self.packer(packing, of: file)
    unsafe start = .allocate(capacity: Self.capacity)
  }

  deinit { unsafe start.deallocate() }

  private static func packer(
    _ packing: BackupPacking, of file: SystemFile
  ) throws(ArchiveError) -> GzipPacker? {
    switch packing {
    case .none: return nil
    case .gzip:
      do throws(OutOfMemory) { return try GzipPacker() } catch { throw .outOfMemory(file.path) }
    }
  }

  /// Throws what went wrong since the last look.
  func check() throws(SystemError) {
    if let failure { throw failure }
  }

  // MARK: Appending

  /// Makes room and lends the place where the next bytes go; ``advance(by:)`` says how many did.
  @unsafe @inline(__always) mutating func reserve(_ room: Int) -> UnsafeMutablePointer<UInt8> {
    if Self.capacity - count < room { flush() }
    return unsafe start + count
  }

  @inline(__always) mutating func advance(by bytes: Int) { count += bytes }

  @inline(__always) mutating func append(_ byte: UInt8) {
    unsafe reserve(1).pointee = byte
    count += 1
  }

  @inline(__always) mutating func append(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe append($0) }
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { unsafe append(UnsafeRawBufferPointer($0)) }
  }

  @inline(__always) mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count <= Self.capacity, let source = bytes.baseAddress else {
      return unsafe appendInPieces(bytes)
    }
    unsafe UnsafeMutableRawPointer(reserve(bytes.count))
      .copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
  }

  private mutating func appendInPieces(_ bytes: UnsafeRawBufferPointer) {
    var rest = unsafe bytes[...]
    while unsafe !rest.isEmpty {
      unsafe append(UnsafeRawBufferPointer(rebasing: rest.prefix(Self.capacity)))
      unsafe rest = rest.dropFirst(Self.capacity)
    }
  }

  // MARK: Passing on

  /// Ends the part of the file that has block checks, and returns them.
  mutating func finishBlocks() -> [UInt64] {
    flush()
    blocks?.finish()
    defer { blocks = nil }
    return blocks?.finished ?? []
  }

  /// The SHA-256 of everything appended so far, in hexadecimal digits.
  mutating func finishDigest() -> String {
    flush()
    let finished = replaceDigest()
    return finished.hexadecimal
  }

  private mutating func replaceDigest() -> [UInt8] {
    var fresh = Digest(.sha256)
    swap(&fresh, &digest)
    return fresh.finalize()
  }

  /// Writes what is left and waits until the disk has all of it.
  mutating func finish() throws(SystemError) {
    flush()
    if let rest = packer?.finish() { unsafe rest.withUnsafeBytes { unsafe write($0) } }
    try check()
    try file.flush()
    file.forgetCached()
  }

  private mutating func flush() {
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
    unsafe digest.update(bytes)
    unsafe blocks?.add(bytes)
    count = 0
    if let packed = unsafe packer?.pack(bytes) {
      unsafe packed.withUnsafeBytes { unsafe write($0) }
    } else {
      unsafe write(bytes)
    }
  }

  private mutating func write(_ bytes: UnsafeRawBufferPointer) {
    guard failure == nil else { return }
    do throws(SystemError) { try unsafe file.write(bytes) } catch { failure = error }
  }
}
