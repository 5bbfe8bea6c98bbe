extension Code {
  /// Whether the statements may spell one of these names.
  ///
  /// Each name that they spell is among the bytes, so that statements need not be made of those that
  /// have none of them: a rule that looks for a few names does not go through the whole program.
  ///
  /// ```swift
  /// guard function.facts.body?.mentions("ModelContainer") ?? false else { continue }
  /// ```
  ///
  /// What only looks like it counts too: a longer name, or a text with the name in it.
  func mentions(_ names: String...) -> Bool { mentions(anyOf: names) }

  /// Whether the statements may spell one of these names.
  func mentions(anyOf names: some Sequence<String>) -> Bool {
    withBytes { bytes in
      names.contains { name in
        var name = name
        return name.withUTF8 { wanted in bytes.contains(wanted) }
      }
    }
  }
}

extension FunctionTable.Function {
  /// Whether what it does may spell one of these names, be it a part of another one.
  func mentions(_ names: String...) -> Bool { mentions(anyOf: names) }

  /// Whether what it does may spell one of these names, be it a part of another one.
  func mentions(anyOf names: some Sequence<String>) -> Bool {
    facts.body?.mentions(anyOf: names) ?? false
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether some bytes follow one another somewhere among these.
  fileprivate func contains(_ wanted: Self) -> Bool {
    guard let first = wanted.first else { return true }
    var place = 0
    while place <= count - wanted.count {
      if self[place] == first, self[place..<place + wanted.count].elementsEqual(wanted) {
        return true
      }
      place += 1
    }
    return false
  }
}
