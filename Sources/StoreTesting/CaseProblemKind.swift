package import Diagnostics

/// The stable names of problems that only migration tests report.
package enum CaseProblemKind: Sendable {
  /// An expectation of a case is not met.
  case failedExpectation
  /// The initial store of a case cannot be made.
  case unmakeableStore
  /// A store or a backup that is kept for tests cannot be used.
  case unusableFixture

  /// The stable name.
  var code: String {
    switch self {
    case .failedExpectation: "failed-expectation"
    case .unmakeableStore: "unmakeable-store"
    case .unusableFixture: "unusable-fixture"
    }
  }
}

extension Diagnostic {
  /// Creates a problem of a kind that only migration tests report.
  package init(
    _ kind: CaseProblemKind, severity: Severity = .error, _ message: String,
    at location: SourceLocation? = nil, notes: [Note] = []
  ) {
    self.init(code: kind.code, severity: severity, message, at: location, notes: notes)
  }

  /// The problem of an expectation that is not met.
  static func failedExpectation(
    _ message: String, at location: SourceLocation, notes: [Note] = []
  ) -> Diagnostic {
    Diagnostic(.failedExpectation, message, at: location, notes: notes)
  }
}
