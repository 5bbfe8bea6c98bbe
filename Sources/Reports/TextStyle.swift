internal import Diagnostics

/// The style of a part of a message on a terminal with colours.
enum TextStyle {
  case place, error, warning, note, code, caret

  init(_ severity: Diagnostic.Severity) {
    switch severity {
    case .note: self = .note
    case .warning: self = .warning
    case .error: self = .error
    }
  }

  /// The parameters of ECMA-48's "select graphic rendition".
  private var parameters: String {
    switch self {
    case .place: "1"
    case .error: "1;31"
    case .warning: "1;33"
    case .note: "1;36"
    case .code: "2"
    case .caret: "1;32"
    }
  }

  /// The text in this style.
  func applied(to text: String) -> String { "\u{1B}[\(parameters)m\(text)\u{1B}[0m" }
}
