package import Diagnostics

/// A format in which diagnostics are written, for people or for programs.
package protocol DiagnosticReport {
  /// The diagnostics in this format, in the given order. The text ends with a line break unless it is empty.
  func text(of diagnostics: [Diagnostic]) -> String
}

/// The number of diagnostics of each severity, the highest first: `2 errors, 1 warning`.
///
/// Severities without diagnostics are left out. The result is nil if there are no diagnostics.
package func tally(of diagnostics: [Diagnostic]) -> String? {
  let parts = Diagnostic.Severity.allCases.reversed().compactMap { severity in
    let count = diagnostics.count { $0.severity == severity }
    return count == 0 ? nil : "\(count) \(severity)\(count == 1 ? "" : "s")"
  }
  return parts.isEmpty ? nil : parts.joined(separator: ", ")
}
