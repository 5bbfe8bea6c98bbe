internal import Threads

/// Reads a backup on a second thread, and passes its contents to a consumer on this one.
///
/// The consumer gets everything in the order of the backup, up to the first problem.
enum SideParser {
  /// Reads the whole backup, and returns its contents, which are then proven.
  static func parse(
    _ path: String, into consumer: inout some BackupConsumer & ~Copyable
  ) throws -> BackupContents {
    let parts = Handover<BackupPart>(room: batchCount)
    let emptied = Handover<RowBatch>(room: batchCount)
    for _ in 0..<batchCount { _ = emptied.put(RowBatch()) }
    let work = SideWork {
      defer { parts.end() }
      guard let batch = emptied.take() else { throw NobodyTakes() }
      var sender = PartSender(parts: parts, emptied: emptied, batch: batch)
      let result = Result { try read(path, into: &sender) }
      // The consumer gets the contents before the damage, and only then the error.
      try sender.sendBatch()
      return try result.get()
    }
    guard work.isBeside else { return try read(path, into: &consumer) }
    // The work only ends once it knows that nothing more is taken.
    return try withExtendedLifetime(work) {
      defer {
        parts.end()
        emptied.end()
      }
      while let part = parts.take() {
        switch part {
        case .header(let contents): try consumer.begin(contents)
        case .table(let index): try consumer.beginTable(at: index)
        case .rows(let batch):
          try batch.replay(into: &consumer)
          batch.clear()
          _ = emptied.put(batch)
        case .external(let piece): try consumer.external(piece)
        }
      }
      return try work.value()
    }
  }

  private static func read(
    _ path: String, into consumer: inout some BackupConsumer & ~Copyable
  ) throws -> BackupContents {
    var parser = try BackupParser(path)
    return try parser.parse(into: &consumer)
  }

  /// One batch that is filled, one that is emptied, and one that waits.
  private static let batchCount = 3
}

/// The next part of a backup.
private enum BackupPart: Sendable {
  case header(BackupContents)
  case table(Int)
  case rows(RowBatch)
  case external(ExternalFileParser.Piece)
}

/// An error that ends the reading once the consumer has ended.
private struct NobodyTakes: Error {}

/// Passes on the contents of a backup, many rows at a time.
private struct PartSender: BackupConsumer {
  let parts: Handover<BackupPart>
  let emptied: Handover<RowBatch>
  var batch: RowBatch

  mutating func begin(_ contents: BackupContents) throws { try send(.header(contents)) }

  mutating func beginTable(at index: Int) throws {
    try sendBatch()
    try send(.table(index))
  }

  mutating func external(_ piece: ExternalFileParser.Piece) throws {
    try sendBatch()
    try send(.external(piece))
  }

  @inline(__always) mutating func rowID(_ number: Int64) { batch.addRowID(number) }

  @inline(__always) mutating func value(_ value: ArchivedValue, column: Int) {
    unsafe batch.add(value, column: column)
  }

  mutating func part(_ bytes: UnsafeRawBufferPointer) { unsafe batch.addPart(bytes) }

  @inline(__always) mutating func endRow(line: Int) throws {
    batch.endRow(line: line)
    if batch.isFull { try sendBatch() }
  }

  mutating func sendBatch() throws {
    guard !batch.isEmpty else { return }
    try send(.rows(batch))
    guard let next = emptied.take() else { throw NobodyTakes() }
    batch = next
  }

  private func send(_ part: BackupPart) throws {
    guard parts.put(part) else { throw NobodyTakes() }
  }
}
