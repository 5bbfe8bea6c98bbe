internal import Digests

/// A JSON object in lines that shows whether, and where, it was edited.
///
/// Its last two members seal it: two hexadecimal digits for each line above them, and the SHA-256 of
/// everything above the last member. It guards against mistakes, not against people: any text can be sealed
/// again.
enum SealedText {
  /// The text of an object, sealed.
  static func seal(_ object: String) -> String {
    let body = object.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    var lines = body.map(String.init)
    if let last = lines.indices.last { lines[last] += "," }
    let checks = lines.map(check).joined()
    lines.append("  \"checks\": \"\(checks)\",")
    lines.append("  \"digest\": \"\(digest(of: lines))\"")
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  /// The reason why a text is not sealed, or no longer complete.
  enum Flaw: Error, Hashable {
    /// The text ends before the seal, or never had one.
    case unsealed(line: Int)
    /// A line was changed.
    case changed(line: Int)
  }

  /// Checks the seal of a text.
  static func check(_ text: String) throws(Flaw) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count > 4, lines.removeLast().isEmpty, lines.removeLast() == "}",
      let digestLine = value(of: "digest", in: lines.removeLast()),
      let checks = value(of: "checks", in: lines[lines.count - 1])
    else { throw .unsealed(line: max(1, text.split(separator: "\n").count)) }
    guard digest(of: lines) != digestLine else { return }
    throw .changed(line: firstChange(in: lines.dropLast(), checks))
  }

  private static func firstChange(in lines: ArraySlice<String>, _ checks: String) -> Int {
    var rest = checks[...]
    for (position, line) in lines.enumerated() {
      guard rest.prefix(2) == check(line) else { return position + 1 }
      rest = rest.dropFirst(2)
    }
    return lines.count + 1
  }

  private static func check(_ line: String) -> String {
    String(Digest.of(Array(line.utf8)).prefix(1).hexadecimal)
  }

  private static func digest(of lines: [String]) -> String {
    Digest.of(Array(lines.joined(separator: "\n").utf8)).hexadecimal
  }

  private static func value(of name: String, in line: String) -> String? {
    let start = "  \"\(name)\": \""
    guard line.hasPrefix(start) else { return nil }
    return String(line.dropFirst(start.count).prefix { $0 != "\"" })
  }
}
