package import Diagnostics

/// A form in which diagnostics are written: for a person, or for another program.
package protocol DiagnosticReport {
  /// The diagnostics in this form, in their order, ended by a line break unless empty.
  func text(of diagnostics: [Diagnostic]) -> String
}

/// How many diagnostics there are of each severity, the heaviest first: `2 errors, 1 warning`.
///
/// Severities without any are left out; nil where there are none at all.
package func tally(of diagnostics: [Diagnostic]) -> String? {
  let parts = Diagnostic.Severity.allCases.reversed().compactMap { severity in
    let count = diagnostics.count { $0.severity == severity }
    return count == 0 ? nil : "\(count) \(severity)\(count == 1 ? "" : "s")"
  }
  return parts.isEmpty ? nil : parts.joined(separator: ", ")
}
