/// The check value of a table's content: all rows and values in order, by storage class and bits.
///
/// It is computed from the values that SQLite returns, not from the text of the backup. The writer, the
/// reader of the text and the restored store each compute it from their own values. If the three agree,
/// nothing was lost in between.
struct ContentSum: Hashable, Sendable {
  private enum Kind: UInt64 { case integer = 1, real, text, blob, rowID, row }

  private var hash = WordHash()

  var value: UInt64 { hash.state }

  @inline(__always) mutating func addRowID(_ number: Int64) {
    add(.rowID, 0)
    hash.add(UInt64(bitPattern: number))
  }

  @inline(__always) mutating func add(_ value: ArchivedValue, column: Int) {
    switch unsafe value {
    case .integer(let number):
      add(.integer, column)
      hash.add(UInt64(bitPattern: number))
    case .real(let number):
      add(.real, column)
      hash.add(number.bitPattern)
    case .bytes(let kind, let bytes):
      begin(kind, column: column)
      unsafe hash.add(bytes)
    }
  }

  // MARK: Values that come in parts

  /// Begins a text or a blob that comes in parts.
  @inline(__always) mutating func begin(_ kind: ArchivedValue.Kind, column: Int) {
    add(kind == .blob ? .blob : .text, column)
  }

  /// Adds a part of the value, which must consist of whole words of eight bytes.
  mutating func addPart(_ bytes: UnsafeRawBufferPointer) { unsafe hash.addWords(bytes) }

  /// Adds the last part of the value, and the number of all its bytes.
  mutating func addEnd(_ bytes: UnsafeRawBufferPointer, of count: Int) {
    unsafe hash.addWords(bytes)
    hash.add(UInt64(count))
  }

  // MARK: Rows

  /// Ends a row.
  ///
  /// NULLs need no word, because the sum contains the column of every other value.
  @inline(__always) mutating func endRow() { add(.row, 0) }

  @inline(__always) private mutating func add(_ kind: Kind, _ column: Int) {
    hash.add(UInt64(column) << 8 | kind.rawValue)
  }
}
