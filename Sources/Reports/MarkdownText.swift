internal import Diagnostics

/// Texts that are shown in Markdown and are not to be taken for a part of it.
package enum MarkdownText {
  /// A text on one line, without a meaning in Markdown, also within a table.
  package static func escaped(_ text: String) -> String {
    printable(text).reduce(into: "") { result, character in
      if "\\`*_[]<>|#&~".contains(character) { result.append("\\") }
      result.append(character.isNewline || character == "\t" ? " " : character)
    }
  }
}
