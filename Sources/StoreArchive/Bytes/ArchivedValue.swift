/// A value of a row that is written to a backup or read from one.
@unsafe enum ArchivedValue {
  case integer(Int64)
  case real(Double)
  /// The bytes of a text or a blob, which are only lent until the call returns.
  case bytes(Kind, UnsafeRawBufferPointer)

  /// The kinds of values that may be too long for memory.
  enum Kind {
    case text
    /// A text with bytes in the store's own encoding that are not valid in it.
    case rawText
    case blob
  }
}
