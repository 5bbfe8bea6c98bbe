import Foundation
import Testing

/// The action of a reader for a part of a page.
enum PagePart {
  /// Writes a file: a block with the file's name, a colon behind it, in the line above.
  case file(name: String, text: String)
  /// Runs a command of an indented block: a line that begins with `$`.
  case command(PageStep)

  /// The command; nil for a file.
  var step: PageStep? { if case .command(let step) = self { step } else { nil } }

  /// The parts of a page, in order.
  static func all(in text: String) -> [PagePart] {
    var parts: [PagePart] = []
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    var isInside = false
    while let line = lines.popFirst() {
      if line.hasPrefix("    $ ") {
        parts.append(.command(PageStep(command: String(line.dropFirst(6)))))
        isInside = true
      } else if isInside, line.hasPrefix("    ") || line.isEmpty, var step = parts.last?.step {
        step.lines.append(String(line.dropFirst(4)))
        parts[parts.count - 1] = .command(step)
      } else {
        isInside = false
        guard let name = line.wholeMatch(of: /`(\S+)`:/)?.output.1,
          lines.first?.hasPrefix("```") == true
        else { continue }
        parts.append(.file(name: String(name), text: block(from: &lines)))
      }
    }
    return parts.map { part in
      guard var step = part.step else { return part }
      while step.lines.last == "" { step.lines.removeLast() }
      return .command(step)
    }
  }

  /// The lines between two fences, the first of which is next.
  private static func block(from lines: inout ArraySlice<String>) -> String {
    guard lines.popFirst()?.hasPrefix("```") == true else { return "" }
    let text = lines.prefix { $0 != "```" }
    lines = lines[text.endIndex...]
    return text.map { $0 + "\n" }.joined()
  }
}
