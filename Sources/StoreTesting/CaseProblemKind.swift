package import Diagnostics

/// The stable names of what only tests of migrations bring up.
package enum CaseProblemKind: Sendable {
  /// What a case expects does not hold.
  case failedExpectation
  /// No store can be made of what a case begins with.
  case unmakeableStore
  /// A store or a backup that is kept for tests cannot be tried.
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
  /// A problem of a kind that only tests of migrations bring up.
  package init(
    _ kind: CaseProblemKind, severity: Severity = .error, _ message: String,
    at location: SourceLocation? = nil, notes: [Note] = []
  ) {
    self.init(code: kind.code, severity: severity, message, at: location, notes: notes)
  }

  /// An expectation that does not hold.
  static func failedExpectation(
    _ message: String, at location: SourceLocation, notes: [Note] = []
  ) -> Diagnostic {
    Diagnostic(.failedExpectation, message, at: location, notes: notes)
  }
}
