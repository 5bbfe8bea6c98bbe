package import Diagnostics

/// Writes diagnostics for a terminal, with places that editors turn into links.
///
/// ```
/// V1.yaml:4:5: error: unknown key 'atributes' [unknown-key]
///   4 |     atributes:
///     |     ^
///   note: did you mean 'attributes'?
/// ```
package struct TextReport {
  private let isColored: Bool
  private let read: (String) -> String?

  /// A report with or without colours, which reads the files of the diagnostics with a function.
  ///
  /// If the function returns nil, the excerpt of the file is left out.
  package init(isColored: Bool, source read: @escaping (String) -> String? = { _ in nil }) {
    self.isColored = isColored
    self.read = read
  }
}

extension TextReport: DiagnosticReport {
  /// The diagnostics in order, each on its own lines; an empty text without diagnostics.
  package func text(of diagnostics: [Diagnostic]) -> String {
    var sources = SourceLines(read)
    return diagnostics.map { block($0, &sources) }.joined()
  }

  private func block(_ diagnostic: Diagnostic, _ sources: inout SourceLines) -> String {
    let place = diagnostic.location.map { excerpt(at: $0, &sources) } ?? []
    let lines = [headline(diagnostic)] + place + diagnostic.notes.map(remark)
    return lines.map { $0 + "\n" }.joined()
  }

  private func headline(_ diagnostic: Diagnostic) -> String {
    let place =
      diagnostic.location.map { styled(printable($0.description + ":"), .place) + " " } ?? ""
    let severity = styled("\(diagnostic.severity):", TextStyle(diagnostic.severity))
    let code = styled("[\(diagnostic.code)]", .code)
    return "\(place)\(severity) \(printable(diagnostic.message)) \(code)"
  }

  private func excerpt(at location: SourceLocation, _ sources: inout SourceLines) -> [String] {
    guard let line = sources.line(location.line, of: location.file) else { return [] }
    let excerpt = SourceExcerpt(line, column: location.column)
    let number = "\(location.line)"
    let blank = String(repeating: " ", count: number.count)
    return [
      "  \(number) |" + (excerpt.line.isEmpty ? "" : " " + excerpt.line),
      "  \(blank) | \(excerpt.padding)" + styled("^", .caret),
    ]
  }

  /// A note, with its further lines aligned below the first.
  private func remark(_ note: Diagnostic.Note) -> String {
    let place = note.location.map { printable($0.description + ": ") } ?? ""
    let lines = printable(note.message).split(separator: "\n", omittingEmptySubsequences: false)
    return "  " + place + styled("note:", .note) + " " + lines.joined(separator: "\n    ")
  }

  private func styled(_ text: String, _ style: TextStyle) -> String {
    isColored ? style.applied(to: text) : text
  }
}
