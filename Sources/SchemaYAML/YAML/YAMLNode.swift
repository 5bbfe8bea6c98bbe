package import Diagnostics

/// A value in a YAML file, with its place.
///
/// It is a position among all values of the text, so that a copy costs one reference.
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
    fileprivate let node: YAMLNode

    /// The key's text.
    package var text: String {
      if case .scalar(let text, _) = node.value.content { text } else { "" }
    }
    /// The place where the key begins.
    package var location: SourceLocation { node.location }
  }

  /// A key and its value.
  package struct Pair {
    fileprivate let values: YAMLValues
    /// The position of the key among the parts; its value is the next part.
    fileprivate let position: Int

    /// The key.
    package var key: Key { Key(node: YAMLNode(values, at: values.parts[position])) }
    /// The value.
    package var value: YAMLNode { YAMLNode(values, at: values.parts[position + 1]) }
  }

  private let values: YAMLValues
  private let position: Int32

  /// The value at a position.
  init(_ values: YAMLValues, at position: Int32) {
    (self.values, self.position) = (values, position)
  }

  /// A scalar inside the text of another scalar.
  init(_ text: String, _ style: Style, at location: SourceLocation) {
    let value = YAMLValues.Value(.scalar(text, style), at: location)
    self.init(YAMLValues([value], file: location.file), at: 0)
  }

  private var value: YAMLValues.Value { values.values[Int(position)] }

  /// The content of the value.
  package var content: Content {
    switch value.content {
    case .scalar(let text, let style): .scalar(text, style)
    case .sequence(let range): .sequence(values.parts[range].map { YAMLNode(values, at: $0) })
    case .mapping(let range):
      .mapping(
        stride(from: range.lowerBound, to: range.upperBound, by: 2).map {
          Pair(values: values, position: $0)
        })
    }
  }
  /// The place where the value begins.
  package var location: SourceLocation { value.location(in: values.file) }
}

/// All values of a text, so that each of them is no more than a position.
final class YAMLValues: Sendable {
  /// The content of a value; of a list or mapping, the range of its parts.
  enum Content {
    case scalar(String, YAMLNode.Style)
    case sequence(Range<Int>)
    case mapping(Range<Int>)
  }

  /// A value with its place in the file.
  struct Value {
    var content: Content
    var line: Int32
    var column: Int32

    init(_ content: Content, at location: SourceLocation) {
      self.content = content
      (line, column) = (Int32(clamping: location.line), Int32(clamping: location.column))
    }

    func location(in file: String) -> SourceLocation {
      SourceLocation(file: file, line: Int(line), column: Int(column))
    }
  }

  fileprivate let file: String
  fileprivate let values: [Value]
  /// The positions of the elements of each list, and of each key and its value in turn.
  fileprivate let parts: [Int32]

  init(_ values: [Value], parts: [Int32] = [], file: String) {
    (self.file, self.values, self.parts) = (file, values, parts)
  }
}

extension YAMLNode {
  /// Whether the value is null: an empty value, `~` or `null`, without quotes.
  var isNull: Bool {
    guard case .scalar(let text, .plain) = value.content, text.utf8.count <= 4 else {
      return false
    }
    return switch text {
    case "", "~", "null", "Null", "NULL": true
    default: false
    }
  }

  /// Whether the value is a mapping with at least one key.
  var hasKeys: Bool {
    guard case .mapping(let parts) = value.content else { return false }
    return !parts.isEmpty
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
