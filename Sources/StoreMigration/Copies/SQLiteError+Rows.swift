internal import SQLite

extension SQLiteError {
  /// Whether the values of a row are the reason, and not the machine or the moment.
  var isAboutRows: Bool {
    switch primaryCode {
    case .constraint, .error, .mismatch, .tooBig: true
    default: false
    }
  }
}
