/// The subset of Markdown on the pages of rules: headings, paragraphs, lists and examples.
struct MarkdownPage {
  private let lines: [Substring]

  /// Reads a page without its title, which is shown above it already.
  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    self.lines = lines.first?.hasPrefix("# ") == true ? Array(lines.dropFirst()) : lines
  }

  var html: HTML {
    var pieces: [HTML] = []
    var rest = lines[...]
    while let line = rest.first {
      if line.isEmpty {
        rest.removeFirst()
      } else if line.hasPrefix("```") {
        let example = rest.dropFirst().prefix { !$0.hasPrefix("```") }
        rest = rest.dropFirst(example.count + 2)
        pieces.append(.element("pre", [], HTML(example.joined(separator: "\n"))))
      } else if line.hasPrefix("#") {
        rest.removeFirst()
        pieces.append(.element("h4", [], Self.words(line.drop { $0 == "#" || $0 == " " })))
      } else {
        let block = rest.prefix { !$0.isEmpty && !$0.hasPrefix("```") }
        rest = rest.dropFirst(block.count)
        pieces.append(line.hasPrefix("- ") ? Self.list(block) : Self.paragraph(block))
      }
    }
    return HTML(pieces)
  }

  private static func paragraph(_ lines: ArraySlice<Substring>) -> HTML {
    .element("p", [], words(lines.joined(separator: " ")[...]))
  }

  /// A list whose items may continue in indented lines.
  private static func list(_ lines: ArraySlice<Substring>) -> HTML {
    let items = lines.reduce(into: [String]()) { items, line in
      if line.hasPrefix("- ") {
        items.append(String(line.dropFirst(2)))
      } else {
        items.append((items.popLast() ?? "") + " " + line.drop { $0 == " " })
      }
    }
    return .element("ul", [], items.map { .element("li", [], words($0[...])) })
  }

  /// A text with code between backquotes; other Markdown syntax is shown as written.
  private static func words(_ text: Substring) -> HTML {
    let pieces = text.split(separator: "`", omittingEmptySubsequences: false)
    guard pieces.count % 2 == 1 else { return HTML(String(text)) }
    return HTML(
      pieces.enumerated().map { position, piece in
        position % 2 == 1
          ? .code(String(piece)) : HTML(String(piece.replacing("**", with: "")))
      })
  }
}
