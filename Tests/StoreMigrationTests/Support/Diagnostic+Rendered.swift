import Diagnostics

extension Diagnostic {
  /// The problem with its place and notes, a line each, to compare whole.
  var rendered: String {
    let lines =
      ["\(location.map { "\($0): " } ?? "")\(message) [\(code)]"]
      + notes.map { "- \($0.location.map { "\($0): " } ?? "")\($0.message)" }
    return lines.joined(separator: "\n")
  }
}
