extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes of a text occur in this buffer, one after another.
  ///
  /// Comparing characters, as strings do, takes many times as long.
  func contains(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { contains($0) }
  }

  private func contains(_ wanted: Self) -> Bool {
    guard let first = wanted.first else { return true }
    var place = 0
    while place <= count - wanted.count {
      if self[place] == first, has(wanted, at: place) { return true }
      place += 1
    }
    return false
  }

  private func has(_ wanted: Self, at place: Int) -> Bool {
    for offset in wanted.indices where self[place + offset] != wanted[offset] { return false }
    return true
  }
}
