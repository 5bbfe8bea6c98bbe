internal import Diagnostics

/// Escapes texts for Markdown.
package enum MarkdownText {
  /// A text on one line without Markdown syntax, also for the cells of a table.
  package static func escaped(_ text: String) -> String {
    printable(text).reduce(into: "") { result, character in
      if "\\`*_[]<>|#&~".contains(character) { result.append("\\") }
      result.append(character.isNewline || character == "\t" ? " " : character)
    }
  }
}
