/// A Swift value that can be broken if it is too long for a line.
///
/// ```swift
/// SwiftPiece.call("Date", [.init("timeIntervalSince1970", .word("0"))]).line
/// // "Date(timeIntervalSince1970: 0)"
/// ```
indirect enum SwiftPiece {
  /// An unbreakable value: a name or a number.
  case word(String)
  /// A text, without quotes.
  case text(String)
  /// A member of a type: `Status.open`.
  case member(String, String)
  /// A key path with its root: `\Chapter.book`.
  case keyPath(String, String)
  /// A call, with a suffix after its parenthesis: `URL(string: "…")!`.
  case call(String, [Argument], suffix: String = "")
  /// A list.
  case list([SwiftPiece])

  /// An argument with its label.
  struct Argument {
    /// The label; nil if the argument has none.
    var label: String?
    /// The value.
    var value: SwiftPiece

    /// A value with its label.
    init(_ label: String? = nil, _ value: SwiftPiece) {
      self.label = label
      self.value = value
    }

    /// The text before the value.
    var prefix: String { label.map { "\($0): " } ?? "" }
    /// The argument on one line.
    var line: String { prefix + value.line }
  }

  /// The value on one line.
  var line: String {
    switch self {
    case .word(let word): word
    case .text(let text): SwiftSpelling.text(text)
    case .member(let base, let name): "\(base).\(name)"
    case .keyPath(let root, let name): "\\\(root).\(name)"
    case .call(let name, let arguments, let suffix):
      "\(name)(\(arguments.map(\.line).joined(separator: ", ")))\(suffix)"
    case .list(let elements): "[\(elements.map(\.line).joined(separator: ", "))]"
    }
  }

  /// The beginning of a broken value, which must fit after its prefix; nil if the value is unbreakable.
  var opening: String? {
    switch self {
    case .member(let base, _): base
    case .call(let name, let arguments, _) where !arguments.isEmpty:
      name + "(" + (arguments.loneList == nil ? "" : "[")
    case .list(let elements) where !elements.isEmpty: "["
    case .word, .text, .keyPath, .call, .list: nil
    }
  }
}

extension [SwiftPiece.Argument] {
  /// The elements of a list that is the only argument and has no label; nil otherwise.
  var loneList: [SwiftPiece]? {
    guard count == 1, self[0].label == nil, case .list(let elements) = self[0].value,
      !elements.isEmpty
    else { return nil }
    return elements
  }
}
