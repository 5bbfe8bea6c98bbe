/// Writes the rows of one table as records, and computes the checksum of their content.
@safe struct RowWriter: RowSink, ~Copyable {
  var output: DocumentOutput
  private(set) var sum = ContentSum()
  private(set) var progress: RowProgress
  private var prefix: [UInt8] = []
  private var keys = ColumnKeys([])
  private var isFirstRecord = true
  private var isOpen = false
  private var hasValue = false

  /// A writer of records that reports its progress.
  init(to output: consuming DocumentOutput, _ progress: RowProgress) {
    self.output = output
    self.progress = progress
  }

  mutating func begin(_ table: ArchivedTable) {
    sum = ContentSum()
    prefix = Array(table.recordPrefix.utf8)
    keys = ColumnKeys(table.columns)
  }

  mutating func rowID(_ number: Int64) {
    open()
    sum.addRowID(number)
    output.writeInteger(number)
    output.append(#","row":{"#)
  }

  mutating func value(_ value: ArchivedValue, column: Int) {
    beginValue(column)
    unsafe sum.add(value, column: column)
    switch unsafe value {
    case .integer(let number): output.writeInteger(number)
    case .real(let number): output.writeReal(number)
    case .bytes(.text, let bytes): unsafe output.writeText(bytes)
    case .bytes(.rawText, let bytes): unsafe output.writeRawText(bytes)
    case .bytes(.blob, let bytes): unsafe output.writeBlob(bytes)
    }
  }

  mutating func endRow() throws {
    if !isOpen { open() }
    output.append(0x7D)
    output.append(0x7D)
    sum.endRow()
    isOpen = false
    hasValue = false
    try progress.countRow()
    try output.check()
  }

  @inline(__always) private mutating func beginValue(_ column: Int) {
    if !isOpen { open() }
    unsafe output.append(keys.bytes(of: column, withComma: hasValue))
    hasValue = true
  }

  @inline(__always) private mutating func open() {
    if !isFirstRecord { output.append(0x2C) }
    isFirstRecord = false
    output.append(0x0A)
    output.append(prefix)
    isOpen = true
  }
}

/// The texts before the values of a table's columns, all in one piece of memory.
@safe private struct ColumnKeys: ~Copyable {
  private let start: UnsafeMutableRawBufferPointer
  private let ends: UnsafeMutableBufferPointer<Int>

  init(_ columns: [String]) {
    let keys = columns.map { Array(",\($0.jsonText):".utf8) }
    unsafe start = .allocate(byteCount: keys.reduce(0) { $0 + $1.count }, alignment: 8)
    unsafe start.copyBytes(from: keys.joined())
    unsafe ends = .allocate(capacity: keys.count + 1)
    var end = 0
    unsafe ends.initializeElement(at: 0, to: end)
    for (index, key) in keys.enumerated() {
      end += key.count
      unsafe ends.initializeElement(at: index + 1, to: end)
    }
  }

  deinit {
    unsafe start.deallocate()
    unsafe ends.deallocate()
  }

  /// The name of a column, followed by a colon; a comma comes before it, unless it is the first.
  @unsafe @inline(__always) func bytes(
    of column: Int, withComma hasComma: Bool
  ) -> UnsafeRawBufferPointer {
    let first = unsafe ends[column] + (hasComma ? 0 : 1)
    return unsafe UnsafeRawBufferPointer(rebasing: start[first..<ends[column + 1]])
  }
}
