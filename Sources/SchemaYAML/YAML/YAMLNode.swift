package import Diagnostics

/// A value in a YAML file, with its place.
package struct YAMLNode: Sendable {
  /// The style of a scalar, which determines whether it can be anything but a text.
  package enum Style {
    /// Bare: a number, a word with a meaning, null, or a text.
    case plain
    /// In quotes: a text.
    case quoted
    /// A block after `|` or `>`: a text.
    case block
  }

  /// The content of a value.
  package enum Content {
    /// A scalar, as the text in the file.
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
    /// The place where the key begins.
    package var location: SourceLocation
  }

  /// A key and its value.
  package struct Pair {
    /// The key.
    package var key: Key
    /// The value.
    package var value: YAMLNode
  }

  /// The content of the value.
  package var content: Content
  /// The place where the value begins.
  package var location: SourceLocation
}

extension YAMLNode {
  /// Whether the value is null: an empty value, `~` or `null`, without quotes.
  var isNull: Bool {
    guard case .scalar(let text, .plain) = content else { return false }
    return switch text {
    case "", "~", "null", "Null", "NULL": true
    default: false
    }
  }

  /// Whether the value is a mapping with at least one key.
  var hasKeys: Bool {
    guard case .mapping(let pairs) = content else { return false }
    return !pairs.isEmpty
  }

  /// The description of the value in messages: `a list`, `'no'`.
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
  /// The text on one line, shortened for messages.
  var abbreviated: String {
    let line = String(map { $0.isNewline ? " " : $0 }.prefix(60))
    return count > 60 ? line + "…" : line
  }
}
