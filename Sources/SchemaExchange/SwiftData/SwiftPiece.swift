/// A value in Swift, with the places at which it breaks where it is too long for a line.
///
/// ```swift
/// SwiftPiece.call("Date", [.init("timeIntervalSince1970", .word("0"))]).line
/// // "Date(timeIntervalSince1970: 0)"
/// ```
indirect enum SwiftPiece {
  /// What never breaks: a name, a number.
  case word(String)
  /// A text, without quotes.
  case text(String)
  /// A member of a type: `Status.open`.
  case member(String, String)
  /// A key path with its root: `\Chapter.book`.
  case keyPath(String, String)
  /// A call, with what follows its parenthesis: `URL(string: "…")!`.
  case call(String, [Argument], suffix: String = "")
  /// A list.
  case list([SwiftPiece])

  /// What is passed, with its label.
  struct Argument {
    /// The label; nil where there is none.
    var label: String?
    /// The value.
    var value: SwiftPiece

    /// A value with its label.
    init(_ label: String? = nil, _ value: SwiftPiece) {
      self.label = label
      self.value = value
    }

    /// What stands before the value.
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

  /// What has to fit on a line with whatever stands before the value; nil where it does not break.
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
  /// The elements of the list that is the only argument, and has no label.
  var loneList: [SwiftPiece]? {
    guard count == 1, self[0].label == nil, case .list(let elements) = self[0].value,
      !elements.isEmpty
    else { return nil }
    return elements
  }
}
