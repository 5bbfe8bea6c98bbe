public import Diagnostics

extension MigrationError {
  /// Everything that kept the store at `path` from being migrated, sorted.
  public func diagnostics(of path: String) -> [Diagnostic] {
    switch self {
    case .refused(let reasons): reasons.flatMap { $0.diagnostics(of: path) }.sorted()
    case .rolledBack(let failure, _): failure.diagnostics.sorted()
    case .cancelled: [Diagnostic(code: "cancelled", severity: .warning, "stopped before the end")]
    case .needsAttention(let failure, let reason, _):
      failure.diagnostics.sorted() + [Diagnostic(code: "not-undone", reason)]
    }
  }
}
