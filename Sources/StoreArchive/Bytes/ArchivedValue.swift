/// A value of a row on its way into a backup or out of it.
@unsafe enum ArchivedValue {
  case integer(Int64)
  case real(Double)
  /// The bytes of a text or a blob, which are lent: they are gone when the call returns.
  case bytes(Kind, UnsafeRawBufferPointer)

  /// The values that may be longer than is held at once.
  enum Kind {
    case text
    /// A text whose bytes are in the store's own encoding, as they are not valid there.
    case rawText
    case blob
  }
}
