/// How the text on a command line becomes a value of one type.
///
/// ```swift
/// Option("sample", .integer("N"), help: "the number of books to make up")
/// // --sample 200
/// ```
package struct ValueKind<Value: Sendable>: Sendable {
  /// What help texts and completions know of it.
  package let declaration: ValueDeclaration
  /// Reads the text; nil where it is no such value.
  let read: @Sendable (String) -> Value?
  /// The text that is read as this value, to show a default.
  let write: @Sendable (Value) -> String

  /// A kind of value from its parts.
  ///
  /// The expectation is what the text has to be, after "needs": `a whole number`.
  package init(
    _ placeholder: String, expectation: String, choices: [String] = [],
    completion: Completion = .nothing,
    read: @escaping @Sendable (String) -> Value?,
    write: @escaping @Sendable (Value) -> String = { "\($0)" }
  ) {
    declaration = ValueDeclaration(
      placeholder: placeholder, expectation: expectation, choices: choices, completion: completion,
      accepts: { read($0) != nil })
    self.read = read
    self.write = write
  }
}

/// What can be known of a value without knowing its type.
package struct ValueDeclaration: Sendable {
  /// The word that stands for the value in a help text, in capitals.
  package let placeholder: String
  /// What the text has to be, after "needs".
  package let expectation: String
  /// The texts that are allowed, where the set is closed.
  package let choices: [String]
  /// What a shell may offer.
  package let completion: Completion
  /// Whether a text is such a value.
  let accepts: @Sendable (String) -> Bool
}

/// What a shell offers to complete a value with.
package enum Completion: Sendable {
  /// Nothing: the value is free.
  case nothing
  /// The closed set of values.
  case choices
  /// Some of the many values that are possible.
  case words([String])
  /// Paths of files.
  case file
  /// Paths of folders.
  case directory
}

extension ValueKind where Value == String {
  /// Any text that is not empty; shells offer some words.
  package static func text(_ placeholder: String, offering words: [String] = []) -> Self {
    Self(
      placeholder, expectation: "a text", completion: words.isEmpty ? .nothing : .words(words),
      read: { $0.isEmpty ? nil : $0 })
  }

  /// The path of a file.
  package static func file(_ placeholder: String = "FILE") -> Self {
    Self(
      placeholder, expectation: "the path of a file", completion: .file,
      read: { $0.isEmpty ? nil : $0 })
  }

  /// The path of a folder.
  package static func directory(_ placeholder: String = "DIR") -> Self {
    Self(
      placeholder, expectation: "the path of a folder", completion: .directory,
      read: { $0.isEmpty ? nil : $0 })
  }
}

extension ValueKind where Value == Int {
  /// A whole number of at least that size.
  package static func integer(_ placeholder: String, atLeast minimum: Int = .min) -> Self {
    Self(
      placeholder,
      expectation: minimum == .min ? "a whole number" : "a whole number from \(minimum)",
      read: { text in Int(text).flatMap { $0 < minimum ? nil : $0 } })
  }
}

extension ValueKind where Value: CaseIterable & RawRepresentable<String> {
  /// One of the cases of an enumeration, by its raw value.
  package static func choice(_ placeholder: String) -> Self {
    choice(placeholder, among: Array(Value.allCases))
  }

  /// One of some cases of an enumeration, by its raw value.
  package static func choice(_ placeholder: String, among cases: [Value]) -> Self {
    let names = cases.map(\.rawValue)
    return Self(
      placeholder, expectation: alternatives(names), choices: names, completion: .choices,
      read: { names.contains($0) ? Value(rawValue: $0) : nil }, write: \.rawValue)
  }
}

/// Names in quotes, as the choice that a sentence offers: `'auto', 'always' or 'never'`.
func alternatives(_ names: [String]) -> String {
  let quoted = names.map { "'\($0)'" }
  guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
  return quoted.dropLast().joined(separator: ", ") + " or " + last
}
