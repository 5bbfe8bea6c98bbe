internal import Diagnostics

/// Collects what is wrong while reading goes on.
final class ProblemLog {
  /// The problems so far, in the order in which they were found.
  private(set) var diagnostics: [Diagnostic] = []
  /// Whether something is missing from the model because it could not be read, so that a check of
  /// the whole would blame the innocent.
  private(set) var hidesParts = false

  /// Records a problem.
  func report(_ problem: FileProblem, at location: SourceLocation) {
    diagnostics.append(problem.diagnostic(at: location))
    hidesParts = hidesParts || problem.hidesParts
  }

  /// Notes that a part of the model is missing, for a reason that has been recorded.
  func noteMissingPart() { hidesParts = true }

  /// Records problems that were found elsewhere.
  func add(_ found: [Diagnostic], hidingParts: Bool = false) {
    diagnostics += found
    hidesParts = hidesParts || hidingParts
  }
}
