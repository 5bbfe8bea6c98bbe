package import Diagnostics

/// A value in a YAML file, with its place.
package struct YAMLNode: Sendable {
  /// How a scalar is written, which decides whether it can mean anything but a text.
  package enum Style {
    /// Bare: it may be a number, a word with a meaning, or nothing.
    case plain
    /// In quotes: a text.
    case quoted
    /// A block after `|` or `>`: a text.
    case block
  }

  /// What kind of value it is.
  package enum Content {
    /// A single value, as the text that it was written with.
    case scalar(String, Style)
    /// A list.
    case sequence([YAMLNode])
    /// Keys and values, in the order of the file.
    case mapping([Pair])
  }

  /// A key, which is always a scalar here.
  package struct Key {
    /// The key's text.
    package var text: String
    /// Where the key begins.
    package var location: SourceLocation
  }

  /// A key with its value.
  package struct Pair {
    /// The key.
    package var key: Key
    /// The value.
    package var value: YAMLNode
  }

  /// The value.
  package var content: Content
  /// Where the value begins.
  package var location: SourceLocation
}

extension YAMLNode {
  /// Whether there is nothing: an empty value, `~` or `null`, not in quotes.
  var isNull: Bool {
    guard case .scalar(let text, .plain) = content else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }

  /// Whether it is a mapping with anything in it.
  var hasKeys: Bool {
    guard case .mapping(let pairs) = content else { return false }
    return !pairs.isEmpty
  }

  /// The words for what it is, as messages say them: `a list`, `'no'`.
  var phrase: String {
    switch content {
    case .scalar where isNull: "nothing"
    case .scalar(let text, .plain): "'\(text.abbreviated)'"
    case .scalar(let text, _): "the text '\(text.abbreviated)'"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}

extension String {
  /// The text on one line and of a length that fits a message.
  var abbreviated: String {
    let line = String(map { $0.isNewline ? " " : $0 }.prefix(60))
    return count > 60 ? line + "…" : line
  }
}
