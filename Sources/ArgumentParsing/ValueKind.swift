/// A kind of value, and how a text on the command line is converted to it.
///
/// ```swift
/// Option("sample", .integer("N"), help: "the number of books to make up")
/// // --sample 200
/// ```
package struct ValueKind<Value: Sendable>: Sendable {
  /// The part of the kind that help texts and completions use.
  package let declaration: ValueDeclaration
  /// Reads a text; nil if it is not such a value.
  let read: @Sendable (String) -> Value?
  /// The text of a value, to show a default.
  let write: @Sendable (Value) -> String

  /// Creates a kind of value from its parts.
  ///
  /// The expectation completes a sentence after "needs": `a whole number`.
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

/// The description of a kind of value, without its type.
package struct ValueDeclaration: Sendable {
  /// The placeholder of the value in a help text, in capitals.
  package let placeholder: String
  /// The expected text, as a phrase after "needs".
  package let expectation: String
  /// The allowed texts, if the set is closed.
  package let choices: [String]
  /// The completions that a shell offers.
  package let completion: Completion
  /// Whether a text is such a value.
  let accepts: @Sendable (String) -> Bool
}

/// The completions that a shell offers for a value.
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
  /// A whole number that is not less than a minimum.
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

/// Names in quotes, as a phrase: `'auto', 'always' or 'never'`.
func alternatives(_ names: [String]) -> String {
  let quoted = names.map { "'\($0)'" }
  guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
  return quoted.dropLast().joined(separator: ", ") + " or " + last
}
