import Diagnostics

/// The problems for which an import is refused; empty if it succeeds.
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
