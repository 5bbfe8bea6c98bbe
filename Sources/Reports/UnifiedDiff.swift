internal import Diagnostics

/// Shows the changes of a file in the format of `diff -u`, which `git apply` reads.
package enum UnifiedDiff {
  private static let context = 3

  /// The difference of two versions of a file; an empty text if they are equal.
  package static func text(of file: String, from old: String, to new: String) -> String {
    let difference = TextDifference(from: old, to: new)
    guard !difference.hunks.isEmpty else { return "" }
    let name = oneLine(file)
    return "--- a/\(name)\n+++ b/\(name)\n"
      + groups(difference).map { text(of: $0, difference) }.joined()
  }

  /// The hunks in groups; hunks whose context lines meet are in one group.
  private static func groups(_ difference: TextDifference) -> [[TextDifference.Hunk]] {
    difference.hunks.reduce(into: []) { groups, hunk in
      if let last = groups.last?.last,
        hunk.old.lowerBound - last.old.upperBound <= 2 * context
      {
        groups[groups.count - 1].append(hunk)
      } else {
        groups.append([hunk])
      }
    }
  }

  private static func text(
    of hunks: [TextDifference.Hunk], _ difference: TextDifference
  ) -> String {
    guard let first = hunks.first, let last = hunks.last else { return "" }
    let start = max(0, first.old.lowerBound - context)
    let end = min(difference.oldLines.count, last.old.upperBound + context)
    let newStart = first.new.lowerBound - (first.old.lowerBound - start)
    let newEnd = last.new.upperBound + (end - last.old.upperBound)
    var result = "@@ -\(span(start..<end)) +\(span(newStart..<newEnd)) @@\n"
    var position = start
    for hunk in hunks {
      result += lines(" ", difference.oldLines[position..<hunk.old.lowerBound])
      result += lines("-", difference.oldLines[hunk.old])
      result += lines("+", difference.newLines[hunk.new])
      position = hunk.old.upperBound
    }
    return result + lines(" ", difference.oldLines[position..<end])
  }

  private static func span(_ lines: Range<Int>) -> String {
    let start = lines.isEmpty ? lines.lowerBound : lines.lowerBound + 1
    return lines.count == 1 ? "\(start)" : "\(start),\(lines.count)"
  }

  private static func lines(_ sign: String, _ lines: ArraySlice<Substring>) -> String {
    lines.map { line in
      let hasEnd = line.unicodeScalars.last == "\n"
      return sign + line + (hasEnd ? "" : "\n\\ No newline at end of file\n")
    }.joined()
  }
}
