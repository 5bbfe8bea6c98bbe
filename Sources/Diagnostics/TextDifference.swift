/// The difference of two texts, by lines.
public struct TextDifference: Hashable, Sendable {
  /// Lines that are replaced, and the lines that replace them; positions are counted from 0.
  public struct Hunk: Hashable, Sendable {
    /// The lines of the first text.
    public var old: Range<Int>
    /// The lines of the second text.
    public var new: Range<Int>
  }

  /// The lines of the first text, with their line breaks.
  public let oldLines: [Substring]
  /// The lines of the second text, with their line breaks.
  public let newLines: [Substring]
  /// The differences, in order; between two hunks there is at least one equal line.
  public let hunks: [Hunk]

  /// The difference of two texts.
  public init(from old: String, to new: String) {
    oldLines = Self.lines(old)
    newLines = Self.lines(new)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in newLines.difference(from: oldLines) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var hunks: [Hunk] = []
    var (left, right) = (0, 0)
    while left < oldLines.count || right < newLines.count {
      let (start, newStart) = (left, right)
      while removed.contains(left) { left += 1 }
      while inserted.contains(right) { right += 1 }
      if start < left || newStart < right {
        hunks.append(Hunk(old: start..<left, new: newStart..<right))
      } else {
        (left, right) = (left + 1, right + 1)
      }
    }
    self.hunks = hunks
  }

  /// The difference as edits of whole lines of a file.
  public func edits(of file: String) -> [TextFix.Edit] {
    hunks.map { hunk in
      TextFix.Edit(
        from: place(hunk.old.lowerBound, in: file), to: place(hunk.old.upperBound, in: file),
        newLines[hunk.new].joined())
    }
  }

  /// The place where a line begins, or the end of the text.
  private func place(_ line: Int, in file: String) -> SourceLocation {
    guard line == oldLines.count, let last = oldLines.last, !last.endsLine else {
      return SourceLocation(file: file, line: line + 1, column: 1)
    }
    return SourceLocation(file: file, line: line, column: last.unicodeScalars.count + 1)
  }

  /// The lines of a text with their line breaks: LF, CR LF or CR.
  private static func lines(_ text: String) -> [Substring] {
    var result: [Substring] = []
    var rest = text.unicodeScalars[...]
    if rest.first == "\u{FEFF}" { rest = rest.dropFirst() }
    while let end = rest.firstIndex(where: { $0 == "\n" || $0 == "\r" }) {
      var next = rest.index(after: end)
      if rest[end] == "\r", next < rest.endIndex, rest[next] == "\n" {
        next = rest.index(after: next)
      }
      result.append(Substring(rest[..<next]))
      rest = rest[next...]
    }
    return rest.isEmpty ? result : result + [Substring(rest)]
  }
}

extension Substring {
  fileprivate var endsLine: Bool {
    unicodeScalars.last.map { $0 == "\n" || $0 == "\r" } ?? false
  }
}
