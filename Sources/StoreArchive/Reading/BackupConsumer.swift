/// What becomes of a backup as it is read: nothing, or a store.
///
/// The bytes that are lent are gone when the call returns.
protocol BackupConsumer: ~Copyable {
  /// The header is whole.
  mutating func begin(_ contents: BackupContents) throws
  /// The records of a table come next; every table is announced, those without rows too.
  mutating func beginTable(at index: Int) throws
  mutating func rowID(_ number: Int64) throws
  mutating func integer(_ number: Int64, column: Int) throws
  mutating func real(_ number: Double, column: Int) throws
  /// The beginning of a long text or blob, of which more comes: what ``text(_:isRaw:column:)`` or
  /// ``blob(_:column:)`` gives next is the rest.
  mutating func part(_ bytes: UnsafeRawBufferPointer) throws
  /// A text; `isRaw` where its bytes are in the store's own encoding.
  mutating func text(_ bytes: UnsafeRawBufferPointer, isRaw: Bool, column: Int) throws
  mutating func blob(_ bytes: UnsafeRawBufferPointer, column: Int) throws
  mutating func endRow(line: Int) throws
  /// A piece of an external file; pieces come in order.
  mutating func external(_ piece: ExternalFileParser.Piece) throws
}
