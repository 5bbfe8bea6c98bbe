/// Breaks a text into lines of limited width; a longer word gets its own line.
///
/// Empty lines between paragraphs are kept. A line that begins with a space is kept unchanged.
func wrapped(_ text: String, to width: Int) -> [String] {
  guard !text.isEmpty else { return [] }
  var lines: [String] = []
  var current = ""
  func finish() {
    if !current.isEmpty { lines.append(current) }
    current = ""
  }
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    if line.isEmpty || line.hasPrefix(" ") {
      finish()
      lines.append(String(line))
      continue
    }
    for word in line.split(separator: " ") {
      if !current.isEmpty, current.count + 1 + word.count > width { finish() }
      current += current.isEmpty ? String(word) : " " + word
    }
  }
  finish()
  return lines
}
