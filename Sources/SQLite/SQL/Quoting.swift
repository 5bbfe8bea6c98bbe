internal import SQLText

extension String {
  /// The quoted name as valid SQL anywhere: in double quotes, with inner quotes doubled.
  ///
  /// This is the only place that quotes a name (https://www.sqlite.org/lang_keywords.html).
  package var quotedName: String {
    quoted(by: UInt8(ascii: "\""))
  }

  /// The text as an SQL string literal: in single quotes, with inner quotes doubled.
  ///
  /// For definitions, where values cannot be bound. A literal cannot contain a NUL; see ``SQLValue/literal``.
  package var quotedText: String {
    quoted(by: UInt8(ascii: "'"))
  }

  /// Byte by byte, as names are quoted by the thousand.
  private func quoted(by quote: UInt8) -> String {
    var text = self
    return text.withUTF8 { bytes in
      let quotes = unsafe bytes.count { $0 == quote }
      return unsafe String(unsafeUninitializedCapacity: bytes.count + quotes + 2) { buffer in
        var count = 0
        func add(_ byte: UInt8) {
          unsafe buffer[count] = byte
          count += 1
        }
        add(quote)
        for place in bytes.indices {
          if unsafe bytes[place] == quote { add(quote) }
          unsafe add(bytes[place])
        }
        add(quote)
        return count
      }
    }
  }
}
