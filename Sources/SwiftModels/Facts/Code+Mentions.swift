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
      names.contains { bytes.contains($0) }
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
