package import Diagnostics
package import StoreVerification

extension Finding {
  /// The finding as a warning: the migration neither repairs it nor makes it worse.
  package func warning(of store: String) -> Diagnostic {
    var diagnostic = diagnostic(of: store)
    diagnostic.severity = min(diagnostic.severity, .warning)
    return diagnostic
  }

  /// The finding as a warning: it existed before the migration and blocked nothing.
  package func knownDiagnostic(of store: String) -> Diagnostic {
    var diagnostic = warning(of: store)
    diagnostic.notes.append(.init("it was so before the migration, which left it as it was"))
    return diagnostic
  }
}
