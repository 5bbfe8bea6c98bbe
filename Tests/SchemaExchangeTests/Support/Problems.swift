import Diagnostics

/// What an import is refused for; nothing where it is not.
func problems(_ body: () throws(DiagnosticsError) -> Void) -> [Diagnostic] {
  do throws(DiagnosticsError) {
    try body()
    return []
  } catch {
    return error.diagnostics
  }
}

extension Diagnostic {
  /// The diagnostic in one line.
  var line: String {
    "\(location?.description ?? "-") \(code) \(message)"
      + notes.map { " (\($0.message))" }.joined()
  }
}
