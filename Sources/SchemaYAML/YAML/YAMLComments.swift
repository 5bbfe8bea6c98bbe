/// Finds the comments of a YAML text.
///
/// A `#` in quotes, in a block of text, or inside a word begins no comment. The end of a value is determined
/// by libyaml's grammar: a line that looks like a comment may be part of a value.
///
/// ```swift
/// let text = "note: |\n  # a line of the note\nkind: custom # a comment\n"
/// YAMLComments.starts(in: text).map { text[$0...] } // ["# a comment\n"]
/// ```
public enum YAMLComments {
  /// The positions of the `#` that begin comments, in order.
  ///
  /// After a syntax error no comments are found, because the rest cannot be interpreted.
  public static func starts(in text: String) -> [String.Index] {
    let scalars = text.unicodeScalars
    guard scalars.contains("#") else { return [] }
    let known = KnownValues(of: text)
    var values = known.ranges[...]
    var result: [String.Index] = []
    var isInComment = false
    var before: Unicode.Scalar = "\n"
    for (offset, index) in scalars.indices.enumerated().prefix(known.end) {
      let scalar = scalars[index]
      while let value = values.first, value.upperBound <= offset { values.removeFirst() }
      if isInComment {
        isInComment = !scalar.isLineBreak
      } else if scalar == "#", before.properties.isWhitespace || before == "\u{FEFF}",
        !(values.first?.contains(offset) ?? false)
      {
        result.append(index)
        isInComment = true
      }
      before = scalar
    }
    return result
  }
}

/// The ranges of a text that are values, in offsets of Unicode scalars.
private struct KnownValues {
  /// The values that contain a `#`, in order.
  private(set) var ranges: [Range<Int>] = []
  /// The end of the interpreted text: its end, or a syntax error.
  private(set) var end = Int.max

  init(of text: String) {
    let scalars = Array(text.unicodeScalars)
    do {
      try withEvents(of: Array(text.utf8)) { events in
        while true {
          let event = try events.next()
          switch event.kind {
          case .streamEnd: return
          case .scalar(let value, let style) where value.unicodeScalars.contains("#"):
            add(event, style, scalars)
          default: continue
          }
        }
      }
    } catch {
      end = (error as? YAMLFailure)?.mark.offset ?? 0
    }
  }

  /// A block begins on the line after its `|`, which may be followed by a comment.
  private mutating func add(
    _ event: YAMLEvent, _ style: YAMLNode.Style, _ scalars: [Unicode.Scalar]
  ) {
    var start = event.mark.offset
    if style == .block {
      start = scalars[start...].firstIndex(where: \.isLineBreak) ?? scalars.count
    }
    if start < event.end.offset { ranges.append(start..<event.end.offset) }
  }
}

extension Unicode.Scalar {
  /// Whether the character is a line break.
  fileprivate var isLineBreak: Bool {
    switch self {
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }
}
