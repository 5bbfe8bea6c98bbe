/// A receiver of a backup's contents while the backup is read.
///
/// Lent bytes are only valid during the call.
protocol BackupConsumer: ~Copyable {
  /// The header is complete.
  mutating func begin(_ contents: BackupContents) throws
  /// The records of a table come next; every table is announced, also a table without rows.
  mutating func beginTable(at index: Int) throws
  mutating func rowID(_ number: Int64) throws
  mutating func value(_ value: ArchivedValue, column: Int) throws
  /// The beginning of a long text or blob; the next call of ``value(_:column:)`` gives the end of it.
  mutating func part(_ bytes: UnsafeRawBufferPointer) throws
  mutating func endRow(line: Int) throws
  /// A piece of an external file; the pieces come in order.
  mutating func external(_ piece: ExternalFileParser.Piece) throws
}
