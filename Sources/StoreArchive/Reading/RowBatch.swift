#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Rows of a backup that one thread has read and another one consumes.
///
/// A value is stored as a word with its kind, its column and its length, followed by its bytes.
@safe final class RowBatch: @unchecked Sendable {
  // Sendable: only one thread at a time owns it.
  private enum Kind: UInt8 { case rowID, integer, real, text, rawText, blob, end }

  private static let size = 1 << 18

  private var memory = unsafe RowBatch.memory(of: size, from: nil)
  private var count = 0
  /// The index of the word of an incomplete value.
  private var openValue: Int?

  deinit { unsafe free(memory.baseAddress) }

  /// Whether it contains nothing.
  var isEmpty: Bool { count == 0 }

  /// Whether the batch should be passed on; a row that is longer than the rest still fits.
  var isFull: Bool { count >= Self.size * 3 / 4 }

  /// Removes all rows.
  func clear() {
    count = 0
    openValue = nil
    guard unsafe memory.count > Self.size * 4 else { return }
    // The next rows probably have no long value.
    unsafe memory = Self.memory(of: Self.size, from: memory.baseAddress)
  }
}

// MARK: - Filling

extension RowBatch {
  @inline(__always) func addRowID(_ number: Int64) { add(.rowID, 0, number) }

  @inline(__always) func add(_ value: ArchivedValue, column: Int) {
    switch unsafe value {
    case .integer(let number): add(.integer, column, number)
    case .real(let number): add(.real, column, number)
    case .bytes(.text, let bytes): unsafe add(.text, column, bytes)
    case .bytes(.rawText, let bytes): unsafe add(.rawText, column, bytes)
    case .bytes(.blob, let bytes): unsafe add(.blob, column, bytes)
    }
  }

  /// Adds the beginning of an incomplete text or blob, in whole words.
  func addPart(_ bytes: UnsafeRawBufferPointer) {
    makeRoom(for: bytes.count)
    if openValue == nil {
      openValue = count
      count += 8
    }
    unsafe append(bytes)
  }

  /// Ends the row of a line.
  @inline(__always) func endRow(line: Int) { add(.end, 0, line) }

  @inline(__always) private func add(_ kind: Kind, _ column: Int, _ value: some BitwiseCopyable) {
    begin(kind, column, length: 8)
    unsafe memory.storeBytes(of: value, toByteOffset: count, as: type(of: value))
    count += 8
  }

  @inline(__always) private func add(
    _ kind: Kind, _ column: Int, _ bytes: UnsafeRawBufferPointer
  ) {
    if let start = openValue {
      makeRoom(for: bytes.count)
      let length = count - start - 8 + bytes.count
      unsafe memory.storeBytes(
        of: Self.word(kind, column, length: length), toByteOffset: start, as: UInt64.self)
      openValue = nil
    } else {
      begin(kind, column, length: bytes.count)
    }
    unsafe append(bytes)
    // The next word must be aligned.
    count = (count + 7) & ~7
  }

  @inline(__always) private func append(_ bytes: UnsafeRawBufferPointer) {
    unsafe UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: bytes)
    count += bytes.count
  }

  @inline(__always) private func begin(_ kind: Kind, _ column: Int, length: Int) {
    makeRoom(for: length)
    unsafe memory.storeBytes(
      of: Self.word(kind, column, length: length), toByteOffset: count, as: UInt64.self)
    count += 8
  }

  // SQLite has no value of 2 GiB, and no table with a million columns.
  @inline(__always) private static func word(_ kind: Kind, _ column: Int, length: Int) -> UInt64 {
    UInt64(kind.rawValue) | UInt64(column) << 8 | UInt64(length) << 32
  }

  /// Makes room for a number of bytes, the word before them and the padding of the last word.
  @inline(__always) private func makeRoom(for length: Int) {
    guard unsafe memory.count - count < length + 16 else { return }
    unsafe memory = Self.memory(of: memory.count * 2 + length + 16, from: memory.baseAddress)
  }

  // realloc can move pages of memory, so that a long value does not need twice the memory.
  private static func memory(
    of size: Int, from old: UnsafeMutableRawPointer?
  ) -> UnsafeMutableRawBufferPointer {
    guard let start = unsafe realloc(old, size) else {
      fatalError("no memory is left for \(size) bytes of a row")
    }
    return unsafe UnsafeMutableRawBufferPointer(start: start, count: size)
  }
}

// MARK: - Emptying

extension RowBatch {
  /// Passes all contents to a consumer, in order.
  func replay(into consumer: inout some BackupConsumer & ~Copyable) throws {
    var offset = 0
    // A value whose end cannot be read is not passed on.
    let end = openValue ?? count
    while offset < end {
      let word = unsafe memory.load(fromByteOffset: offset, as: UInt64.self)
      let column = Int(word >> 8 & 0xFF_FFFF)
      let length = Int(word >> 32)
      let start = offset + 8
      let bytes = unsafe UnsafeRawBufferPointer(rebasing: memory[start..<start + length])
      offset = start + (length + 7) & ~7
      switch Kind(rawValue: UInt8(truncatingIfNeeded: word)) {
      case .rowID?: try consumer.rowID(unsafe bytes.load(as: Int64.self))
      case .integer?:
        try unsafe consumer.value(.integer(bytes.load(as: Int64.self)), column: column)
      case .real?: try unsafe consumer.value(.real(bytes.load(as: Double.self)), column: column)
      case .text?: try unsafe consumer.value(.bytes(.text, bytes), column: column)
      case .rawText?: try unsafe consumer.value(.bytes(.rawText, bytes), column: column)
      case .blob?: try unsafe consumer.value(.bytes(.blob, bytes), column: column)
      case .end?: try consumer.endRow(line: unsafe bytes.load(as: Int.self))
      case nil: preconditionFailure("a word of a batch has an unknown kind")
      }
    }
  }
}
