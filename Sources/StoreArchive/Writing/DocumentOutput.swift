internal import Files

/// The bytes of a backup on their way to its file: buffered, counted, digested.
///
/// While one buffer is filled, the other is digested and written on another thread.
///
/// Writing never throws; a failure is kept and thrown by ``check()``, so that bytes can be
/// appended from within a closure that SQLite's row is lent to.
@safe struct DocumentOutput: ~Copyable {
  /// No single reservation may ask for more.
  static let capacity = 1 << 20

  private let file: BackupFile
  private var start: UnsafeMutablePointer<UInt8>
  private var other: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var failure: SystemError?

  /// An output to a file; the closure is given, on the thread that writes, how many bytes it has more.
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

  /// The file, which was given everything appended so far.
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
