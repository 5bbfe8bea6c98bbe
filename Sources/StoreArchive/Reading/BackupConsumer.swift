/// What becomes of a backup as it is read: nothing, or a store.
///
/// The bytes that are lent are gone when the call returns.
protocol BackupConsumer: ~Copyable {
  /// The header is whole.
  mutating func begin(_ contents: BackupContents) throws
  /// The records of a table come next; every table is announced, those without rows too.
  mutating func beginTable(at index: Int) throws
  mutating func rowID(_ number: Int64) throws
  mutating func value(_ value: ArchivedValue, column: Int) throws
  /// The beginning of a long text or blob, of which more comes: what ``value(_:column:)`` gives next is
  /// the rest.
  mutating func part(_ bytes: UnsafeRawBufferPointer) throws
  mutating func endRow(line: Int) throws
  /// A piece of an external file; pieces come in order.
  mutating func external(_ piece: ExternalFileParser.Piece) throws
}
