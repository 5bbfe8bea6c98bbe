internal import Files

/// The output of a backup to its file: buffered, counted, digested.
///
/// While one buffer is filled, another thread digests and writes the other one.
///
/// Writing never throws. A failure is kept and thrown by ``check()``, so that a closure that is lent a row of
/// SQLite can append bytes.
@safe struct DocumentOutput: ~Copyable {
  /// The size of a buffer, which is the limit of a single reservation.
  static let capacity = 1 << 20

  private let file: BackupFile
  private var start: UnsafeMutablePointer<UInt8>
  private var other: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var failure: SystemError?

  /// An output to a file; the closure is called on the writing thread with the number of newly written bytes.
  init(
    to file: SystemFile, _ packing: BackupPacking,
    telling tell: @escaping (_ bytes: Int) -> Void
  ) throws(ArchiveError) {
    self.file = try BackupFile(file, packing, telling: tell)
    unsafe start = .allocate(capacity: Self.capacity)
    unsafe other = .allocate(capacity: Self.capacity)
  }

  deinit {
    file.wait()
    unsafe start.deallocate()
    unsafe other.deallocate()
  }

  /// Throws the first failure that is known.
  func check() throws(SystemError) {
    if let failure { throw failure }
  }

  // MARK: Appending

  /// Makes room and lends the memory for the next bytes; ``advance(by:)`` then adds the number of bytes that
  /// were written.
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

  /// The file, after it has received all appended bytes.
  mutating func flushed() -> BackupFile {
    flush()
    return file
  }

  private mutating func flush() {
    failure = file.failure
    unsafe file.add(UnsafeRawBufferPointer(start: start, count: count))
    unsafe swap(&start, &other)
    count = 0
  }
}
