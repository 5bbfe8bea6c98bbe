/// A text with its lines, to convert places to offsets and back, and to apply edits.
///
/// Lines end in LF, CR LF or CR. A byte order mark is not counted.
public struct TextLines: Sendable {
  /// The characters, without a byte order mark.
  public let scalars: [Unicode.Scalar]
  private let hasMark: Bool
  /// The offset at which each line begins.
  private let starts: [Int]

  /// The lines of a text.
  public init(_ text: String) {
    let all = Array(text.unicodeScalars)
    hasMark = all.first == "\u{FEFF}"
    scalars = hasMark ? Array(all.dropFirst()) : all
    var starts = [0]
    for (offset, scalar) in scalars.enumerated() {
      let isPair = scalar == "\r" && offset + 1 < scalars.count && scalars[offset + 1] == "\n"
      if scalar == "\n" || (scalar == "\r" && !isPair) { starts.append(offset + 1) }
    }
    self.starts = starts
  }

  /// The whole text.
  public var text: String { Self.text(scalars, hasMark) }

  /// The line break of the text, taken from the first line.
  public var lineBreak: String {
    guard starts.count > 1 else { return "\n" }
    return String(scalars[endOfLine(at: 0)..<starts[1]])
  }
}

// MARK: - Places

extension TextLines {
  /// The offset of a place; nil if the text has no such place.
  public func offset(of location: SourceLocation) -> Int? {
    guard starts.indices.contains(location.line - 1) else { return nil }
    let offset = starts[location.line - 1] + location.column - 1
    let next = location.line < starts.count ? starts[location.line] : scalars.count + 1
    return location.column > 0 && offset < next ? offset : nil
  }

  /// The place of an offset.
  public func location(of offset: Int, in file: String) -> SourceLocation {
    let line = line(of: offset)
    return SourceLocation(file: file, line: line + 1, column: offset - starts[line] + 1)
  }

  /// The offset where the line of an offset begins.
  public func startOfLine(at offset: Int) -> Int { starts[line(of: offset)] }

  /// The offset where the line of an offset ends, before its line break.
  public func endOfLine(at offset: Int) -> Int {
    var end = startOfNextLine(at: offset)
    while end > startOfLine(at: offset), scalars[end - 1] == "\n" || scalars[end - 1] == "\r" {
      end -= 1
    }
    return end
  }

  /// The offset where the next line begins, or the text ends.
  public func startOfNextLine(at offset: Int) -> Int {
    let next = line(of: offset) + 1
    return next < starts.count ? starts[next] : scalars.count
  }

  /// The column of an offset in its line, from 0.
  public func column(of offset: Int) -> Int { offset - startOfLine(at: offset) }

  /// The number of an offset's line, from 0.
  private func line(of offset: Int) -> Int { starts.lastIndex(ofAtMost: offset) }
}

extension [Int] {
  /// The index of the last number in a sorted list that is not above a limit; the first index if all are.
  package func lastIndex(ofAtMost limit: Int) -> Int {
    var (low, high) = (0, count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if self[middle] <= limit { low = middle } else { high = middle }
    }
    return low
  }
}

// MARK: - Editing

extension TextLines {
  /// The text after some edits, which do not overlap; nil if the text does not have the place of an edit.
  ///
  /// Of several insertions at one place, the first comes first.
  public func applying(_ edits: [TextFix.Edit]) -> String? {
    var pieces: [(range: Range<Int>, text: String)] = []
    for edit in edits {
      guard let start = offset(of: edit.start), let end = offset(of: edit.end), start <= end else {
        return nil
      }
      pieces.append((start..<end, edit.text))
    }
    let ordered = pieces.enumerated().sorted { left, right in
      (left.element.range.lowerBound, left.offset) < (right.element.range.lowerBound, right.offset)
    }
    var result: [Unicode.Scalar] = []
    var position = 0
    for (_, piece) in ordered {
      guard piece.range.lowerBound >= position else { return nil }
      result += scalars[position..<piece.range.lowerBound] + Array(piece.text.unicodeScalars)
      position = piece.range.upperBound
    }
    return Self.text(result + scalars[position...], hasMark)
  }

  private static func text(_ scalars: [Unicode.Scalar], _ hasMark: Bool) -> String {
    var view = String.UnicodeScalarView()
    if hasMark { view.append("\u{FEFF}") }
    view.append(contentsOf: scalars)
    return String(view)
  }
}

extension String {
  fileprivate init(_ scalars: ArraySlice<Unicode.Scalar>) {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    self.init(view)
  }
}
